"""A query and the texts of its hits -> what a decision backend says of them; where it says nothing, nothing changes.

Two questions, and each fails on its own: which kind of answer the query is after, and how relevant each hit is. An answer is
used as a whole or not at all, and no error of a backend gets out of here.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from contextc.recall.answer import DecisionProvenance
from contextc.recall.decide.answers import ChoiceAnswer, NoulAnswer, ScoreAnswer
from contextc.recall.decide.backend import Clock, Deadline, Decision, DecisionBackend
from contextc.recall.decide.errors import DecideCode, DecideError
from contextc.recall.decide.questions import DecisionRequest, Question
from contextc.recall.decide.wording import (
    INTENT,
    INTENTS,
    LEVELS,
    ask_intent,
    ask_relevance,
    ask_verbatim,
    relevance_id,
    verbatim_id,
)
from contextc.recall.policy import DecidePolicy, RenderingHints
from contextc.text import is_blank

FEWEST = 2
"""Hits, and candidates among them, below which there is nothing to weigh (section 8 of the second specification)."""
TEXT_CHARS = 600
"""Of each candidate, as many characters are sent."""
STATE_BYTES = 112_000
"""Of JSON in one request: 28,000 tokens of four bytes."""
LATENCIES = range(2**32)
"""Milliseconds that can be a latency; more than a month is none."""

T = TypeVar("T")
_JSON = msgspec.json.Encoder(order="sorted")


class Judgement(NamedTuple):
    """What was answered; `None` for what was not asked, or not answered."""

    intent: str | None = None
    """A key of `INTENTS`."""
    intent_calibrated: bool = False
    relevance: list[float] | None = None
    """Of each candidate, in [0, 1]."""
    verbatim: list[float] | None = None
    """Of each candidate, how likely it is that the query needs its exact wording."""
    disclosure_calibrated: bool = False
    provenance: DecisionProvenance | None = None


class _Asking(NamedTuple):
    query: str
    backend: DecisionBackend
    deadline: Deadline


class _Disclosure(NamedTuple):
    relevance: list[float]
    verbatim: list[float]
    decisions: list[Decision]


def query_of(query_text: str | None, hints: RenderingHints) -> str | None:
    """The query that a backend is asked about: the policy's, or else the recall's; `None` for a blank one.

    >>> query_of(None, RenderingHints(query_text="tea?")), query_of(" ", RenderingHints(query_text="tea?"))
    ('tea?', None)
    """
    query = hints.query_text if query_text is None else query_text
    return None if query is None or is_blank(query) else query


def judge(
    query: str | None,
    texts: Sequence[str],
    *,
    hits: int,
    policy: DecidePolicy,
    hints: RenderingHints,
    backend: DecisionBackend,
    clock: Clock | None = None,
) -> Judgement:
    """Ask about a query with so many hits, of which `texts` are the candidates: those that are not withheld."""
    if query is None or hits < FEWEST:
        return Judgement()
    asking = _Asking(query, backend, Deadline(policy.deadline_ms, clock))
    knows_time = hints.has_temporal_expr or hints.has_time_range
    intent = _or_none(lambda: _intent(asking)) if policy.intent and not knows_time else None
    weighs = policy.disclosure and len(texts) >= FEWEST
    disclosure = _or_none(lambda: _disclosure(asking, texts)) if weighs else None
    kind, first = intent or (None, None)
    relevance, verbatim, others = disclosure or (None, None, [])
    decisions = [first, *others] if first else others
    return Judgement(
        intent=kind,
        intent_calibrated=first is not None and first.calibrated,
        relevance=relevance,
        verbatim=verbatim,
        disclosure_calibrated=bool(others) and all(decision.calibrated for decision in others),
        provenance=_provenance(decisions, kind) if decisions else None,
    )


def _or_none(ask: Callable[[], T]) -> T | None:
    try:
        return ask()
    except Exception:  # noqa: BLE001  # a backend is the host's code: whatever it raises, the text is made without it
        return None


def _intent(asking: _Asking) -> tuple[str, Decision]:
    decision = _ask({"query": asking.query}, {INTENT: ask_intent()}, asking)
    answer = _typed(decision.answers.get(INTENT), ChoiceAnswer)
    if answer.choice not in INTENTS:
        raise _malformed("the intent is none of the options")
    return answer.choice, decision


def _disclosure(asking: _Asking, texts: Sequence[str]) -> _Disclosure:
    made = _Disclosure([], [], [])
    top = len(LEVELS) - 1
    for candidates in batches(asking.query, texts):
        numbers = range(len(candidates))
        questions: dict[str, Question] = {}
        for number in numbers:
            questions[relevance_id(number)] = ask_relevance(number)
            questions[verbatim_id(number)] = ask_verbatim(number)
        decision = _ask({"query": asking.query, "candidates": candidates}, questions, asking)
        made.decisions.append(decision)
        for number in numbers:
            score = _typed(decision.answers.get(relevance_id(number)), ScoreAnswer).score
            made.relevance.append(_within(score, top) / top)
            noul = _typed(decision.answers.get(verbatim_id(number)), NoulAnswer).noul
            made.verbatim.append(_within(noul, 1))
    return made


def batches(query: str, texts: Sequence[str]) -> Iterator[list[dict[str, Any]]]:
    """The candidates, cut and numbered, in requests whose states are within the cap; one that is too large goes alone.

    >>> list(batches("tea?", ["green", "black"]))
    [[{'i': 0, 'text': 'green'}, {'i': 1, 'text': 'black'}]]
    """
    empty = len(_JSON.encode({"query": query, "candidates": []}))
    size = empty
    batch: list[dict[str, Any]] = []
    for text in texts:
        item, cost = _numbered(len(batch), text)
        if batch and size + cost > STATE_BYTES:
            yield batch
            batch, size = [], empty
            item, cost = _numbered(0, text)
        batch.append(item)
        size += cost
    yield batch


def _numbered(number: int, text: str) -> tuple[dict[str, Any], int]:
    item = {"i": number, "text": text[:TEXT_CHARS]}
    return item, len(_JSON.encode(item)) + 1


def _ask(state: object, questions: dict[str, Question], asking: _Asking) -> Decision:
    """A decision whose own fields are what they are said to be."""
    decision: object = asking.backend.decide(DecisionRequest(state, questions, asking.deadline.left()))
    decision = _typed(decision, Decision)
    _typed(decision.answers, dict)
    _typed(decision.calibrated, bool)
    for name in (decision.provider, decision.model):
        _typed(name, str).encode()
    if type(decision.latency_ms) is not int or decision.latency_ms not in LATENCIES:
        raise _malformed("the latency is no count of milliseconds")
    return decision


def _typed(value: object, kind: type[T]) -> T:
    if not isinstance(value, kind):
        raise _malformed(f"{type(value).__name__} is not {kind.__name__}")
    return value


def _within(value: object, top: int) -> float:
    if (
        not isinstance(value, int | float)
        or isinstance(value, bool)
        or not (math.isfinite(value) and 0 <= value <= top)
    ):
        raise _malformed(f"a number is not from 0 to {top}")
    return float(value)


def _malformed(message: str) -> DecideError:
    return DecideError(DecideCode.MALFORMED_ANSWER, message)


def _provenance(decisions: Sequence[Decision], intent: str | None) -> DecisionProvenance:
    return DecisionProvenance(
        provider=",".join(dict.fromkeys([decision.provider for decision in decisions])),
        model=",".join(dict.fromkeys([decision.model for decision in decisions])),
        calibrated=all(decision.calibrated for decision in decisions),
        requests=len(decisions),
        latency_ms=sum([decision.latency_ms for decision in decisions]),
        intent=intent,
    )
