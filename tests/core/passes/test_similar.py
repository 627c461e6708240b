"""With a threshold, a text is left out for one that is in the context whole and says nearly the same."""

import pytest

from contextc.errors import InvalidRequest
from contextc.limits import Limits
from contextc.model import CompiledContext, CompilePolicy, ContextFragment
from contextc.tokens import DynTokenEstimator
from contextc.vocabulary import FidelityRisk
from core.build import actions, compile_, distinct, fragment, image, kept, png, risks, rules, words

NEAR = "drop.near_duplicate"
TEXT = distinct(22)
"""22 words of a token each: 20 shingles."""
ENDED = f"{TEXT} end"
"""One more shingle."""
MIDDLE = TEXT.replace(" aak ", " zzz ")
"""17 shingles of the text, 3 others: 17 of 23."""
REQUEST = {"near_dup_threshold": 0.7}


def twins(context: CompiledContext) -> dict[int, str]:
    """Which fragment stands for which, and what the reason says of the two."""
    reasons = [decision.reason.partition("near-duplicate of fragment #")[2] for decision in context.decisions]
    return {place: reason.partition(" (")[0] for place, reason in enumerate(reasons) if reason}


def shares(context: CompiledContext) -> list[str]:
    """The shares that reasons name."""
    reasons = [decision.reason for decision in context.decisions]
    return [reason.partition("(")[2].partition(")")[0] for reason in reasons if "shingles" in reason]


def test_a_near_duplicate_is_dropped():
    """The text selected first stays; the other goes, with its handle, at medium risk, and is no source."""
    context = compile_(TEXT, MIDDLE, **REQUEST)

    assert (context.content, rules(context), twins(context)) == (TEXT, ["preserve.default", NEAR], {1: "0"})
    assert (risks(context), len(context.sources), context.retrieval_handles) == (["low", "medium"], 1, [])
    assert context.decisions[1].handle == f"ctx://source/{context.decisions[1].content_hash}"


def test_the_reason_counts_shingles():
    """The similarity is two whole numbers: shingles of both, shingles of either."""
    assert shares(compile_(TEXT, MIDDLE, **REQUEST)) == ["17 of 23 shingles are the same"]


def test_a_text_whose_shingles_all_stand_in_the_other_is_no_loss():
    """The shorter one goes at low risk, the longer one at medium risk: it says something more."""
    assert [compile_(*pair, **REQUEST).decisions[1].risk for pair in ((ENDED, TEXT), (TEXT, ENDED))] == [
        FidelityRisk.LOW,
        FidelityRisk.MEDIUM,
    ]


def test_without_a_threshold_nothing_is_compared():
    """By default only case and white space are forgiven."""
    assert kept(compile_(TEXT, MIDDLE)) == [0, 1]


@pytest.mark.parametrize(("threshold", "places"), [(0.739, [0]), (0.7391, [0]), (0.7395001, [0, 1]), (0.74, [0, 1])])
def test_the_threshold_is_taken_to_the_nearest_thousandth(threshold: float, places: list[int]):
    """17 of 23 are 0.73913, which is 0.739 or more, and less than 0.74."""
    assert places == kept(compile_(TEXT, MIDDLE, near_dup_threshold=threshold))


def test_the_threshold_is_inclusive():
    """A similarity of 4/5 is enough for 0.8, although no float is 4/5."""
    nine, eleven = distinct(10), distinct(12)

    assert shares(compile_(eleven, nine, near_dup_threshold=0.8)) == ["8 of 10 shingles are the same"]


def test_a_threshold_of_one_takes_equal_shingles_alone():
    """What differs in punctuation alone is the same, what differs in a word is not."""
    context = compile_(TEXT, TEXT.replace(" ", ", "), MIDDLE, near_dup_threshold=1)

    assert (kept(context), twins(context)) == ([0, 2], {1: "0"})


def test_the_least_threshold_needs_a_shingle():
    """Texts that share none are never alike."""
    assert kept(compile_(TEXT, distinct(20, 100), near_dup_threshold=0.0001)) == [0, 1]


@pytest.mark.parametrize("threshold", [0, -0.5, 1.001, float("nan"), float("inf"), True, "0.8"])
def test_a_threshold_out_of_range_is_refused(threshold):
    """It is more than 0 and at most 1; the error names the field, of the request or of the compiler."""
    for base, policy in ((None, {"near_dup_threshold": threshold}), (CompilePolicy(near_dup_threshold=threshold), {})):
        with pytest.raises(InvalidRequest) as caught:
            compile_("a", base=base, **policy)

        assert caught.value.path == "$.policy.near_dup_threshold"


