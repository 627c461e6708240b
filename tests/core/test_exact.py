"""Exact counts: those of the vocabularies' own tokenizer, in linear time."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.exact import ExactEstimator, tokens_of

RANKS = {bytes([byte]): byte for byte in range(256)} | {
    piece.encode(): 256 + place for place, piece in enumerate(("ab", "bc", "abc", "aa", "aaaa", "cab", "bcab"))
}


def joined(piece: bytes) -> int:
    """The parts of a piece by the definition: join the pair of the lowest rank, the leftmost of equals, until none joins."""
    parts = [bytes([byte]) for byte in piece]
    while len(parts) > 1:
        ranks = [RANKS.get(one + other, 10**9) for one, other in pairwise(parts)]
        at = ranks.index(min(ranks))
        if ranks[at] == 10**9:
            break
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return len(parts)


@given(st.text("abc", min_size=1, max_size=60).map(str.encode))
def test_joins_as_the_definition_does(piece):
    """The heap joins the pairs that a plain scan for the lowest rank joins."""
    assert (1 if piece in RANKS else joined(piece)) == tokens_of(piece, RANKS)


@pytest.mark.parametrize(
    ("text", "o200k", "cl100k"),
    [
        ("", 0, 0),
        ("hello world", 2, 2),
        ("The build failed again, twice.", 7, 7),
        ("<|endoftext|>", 7, 7),
        ("a" * 20_000, 2_500, 2_500),
        ("漢" * 5_000, 5_000, 10_000),
    ],
)
def test_counts(text, o200k, cl100k):
    """Counts are those that tiktoken gives for the text; a control token's name is text, and a long piece no hazard."""
    assert [o200k, cl100k] == [ExactEstimator("o200k").estimate(text), ExactEstimator("cl100k").estimate(text)]


def test_counts_twice():
    """What is kept of a first count changes no second."""
    estimator = ExactEstimator("o200k")

    assert estimator.estimate("the same again, the same") == estimator.estimate("the same again, the same")
