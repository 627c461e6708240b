"""Blocks become sections, and every fragment gets one decision with its risk, reason and handle."""

import pytest

from contextc.errors import PinnedDoesNotFit
from contextc.model import ChunkPolicy
from contextc.tokens import DynTokenEstimator
from contextc.vocabulary import SectionKind, Truncation
from core.build import actions, compile_, distinct, estimate, fragment, image, kept, png, risks, rules, shot, words

SMALL = ChunkPolicy(max_chunk_bytes=256)
VERBATIM, CACHE = {"verbatim": True}, {"cache": True}
LOG = "connection refused\n" * 50
PARTS = "\n\n".join(words(60, word) for word in ("aaa", "bbb", "ccc", "ddd"))
"""243 tokens in four pieces."""


# Sections


def test_no_fragments():
    """Nothing in, nothing out, at low risk."""
    context = compile_()
    empty: list[object] = []
    assert ("", empty, empty, empty, empty, empty, "low", 0, {}) == (
        context.content,
        context.sections,
        context.decisions,
        context.sources,
        context.retrieval_handles,
        context.warnings,
        context.risk,
        context.insights.tokens_out,
        context.insights.tokens_saved_by_rule,
    )


def test_blocks_are_joined_by_a_blank_line():
    """Blocks stand in input order with a blank line between, and nothing else is added."""
    assert compile_("b", "a\n", "c").content == "b\n\na\n\n\nc"


def test_empty_blocks_are_no_blocks():
    """Empty texts and images without a caption leave no gap and no entry in a section."""
    context = compile_("a", "", image(png()), fragment("", metadata=VERBATIM), "b")
    assert (context.content, len(context.sections[0].fragment_ids)) == ("a\n\nb", 2)


def test_a_section_without_text_is_not_written():
    """Without any block there is no section, and without a cached block no cache section."""
    bodies = compile_("", image(png()), fragment("", metadata=CACHE)).sections
    assert (bodies, [section.kind for section in compile_("a").sections]) == ([], [SectionKind.BODY])


def test_sections_name_their_fragments():
    """A section has the id of every block in input order, repeats too."""
    fragments = (fragment("a", id=5), fragment("b", id=9, metadata=CACHE), fragment("c", id=5))
    assert [section.fragment_ids for section in compile_(*fragments).sections] == [[9], [5, 5]]


def test_the_content_is_its_sections():
    """The content is the cache section, a blank line and the body."""
    context = compile_("a", fragment("b", metadata=CACHE), "c", fragment("d", metadata=CACHE))
    assert [section.content for section in context.sections] == ["b\n\nd", "a\n\nc"]
    assert context.content == "b\n\nd\n\na\n\nc"


def test_a_slim_response():
    """Slim leaves sections and decisions out and nothing else."""
    fragments = ("a canary", fragment(words(90), score=0.9), words(40, "def"))
    full, slim = (compile_(*fragments, query="canary", budget=50, slim_response=on) for on in (False, True))
    assert (slim.sections, slim.decisions, full.decisions == []) == ([], [], False)
    names = ("content", "sources", "retrieval_handles", "insights", "risk", "warnings")
    assert [getattr(full, name) for name in names] == [getattr(slim, name) for name in names]


# Decisions


CUT = compile_(PARTS, budget=150, chunk=SMALL)
CUT_CRITICAL = compile_(fragment(PARTS, metadata=VERBATIM), budget=150, chunk=SMALL)
OUT = compile_("abc", words(90), budget=20)
OUT_CRITICAL = compile_("abc", fragment(words(90), metadata=CACHE), budget=20)


