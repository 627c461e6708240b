"""Relevance is the share of the query's words that a text has, unless the caller scores it."""

from types import SimpleNamespace

import pytest

from contextc.errors import InvalidRequest
from contextc.model import Recency
from contextc.passes.bm25 import scores
from contextc.passes.relevance import MANY_TERMS, DeterministicReranker, Query, recencies
from contextc.vocabulary import RelevanceMethod
from core.build import compile_, decide, distinct, fragment, image, kept, png, words


@pytest.mark.parametrize(
    ("query", "text", "relevance"),
    [
        ("canary rollout", "the canary rollout is green", 1.0),
        ("canary rollout", "canary", 0.5),
        ("canary rollout status", "CANARY", 1 / 3),
        ("canary canary CANARY", "canary", 1.0),
        ("canary", "canaries", 0.0),
        ("canary", "scanary", 0.0),
        ("canary", "canaries or a canary", 1.0),
        ("canary", "canary_rollout", 1.0),
        ("foo_bar", "bar", 0.5),
        ("v2", "version v2.1", 1.0),
        ("v2", "v21", 0.0),
        ("", "anything", 0.0),
        ("?! _ 🚀", "?! _ 🚀", 0.0),
        ("a", "", 0.0),
        ("οδος", "ΟΔΟΣ", 1.0),
        ("ΟΔΟΣ", "οδος_α", 1.0),
        ("οδοσα", "ΟΔΟΣΑ", 1.0),
        ("οδοσ", "ΟΔΟΣ", 0.0),
        ("İstanbul", "İSTANBUL", 1.0),
        ("i\u0307stanbul", "İstanbul", 0.0),
        ("İ", "i\u0307", 0.0),
        ("हिन्दी", "हिन्दी भाषा", 1.0),
        ("é", "e\u0301", 0.0),
        ("日本", "日本語", 0.0),
        ("½ Ⅷ", "½ or ⅷ", 1.0),
        ("\u1c89", "\u1c8a", 1.0),
    ],
)
def test_relevance(query: str, text: str, relevance: float):
    """Words are runs of word characters in lower case; each distinct one of the query counts once."""
    assert relevance == Query(query).relevance(text) == decide(text, query=query).relevance


def test_relevance_is_a_plain_ratio():
    """The ratio is a 64-bit float, not a 32-bit one."""
    assert decide("canary", query="canary rollout status").relevance == 0.3333333333333333


@pytest.mark.parametrize("count", [MANY_TERMS - 1, MANY_TERMS, 3 * MANY_TERMS])
def test_long_queries_score_like_short_ones(count: int):
    """However many words a query has, the share is exact."""
    query = distinct(count)
    text = f"x{query} {query.split()[-1]}x " + " ".join(query.split()[1:3])
    assert (len(set(text.split()) & set(query.split()))) / count == Query(query).relevance(text)


def test_the_caption_counts_for_an_image():
    """An image is as relevant as its caption."""
    assert [decide(image(png(), caption), query="canary").relevance for caption in ("a canary", "")] == [1.0, 0.0]


def test_a_score_replaces_the_words():
    """A caller's score is the relevance, whole numbers and zero too."""
    scores = (0.25, 0, 1, 0.0)
    assert list(scores) == [decide(fragment("canary", score=score), query="canary").relevance for score in scores]


def test_a_score_ranks():
    """The higher score is kept, also against words of the query."""
    context = compile_("canary abc abc", fragment("xyz xyz xyz", score=0.9), query="canary rollout", budget=4)
    assert kept(context) == [1]


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan"), float("inf"), float("-inf"), 2])
def test_a_score_outside_the_range_is_an_error(score: float):
    """A score is finite and between 0 and 1, else the request fails and names the fragment."""
    with pytest.raises(InvalidRequest) as caught:
        compile_("a", fragment("b", score=score))
    assert caught.value.path == "$.fragments[1].score"


# Recency


def ramp(turns: list[object], recency: Recency) -> list[float]:
    """The recency of fragments whose metadata names these turns; `...` names none."""
    sources = [SimpleNamespace(metadata={} if turn is ... else {"turn": turn}) for turn in turns]
    return recencies([SimpleNamespace(source=source) for source in sources], recency)


