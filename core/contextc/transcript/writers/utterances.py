"""Turns that go out -> utterances: what one speaker says, with nothing in it that the format has no place for.

A result that answers no call is text that says so; where there are no messages of the system, its text is the user's.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.pairing import Key
from contextc.transcript.rendering import label_of, text_of
from contextc.transcript.turns import (
    AnyPart,
    Compaction,
    Media,
    Meta,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Turn,
    speaker,
)
from contextc.transcript.writers.dialects import Calls, Dialect, settle

SYSTEM = (Role.SYSTEM, Role.DEVELOPER)


class Piece(NamedTuple):
    """A part that is written."""

    part: AnyPart
    block: Any = None
    """What it is already, where it is unchanged."""
    number: int = 0
    """Of the call that it is, or answers."""
    call: ToolCall | None = None
    """What a result answers, as it is written."""


class Utterance(NamedTuple):
    """What one speaker says."""

    role: Role
    pieces: list[Piece]
    message: dict[str, Any] | None = None
    """The message that it was."""
    untouched: bool = False


class Written(NamedTuple):
    """Messages of a provider."""

    messages: list[dict[str, Any]]
    system: Any = None
    """What is sent beside them: the text of the system, where the provider has no messages for it."""


def role_of(turn: OutTurn) -> Role:
    """Who speaks; of whom no provider knows, that is the user."""
    return speaker(turn.role) or Role.USER


def leading(turns: Sequence[OutTurn]) -> tuple[list[OutTurn], list[OutTurn]]:
    """The turns of the system that come before all others, and these.

    >>> turns = [OutTurn(role=role, parts=()) for role in ("system", "event", "developer", "user", "system")]
    >>> [[turn.role for turn in part] for part in leading(turns)]
    [['system', 'developer'], ['user', 'system']]
    """
    said = [turn for turn in turns if role_of(turn) is not Role.EVENT]
    first = next((place for place, turn in enumerate(said) if role_of(turn) not in SYSTEM), len(said))
    return said[:first], said[first:]


def utterances(turns: Sequence[OutTurn], dialect: Dialect) -> list[Utterance]:
    """The utterances of a conversation.

    >>> import re
    >>> parts = (ToolCall(name="ping"), Text(text="wait"), ToolResult(name="ping"))
    >>> turn = OutTurn(role="assistant", parts=tuple(OutPart(part=part) for part in parts))
    >>> any_text = re.compile(".*")
    >>> [(str(one.role), len(one.pieces)) for one in utterances([turn], Dialect(any_text, any_text))]
    [('assistant', 2), ('tool', 1)]
    """
    said = [turn for turn in turns if role_of(turn) is not Role.EVENT]
    speech = _Speech(settle(said, dialect), dialect)
    for place, turn in enumerate(said):
        speech.take(place, turn)
    return speech.said


def worth_saying(out: OutPart) -> bool:
    """Whether a text is more than white space, or a block that its provider has taken."""
    return not isinstance(out.part, Text) or bool(out.part.text.strip() if out.block is None else out.part.text)


class _Speech:
    """Utterances in the making."""

    def __init__(self, calls: Calls, dialect: Dialect) -> None:
        self.calls = calls
        self.dialect = dialect
        self.said: list[Utterance] = []
        self.reach: set[int] = set()
        """The calls of the last message of the assistant that have no answer."""

    def take(self, place: int, turn: OutTurn) -> None:
        """The next turn."""
        role = role_of(turn)
        if turn.untouched and turn.message is not None:
            pieces = [self._numbered((place, index), out) for index, out in enumerate(turn.parts)]
            self._begin(Utterance(role, pieces, turn.message, untouched=True))
            for piece in pieces:
                self._count(piece)
            return
        mine: list[Utterance] = []
        message = turn.message
        for index, out in enumerate(turn.parts):
            for said_by, piece in self._pieces((place, index), out, turn, role):
                if not mine or mine[-1].role is not said_by:
                    own = said_by is role or (role is Role.USER and said_by is Role.TOOL)
                    mine.append(Utterance(said_by, [], message if own else None))
                    message = None if own else message
                    self._begin(mine[-1])
                mine[-1].pieces.append(piece)
                self._count(piece)

    def _begin(self, utterance: Utterance) -> None:
        if utterance.role is Role.ASSISTANT and self.said and self.said[-1].role is not Role.ASSISTANT:
            self.reach.clear()
        self.said.append(utterance)

    def _count(self, piece: Piece) -> None:
        if isinstance(piece.part, ToolCall):
            self.reach.add(piece.number)
        else:
            self.reach.discard(piece.number)

    def _numbered(self, key: Key, out: OutPart) -> Piece:
        """A part as it is written, with its call."""
        number = self.calls.number.get(key, 0)
        call = self.calls.written[number - 1] if number else None
        if isinstance(out.part, ToolCall):
            return Piece(call or out.part, out.block, number)
        part = out.part
        if call and isinstance(part, ToolResult):
            part = replace(part, call_id=call.id, name=call.name)
        return Piece(part, out.block, number, call)

    def _pieces(self, key: Key, out: OutPart, turn: OutTurn, role: Role) -> Iterator[tuple[Role, Piece]]:
        """What is written of a part, and who says it."""
        part = out.part
        own = out.block is not None or turn.message is not None
        in_words = role is Role.TOOL or (role in SYSTEM and not self.dialect.system and turn.message is None)
        speaks = Role.USER if in_words else role
        match part:
            case Text() | Media():
                if in_words and role in SYSTEM:
                    out = OutPart(part=Text(text=f"{label_of(Turn(role=role), part)} {text_of(part)}"))
                if worth_saying(OutPart(part=part, block=out.block)):
                    yield speaks, Piece(out.part, out.block)
            case ToolCall():
                yield Role.ASSISTANT, self._numbered(key, out)
            case ToolResult():
                yield from self._result(key, out, inside=role is Role.ASSISTANT and turn.message is not None)
            case Reasoning() if own:
                yield Role.ASSISTANT, Piece(part, out.block)
            case Meta() | Compaction() if own:
                yield role, Piece(part, out.block)
            case Compaction() if part.text.strip():
                yield Role.USER, Piece(Text(text=part.text))
            case _:
                # Nobody but its own provider understands it.
                pass

    def _result(self, key: Key, out: OutPart, *, inside: bool) -> Iterator[tuple[Role, Piece]]:
        piece = self._numbered(key, out)
        result = piece.part
        assert isinstance(result, ToolResult)
        if piece.number and (piece.number in self.reach or not self.dialect.adjacent):
            yield Role.ASSISTANT if inside else Role.TOOL, piece
            return
        label = label_of(Turn(role=Role.TOOL), result)
        yield Role.USER, Piece(Text(text=f"{label} {text_of(result)}".strip()))
        for part in result.parts:
            if isinstance(part, Media):
                yield Role.USER, Piece(part)
