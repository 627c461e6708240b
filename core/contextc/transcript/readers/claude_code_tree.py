"""Records of a Claude Code session -> those that are part of the conversation, in its order.

A session only grows. Every record names the one before it, so going back leaves a branch behind: the conversation is the
way from its last prompt or answer to the first. The links are not to be trusted blindly: results of parallel calls, hooks
and failed requests fork the tree as well, and parents may be missing. So a branch is given up only where another of its
kind stands in its place: a prompt for a prompt, an answer for an answer.
"""

from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from contextc.transcript.turns import AnyPart, Role
from contextc.vocabulary import StrEnum


class Kind(StrEnum):
    """What a record is to the tree."""

    NOISE = "noise"
    """A link between others that says nothing."""
    EVENT = "event"
    """What the program said in the conversation."""
    PROMPT = "prompt"
    RESULT = "result"
    ANSWER = "answer"
    BOUNDARY = "boundary"
    """All before it is summed up behind it."""


TURNS = frozenset({Kind.EVENT, Kind.PROMPT, Kind.RESULT, Kind.ANSWER})
"""Kinds that say something."""

ASKS = frozenset({Kind.PROMPT, Kind.BOUNDARY})
"""Kinds that a user sets off, and can go back behind."""

THROUGH = frozenset({Kind.NOISE, Kind.EVENT})
"""Kinds that another branch may begin with, whatever it is."""


class Kept(NamedTuple):
    """Records before a boundary that stay in the conversation, behind its summary."""

    anchor: str | None = None
    """The summary."""
    chain: tuple[str, ...] = ()
    """Those that follow one another behind it; of a range the first."""
    others: tuple[str, ...] = ()
    """The rest of them; of a range the last."""
    is_range: bool = False


class Entry(Struct):
    """A record."""

    kind: Kind
    number: int
    """Of its record."""
    id: str | None = None
    """Of the message that it is, or is a part of."""
    role: Role = Role.EVENT
    parts: tuple[AnyPart, ...] = ()
    uuid: str | None = None
    parent: str | None = None
    is_root: bool = False
    """It says that nothing was before it."""
    session: str | None = None
    side: bool = False
    kept: Kept = Kept()

    @property
    def key(self) -> str | int:
        """What the records of one message have in common."""
        return self.number if self.id is None else self.id

    def be_event(self) -> None:
        """It turns out that the program said it."""
        self.kind, self.role = Kind.EVENT, Role.EVENT

    @property
    def said(self) -> bool:
        """Whether it is a turn of the conversation itself."""
        return self.kind in TURNS and not self.side


class Rival(NamedTuple):
    """What the conversation goes on with behind a fork."""

    asks: bool
    answer: str | int | None
    """The message, if it is an answer, and the program said nothing between."""

    def replaces(self, entry: Entry) -> bool:
        """Whether it stands in the place of the first that is said on another branch."""
        return self.asks if entry.kind in ASKS else self.answer not in {None, entry.key} and entry.kind is Kind.ANSWER


def standing(entries: list[Entry]) -> list[int]:
    """The places of the entries that count, in the order of the conversation.

    >>> said = [Entry(kind=Kind.PROMPT, number=number, uuid=str(number), parent="1") for number in (2, 3, 4)]
    >>> standing([Entry(kind=Kind.ANSWER, number=1, uuid="1"), *said])
    [0, 3]
    """
    tree = _Tree(entries)
    lost = tree.given_up()
    counts = [place for place, entry in enumerate(entries) if entry.kind in TURNS and not lost[place]]
    said = [place for place in counts if entries[place].said]
    # A boundary that nothing follows was torn off its summary, so the past still speaks for itself.
    boundaries = [
        place
        for place in range(said[-1] if said else 0)
        if entries[place].kind is Kind.BOUNDARY and not entries[place].side and not lost[place]
    ]
    if not boundaries:
        return counts
    anchor, kept = tree.kept_by(boundaries[-1])
    before = [place for place in counts if place in kept]
    after = [place for place in counts if place > boundaries[-1]]
    at = after.index(anchor) + 1 if anchor in after else 0
    return after[:at] + before + after[at:]


class _Tree:
    """The main lane, by its links."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        main = [(place, entry) for place, entry in enumerate(entries) if entry.uuid is not None and not entry.side]
        self.places: dict[str | None, int] = {entry.uuid: place for place, entry in main}
        self.parents = {place: parent for place, entry in main if (parent := self.places.get(entry.parent)) is not None}
        for entry in entries:
            self._relink(entry.kept)
        self.children: dict[int, list[int]] = {}
        for place, parent in self.parents.items():
            self.children.setdefault(parent, []).append(place)

    def _relink(self, kept: Kept) -> None:
        """What is kept follows the summary, whatever it followed before."""
        for before, after in pairwise([self.places.get(uuid) for uuid in (kept.anchor, *kept.chain)]):
            if before is not None and after is not None:
                self.parents[after] = before

    def kept_by(self, boundary: int) -> tuple[int | None, frozenset[int]]:
        """The place of its summary, and those of what it keeps."""
        kept = self.entries[boundary].kept
        places = [place for uuid in kept.chain + kept.others if (place := self.places.get(uuid, boundary)) < boundary]
        members = range(places[0], places[-1] + 1) if kept.is_range and places else places
        return self.places.get(kept.anchor), frozenset(members)

    def given_up(self) -> bytearray:
        """Which entries lie on a branch that was left."""
        lost = bytearray(len(self.entries))
        path = self._path()
        on_path = frozenset(path)
        rival: Rival | None = None
        for place in path:
            forks = [child for child in self.children.get(place, ()) if child not in on_path]
            if rival is not None:
                self._lose(forks, rival, lost)
            rival = self._behind(place, rival)
        if rival is not None and rival.asks and len(path) > 1:
            self._lose(self._roots_beside(path[-1]), rival, lost)
        return lost

    def _path(self) -> list[int]:
        """From the last prompt or answer to the first."""
        said = [place for place in self.places.values() if self.entries[place].kind in {Kind.PROMPT, Kind.ANSWER}]
        path = said[-1:]
        seen = set(path)
        while path and (parent := self.parents.get(path[-1])) is not None and parent not in seen:
            path.append(parent)
            seen.add(parent)
        return path

    def _behind(self, place: int, rival: Rival | None) -> Rival | None:
        """What the path goes on with, seen from before a place on it."""
        entry = self.entries[place]
        if entry.kind not in THROUGH:
            return Rival(entry.kind in ASKS, entry.key if entry.kind is Kind.ANSWER else None)
        # What the program says between, as a hook does, makes the next answer one to that.
        return rival._replace(answer=None) if rival is not None and entry.kind is Kind.EVENT else rival

    def _roots_beside(self, place: int) -> list[int]:
        """Where the session began as well, before it was gone back on to the very beginning."""
        root = self.entries[place]
        if not root.is_root or root.session is None or place in self.parents:
            return []
        others = [other for other in self.places.values() if other != place and other not in self.parents]
        return [
            other for other in others if self.entries[other].is_root and self.entries[other].session == root.session
        ]

    def _lose(self, branches: list[int], rival: Rival, lost: bytearray) -> None:
        """Give up those of the branches that the rival replaces."""
        while branches:
            place = branches.pop()
            if rival.replaces(self.entries[place]):
                self._mark(place, lost)
            elif self.entries[place].kind in THROUGH:
                branches += self.children.get(place, ())

    def _mark(self, place: int, lost: bytearray) -> None:
        """Give up all that follows a place."""
        rest = [place]
        while rest:
            place = rest.pop()
            lost[place] = True
            rest += self.children.get(place, ())
