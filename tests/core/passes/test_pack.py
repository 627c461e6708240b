"""What is selected: pinned first, then the cache section, then the best of the rest, piece by piece."""

import pytest

from contextc.errors import PinnedDoesNotFit
from contextc.model import ChunkPolicy
from contextc.tokens import DynTokenEstimator
from contextc.vocabulary import ContextAction, SectionKind
from core.build import actions, compile_, distinct, estimate, fragment, image, kept, png, rules, shot, words

VERBATIM, CACHE, SOFT = {"verbatim": True}, {"cache": True}, {"lane": "soft"}
A, B, C = (words(10, word) for word in ("aaa", "bbb", "ccc"))
"""Three texts of ten tokens."""
PARTS = "\n\n".join(words(60, word) for word in ("aaa", "bbb", "ccc", "ddd"))
"""Four paragraphs, of which no two fit 256 bytes: 61, 61, 61 and 60 tokens."""
SMALL = ChunkPolicy(max_chunk_bytes=256)


# Joiners


@pytest.mark.parametrize(("budget", "whole"), [(9, False), (10, True)])
def test_a_lone_text_pays_no_joiner(budget: int, whole: bool):
    """A single text needs its own tokens and no more."""
    assert whole == (compile_(A, budget=budget).content == A)


@pytest.mark.parametrize(("budget", "places"), [(20, [0]), (21, [0, 1]), (31, [0, 1]), (32, [0, 1, 2])])
def test_a_joiner_stands_between_two_texts(budget: int, places: list[int]):
    """Every text but the first pays for the blank line before it."""
    assert places == kept(compile_(A, B, C, budget=budget))


def test_what_shows_no_text_pays_no_joiner():
    """Empty texts and images without a caption stand in no line."""
    context = compile_("", image(png(), pinned=True), A, "", B, budget=22)
    assert (f"{A}\n\n{B}", ["preserve"] * 3 + ["drop"] + ["preserve"]) == (context.content, actions(context))


def test_a_joiner_is_charged_once_a_fragment():
    """A fragment of several pieces pays one joiner, for its first."""
    context = compile_(A, PARTS, budget=10 + 1 + 243, chunk=SMALL)
    assert (context.insights.tokens_out, [decision.handle for decision in context.decisions]) == (254, [None, None])
    assert kept(compile_(A, PARTS, budget=253, chunk=SMALL)) == [0, 1]
    assert compile_(A, PARTS, budget=253, chunk=SMALL).decisions[1].emitted is not None


def test_the_joiner_is_priced_by_the_estimator():
    """An estimator that counts characters charges two for a blank line."""
    letters = DynTokenEstimator(len)
    assert [kept(compile_("abc", "xyz", budget=budget, estimator=letters)) for budget in (7, 8)] == [[0], [0, 1]]


# The order of selection


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (fragment(A), fragment(B, priority=1)),
        (fragment(A, priority=8), fragment(B, priority=9)),
        (fragment(A, priority=255), fragment(B, metadata=VERBATIM)),
        (fragment(A, metadata=VERBATIM), fragment(B, metadata=VERBATIM, priority=1)),
        (fragment(A), fragment(f"{words(9, 'bbb')} zzz")),
        (fragment(A, score=0.4), fragment(B, score=0.5)),
        (fragment(A, score=1.0), fragment(B, priority=1)),
        (fragment(A, priority=255, metadata=VERBATIM), fragment(B, metadata=SOFT)),
        (fragment(A, metadata=SOFT | VERBATIM), fragment(B, metadata=SOFT, priority=1)),
        (fragment(A, metadata=SOFT, score=1.0), fragment(B, metadata=SOFT, priority=1)),
        (fragment(A, metadata=SOFT | VERBATIM, priority=255), fragment(B, metadata=CACHE)),
        (fragment(A, priority=255, metadata=VERBATIM), fragment(B, metadata=CACHE)),
        (fragment(A, metadata=CACHE), fragment(B, pinned=True)),
        (fragment(A, metadata=VERBATIM, priority=255), fragment(B, pinned=True)),
    ],
    ids=[
        "priority",
        "higher priority",
        "critical before priority",
        "priority among critical",
        "relevance",
        "score",
        "priority before score",
        "soft before critical",
        "priority before critical among soft",
        "priority before score among soft",
        "cache before soft",
        "cache before all",
        "pinned before cache",
        "pinned before critical",
    ],
)
def test_the_better_one_is_kept(first, second):
    """Where there is room for one, the second of these is kept, in whatever order they come."""
    query = "zzz"
    assert [kept(compile_(*pair, query=query, budget=10)) for pair in ((first, second), (second, first))] == [[1], [0]]