@pytest.mark.parametrize(
    ("turns", "recency", "expected"),
    [
        ([], Recency(turns=1), []),
        ([...] * 4, Recency(turns=2, ramp=0.25), [0.5, 0.75, 2.0, 2.0]),
        ([...] * 4, Recency(turns=1, ramp=0.5), [0.0, 0.0, 0.5, 2.0]),
        ([...] * 3, Recency(ramp=0.25), [0.25, 0.5, 0.75]),
        ([...] * 3, Recency(turns=9, ramp=1.0), [2.0, 2.0, 2.0]),
        ([...] * 3, Recency(turns=1), [1.0, 1.0, 2.0]),
        ([0, 0, 1, 1, 2], Recency(turns=1, ramp=0.5), [0.0, 0.0, 0.5, 0.5, 2.0]),
        ([0, ..., ..., 1], Recency(turns=1, ramp=0.25), [0.25, 0.5, 0.75, 2.0]),
        (["a", "a", "b"], Recency(turns=1, ramp=0.5), [0.5, 0.5, 2.0]),
        ([None, None], Recency(turns=1, ramp=0.5), [0.5, 2.0]),
    ],
)
def test_recency_falls_from_the_last_turn(turns: list[object], recency: Recency, expected: list[float]):
    """The last turns have 2, each before them less than 1 by the ramp, never below 0; fragments of one turn are equal."""
    assert expected == ramp(turns, recency)


def test_without_a_policy_nothing_is_recent():
    """No recency, no difference."""
    assert recencies([SimpleNamespace(), SimpleNamespace()], None) == [0.0, 0.0]


THREE = tuple(words(10, word) for word in ("aaa", "bbb", "ccc"))


def test_recency_keeps_the_newest():
    """Where there is room for one of three, the newest is kept, and without recency the first."""
    assert [kept(compile_(*THREE, budget=10, recency=recency)) for recency in (None, Recency(turns=1, ramp=0.1))] == [
        [0],
        [2],
    ]


def test_recency_comes_before_relevance():
    """A newer turn beats an older one with more words of the query."""
    assert kept(compile_(*THREE, query="aaa", budget=10, recency=Recency(turns=1, ramp=0.1))) == [2]


def test_relevance_decides_within_the_last_turns():
    """Among turns of one recency the words of the query decide."""
    assert kept(compile_(*THREE, query="bbb", budget=10, recency=Recency(turns=2, ramp=0.1))) == [1]


@pytest.mark.parametrize("mark", [{"priority": 1}, {"metadata": {"verbatim": True}}])
def test_recency_stays_within_one_priority_and_criticality(mark: dict):
    """An older fragment of higher priority, or a critical one, comes first."""
    context = compile_(fragment(THREE[0], **mark), *THREE[1:], budget=10, recency=Recency(turns=1, ramp=1.0))
    assert kept(context) == [0]


# The reranker


def test_the_reranker_orders_by_words_of_the_query():
    """Most words first; ties keep their order; every place is there once."""
    texts = ["none", "green canary", "canary", "another none", "a green one", "canary green"]
    assert DeterministicReranker().rerank("green canary", texts) == [1, 5, 2, 4, 0, 3]


def test_the_reranker_takes_nothing():
    """No texts, no places; a query without words changes nothing."""
    assert (DeterministicReranker().rerank("a", []), DeterministicReranker().rerank("", ["b", "a"])) == ([], [0, 1])


def test_a_survivor_says_whose_score_it_has():
    """A survivor that ranks by a copy's score says so, and one that ranks by its own words does not."""
    better = compile_("canary here", fragment("canary here", score=0.9), query="canary rollout")
    worse = compile_("canary here", fragment("canary here", score=0.1), query="canary rollout")
    first = [context.decisions[0] for context in (better, worse)]

    assert [(decision.relevance, decision.ranked_by) for decision in first] == [(0.9, "score"), (0.5, None)]


def test_bm25_is_a_policy():
    """BM25 ranks where the policy asks for it, and decisions say so."""
    texts = ("the canary", "the rare canary", "the log")
    decisions = compile_(*texts, query="rare canary", relevance=RelevanceMethod.BM25).decisions

    assert [(score, "bm25") for score in scores("rare canary", texts)] == [
        (d.relevance, d.ranked_by) for d in decisions
    ]
