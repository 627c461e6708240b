"""Standings and a budget -> steps: what is selected, piece by piece, in the order of selection.

Pinned fragments are reserved first, then the cache section is filled, then everything else competes: whole pieces in a
first round, none more than its share, then more of what has had its share, and in a second round the longest part of the
next piece. Every step may be given back, last first.
"""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from contextc.passes.chunk import Piece
from contextc.passes.classify import UNCUT_KINDS
from contextc.passes.dedup import Standing
from contextc.passes.emission import Emission, copy_mark, cut_mark, whole
from contextc.passes.plan import keeps, piece_bytes, planned
from contextc.passes.recut import recut, recut_log, trimmed
from contextc.passes.relevance import Relevance
from contextc.passes.similar import Likeness, Similar
from contextc.passes.units import Unit, is_cached, units
from contextc.settings import Settings
from contextc.vocabulary import Truncation

LEAST_PART_TOKENS = 32
"""A shorter part says too little to be worth its place, unless there is nothing else."""

Step = tuple[tuple[int, Emission], ...]
"""What one selection changes: places of fragments, and what of them stands in the context from then on."""


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
    packer = _Packer(usable, settings, similar, _labels(standings, settings))
    ranked = units(standings, relevances, recencies)
    packer.reserve([unit for unit in ranked if unit.pinned])
    reserved, needed = len(packer.steps), usable - packer.left
    cached = [standing for standing in standings if standing.packable and not standing.pinned and is_cached(standing)]
    packer.fill_cache(sorted(cached, key=lambda standing: (-standing.priority, standing.source.seq)))
    packer.take_pieces(ranked)
    packer.go_on(ranked)
    packer.pass_over(ranked)
    packer.take_parts(ranked)
    if rest := packer.give_up_marks(ranked):
        packer.take_pieces(rest)
        packer.pass_over(rest)
        packer.take_parts(rest)
    packer.trim(ranked)
    return Packing(
        packer.steps,
        reserved,
        needed,
        similar.found if similar else {},
        similar.uncompared if similar else 0,
    )


def _labels(standings: Sequence[Standing], settings: Settings) -> dict[int, int]:
    """The tokens of labels, by the fragment."""
    labels = {standing.source.seq: standing.source.label for standing in standings if standing.source.label}
    tokens = {label: settings.estimator.estimate(label) for label in dict.fromkeys(labels.values())}
    return {seq: tokens[label] for seq, label in labels.items()}


class _Form(NamedTuple):
    """A way in which a fragment can stand in the context, and all its tokens then."""

    seq: int
    emission: Emission
    tokens: int
    text: bool
    """Whether it is a block of text; an image without a caption and an empty text are none."""


