"""What is admitted, and as what: in the same way for every mode."""

from typing import Any

import pytest

from contextc.recall import ContextAssembler, GrainTypeOverride
from contextc.recall.decide.scripted import Scripted
from contextc.vocabulary import OutputFormat
from core.recall.build import (
    CURRENT,
    FORMATS,
    FULL,
    JSON,
    MARKDOWN,
    MINIMAL,
    NO_RESERVE,
    NONE,
    PLAIN,
    SML,
    TEXTUAL,
    TOON,
    assembled,
    counts,
    fact,
    hash_,
    hit,
    outcomes,
    outdated,
    overriding,
    policy,
    rules,
    said,
    text,
)


def pair() -> list:
    """A value and its update."""
    return [fact("phone is 111", hash=hash_(1), **outdated(2)), fact("phone is 222", hash=hash_(2), **CURRENT)]


def standing(status: str) -> dict[str, Any]:
    """Fields of a grain that was verified or not."""
    return {"fields": {"verification_status": status}}


# Withheld


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("status", ["retracted", "rejected"])
def test_retracted_hits_are_withheld(status: str, format: OutputFormat):
    """They are not shown, and not counted either."""
    made = assembled(fact(**standing(status)), fact("bo likes rum"), format=format)
    assert ("mira" in made.text, counts(made), rules(made)) == (
        False,
        (1, 0, False),
        ["withheld.retracted", "shown.whole"],
    )


@pytest.mark.parametrize("status", ["contested", "unverified", "verified", "Retracted", ["retracted"], None])
def test_other_hits_are_shown(status: Any):
    """Contested ones only count for less."""
    assert counts(assembled(fact(**standing(status)))) == (1, 0, False)


def test_retracted_hits_on_request():
    """A policy can ask for them."""
    assert text(fact(**standing("retracted")), include_retracted=True) == "mira likes tea"


# Overrides


def test_a_type_that_is_left_out():
    """It is not counted."""
    made = assembled(fact(), said("hi"), fact("bo likes rum"), **overriding(fact=GrainTypeOverride(include=False)))
    assert (made.text, counts(made), rules(made)) == (
        "hi",
        (1, 0, False),
        ["override.excluded", "shown.whole", "override.excluded"],
    )


def test_the_first_of_a_type():
    """In input order, not by score; other types do not count."""
    made = assembled(
        fact("a is x", score=0.1),
        said("hi"),
        fact("b is y", score=0.9),
        fact("c is z"),
        **overriding(fact=GrainTypeOverride(max_count=2)),
    )
    assert (made.text, rules(made)) == (
        "b is y\na is x\nhi",
        ["shown.whole", "shown.whole", "shown.whole", "override.max_count"],
    )
    assert (made.decisions or [])[3].reason == "policy.grain_overrides keeps the first 2 of fact"


def test_none_of_a_type():
    """0 is none."""
    assert counts(assembled(fact(), **overriding(fact=GrainTypeOverride(max_count=0)))) == (0, 0, False)


def test_an_override_that_says_nothing():
    """Everything stays."""
    assert counts(assembled(fact(), fact(), **overriding(fact=GrainTypeOverride()))) == (2, 0, False)


def test_withheld_hits_do_not_use_up_an_override():
    """They go first."""
    made = assembled(
        fact(**standing("retracted")), fact("bo likes rum"), **overriding(fact=GrainTypeOverride(max_count=1))
    )
    assert made.text == "bo likes rum"


# Superseded


@pytest.mark.parametrize("format", [SML, MARKDOWN, PLAIN, TOON])
def test_an_update_counts_both_ends(format: OutputFormat):
    """Old value and new value are in its line."""
    made = assembled(*pair(), fact(), format=format)
    assert ("111" in made.text, "222" in made.text, counts(made)) == (True, True, (3, 0, False))


def test_what_is_between_goes():
    """The first and the last value are told (A7)."""
    made = assembled(
        fact("plan is basic", hash=hash_(1), **outdated(2)),
        fact("plan is pro", hash=hash_(2), **outdated(3)),
        fact("plan is max", hash=hash_(3), **CURRENT),
    )
    assert (made.text, counts(made), rules(made)) == (
        '=== Knowledge Updates ===\nplan: "basic" → "max" [CURRENT]',
        (2, 0, False),
        ["shown.whole", "superseded.newer", "shown.whole"],
    )


