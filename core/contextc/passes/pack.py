"""Standings and a budget -> steps: what is selected, piece by piece, in the order of selection.

Pinned fragments are reserved first, then the cache section is filled, then everything else competes: whole pieces in a
first round, and in a second the longest part of the next piece. Every step may be given back, last first.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from contextc.passes.admit import Source
from contextc.passes.chunk import Piece, pieces
from contextc.passes.classify import MACHINE_KINDS
from contextc.passes.dedup import Standing
from contextc.passes.emission import Emission, copy_mark, cut_mark, whole
from contextc.passes.recut import recut, recut_log, trimmed
from contextc.passes.relevance import Relevance
from contextc.passes.similar import Likeness, Similar
from contextc.settings import Settings
from contextc.vocabulary import ContextAction, SegmentKind, Truncation

LEAST_CHUNK_BYTES = 256
"""No piece is planned smaller than this, however small the budget."""

LEAST_PART_TOKENS = 32
"""A shorter part says too little to be worth its place, unless there is nothing else."""

Step = tuple[tuple[int, Emission], ...]
"""What one selection changes: places of fragments, and what of them stands in the context from then on."""


Rank = tuple[bool, int, float, float, int]
"""Sorts what competes, best first: not critical, minus priority, minus recency, minus relevance, place."""


class Unit(NamedTuple):
    """Fragments that are kept or left out together: one, or the members of a group, best first."""

    rank: Rank
    members: tuple[Standing, ...]

    @property
    def grouped(self) -> bool:
        """Whether it is a group, of which a member may be cut to a mark."""
        return self.members[0].source.group is not None

    @property
    def pinned(self) -> bool:
        """Whether leaving it out is no option."""
        return any(member.pinned and member.packable for member in self.members)


class Packing(NamedTuple):
    """What was selected, in order."""

    steps: list[Step]
    reserved: int
    """Steps at the beginning that cannot be given back."""
    needed: int
    """Tokens of these steps; more than there are if the pinned fragments do not fit."""
    likenesses: dict[int, Likeness]
    """By the place of a fragment that was passed over: the one that was there already, and says nearly the same."""
    uncompared: int
    """Fragments of which this could not be told, because too many looked like them."""


def pack(
    standings: Sequence[Standing],
    relevances: Sequence[Relevance],
    recencies: Sequence[float],
    usable: int,
    settings: Settings,
) -> Packing:
    """Select what fits `usable` tokens."""
    threshold, most = settings.near_dup_threshold, settings.limits.near_dup_candidates
    similar = None if threshold is None else Similar(standings, threshold=threshold, most=most)
    packer = _Packer(usable, settings, similar)
    units = _units(standings, relevances, recencies)
    packer.reserve([unit for unit in units if unit.pinned])
    reserved, needed = len(packer.steps), usable - packer.left
    cached = [standing for standing in standings if standing.packable and not standing.pinned and _cached(standing)]
    packer.fill_cache(sorted(cached, key=lambda standing: (-standing.priority, standing.source.seq)))
    packer.take_pieces(units)
    packer.pass_over(units)
    packer.take_parts(units)
    packer.trim(units)
    return Packing(
        packer.steps,
        reserved,
        needed,
        similar.found if similar else {},
        similar.uncompared if similar else 0,
    )


def keeps(source: Source, truncate: Truncation) -> Truncation:
    """Which end of a fragment is kept: head, tail or both."""
    if truncate is not Truncation.AUTO:
        return truncate
    return Truncation.TAIL if source.kind in MACHINE_KINDS else Truncation.HEAD


def planned_pieces(source: Source, usable: int, settings: Settings) -> Iterator[Piece]:
    """The pieces that a fragment is packed in, first to last."""
    affordable = usable * settings.estimator.bytes_per_token_hint()
    return pieces(source.data, max(LEAST_CHUNK_BYTES, min(settings.chunk_bytes, affordable)), settings.boundary)


def _units(standings: Sequence[Standing], relevances: Sequence[Relevance], recencies: Sequence[float]) -> list[Unit]:
    """Everything that competes, best first: critical, priority, recency, relevance, place."""
    groups: dict[str, list[tuple[Rank, Standing]]] = {}
    units: list[Unit] = []
    for standing in standings:
        seq = standing.source.seq
        rank = (not standing.critical, -standing.priority, -recencies[seq], -relevances[seq].score, seq)
        if standing.source.group is not None:
            groups.setdefault(standing.source.group, []).append((rank, standing))
        elif standing.packable and (standing.pinned or not _cached(standing)):
            units.append(Unit(rank, (standing,)))
    for members in groups.values():
        members.sort(key=lambda member: member[0])
        ranks = [rank for rank, _ in members]
        best: tuple[Any, ...] = tuple(map(min, cast("Iterable[Any]", zip(*ranks, strict=True))))
        units.append(Unit(cast(Rank, best), tuple(standing for _, standing in members)))
    return sorted(units, key=lambda unit: unit.rank)


def _cached(standing: Standing) -> bool:
    return standing.verdict.rule.action is ContextAction.CACHE


class _Form(NamedTuple):
    """A way in which a fragment can stand in the context, and its tokens."""

    seq: int
    emission: Emission
    tokens: int
    text: bool
    """Whether it is a block of text; an image without a caption and an empty text are none."""


class _Packer:
    """What is left of the budget, and the steps that used the rest."""

    def __init__(self, usable: int, settings: Settings, similar: Similar | None) -> None:
        self.usable = self.left = usable
        self.similar = similar
        self.settings = settings
        self.estimate = settings.estimator.estimate
        self.joiner = self.estimate("\n\n")
        self.steps: list[Step] = []
        self.placed: dict[int, Emission] = {}
        self.next: dict[int, Piece] = {}
        """The piece of a fragment that did not fit any more."""
        self.blocks = False
        """Whether a block of text stands in the context, so that the next one needs a joiner."""

    def reserve(self, units: Sequence[Unit]) -> None:
        """Place what is pinned, and the least of what belongs to it."""
        for unit in units:
            self._place([self._least(member) for member in unit.members])

    def fill_cache(self, standings: Sequence[Standing]) -> None:
        """Place cached fragments, each whole or not at all."""
        for standing in standings:
            self._take([self._whole(standing)])

    def take_pieces(self, units: Sequence[Unit]) -> None:
        """First round: whole pieces of every unit, as long as they fit."""
        for unit in units:
            seq = unit.members[0].source.seq
            if unit.grouped:
                self._take_group(unit)
            elif seq not in self.placed and not (self.similar and self.similar.replaces(seq)):
                self._take_some(unit.members[0])

    def pass_over(self, units: Sequence[Unit]) -> None:
        """Between the rounds: what found no room may say nearly what a later one said that did."""
        if self.similar:
            for unit in units:
                seq = unit.members[0].source.seq
                if not unit.grouped and seq not in self.placed and self.similar.replaces(seq):
                    self.next.pop(seq, None)

    def take_parts(self, units: Sequence[Unit]) -> None:
        """Second round: the longest part of what is next in every unit; a tiny one if there is no text at all."""
        members = [member for unit in units for member in unit.members]
        for member in members:
            if self.blocks and self.left < LEAST_PART_TOKENS:
                return
            self._take_part(member, LEAST_PART_TOKENS)
        for member in members:
            if self.blocks:
                return
            self._take_part(member, 1)

    def _take(self, forms: Sequence[_Form]) -> bool:
        fits = self._cost(forms) <= self.left
        if fits:
            self._place(forms)
        return fits

    def _place(self, forms: Sequence[_Form]) -> None:
        self.left -= self._cost(forms)
        self.blocks |= any(form.text for form in forms)
        step = tuple((form.seq, form.emission) for form in forms)
        self.placed.update(step)
        self.steps.append(step)
        if self.similar:
            for form in forms:
                if form.emission.complete:
                    self.similar.add(form.seq)

    def _cost(self, forms: Sequence[_Form]) -> int:
        new_blocks = sum(form.text and form.seq not in self.placed for form in forms)
        joiners = new_blocks if self.blocks else max(0, new_blocks - 1)
        return sum(form.tokens for form in forms) + joiners * self.joiner

    def _whole(self, standing: Standing) -> _Form:
        source, verdict = standing.source, standing.verdict
        tokens = verdict.tokens if verdict.collapse else source.tokens
        return _Form(source.seq, whole(source, verdict.collapse), tokens, bool(source.text))

    def _stub(self, standing: Standing) -> _Form:
        source = standing.source
        mark = copy_mark(source, standing.twin.seq) if standing.twin else cut_mark(source)
        return _Form(source.seq, Emission(tail=len(source.data), mark=mark), self.estimate(mark), text=True)

    def _least(self, standing: Standing) -> _Form:
        """The cheapest form in which a member of a group may stand."""
        if not standing.packable:
            return self._stub(standing)
        form = self._whole(standing)
        if standing.pinned:
            return form
        stub = self._stub(standing)
        return stub if stub.tokens < form.tokens else form

    def _take_group(self, unit: Unit) -> None:
        if unit.members[0].source.seq not in self.placed:
            full = [self._whole(member) if member.packable else self._stub(member) for member in unit.members]
            if self._take(full) or not self._take([self._least(member) for member in unit.members]):
                return
        for member in unit.members:
            stub = self.placed[member.source.seq]
            if stub.complete or not member.packable:
                continue
            form = self._whole(member)
            if not self._take([form._replace(tokens=form.tokens - self.estimate(stub.mark))]):
                self._take_pieces_of(member)

    def _take_some(self, standing: Standing) -> None:
        """Take the whole, or pieces while they fit."""
        # A text's own estimate may be lower than the sum over its pieces, each of which is rounded up.
        if not self._take([self._whole(standing)]):
            self._take_pieces_of(standing)

    def _take_pieces_of(self, standing: Standing) -> None:
        """Take pieces while they fit; images, base64 and collapsed logs have none."""
        source = standing.source
        if standing.verdict.collapse or source.media is not None or source.kind == SegmentKind.BASE64:
            return
        end = keeps(source, self.settings.truncate)
        mark = self._mark(standing)
        room = self._room(standing, mark)
        head, tail = 0, len(source.data)
        planned = _in_order(planned_pieces(source, self.usable, self.settings), end)
        for taken, piece in enumerate(planned, 1):
            alone = piece.end - piece.start == len(source.data)
            tokens = source.tokens if alone else self.estimate(source.data[piece.start : piece.end].decode())
            if tokens > room:
                self.next[source.seq] = piece
                return
            room -= tokens
            if end is not Truncation.TAIL and piece.start == head:
                head = piece.end
            else:
                tail = piece.start
            emission = Emission(head=head, tail=tail, complete=head >= tail, taken=taken, mark=mark)
            extra = self._mark_tokens(source.seq, mark) if taken == 1 else 0
            self._place([_Form(source.seq, emission, tokens + extra, text=True)])

    def _take_part(self, standing: Standing, least: int) -> None:
        source = standing.source
        piece = self.next.get(source.seq)
        current = self.placed.get(source.seq)
        log = standing.verdict.collapse and not (current and current.complete)
        if not (piece or log) or not standing.packable or (source.group is not None and current is None):
            return
        mark = self._mark(standing)
        room = self._room(standing, mark)
        if room < least:
            return
        end = keeps(source, self.settings.truncate)
        current = current or Emission(tail=len(source.data), mark=mark)
        if piece:
            from_end = end is Truncation.TAIL or (end is Truncation.BOTH and piece.start != current.head)
            part = recut(source.data, piece, room, self.usable, self.estimate, tail=from_end)
            if not part or part.tokens < least:
                return
            cut = (
                {"tail": part.cut, "opening": part.fence_line}
                if from_end
                else {"head": part.cut, "closing": part.fence_line}
            )
            emission, tokens = replace(current, recut=True, **cut), part.tokens
        else:
            log_part = recut_log(
                source.data, room, self.estimate, mask_timestamps=self.settings.mask_timestamps, end=end
            )
            if not log_part or log_part.tokens < least:
                return
            emission, tokens = replace(current, log=log_part.ends, recut=True), log_part.tokens
        self._place([_Form(source.seq, emission, tokens + self._mark_tokens(source.seq, mark), text=True)])

    def trim(self, units: Sequence[Unit]) -> None:
        """Move a cut that fell into a word, and could not move on, back to the end of a line or a word."""
        for unit in units:
            for member in unit.members:
                source, emission = member.source, self.placed.get(member.source.seq)
                both = bool(emission and emission.head and emission.tail < len(source.data))
                if emission and emission.taken and not emission.complete and (both or not emission.recut):
                    head, tail = trimmed(source.data, emission.head, emission.tail)
                    if (head, tail) != (emission.head, emission.tail):
                        self.steps.append(((source.seq, replace(emission, head=head, tail=tail)),))

    def _mark(self, standing: Standing) -> str:
        """What says where the fragment is cut: asked for, or needed, or already there."""
        placed = self.placed.get(standing.source.seq)
        if placed:
            return placed.mark
        both = keeps(standing.source, self.settings.truncate) is Truncation.BOTH
        return cut_mark(standing.source) if both or self.settings.elision_marks else ""

    def _mark_tokens(self, seq: int, mark: str) -> int:
        """What the mark costs when the fragment gets its next text: a stub has paid for all but a line end."""
        if not mark:
            return 0
        placed = self.placed.get(seq)
        if placed is None:
            return self.estimate("\n" + mark)
        return 0 if placed.taken else self.estimate("\n")

    def _room(self, standing: Standing, mark: str) -> int:
        seq = standing.source.seq
        joiner = self.joiner if self.blocks and seq not in self.placed else 0
        return self.left - joiner - self._mark_tokens(seq, mark)


def _in_order(planned: Iterator[Piece], end: Truncation) -> Iterable[Piece]:
    if end is Truncation.HEAD:
        return planned
    ordered = list(planned)
    if end is Truncation.TAIL:
        return reversed(ordered)
    half = (len(ordered) + 1) // 2
    pairs = zip_longest(ordered[:half], reversed(ordered[half:]))
    return [piece for piece in chain.from_iterable(pairs) if piece]
