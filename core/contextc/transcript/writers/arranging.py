"""Utterances -> the order that a provider asks for: two speakers in turn, or results right behind their calls.

What comes later only adds to the end, or to the last message, so that what was sent before stays as it was.
"""

from collections.abc import Callable

from contextc.transcript.rendering import label_of
from contextc.transcript.turns import Media, Role, Text, ToolCall, ToolResult, Turn
from contextc.transcript.writers.utterances import SYSTEM, Piece, Utterance


def sides(said: list[Utterance]) -> list[list[Utterance]]:
    """What each message is made of, where the user and the assistant speak in turn; two that are untouched stay two.

    >>> roles = [Role.USER, Role.ASSISTANT, Role.TOOL, Role.USER]
    >>> [[str(one.role) for one in group] for group in sides([Utterance(role, []) for role in roles])]
    [['user'], ['assistant'], ['tool', 'user']]
    """
    groups: list[list[Utterance]] = []
    for one in said:
        last = groups[-1][-1] if groups else None
        if last and side(last.role) is side(one.role) and not (last.untouched and one.untouched):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def side(role: Role) -> Role:
    """Whose message it is said in: results are in those of the user."""
    return Role.USER if role is Role.TOOL else role


Shows = Callable[[Utterance, ToolResult, Media], bool]
"""Whether a medium of a result is shown by the user."""


def behind_calls(said: list[Utterance], *, shows: Shows) -> list[Utterance]:
    """What each message is made of, where each result is one, and all come before anything else that follows their calls.

    `shows` says which media of results the user must show, behind all results, as they cannot.

    >>> calls = Utterance(Role.ASSISTANT, [Piece(ToolCall(name="a"), None, 1), Piece(ToolCall(name="b"), None, 2)])
    >>> said = [calls] + [Utterance(Role.TOOL, [Piece(ToolResult(), None, number)]) for number in (1, 2)]
    >>> said.insert(2, Utterance(Role.USER, [Piece(Text(text="hurry"))]))
    >>> [str(one.role) for one in behind_calls(said, shows=lambda *_: True)]
    ['assistant', 'tool', 'tool', 'user']
    """
    order = _Order(shows)
    for one in said:
        order.take(one)
    order.release()
    return order.out


class _Order:
    """Messages, and what waits until all calls are answered."""

    def __init__(self, shows: Shows) -> None:
        self.shows = shows
        self.out: list[Utterance] = []
        self.open: set[int] = set()
        self.held: list[Piece] = []

    def take(self, one: Utterance) -> None:
        """The next utterance."""
        if one.role is Role.TOOL:
            self._answer(one)
        elif one.role is Role.ASSISTANT:
            self._call(one)
        elif one.message is None and self.open:
            self.held += _as_user(one)
        else:
            self.release()
            self.open.clear()
            self.out.append(one)

    def release(self) -> None:
        """What has waited comes now."""
        if self.held:
            self.out.append(Utterance(Role.USER, self.held))
            self.held = []

    def _call(self, one: Utterance) -> None:
        self.release()
        last = self.out[-1] if self.out else None
        if last and last.role is Role.ASSISTANT and last.message is None and one.message is None:
            last.pieces.extend(one.pieces)
        else:
            self.open.clear()
            self.out.append(one._replace(pieces=list(one.pieces)))
        self.open.update(piece.number for piece in one.pieces if isinstance(piece.part, ToolCall))

    def _answer(self, one: Utterance) -> None:
        message = one.message
        for piece in one.pieces:
            self.open.discard(piece.number)
            if isinstance(piece.part, ToolResult):
                self.out.append(Utterance(Role.TOOL, [piece], message, one.untouched))
                message = None
                if not one.untouched:
                    media = [part for part in piece.part.parts if isinstance(part, Media)]
                    self.held += [Piece(part) for part in media if self.shows(one, piece.part, part)]
        if not self.open:
            self.release()


def _as_user(one: Utterance) -> list[Piece]:
    """What the system says between calls and results, in a message of the user."""
    if one.role not in SYSTEM:
        return one.pieces
    label = label_of(Turn(role=one.role), Text(text=""))
    return [
        Piece(Text(text=f"{label} {piece.part.text}")) if isinstance(piece.part, Text) else piece
        for piece in one.pieces
    ]