def test_what_is_between_stays_with_full_metadata():
    """Then superseded hits are not left out (section 3.3)."""
    made = assembled(
        fact("plan is basic", hash=hash_(1), **outdated(2)),
        fact("plan is pro", hash=hash_(2), **outdated(3)),
        fact("plan is max", hash=hash_(3), **CURRENT),
        metadata=FULL,
    )
    assert (made.text, counts(made)) == (
        '=== Knowledge Updates ===\nplan: "basic" → "max" [CURRENT]\n\n[OUTDATED] plan is pro',
        (3, 0, False),
    )


@pytest.mark.parametrize(("level", "shown"), [(NONE, 1), (MINIMAL, 1), (FULL, 2)])
def test_modes_without_updates_leave_old_values_out(level, shown: int):
    """But not with full metadata."""
    made = assembled(*pair(), metadata=level, hints={"has_time_range": True})
    assert (made.included_count, rules(made)[0]) == (shown, "shown.whole" if shown == 2 else "superseded.newer")


def test_an_old_value_that_nothing_replaces_is_shown():
    """With its label."""
    assert text(fact("phone is 111", hash=hash_(1), **outdated(9))) == "[OUTDATED] phone is 111"


@pytest.mark.parametrize("level", [NONE, MINIMAL, FULL])
def test_json_has_every_value(level):
    """It is a dump: what is superseded says so (A1)."""
    made = assembled(*pair(), format=JSON, metadata=level)
    assert ("111" in made.text, "222" in made.text, counts(made)) == (True, True, (2, 0, False))


def test_a_withheld_update_leaves_the_old_value():
    """What was retracted replaces nothing (A7)."""
    first, second = pair()
    taken_back = fact("phone is 222", fields={"verification_status": "retracted"}, hash=hash_(2), **CURRENT)
    assert text(first, second) != text(first, taken_back) == "[OUTDATED] phone is 111"


def test_a_withheld_old_value_leaves_the_new_one():
    """It is shown as a grain."""
    _, second = pair()
    taken_back = fact("phone is 111", fields={"verification_status": "retracted"}, hash=hash_(1), **outdated(2))
    assert text(taken_back, second) == "[CURRENT] phone is 222"


def test_overrides_come_before_updates():
    """A type that is left out has none (A7)."""
    assert counts(assembled(*pair(), **overriding(fact=GrainTypeOverride(include=False)))) == (0, 0, False)
    assert text(*pair(), **overriding(fact=GrainTypeOverride(max_count=1))) == "[OUTDATED] phone is 111"


def test_updates_cost():
    """They share the budget with all others (A7)."""
    assert counts(assembled(*pair(), budget=1)) == (0, 2, True)


def test_an_update_in_short_is_its_new_value():
    """What is left out is the older one; both were recalled, and the newer one is there."""
    first, second = fact(f"phone is {'1' * 80}", hash=hash_(1), **outdated(2)), pair()[1]
    made = assembled(first, second, budget=30, grain_type_diversity=NO_RESERVE)
    assert (made.text, outcomes(made), counts(made)) == (
        '=== Knowledge Updates ===\nphone: "222" [CURRENT]',
        ["summary", "summary"],
        (2, 0, False),
    )


# Weighed


def test_without_a_budget_everything_is_shown():
    """In full."""
    made = assembled(fact(), said("x" * 4000))
    assert (rules(made), outcomes(made), made.decisions and made.decisions[0].reason) == (
        ["shown.whole"] * 2,
        ["full"] * 2,
        "there is no budget to keep to",
    )


@pytest.mark.parametrize("format", TEXTUAL)
def test_a_summary_where_the_whole_does_not_fit(format: OutputFormat):
    """Its cost was a third of the whole."""
    made = assembled(said("word " * 80), format=format, budget=70, grain_type_diversity=NO_RESERVE)
    assert (rules(made), outcomes(made), counts(made)) == (["budget.summary"], ["summary"], (1, 0, False))


@pytest.mark.parametrize("format", [TOON, JSON])
def test_whole_or_none(format: OutputFormat):
    """Tables and JSON have no summaries."""
    made = assembled(said("word " * 80), format=format, budget=100, grain_type_diversity=NO_RESERVE)
    assert (rules(made), counts(made)) == (["budget.whole_or_none"], (0, 1, True))