# Who stands for whom


def test_the_one_selected_first_stays():
    """Not the place in the request decides but what packing selects first, here by priority."""
    context = compile_(TEXT, fragment(MIDDLE, priority=9), **REQUEST)

    assert (kept(context), twins(context)) == ([1], {0: "1"})


def test_everything_names_what_is_in_the_context():
    """A chain of texts, each like the one before: what is dropped stands for nothing."""
    chain = [distinct(22, start) for start in (0, 2, 4, 6, 8)]
    context = compile_(*chain, near_dup_threshold=0.6)

    assert (kept(context), twins(context)) == ([0, 3], {1: "0", 2: "0", 4: "3"})


@pytest.mark.parametrize(
    "first",
    [
        fragment(TEXT, pinned=True),
        fragment(TEXT, metadata={"verbatim": True}),
        fragment(TEXT, metadata={"cache": True}),
        fragment(TEXT, group="g", priority=1),
        fragment(TEXT, kind="log"),
    ],
    ids=["pinned", "verbatim", "cached", "grouped", "log"],
)
def test_any_whole_text_stands_for_others(first: ContextFragment):
    """A text may be critical, pinned, cached, grouped or a log without repeats."""
    assert twins(compile_(first, MIDDLE, **REQUEST)) == {1: "0"}


@pytest.mark.parametrize(
    "second",
    [
        fragment(MIDDLE, pinned=True),
        fragment(MIDDLE, metadata={"verbatim": True}),
        fragment(MIDDLE, metadata={"cache": True}),
        fragment(MIDDLE, group="g"),
        image(png(), MIDDLE),
        fragment(MIDDLE, kind="code"),
    ],
    ids=["pinned", "verbatim", "cached", "grouped", "image", "code"],
)
def test_some_keep_their_wording(second: ContextFragment):
    """What is critical, pinned, grouped, an image or code is never dropped for another wording."""
    context = compile_(TEXT, second, **REQUEST)

    assert 1 in kept(context)
    assert 1 not in twins(context)


def test_an_image_and_a_collapsed_log_stand_for_no_text():
    """A caption is no text of its own, and a log without its repeats is not whole."""
    log = f"{TEXT}\n" * 2
    context = compile_(image(png(), TEXT), fragment(log, kind="log"), MIDDLE, **REQUEST)

    assert (actions(context), twins(context)) == (["preserve", "abstract", "preserve"], {})


def test_code_is_kept_even_where_its_rule_is_off():
    """Fragments of kind `code` are compared to the letter, so that only copies are dropped."""
    code = [fragment(text, kind="code") for text in (TEXT, MIDDLE, TEXT)]
    context = compile_(*code, disabled_rules=["preserve.code_fence"], **REQUEST)

    assert kept(context) == [0, 1]


@pytest.mark.parametrize("word", ["7", "not", "snake_case", "Ann", "seven", "why?"])
def test_a_word_that_decides_keeps_both(word: str):
    """Texts of different guards are no near-duplicates, whatever they share."""
    with_word = TEXT.replace(" aak ", f" {word} ")

    assert kept(compile_(with_word, MIDDLE, near_dup_threshold=0.1)) == [0, 1]


def test_the_indentation_of_code_keeps_both():
    """Equal words under another indentation are another program."""
    one, other = (f"if aaa bbb:\n{indent}ccc ddd\nelse eee" for indent in ("  ", "    "))

    assert kept(compile_(one, other, near_dup_threshold=0.1, near_dup_dedup=False)) == [0, 1]


def test_texts_without_words_are_kept():
    """Nothing is like a text without words."""
    assert kept(compile_("...", "!!!", near_dup_threshold=0.1)) == [0, 1]


def test_texts_of_one_word_are_alike_when_the_word_is():
    """A short text is one shingle."""
    assert twins(compile_("yes", "yes sir", "yes!", near_dup_threshold=0.1)) == {2: "0"}


# Copies and variants


