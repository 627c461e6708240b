"""Priorities and costs, a budget -> full, summary or omit for each."""

import pytest

from contextc.recall.allocate import (
    Lines,
    ScoredEntry,
    allocate,
    allocate_with_diversity,
    by_importance,
    strip_summaries_for_structured_formats,
)
from contextc.recall.policy import GrainTypeDiversityConfig
from contextc.vocabulary import Allocation, OutputFormat


def entry(
    full: int,
    summary: int | None = None,
    priority: float = 0.5,
    kind: str = "fact",
    *,
    omit: bool = False,
    prefer: bool = False,
) -> ScoredEntry:
    """An entry; a summary costs a third."""
    return ScoredEntry(priority, full, full // 3 if summary is None else summary, 0, kind, omit, prefer)


def falling(*entries: ScoredEntry) -> list[ScoredEntry]:
    """The same, each less important than the one before."""
    return [
        ScoredEntry(
            1 - place / 10, one.full_tokens, one.summary_tokens, place, one.grain_type, one.force_omit, one.prefer_full
        )
        for place, one in enumerate(entries)
    ]


def words(found: list[Allocation]) -> str:
    """A letter each."""
    return "".join([str(one)[0] for one in found])


def spread(entries: list[ScoredEntry], budget: int | None, most: int = 1, share: float = 0.3) -> str:
    """The allocations with a reserve."""
    return words(
        allocate_with_diversity(entries, budget, GrainTypeDiversityConfig(min_per_type=most, max_reservation_pct=share))
    )


def test_nothing_is_allocated_to_nothing():
    """No entries, no answers."""
    assert (allocate([], 10), allocate([], None), allocate_with_diversity([], 10, GrainTypeDiversityConfig())) == (
        [],
        [],
        [],
    )


def test_without_a_budget_everything_is_full():
    """But what is to be left out."""
    assert words(allocate([entry(10**9), entry(1, omit=True)], None)) == "fo"
    assert spread([entry(10**9), entry(1, omit=True)], None) == "fo"


@pytest.mark.parametrize(
    ("entries", "given"),
    [
        ([entry(60, 20)] * 3, "fso"),
        ([entry(80, 30), entry(90, 60), entry(10, 3)], "sss"),
        ([entry(50, 10), entry(50, 10), entry(9, 3)], "fsf"),
        ([entry(50, 10), entry(45, 10, prefer=True)], "ff"),
        ([entry(50, 10), entry(46, 10, prefer=True)], "fs"),
        ([entry(70, 20)], "f"),
        ([entry(71, 20)], "s"),
        ([entry(95, 20, prefer=True)], "f"),
        ([entry(96, 96, prefer=True)], "o"),
        ([entry(100, 95)], "s"),
        ([entry(100, 96)], "o"),
        ([entry(0, 1)], "f"),
    ],
)
def test_lines_of_a_budget(entries: list[ScoredEntry], given: str):
    """Of 100 tokens, whole grains have 70, and summaries, and those that are to be whole, 95."""
    assert words(allocate(falling(*entries), 100)) == given


def test_ties_are_in_input_order():
    """The first of equals is served first."""
    assert words(allocate([entry(40, 10)] * 3, 100)) == "fss"


def test_priority_decides_not_the_place():
    """Answers are in input order all the same."""
    assert words(allocate([entry(60, 20, 0.1), entry(60, 20, 0.9), entry(60, 20, 0.5)], 100)) == "ofs"


def test_what_is_left_out_costs_nothing():
    """The next one has its room."""
    assert words(allocate(falling(entry(60, 20, omit=True), entry(60, 20)), 100)) == "of"


@pytest.mark.parametrize(("budget", "given"), [(0, "o"), (1, "o"), (2, "s"), (3, "f")])
def test_lines_are_rounded_down(budget: int, given: str):
    """2 tokens: 1 for whole ones, 1 for summaries."""
    assert words(allocate([entry(2, 1)], budget)) == given


def test_lines_go_on():
    """A budget is spent by one call after the other."""
    lines = Lines(100)
    assert words([lines.spend(entry(60, 20)), lines.spend(entry(60, 20)), lines.spend(entry(60, 20))]) == "fso"


def test_importance():
    """Highest first, ties by place; only of those that are asked for."""
    assert by_importance([entry(1, priority=0.5), entry(1, priority=0.9), entry(1, priority=0.5)], [2, 0, 1]) == [
        1,
        0,
        2,
    ]
    assert by_importance([entry(1, priority=0.5), entry(1, priority=0.9)], [0]) == [0]


def test_the_best_of_each_type_has_a_place():
    """Even the least important type."""
    entries = falling(entry(60, 20), entry(60, 20), entry(20, 6, kind="goal"))
    assert (words(allocate(entries, 100)), spread(entries, 100)) == ("fss", "fof")


def test_the_rest_shares_what_the_reserve_leaves():
    """400 less 200: whole ones up to 140, summaries up to 190."""
    entries = falling(entry(100, 30), entry(100, 30), entry(100, 30), entry(100, 30, kind="goal"))
    assert spread(entries, 400, 1, 0.5) == "ffsf"


def test_what_is_left_out_has_no_place():
    """Its type's next best has none either when it is alone."""
    assert spread(falling(entry(10), entry(10, kind="goal", omit=True)), 100) == "fo"


def test_no_reserve_is_priority_alone():
    """`min_per_type` 0 is `allocate`."""
    entries = falling(entry(60, 20), entry(60, 20), entry(20, 6, kind="goal"))
    assert spread(entries, 100, 0) == words(allocate(entries, 100))


@pytest.mark.parametrize(("share", "given"), [(0.9, "fff"), (0.6, "fof"), (0.0, "fof")])
def test_more_of_each_type_within_a_share(share: float, given: str):
    """From two a type on the reserve is trimmed to its share; each type keeps one."""
    assert spread(falling(entry(30, 90), entry(30, 90), entry(30, 90, kind="goal")), 100, 2, share) == given


def test_trimming_takes_the_least_important_first():
    """Of two types that have two each."""
    entries = [
        entry(30, 90, 0.9),
        entry(30, 90, 0.2),
        entry(30, 90, 0.8, "goal"),
        entry(30, 90, 0.3, "goal"),
    ]
    assert spread(entries, 100, 2, 0.9) == "foff"


def test_trimming_takes_the_last_of_equals_first():
    """Ties are settled by the place."""
    assert spread([entry(30, 90)] * 3, 100, 3, 0.6) == "ffo"


def test_trimming_passes_over_the_last_of_a_type():
    """A type's only place stays, however unimportant it is."""
    entries = [entry(30, 90, 0.9), entry(30, 90, 0.8), entry(30, 90, 0.1, "goal")]
    assert spread(entries, 100, 2, 0.6) == "fof"


@pytest.mark.parametrize(("share", "given"), [(0.79, "fo"), (0.8, "ff")])
def test_a_share_is_rounded_down(share: float, given: str):
    """Of 10 tokens 0.79 is 7."""
    assert spread(falling(entry(2, 99), entry(6, 99)), 10, 2, share) == given


def test_a_reserve_is_within_the_last_line():
    """What is larger than the whole budget is not in full because it is the best of its type (A5)."""
    entries = falling(entry(96, 10), entry(20, kind="goal"))
    assert spread(entries, 100) == "sf"


def test_reserves_that_do_not_fit_together():
    """The most important ones are kept, a smaller one behind a larger one too."""
    entries = falling(entry(60, 90), entry(60, 90, kind="goal"), entry(30, 90, kind="tool"))
    assert spread(entries, 100) == "fof"


@pytest.mark.parametrize("format", [OutputFormat.JSON, OutputFormat.TOON])
def test_structured_formats_have_no_summaries(format: OutputFormat):
    """A sentence between rows is no row."""
    given = [Allocation.FULL, Allocation.SUMMARY, Allocation.OMIT]
    assert words(strip_summaries_for_structured_formats(given, format)) == "foo"


@pytest.mark.parametrize("format", [OutputFormat.SML, OutputFormat.MARKDOWN, OutputFormat.PLAINTEXT])
def test_other_formats_keep_summaries(format: OutputFormat):
    """Nothing is changed."""
    given = [Allocation.FULL, Allocation.SUMMARY, Allocation.OMIT]
    assert strip_summaries_for_structured_formats(given, format) == given