def test_what_does_not_fit_at_all():
    """It is omitted, and counted."""
    made = assembled(said("word " * 80), budget=20, grain_type_diversity=NO_RESERVE)
    assert (rules(made), counts(made), (made.decisions or [])[0].tokens) == (["budget.omit"], (0, 1, True), 100)


def test_what_fits_in_full():
    """Within 70 % of the budget."""
    made = assembled(said("word " * 80), budget=143)
    assert (rules(made), (made.decisions or [])[0].reason) == (
        ["budget.full"],
        "100 tokens, within what is for whole grains",
    )


def test_a_grain_that_says_nothing_is_not_weighed():
    """It is in neither count."""
    made = assembled(hit("event"), fact())
    assert (made.text, counts(made), rules(made)) == ("mira likes tea", (1, 0, False), ["shown.empty", "shown.whole"])


def test_a_reserve_for_every_type():
    """The only event is there, though facts are more important."""
    hits = [fact(), fact("bo likes rum"), said("hello")]
    with_it, without = (
        assembled(*hits, format=JSON, budget=100, **more) for more in ({}, {"grain_type_diversity": NO_RESERVE})
    )
    assert (outcomes(with_it), outcomes(without)) == (["full", "omit", "full"], ["full", "omit", "omit"])


def test_the_score_counts():
    """Of two facts the one with the higher score is kept."""
    made = assembled(
        fact("a likes tea", score=0.1), fact("b likes tea", score=0.9), budget=4, grain_type_diversity=NO_RESERVE
    )
    assert made.text == "b likes tea"


def test_priorities_are_in_the_decisions():
    """To six decimals."""
    made = assembled(fact(score=0.85, fields={"confidence": 0.9, "verification_status": "contested"}))
    assert [decision.priority for decision in made.decisions or ()] == [0.7175]


def test_an_update_is_as_important_as_the_more_important_end():
    """Whatever was found better."""
    _first, second = pair()
    alone = assembled(second).decisions
    both = assembled(fact("phone is 111", hash=hash_(1), score=1.0, **outdated(2)), second).decisions
    assert ([one.priority for one in alone or ()], [one.priority for one in both or ()]) == ([0.75], [0.9, 0.9])


# Judged


def judged(*hits, rel=(), verbatim=(), calibrated=True, **settings):
    """Assemble hits with a backend that judges them so."""
    backend = Scripted.judging(rel=rel, verbatim=verbatim, calibrated=calibrated)
    return ContextAssembler().with_decider(backend).format([*hits], policy(query="tea", **settings))


def test_what_is_judged_irrelevant_is_left_out():
    """It is counted, also without a budget."""
    made = judged(fact(), fact("bo likes rum"), rel=[3, 0])
    assert (made.text, counts(made), rules(made)) == (
        "mira likes tea",
        (1, 1, True),
        ["shown.whole", "judged.dropped"],
    )
    assert [decision.relevance for decision in made.decisions or ()] == [1.0, 0.0]


def test_a_guess_leaves_nothing_out():
    """Only calibrated judgements do."""
    assert counts(judged(fact(), fact("bo likes rum"), rel=[3, 0], calibrated=False)) == (2, 0, False)


def test_a_judgement_takes_the_place_of_the_score():
    """Calibrated or not."""
    made = judged(fact(score=0.0), fact("bo likes rum", score=1.0), rel=[3, 1.5], calibrated=False)
    assert [decision.priority for decision in made.decisions or ()] == [0.9, 0.825]


@pytest.mark.parametrize(
    ("need", "calibrated", "rule"),
    [(0.5, True, "budget.full"), (0.49, True, "budget.summary"), (1.0, False, "budget.summary")],
)
def test_what_is_needed_word_for_word(need: float, calibrated: bool, rule: str):
    """It may use the budget up to its last line in full."""
    made = judged(
        said("word " * 80),
        hit("event"),
        rel=[3, 3],
        verbatim=[need],
        calibrated=calibrated,
        budget=110,
        grain_type_diversity=NO_RESERVE,
    )
    assert rules(made) == [rule, "shown.empty"]


def test_an_update_is_left_out_when_both_ends_are_irrelevant():
    """One that matters keeps it (A7)."""
    assert (counts(judged(*pair(), rel=[0, 0])), counts(judged(*pair(), rel=[0, 3]))) == ((0, 2, True), (2, 0, False))
