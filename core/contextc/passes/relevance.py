"""Query and texts -> scores in [0, 1]: the share of the query's words that a text has."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from contextc.model import Recency
from contextc.passes.bm25 import scores
from contextc.passes.dedup import Standing
from contextc.text import WORD, lower, terms
from contextc.vocabulary import Ranking, RelevanceMethod

MANY_TERMS = 24
"""From here on one pass over a text's own words is cheaper than a search for each term."""


class Query:
    """The words that a text should have.

    >>> query = Query("canary rollout status")
    >>> query.relevance("The Canary is green."), query.relevance("canaries")
    (0.3333333333333333, 0.0)
    """

    def __init__(self, text: str) -> None:
        self._terms = terms(text)
        # U+0130 lower-cases into a letter and a mark that is no word character, so such a term has no bounds to look for.
        self._searchable = len(self._terms) < MANY_TERMS and "\u0130" not in text

    def relevance(self, text: str) -> float:
        """The share of the query's distinct words that stand in the text; 0 for a query without words."""
        if not self._terms:
            return 0.0
        # Sigma lower-cases by its neighbours, so a text with one is lowered word by word.
        if not self._searchable or "\u03a3" in text or "\u0130" in text:
            # Of two sets Python walks the smaller, so a long query costs a short text nothing.
            found = len(terms(text) & self._terms)
        else:
            lowered = lower(text)
            found = sum(_has_word(lowered, term) for term in sorted(self._terms))
        return found / len(self._terms)


def _has_word(text: str, word: str) -> bool:
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not (at and _in_word(text[at - 1])) and not (end < len(text) and _in_word(text[end])):
            return True
        at = text.find(word, end)
    return False


_ASCII_WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


def _in_word(character: str) -> bool:
    """Whether a character of a text in lower case belongs to a word."""
    return character in _ASCII_WORD if character.isascii() else WORD.match(character) is not None


class Relevance(NamedTuple):
    """How well a fragment answers the query, and what says so when it is not the share of the query's words."""

    score: float
    ranked_by: Ranking | None


def relevances(standings: Sequence[Standing], query: str, method: RelevanceMethod) -> list[Relevance]:
    """The relevance of every fragment: the caller's score, else its words; a survivor has the best of its copies'."""
    texts = list(dict.fromkeys([s.source.text for s in standings if s.source.score is None]))
    if method is RelevanceMethod.BM25:
        lexical = {
            text: Relevance(score, Ranking.BM25) for text, score in zip(texts, scores(query, texts), strict=True)
        }
    else:
        of_text = Query(query).relevance
        lexical = {text: Relevance(of_text(text), None) for text in texts}
    own = [
        lexical[s.source.text] if s.source.score is None else Relevance(float(s.source.score), Ranking.SCORE)
        for s in standings
    ]
    best = list(own)
    for standing, relevance in zip(standings, own, strict=True):
        if standing.twin and standing.twin.kind == "exact" and relevance.score > best[standing.twin.seq].score:
            best[standing.twin.seq] = relevance
    return best


def recencies(standings: Sequence[Standing], recency: Recency | None) -> list[float]:
    """2 for the last turns; before them 1 less the ramp for each turn, at least 0; all 0 without a policy.

    Fragments in a row with one `metadata.turn` are a turn; a fragment without it is one of its own.
    """
    if recency is None:
        return [0.0] * len(standings)
    marks = [standing.source.metadata.get("turn") for standing in standings]
    turns: list[int] = []
    for place, mark in enumerate(marks):
        begins = place > 0 and (mark is None or mark != marks[place - 1])
        turns.append((turns[-1] if turns else 0) + begins)
    free, ramp = recency.turns or 0, recency.ramp or 0.0
    last = turns[-1] if turns else 0
    return [2.0 if last - turn < free else max(0.0, 1.0 - ramp * (last - turn - free + 1)) for turn in turns]


class DeterministicReranker:
    """Orders texts by the query's words in them; ties keep their order, and nothing is dropped or added.

    >>> DeterministicReranker().rerank("green canary", ["red", "the canary", "a green canary"])
    [2, 1, 0]
    """

    def rerank(self, query: str, texts: Iterable[str]) -> list[int]:
        """The places of the texts, best first."""
        found = [Query(query).relevance(text) for text in texts]
        return sorted(range(len(found)), key=lambda place: -found[place])