@pytest.mark.parametrize(
    ("context", "place", "action", "rule_id", "risk", "handle"),
    [
        (compile_("abc"), 0, "preserve", "preserve.default", "low", False),
        (compile_(fragment("abc", metadata=VERBATIM)), 0, "preserve", "preserve.marked_verbatim", "low", False),
        (compile_(fragment("abc", metadata=CACHE)), 0, "cache", "cache.stable_prefix", "low", False),
        (compile_(fragment("", metadata=VERBATIM)), 0, "preserve", "preserve.marked_verbatim", "low", False),
        (compile_(fragment(LOG, kind="log")), 0, "abstract", "abstract.log_dedup", "medium", False),
        (compile_("abc", "abc"), 1, "drop", "drop.duplicate", "low", True),
        (compile_("abc", "ABC"), 1, "drop", "drop.near_duplicate", "low", True),
        (compile_(shot(png(salt=b"a")), shot(png())), 0, "retrieve", "retrieve.screenshot_superseded", "medium", True),
        (CUT, 0, "preserve", "preserve.default", "medium", True),
        (CUT_CRITICAL, 0, "preserve", "preserve.marked_verbatim", "high", True),
        (OUT, 1, "retrieve", "budget.externalize", "medium", True),
        (OUT_CRITICAL, 1, "retrieve", "budget.externalize", "high", True),
        (compile_(fragment(LOG, kind="log"), budget=2), 0, "retrieve", "budget.externalize", "medium", True),
        (compile_(image(png(300, 250)), budget=99), 0, "retrieve", "budget.externalize", "high", True),
    ],
)
def test_the_fate_of_a_fragment(context, place: int, action: str, rule_id: str, risk: str, handle: bool):
    """Action, rule and risk by the table; a handle unless all of it is in the context."""
    decision = context.decisions[place]
    assert (action, rule_id, risk, handle) == (
        str(decision.action),
        decision.rule_id,
        str(decision.risk),
        decision.handle is not None,
    )


def test_the_risk_of_a_context_is_its_highest():
    """One loss of something critical makes the whole a high risk."""
    assert [str(compile_("abc").risk), str(OUT.risk), str(OUT_CRITICAL.risk)] == ["low", "medium", "high"]


@pytest.mark.parametrize(
    ("context", "place", "said"),
    [
        (CUT, 0, "packed 2/4 chunks"),
        (OUT, 1, "did not fit the budget (plain text, kept as far as the budget goes)"),
        (compile_("abc", "abc"), 1, "exact duplicate of fragment #0 — "),
        (compile_("abc", "ABC"), 1, "near-duplicate of fragment #0 — "),
        (compile_(PARTS, PARTS, budget=150), 1, "recover via the handle"),
        (compile_(shot(png(salt=b"a")), shot(png())), 0, "superseded by a newer screenshot"),
    ],
)
def test_reasons_name_the_facts(context, place: int, said: str):
    """A reason holds what a reader looks for."""
    assert said in context.decisions[place].reason


def test_every_fragment_has_one_decision():
    """Decisions stand in input order, copies, empty and superseded ones included."""
    context = compile_("a", "a", "", shot(png(), id=4), fragment("b", id=3))
    assert len(context.decisions) == 5
    assert sorted(decision.fragment_id for decision in context.decisions)[:2] == [3, 4]


def test_emitted_ranges_are_those_of_the_context():
    """The byte ranges of a cut fragment rebuild its block."""
    text = "é" * 300 + "\n\n" + PARTS
    for truncate in Truncation:
        context = compile_(text, budget=150, chunk=SMALL, truncate=truncate)
        blocks = [text.encode()[start:end].decode() for start, end in context.decisions[0].emitted]
        assert [block for block in blocks if block not in context.content] == [], truncate


def test_only_cut_fragments_have_ranges():
    """What is whole, dropped or left out has none."""
    context = compile_("abc", "abc", words(90), fragment(LOG, kind="log", priority=9), budget=20)
    assert [decision.emitted for decision in context.decisions] == [None] * 4


# Sources and handles