@pytest.mark.parametrize("lane", ["Soft", "hard", "", None, True, ["soft"]])
def test_another_lane_is_none(lane: object):
    """Only the text `soft` names the lane."""
    assert kept(compile_(A, fragment(B, metadata={"lane": lane}), budget=10)) == [0]


def test_among_equals_the_first_is_kept():
    """The place in the request is the last tie-break."""
    assert kept(compile_(A, B, C, budget=10)) == [0]


def test_order_of_selection_is_not_order_of_output():
    """What is kept stands in input order."""
    assert f"{A}\n\n{B}" == compile_(A, fragment(B, priority=9), budget=21).content


def test_small_texts_fill_gaps():
    """A text that does not fit stops no other."""
    context = compile_(fragment(f"```\n{distinct(90)}\n```", priority=9), "tiny", budget=20)
    assert (context.content, rules(context)) == ("tiny", ["budget.externalize", "preserve.default"])


# The cache section


def test_the_cache_section_leads():
    """A cached fragment stands first, in a section of its own, wherever it came."""
    context = compile_(A, fragment(B, metadata=CACHE))
    assert (f"{B}\n\n{A}", [SectionKind.CACHE, SectionKind.BODY]) == (
        context.content,
        [section.kind for section in context.sections],
    )


def test_cached_fragments_stand_in_input_order():
    """Priority decides what is kept, never where it stands."""
    assert f"{A}\n\n{B}" == compile_(fragment(A, metadata=CACHE), fragment(B, metadata=CACHE, priority=9)).content


@pytest.mark.parametrize("query", ["aaa", "bbb", ""])
def test_relevance_does_not_touch_the_cache_section(query: str):
    """Of two cached fragments the earlier is kept, whatever is asked, or scored."""
    first, second = fragment(A, metadata=CACHE, score=0.0), fragment(B, metadata=CACHE, score=1.0)
    assert kept(compile_(first, second, query=query, budget=10)) == [0]
    assert kept(compile_(fragment(A, metadata=CACHE), fragment(B, metadata=CACHE), query=query, budget=10)) == [0]


def test_cached_fragments_go_by_priority():
    """The higher priority is kept."""
    assert kept(compile_(fragment(A, metadata=CACHE), fragment(B, metadata=CACHE, priority=1), budget=10)) == [1]


def test_a_cached_fragment_is_whole_or_not_there():
    """A cached fragment is never cut, although nothing else would be in the context."""
    context = compile_(fragment(PARTS, metadata=CACHE), budget=240, chunk=SMALL)
    assert (context.content, rules(context), context.risk) == ("", ["budget.externalize"], "high")


def test_a_cached_fragment_that_does_not_fit_leaves_room_for_smaller_ones():
    """The next cached fragment is tried."""
    assert kept(compile_(fragment(words(30), metadata=CACHE), fragment(B, metadata=CACHE), budget=20)) == [1]


@pytest.mark.parametrize(
    "others",
    [
        (),
        (fragment(C, priority=255, metadata=VERBATIM),),
        (C, fragment(B), fragment(A, priority=9)),
        (fragment(words(30, "xyz"), score=1.0), image(png(100, 100), priority=255)),
    ],
)
def test_other_fragments_do_not_touch_the_cache_section(others):
    """The section is the same whatever competes beside it."""
    cached = [fragment(text, metadata=CACHE) for text in (A, B)]
    sections = compile_(*others, *cached, budget=22).sections
    assert (SectionKind.CACHE, f"{A}\n\n{B}") == (sections[0].kind, sections[0].content)


# Pinned fragments


PINNED = {
    "a text": [fragment(A, pinned=True)],
    "two texts": [fragment(A, pinned=True), fragment(C), fragment(B, pinned=True)],
    "a long text": [fragment(PARTS, pinned=True)],
    "a cached text": [fragment(A, pinned=True, metadata=CACHE), fragment(B, metadata=CACHE)],
    "an image": [image(png(300, 250), pinned=True), fragment(A, priority=255)],
    "an image and its caption": [image(png(300, 250), "a caption", pinned=True), fragment(A, pinned=True)],
    "a log": [fragment("connection refused\n" * 50, kind="log", pinned=True)],
    "an empty text": [fragment("", pinned=True), fragment(A, pinned=True)],
    "a copy": [fragment(A), fragment(A, pinned=True), fragment(B, priority=9)],
    "a fence": [fragment(f"```\n{A}\n```", pinned=True), fragment(B, metadata=VERBATIM, priority=255)],
}


