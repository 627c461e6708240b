"""Standings and a threshold -> which texts in the context may stand for which fragments, by what they say.

Texts are compared by their shingles, and only with texts of the same guard. A fragment is left out for a text that is in
the context as a whole, and for no other: so what is asked here is asked while packing.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from contextc.passes.admit import Source
from contextc.passes.dedup import Standing
from contextc.passes.guards import Guard, Guards
from contextc.passes.jaccard import JaccardIndex
from contextc.passes.shingles import Shingle, shingles

NO_DIGITS = bytes({*range(256)} - {*b"0123456789"})


class Likeness(Struct, frozen=True):
    """The fragment that stands for another, and how much of the two is the same."""

    seq: int
    shared: int
    """Shingles of both."""
    union: int
    """Shingles of either."""
    contained: bool
    """Whether every shingle of the one left out stands in the other."""


class Similar:
    """The texts that stand in the context, and the fragments that they stand for."""

    def __init__(self, standings: Sequence[Standing], *, threshold: int, most: int) -> None:
        self.found: dict[int, Likeness] = {}
        """By the place of a fragment: what stands for it."""
        self._texts = [standing.source.text for standing in standings]
        self._latest: tuple[int, list[Shingle]] = (-1, [])
        self._kin: dict[int, _Kin] = {}
        self._replaceable = _replaceable(standings)
        self._asked: dict[int, int] = {}
        """Texts that a fragment was compared with."""
        self._cut_short: set[int] = set()
        for seqs in _kinships(standings, self._replaceable):
            kin = _Kin(JaccardIndex(threshold=threshold, most=most), [])
            self._kin.update(dict.fromkeys(seqs, kin))

    @property
    def uncompared(self) -> int:
        """Fragments that were kept because they had more candidates than are compared."""
        return len(self._cut_short - self.found.keys())

    def add(self, seq: int) -> None:
        """From now on a fragment stands in the context as a whole."""
        kin = self._kin.get(seq)
        if kin and (own := self._shingles(seq)):
            kin.index.add(own)
            kin.seqs.append(seq)

    def replaces(self, seq: int) -> bool:
        """Whether what stands in the context by now stands for a fragment too."""
        kin = self._kin.get(seq)
        if not kin or seq not in self._replaceable or self._asked.get(seq, 0) == len(kin.seqs):
            return False
        self._asked[seq] = len(kin.seqs)
        own = self._shingles(seq)
        overlap, exhausted = kin.index.find(own)
        if overlap:
            contained = overlap.shared == len(own)
            self.found[seq] = Likeness(kin.seqs[overlap.place], overlap.shared, overlap.union, contained)
        elif not exhausted:
            self._cut_short.add(seq)
        return overlap is not None

    def _shingles(self, seq: int) -> list[Shingle]:
        # What is asked about is mostly what is added next.
        if self._latest[0] != seq:
            self._latest = (seq, shingles(self._texts[seq]))
        return self._latest[1]


class _Kin(Struct):
    """Texts of one guard that stand in the context, and their fragments in the same order."""

    index: JaccardIndex[Shingle]
    seqs: list[int]


def _replaceable(standings: Sequence[Standing]) -> set[int]:
    # A copy in a group is a mark that names what it is a copy of, so that one stays.
    named = {standing.twin.seq for standing in standings if standing.twin and standing.source.group is not None}
    return {standing.source.seq for standing in standings if standing.replaceable} - named


def _kinships(standings: Sequence[Standing], replaceable: set[int]) -> Iterator[list[int]]:
    """The texts of every guard that one has for which another may stand."""
    guards = Guards()
    # All digits are part of a guard, and tell most texts apart at no cost.
    of_digits: dict[bytes, list[Source]] = {}
    for standing in standings:
        source = standing.source
        # Code is compared to the letter, so only copies would be alike.
        if standing.packable and source.media is None and not standing.verdict.collapse and source.kind != "code":
            of_digits.setdefault(source.data.translate(None, NO_DIGITS), []).append(source)
    for sources in _with(replaceable, of_digits):
        of_guard: dict[Guard, list[Source]] = {}
        for source in sources:
            of_guard.setdefault(guards.of(source.text), []).append(source)
        for kin in _with(replaceable, of_guard):
            yield [source.seq for source in kin]


def _with(replaceable: set[int], groups: dict[Any, list[Source]]) -> Iterator[list[Source]]:
    for sources in groups.values():
        if len(sources) > 1 and any(source.seq in replaceable for source in sources):
            yield sources