def test_copies_go_with_what_they_are_copies_of():
    """A copy of a near-duplicate, and a variant in case, name the same text for the same reason."""
    context = compile_(TEXT, MIDDLE, MIDDLE, MIDDLE.upper(), **REQUEST)

    assert twins(context) == {1: "0", 2: "0", 3: "0"}
    assert shares(context) == ["17 of 23 shingles are the same"] * 3
    assert (rules(context)[1:], len(context.sources)) == ([NEAR] * 3, 1)


def test_what_a_group_names_is_kept():
    """A copy in a group is a mark that names its original, so the original is not left out."""
    context = compile_(TEXT, MIDDLE, fragment(MIDDLE, group="g"), **REQUEST)

    assert (True, "same as fragment #1" in context.content) == (MIDDLE in context.content, True)


def test_variants_are_still_variants():
    """What differs in case alone is told as before."""
    context = compile_("Say it once", "say it ONCE", **REQUEST)

    assert context.decisions[1].reason == "near-duplicate of fragment #0 — its content survives through it"


# Budgets


def test_room_is_given_to_what_is_new():
    """What is left out costs nothing."""
    new = words(20, "xyz")
    texts = (fragment(TEXT, priority=2), fragment(MIDDLE, priority=1), new)

    assert [kept(compile_(*texts, budget=50, **policy)) for policy in ({}, REQUEST)] == [[0, 1], [0, 2]]


def test_what_is_cut_stands_for_nothing():
    """A text that is in the context in part leaves its near-duplicate to compete."""
    texts = (fragment(f"{distinct(600)} tail", priority=1), distinct(600))
    whole, cut = (compile_(*texts, budget=budget, near_dup_threshold=0.9) for budget in (650, 590))

    assert (twins(whole), twins(cut)) == ({1: "0"}, {})
    assert (cut.decisions[0].emitted is not None, [rules(whole)[1], rules(cut)[1]]) == (
        True,
        [NEAR, "budget.externalize"],
    )


def test_what_found_no_room_is_told_when_a_later_one_did():
    """A text that did not fit is a near-duplicate of a shorter one that did, at low risk if all of it is there."""
    context = compile_(fragment(f"{TEXT} {words(9, 'aaa')}", priority=1), TEXT, budget=25, near_dup_threshold=0.6)

    assert (kept(context), twins(context)) == ([1], {0: "1"})


def test_what_found_no_room_takes_none_in_the_second_round():
    """A near-duplicate of what is there is not cut to fill the rest."""
    first = fragment(words(600, "xyz"), priority=9)
    texts = (first, fragment(distinct(500), priority=1), distinct(420))
    plain, compared = (compile_(*texts, budget=1080, **policy) for policy in ({}, REQUEST))

    assert (kept(plain), kept(compared), twins(compared)) == ([0, 1, 2], [0, 2], {1: "2"})


def test_what_is_given_back_stands_for_nothing():
    """When the text is given back for the budget's sake, its near-duplicate did not fit either."""
    dear = DynTokenEstimator(lambda text: len(text.split()) + 9 * text.count("aaa") * text.count("xyz"))
    context = compile_(
        fragment(words(5, "xyz"), priority=9), fragment(TEXT, priority=1), MIDDLE, budget=60, estimator=dear, **REQUEST
    )

    assert (words(5, "xyz"), {}) == (context.content, twins(context))
    assert rules(context)[1:] == ["budget.externalize"] * 2
    assert len(context.sources) == 3


def test_saved_tokens_are_those_of_the_rule():
    """Insights sum them up under the rule."""
    assert compile_(TEXT, MIDDLE, **REQUEST).insights.tokens_saved_by_rule == {NEAR: 22}


# The cap


def test_fragments_that_could_not_be_compared_are_counted():
    """Beyond the cap a fragment is kept, and insights say how many were."""
    few = Limits(near_dup_candidates=0)
    context = compile_(TEXT, MIDDLE, distinct(20, 300), limits=few, **REQUEST)

    assert (kept(context), context.insights.near_dup_uncompared) == ([0, 1, 2], 1)


def test_a_fragment_within_the_cap_is_not_counted():
    """The count is 0 when everything was compared, and whenever there is no threshold."""
    counts = [
        compile_(TEXT, MIDDLE, limits=limits, **policy).insights.near_dup_uncompared
        for limits, policy in ((None, REQUEST), (Limits(near_dup_candidates=1), REQUEST), (None, {}))
    ]

    assert counts == [0, 0, 0]