def test_sources_are_the_distinct_originals():
    """Every fragment but the copies, in input order, also what was left out or superseded."""
    fragments = (fragment("a", id=1), fragment("a", id=2), fragment(words(99), id=3))
    shots = (shot(png(salt=b"a"), id=4), shot(png(salt=b"b"), id=5))
    context = compile_(*fragments, *shots, budget=50)
    assert [source.fragment_id for source in context.sources] == [1, 3, 4, 5]


def test_what_is_left_out_has_a_handle():
    """Every retrieve decision is listed with the tokens that fetching it costs."""
    context = compile_("abc", words(90), shot(png(30, 50, b"a"), caption="x y"), shot(png()), budget=20)
    assert [(context.decisions[1].handle, 90, None), (context.decisions[2].handle, 4, None)] == [
        (handle.handle, handle.estimated_tokens, handle.partial) for handle in context.retrieval_handles
    ]


def test_what_is_cut_has_a_handle():
    """A cut fragment is listed as partial, with the tokens that were left out."""
    assert [(CUT.decisions[0].handle, 243 - 122, True)] == [
        (handle.handle, handle.estimated_tokens, handle.partial) for handle in CUT.retrieval_handles
    ]


def test_handles_stand_in_the_order_of_decisions():
    """Left out and cut fragments are listed as they came."""
    context = compile_(words(100), fragment(words(90, "def"), priority=9), words(80, "ghi"), budget=60)
    assert [handle.partial for handle in context.retrieval_handles] == [None, True, None]


def test_dropped_fragments_are_not_listed():
    """A copy's handle is in its decision alone."""
    assert compile_("abc", "abc", "ABC").retrieval_handles == []


def test_a_mark_is_no_text_of_the_fragment():
    """The tokens that a cut leaves out do not depend on whether it is marked."""
    marked = compile_(PARTS, budget=200, chunk=SMALL, elision_marks=True)
    start, end = marked.decisions[0].emitted[0]
    assert 243 - estimate(PARTS[start:end]) == marked.retrieval_handles[0].estimated_tokens


def test_a_repeated_fence_line_is_no_text_of_the_fragment():
    """Nor do they depend on a closing line that is repeated."""
    text = "```py\n" + "".join(f"{word}\n" for word in distinct(100).split()) + "```\n"
    context = compile_(text, budget=61)
    start, end = context.decisions[0].emitted[0]
    assert estimate(text) - estimate(text[start:end]) == context.retrieval_handles[0].estimated_tokens


def test_slim_responses_still_name_what_was_cut():
    """Without decisions, the handles tell everything that is not whole."""
    slim = compile_(PARTS, words(90), budget=150, chunk=SMALL, slim_response=True)
    assert len(slim.retrieval_handles) == 2


def test_equal_ids_have_their_own_handles():
    """A handle is of the content, whatever the caller's id."""
    context = compile_(fragment("a", id=7), fragment("b", id=7))
    assert (
        [source.fragment_id for source in context.sources],
        len({source.handle for source in context.sources}),
    ) == ([7, 7], 2)


# Warnings


QUERY = distinct(20)


@pytest.mark.parametrize(("found", "warned"), [(7, True), (6, False), (20, True), (0, False)])
def test_the_floor_of_warnings(found: int, warned: bool):
    """What is left out warns from a relevance of 0.35 on: seven words of twenty do, six do not."""
    text = " ".join([*QUERY.split()[:found], *["xyz"] * (90 - found)])
    context = compile_("abc", text, query=QUERY, budget=20)
    assert (int(warned), found / 20) == (len(context.warnings), context.decisions[1].relevance)


def test_a_warning_says_what_the_decision_says():
    """A warning has the id, action, relevance and reason of its decision."""
    context = compile_("abc", fragment(words(90), score=0.9, id=7), budget=20)
    decision, warning = context.decisions[1], context.warnings[0]
    assert (7, "retrieve", 0.9, decision.reason) == (
        warning.fragment_id,
        str(warning.action),
        warning.relevance,
        warning.reason,
    )


