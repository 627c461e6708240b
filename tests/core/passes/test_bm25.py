"""BM25 against its formula in floating point, and what counts as a term."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.passes.bm25 import UNIT, idf, index_terms, scores

WORDS = st.sampled_from(["canary", "rare", "deploy", "log", "the", "a"])


def by_formula(query: str, texts: list[str]) -> list[float]:
    """Okapi BM25 with k1 = 1.2 and b = 0.75, over what it could be at most."""
    wanted = dict.fromkeys(index_terms(query))
    found = [index_terms(text) for text in texts]
    mean = sum(map(len, found)) / len(found) or 1
    having = {term: sum(term in terms for terms in found) for term in wanted}
    weights = {term: math.log2(1 + (len(texts) - n + 0.5) / (n + 0.5)) for term, n in having.items()}
    most = sum(weights.values()) * 2.2
    return [
        sum(
            weights[term] * terms.count(term) * 2.2 / (terms.count(term) + 1.2 * (0.25 + 0.75 * len(terms) / mean))
            for term in wanted
        )
        / most
        for terms in found
    ]


@given(st.lists(WORDS, min_size=1, max_size=4), st.lists(st.lists(WORDS, max_size=9), min_size=1, max_size=9))
def test_scores_are_those_of_the_formula(query, texts):
    """Integers come within a thousandth of the formula in floating point."""
    given_texts = [" ".join(words) for words in texts]

    assert by_formula(" ".join(query), given_texts) == pytest.approx(scores(" ".join(query), given_texts), abs=1e-3)


@given(st.integers(1, 70_000), st.data())
def test_idf_is_a_logarithm(texts, data):
    """The table and its straight lines come within a part in five hundred of a bit."""
    having = data.draw(st.integers(0, texts))

    assert abs(idf(texts, having) / UNIT - math.log2((2 * texts + 2) / (2 * having + 1))) < 0.002


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=5))
def test_scores_are_shares(query, texts):
    """Whatever the texts, a score is in [0, 1]."""
    assert all(0 <= score <= 1 for score in scores(query, texts))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Deploy, DEPLOY!", ["deploy", "deploy"]),
        ("snake_case", ["snake", "case"]),
        ("camelCase", ["camelcase", "camel", "case"]),
        ("HTTPServer2", ["httpserver2", "http", "server", "2"]),
        ("README", ["readme"]),
        ("東京都へ", ["東京", "京都", "都へ"]),
        ("東", ["東"]),
        ("v2東京x", ["v2", "東京", "x"]),
        ("Füße", ["füße"]),
        ("한국어 문서", ["한국", "국어", "문서"]),
        ("", []),
    ],
)
def test_terms(text, terms):
    """Words in lower case, the parts of identifiers beside them, neighbours where nothing stands between words."""
    assert terms == index_terms(text)


def test_rare_words_count_more():
    """Of two texts with one word of the query each, the one with the rarer word is ahead."""
    first, second, *_ = scores("rare canary", ["canary here", "rare here", "canary there", "canary"])

    assert first < second


def test_query_without_terms():
    """A query without terms ranks nothing."""
    assert scores("?!", ["a", "b"]) == [0.0, 0.0]
