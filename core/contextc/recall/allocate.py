"""Priorities and costs, a budget -> full, summary or omit for each."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from contextc.recall.policy import GrainTypeDiversityConfig
from contextc.vocabulary import Allocation, OutputFormat

FULL_PERCENT = 70
SUMMARY_PERCENT = 95
SUMMARY_SHARE = 3
"""A summary is charged a third of the whole (section 4 of the second specification)."""


class ScoredEntry(Struct, frozen=True):
    """What an allocator knows of a grain.

    >>> ScoredEntry(0.7, 10, 3, 0, "fact").force_omit
    False
    """

    priority: float
    full_tokens: int
    summary_tokens: int
    index: int
    grain_type: str
    force_omit: bool = False
    """Left out, even without a budget."""
    prefer_full: bool = False
    """In full as long as the last line of the budget allows, where others stop at the first."""


class Lines:
    """A budget that is being spent: full up to 70 %, summaries up to 95 %."""

    def __init__(self, budget: int) -> None:
        self._full = budget * FULL_PERCENT // 100
        self._summary = budget * SUMMARY_PERCENT // 100
        self._used = 0

    def spend(self, entry: ScoredEntry) -> Allocation:
        """How much of an entry what is left pays for."""
        if self._used + entry.full_tokens <= (self._summary if entry.prefer_full else self._full):
            self._used += entry.full_tokens
            return Allocation.FULL
        if self._used + entry.summary_tokens <= self._summary:
            self._used += entry.summary_tokens
            return Allocation.SUMMARY
        return Allocation.OMIT


def allocate(entries: Sequence[ScoredEntry], budget: int | None) -> list[Allocation]:
    """By priority alone: a later small entry may be full after a larger one was not.

    >>> [str(one) for one in allocate([ScoredEntry(0.9 - i / 10, 60, 20, i, "fact") for i in range(3)], 100)]
    ['full', 'summary', 'omit']
    """
    if budget is None:
        return [Allocation.OMIT if entry.force_omit else Allocation.FULL for entry in entries]
    return _fill(entries, range(len(entries)), budget, [Allocation.OMIT] * len(entries))


def allocate_with_diversity(
    entries: Sequence[ScoredEntry], budget: int | None, diversity: GrainTypeDiversityConfig
) -> list[Allocation]:
    """The best of every type first, in full as long as all of them are within the last line; the rest by priority.

    >>> entries = [ScoredEntry(0.9, 80, 26, 0, "fact"), ScoredEntry(0.8, 80, 26, 1, "fact"), ScoredEntry(0.1, 9, 3, 2, "goal")]
    >>> [str(one) for one in allocate_with_diversity(entries, 100, GrainTypeDiversityConfig())]
    ['full', 'omit', 'full']
    """
    if budget is None:
        return allocate(entries, budget)
    reserved = _reserve(entries, budget, diversity)
    given = [Allocation.FULL if index in reserved else Allocation.OMIT for index in range(len(entries))]
    rest = max(budget - sum([entries[index].full_tokens for index in reserved]), 0)
    return _fill(entries, [index for index in range(len(entries)) if index not in reserved], rest, given)


def by_importance(entries: Sequence[ScoredEntry], among: Iterable[int]) -> list[int]:
    """Places of entries, the most important first; equal ones in input order."""
    return sorted(among, key=lambda index: (-entries[index].priority, index))


def strip_summaries_for_structured_formats(allocations: list[Allocation], format: OutputFormat) -> list[Allocation]:
    """JSON and TOON have whole entries or none: a sentence between rows would be no row."""
    if format not in STRUCTURED:
        return allocations
    return [Allocation.OMIT if one is Allocation.SUMMARY else one for one in allocations]


STRUCTURED = (OutputFormat.JSON, OutputFormat.TOON)


def _fill(
    entries: Sequence[ScoredEntry], among: Iterable[int], budget: int, given: list[Allocation]
) -> list[Allocation]:
    lines = Lines(budget)
    for index in by_importance(entries, among):
        if not entries[index].force_omit:
            given[index] = lines.spend(entries[index])
    return given


def _reserve(entries: Sequence[ScoredEntry], budget: int, diversity: GrainTypeDiversityConfig) -> set[int]:
    left: dict[str, int] = {}
    reserved: list[int] = []
    for index in by_importance(entries, [index for index, entry in enumerate(entries) if not entry.force_omit]):
        kind = entries[index].grain_type
        if left.get(kind, 0) < diversity.min_per_type:
            left[kind] = left.get(kind, 0) + 1
            reserved.append(index)
    total = sum([entries[index].full_tokens for index in reserved])
    cap = int(budget * diversity.max_reservation_pct)
    kept = set(reserved)
    for index in reversed(reserved):
        if total <= cap:
            break
        if left[entries[index].grain_type] > 1:
            left[entries[index].grain_type] -= 1
            total -= entries[index].full_tokens
            kept.remove(index)
    return _within(budget * SUMMARY_PERCENT // 100, [index for index in reserved if index in kept], entries)


def _within(tokens: int, reserved: Iterable[int], entries: Sequence[ScoredEntry]) -> set[int]:
    """Those that fit, the most important first: a reserve for what is larger than the budget would leave no room."""
    kept: set[int] = set()
    for index in reserved:
        if entries[index].full_tokens <= tokens:
            tokens -= entries[index].full_tokens
            kept.add(index)
    return kept