def test_copies_never_warn():
    """A dropped copy does not warn, however relevant."""
    context = compile_(fragment(words(90), score=1.0), fragment(words(90), score=1.0), "abc", budget=1)
    assert len(context.warnings) == 1


def test_an_abstraction_never_warns():
    """A log that is collapsed does not warn, however relevant."""
    assert compile_(fragment(LOG, kind="log", score=1.0)).warnings == []


def test_a_superseded_screenshot_may_warn():
    """What is superseded is missing too."""
    assert len(compile_(shot(png(salt=b"a"), score=0.5), shot(png())).warnings) == 1


@pytest.mark.parametrize(("budget", "warned"), [(49, True), (50, False), (51, False)])
def test_a_cut_warns_when_most_is_missing(budget: int, warned: bool):
    """A part of less than half the tokens warns like a loss."""
    context = compile_(fragment(words(100), score=0.5), budget=budget)
    assert (["preserve"] if warned else []) == [str(warning.action) for warning in context.warnings]


def test_a_cut_that_is_not_relevant_does_not_warn():
    """The floor holds for cuts too."""
    assert compile_(fragment(words(100), score=0.34), budget=40).warnings == []


# Budgets under any estimator


def test_every_budget_holds_for_characters():
    """An estimator of characters is kept to exactly."""
    texts = [f"{word} {word}" for word in distinct(30).split()]
    for budget in range(1, 290, 7):
        context = compile_(*texts, budget=budget, estimator=DynTokenEstimator(len))
        assert len(context.content) <= budget, budget


def test_an_estimator_that_charges_more_for_a_whole():
    """When the whole costs more than its parts, what was selected last is given back until it fits."""
    square = DynTokenEstimator(lambda text: len(text.split()) ** 2)
    context = compile_("a", "b", "c", fragment("d", priority=9), budget=10, estimator=square)
    assert (context.content, kept(context), context.insights.tokens_out) == ("a\n\nb\n\nd", [0, 1, 3], 9)
    assert rules(context)[2] == "budget.externalize"


def test_pieces_that_fit_may_not_fit_as_a_whole():
    """A text whose pieces cost less than the whole loses its last piece again."""
    square = DynTokenEstimator(lambda text: len(text.split()) ** 2)
    context = compile_(words(100), budget=6000, estimator=square, chunk=SMALL)
    assert (context.insights.tokens_out, context.decisions[0].emitted) == (64**2, [(0, 256)])


def test_what_is_given_back_is_lost_like_anything_else():
    """A fragment that is given back is externalised at its risk, with a handle."""
    square = DynTokenEstimator(lambda text: len(text.split()) ** 2)
    context = compile_(fragment("a", metadata=VERBATIM), fragment("b", metadata=VERBATIM), budget=3, estimator=square)
    assert (
        actions(context),
        risks(context),
        len(context.retrieval_handles),
    ) == (["preserve", "retrieve"], ["low", "high"], 1)


def test_everything_may_be_given_back():
    """When even the first selection is too much as a whole, the context is empty."""
    estimator = DynTokenEstimator(lambda text: 99 if "abc" in text and "ctx://" in text else len(text.split()))
    context = compile_(words(50), budget=45, estimator=estimator, elision_marks=True)
    assert (context.content, rules(context), context.insights.tokens_out) == ("", ["budget.externalize"], 0)


def test_pinned_fragments_are_not_given_back():
    """When what is pinned costs more as a whole than in parts, the error names that cost, and it works."""
    square = DynTokenEstimator(lambda text: len(text.split()) ** 2)
    fragments = (fragment("a", pinned=True), fragment("b", pinned=True), "c")
    with pytest.raises(PinnedDoesNotFit) as caught:
        compile_(*fragments, budget=3, estimator=square)
    assert (caught.value.data, kept(compile_(*fragments, budget=4, estimator=square))) == ({"min_budget": 4}, [0, 1])