class _Packer:
    """What is left of the budget, and the steps that used the rest."""

    def __init__(self, usable: int, settings: Settings, similar: Similar | None, labels: dict[int, int]) -> None:
        self.usable = self.left = usable
        self.share = settings.share(usable)
        """What a fragment may take, for now."""
        self.piece_bytes = piece_bytes(usable, settings)
        self.capped: set[int] = set()
        """Fragments that were stopped by their share, and not by what was left."""
        self.similar = similar
        self.labels = labels
        self.settings = settings
        self.estimate = settings.estimator.estimate
        self.joiner = self.estimate("\n\n")
        self.steps: list[Step] = []
        self.placed: dict[int, Emission] = {}
        self.next: dict[int, Piece] = {}
        """The piece of a fragment that did not fit any more."""
        self.spent: dict[int, int] = {}
        """Tokens of what stands of a fragment."""
        self.blocks = 0
        """Blocks of text in the context: behind the first, each needs a joiner."""

    def reserve(self, units: Sequence[Unit]) -> None:
        """Place what is pinned, and the least of what belongs to it."""
        for unit in units:
            forms = [self._least(member) for member in unit.members]
            self._place(forms, self._cost(forms))

    def fill_cache(self, standings: Sequence[Standing]) -> None:
        """Place cached fragments, each whole or not at all."""
        for standing in standings:
            self._take([self._whole(standing)])

    def take_pieces(self, units: Sequence[Unit]) -> None:
        """First round: whole pieces of every unit, as long as they fit."""
        for unit in units:
            first = unit.members[0]
            if unit.grouped:
                self._take_group(unit)
            elif not self._is_whole(first) and not (self.similar and self._passes_over(first, self.similar)):
                self._take_some(first)

    def go_on(self, units: Sequence[Unit]) -> None:
        """After it, everybody had a turn: what was stopped by its share gets more, as long as it fits."""
        if self.share < self.usable:
            self.share = self.usable
            self.take_pieces([u for u in units if any(member.source.seq in self.capped for member in u.members)])

    def pass_over(self, units: Sequence[Unit]) -> None:
        """Between the rounds: what found no room may say nearly what a later one said that did."""
        if self.similar:
            for unit in units:
                if not unit.grouped:
                    self._passes_over(unit.members[0], self.similar)

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
        cost = self._cost(forms)
        if cost > self.left:
            return False
        self._place(forms, cost)
        return True

    def _place(self, forms: Sequence[_Form], cost: int) -> None:
        self.left -= cost
        for form in forms:
            self.blocks += form.text and form.seq not in self.spent
            self.spent[form.seq] = form.tokens
        step = tuple((form.seq, form.emission) for form in forms)
        self.placed.update(step)
        self.steps.append(step)
        if self.similar:
            for form in forms:
                if form.emission.complete:
                    self.similar.add(form.seq)

    def _add(self, seq: int, emission: Emission, tokens: int) -> None:
        """Place more of a fragment."""
        forms = [_Form(seq, emission, self.spent.get(seq, 0) + tokens, text=True)]
        self._place(forms, self._cost(forms))

    def _cost(self, forms: Sequence[_Form]) -> int:
        """What the forms take of what is left: of a fragment that stands there already, what they add to it."""
        tokens = 0
        joiner = self.joiner if self.blocks else 0
        for form in forms:
            tokens += form.tokens
            if form.seq in self.spent:
                tokens -= self.spent[form.seq]
            elif form.text:
                tokens += joiner + self.labels.get(form.seq, 0)
                joiner = self.joiner
        return tokens

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
        if standing.pinned or standing.source.whole:
            return form
        stub = self._stub(standing)
        return stub if stub.tokens < form.tokens else form

    def _take_group(self, unit: Unit) -> None:
        if unit.members[0].source.seq not in self.placed:
            full = [self._whole(member) if member.packable else self._stub(member) for member in unit.members]
            least = (self._least(member) for member in unit.members)
            if self._take_shares(full) or not self._take_shares(list(least)):
                return
        for member in unit.members:
            if member.packable and not self._is_whole(member):
                self._take_some(member)

    def _take_shares(self, forms: Sequence[_Form]) -> bool:
        """Take what fits, if no fragment gets more than its share."""
        if self.share < self.usable:
            over = [form.seq for form in forms if form.emission.complete and form.tokens > self.share]
            if over and self._cost(forms) <= self.left:
                self.capped.update(over)
            if over:
                return False
        return self._take(forms)

    def _take_some(self, standing: Standing) -> None:
        """Take the whole, or pieces while they fit."""
        # A text's own estimate may be lower than the sum over its pieces, each of which is rounded up.
        if not self._take_shares([self._whole(standing)]):
            self._take_pieces_of(standing)

    def _take_pieces_of(self, standing: Standing) -> None:
        """Take pieces while they fit; images, collapsed logs and some kinds have none."""
        source = standing.source
        if standing.verdict.collapse or source.media is not None or source.kind in UNCUT_KINDS:
            return
        end = keeps(source, self.settings.truncate)
        mark = self._mark(standing)
        room = self._room(standing, mark)
        limit = min(room, self.share)
        beyond = room - limit
        head, tail, before = 0, len(source.data), 0
        if current := self.placed.get(source.seq):
            if current.recut:
                return
            head, tail, before = current.head, current.tail, current.taken
        left = enumerate(planned(source, self.piece_bytes, self.settings), 1)
        self.next.pop(source.seq, None)
        for taken, piece in islice(left, before, None):
            alone = piece.end - piece.start == len(source.data)
            tokens = source.tokens if alone else self.estimate(source.data[piece.start : piece.end].decode())
            if tokens > limit:
                self.next[source.seq] = piece
                if tokens <= limit + beyond:
                    self.capped.add(source.seq)
                return
            limit -= tokens
            if end is not Truncation.TAIL and piece.start == head:
                head = piece.end
            else:
                tail = piece.start
            emission = Emission(head=head, tail=tail, complete=head >= tail, taken=taken, mark=mark)
            extra = self._mark_tokens(source.seq, mark) if taken == 1 else 0
            self._add(source.seq, emission, tokens + extra)

    def _take_part(self, standing: Standing, least: int) -> None:
        source = standing.source
        piece = self.next.get(source.seq)
        current = self.placed.get(source.seq)
        log = standing.verdict.collapse and not (current and current.complete)
        if not (piece or log) or not standing.packable or (source.group is not None and current is None):
            return
        if current and current.recut:
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
        self._add(source.seq, emission, tokens + self._mark_tokens(source.seq, mark))

    def give_up_marks(self, units: Sequence[Unit]) -> list[Unit]:
        """Leave out groups of which nothing stands in the context but marks of cuts; that of a copy says where it is.

        What may use their room: fragments, and groups that stand there already.
        """
        gone: set[int] = set()
        for unit in units:
            if unit.grouped and not unit.pinned and not any(member.twin for member in unit.members):
                seqs = [member.source.seq for member in unit.members]
                placed = [self.placed[seq] for seq in seqs if seq in self.placed]
                if not any(one.complete or one.taken or one.recut for one in placed):
                    gone.update(seqs)
        gone &= self.placed.keys()
        if not gone:
            return []
        self.steps = [step for step in self.steps if not gone.issuperset(seq for seq, _ in step)]
        before, self.blocks = self.blocks, self.blocks - len(gone)
        self.left += (before - max(1, self.blocks)) * self.joiner
        for seq in sorted(gone):
            del self.placed[seq]
            self.left += self.spent.pop(seq) + self.labels.get(seq, 0)
        return [unit for unit in units if not unit.grouped or unit.members[0].source.seq in self.placed]

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

    def _is_whole(self, standing: Standing) -> bool:
        current = self.placed.get(standing.source.seq)
        return current is not None and current.complete

    def _passes_over(self, standing: Standing, similar: Similar) -> bool:
        """Whether what stands in the context by now stands for a fragment of which nothing does."""
        seq = standing.source.seq
        if seq in self.placed or not similar.replaces(seq):
            return False
        self.next.pop(seq, None)
        return True

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
        joiner = self.joiner if self.blocks else 0
        opening = 0 if seq in self.placed else joiner + self.labels.get(seq, 0)
        return self.left - opening - self._mark_tokens(seq, mark)