@pytest.mark.parametrize("name", PINNED)
@pytest.mark.parametrize("reserve", [0, 7])
def test_the_smallest_budget_for_what_is_pinned(name: str, reserve: int):
    """The error names the smallest budget; that one keeps all that is pinned whole, and one token less fails alike."""
    fragments = PINNED[name]
    policy = {"response_reserve_tokens": reserve}
    with pytest.raises(PinnedDoesNotFit) as caught:
        compile_(*fragments, budget=1 + reserve, **policy)
    least = caught.value.data["min_budget"]
    decisions = compile_(*fragments, budget=least, **policy).decisions
    pinned = [decision for one, decision in zip(fragments, decisions, strict=True) if one.pinned]
    assert [decision for decision in pinned if decision.handle and decision.action is not ContextAction.DROP] == []
    with pytest.raises(PinnedDoesNotFit) as again:
        compile_(*fragments, budget=least - 1, **policy)
    assert ({"min_budget": least}, "$.token_budget") == (again.value.data, again.value.path)


@pytest.mark.parametrize(
    ("name", "least"),
    [("a text", 10), ("two texts", 21), ("a long text", 243), ("an image", 100), ("an empty text", 10), ("a copy", 10)],
)
def test_what_pinned_fragments_need(name: str, least: int):
    """The smallest budget is the sum of the texts, a joiner between each two, and the images."""
    with pytest.raises(PinnedDoesNotFit) as caught:
        compile_(*PINNED[name], budget=1)
    assert least == caught.value.data["min_budget"]


def test_a_pinned_log_needs_its_collapse_alone():
    """A pinned log that is abstracted costs what its collapse costs."""
    with pytest.raises(PinnedDoesNotFit) as caught:
        compile_(*PINNED["a log"], budget=1)
    assert estimate("connection refused (x50)\n") == caught.value.data["min_budget"]


def test_pinned_is_only_true():
    """A fragment that is not pinned competes like any other."""
    assert kept(compile_(fragment(A, pinned=False), fragment(B, priority=1), budget=10)) == [1]


def test_a_pinned_fragment_is_not_a_section():
    """A pinned fragment stands in input order; only a cached one leads."""
    context = compile_(A, fragment(B, pinned=True), fragment(C, pinned=True, metadata=CACHE))
    assert f"{C}\n\n{A}\n\n{B}" == context.content


def test_a_pinned_screenshot_takes_its_room():
    """A pinned screenshot is reserved although a newer one follows."""
    with pytest.raises(PinnedDoesNotFit) as caught:
        compile_(shot(png(300, 250, b"a"), pinned=True), shot(png(300, 250, b"b")), budget=50)
    assert caught.value.data == {"min_budget": 100}


# Pieces


@pytest.mark.parametrize(("budget", "taken"), [(60, 0), (61, 1), (121, 1), (122, 2), (182, 2), (183, 3), (242, 3)])
def test_whole_pieces_are_taken_while_they_fit(budget: int, taken: int):
    """A fragment gives its pieces from the front, each only when it fits, and the reason counts them."""
    assert f"packed {taken}/4 chunks" in compile_(PARTS, budget=budget, chunk=SMALL).decisions[0].reason


def test_all_pieces_make_a_fragment_whole():
    """With its last piece a fragment is in the context as it was."""
    context = compile_(PARTS, budget=243, chunk=SMALL)
    assert (context.content, context.decisions[0].handle, context.decisions[0].emitted) == (PARTS, None, None)


def test_a_piece_that_does_not_fit_ends_the_fragment():
    """No later piece of it is tried in the first round, however small."""
    text = f"{words(60, 'aaa')}\n\n{words(62, 'bbb')}\n\nc"
    assert words(60, "aaa") + "\n\n" == compile_(text, budget=90, chunk=SMALL).content


@pytest.mark.parametrize(("size", "pieces"), [(0, 8), (1, 8), (256, 8), (500, 4), (2048, 3)])
def test_no_piece_is_planned_below_256_bytes(size: int, pieces: int):
    """The policy sizes the pieces, the budget caps them, and 256 bytes is the least."""
    decision = compile_(f"{PARTS}\n\n{PARTS}", budget=243, chunk=ChunkPolicy(max_chunk_bytes=size)).decisions[0]
    assert f"/{pieces} chunks" in decision.reason


def test_the_hint_sizes_pieces_for_small_budgets():
    """A piece has at most the bytes that the budget buys by the estimator's hint."""
    text = "\n\n".join(words(30, word) for word in ("aaa", "bbb", "ccc", "ddd", "eee", "fff"))
    wide, narrow = (DynTokenEstimator(lambda t: len(t.split()), hint) for hint in (100, 1))
    decisions = [compile_(text, budget=100, estimator=one).decisions[0] for one in (wide, narrow)]
    assert ["/1 chunks" in decisions[0].reason, "/3 chunks" in decisions[1].reason] == [True, True]


def test_many_small_pieces_of_a_large_text():
    """A million bytes, one token of budget and a chunk size of one do not explode."""
    context = compile_("abc def. " * 110_000, budget=1, chunk=ChunkPolicy(max_chunk_bytes=1))
    assert (context.content, context.insights.tokens_out) == ("abc ", 1)
