"""An assembler asks about intent and relevance, and goes on without what it does not get."""

from typing import Any

import msgspec
import pytest

from contextc.recall.decide.answers import NoulAnswer, ScoreAnswer
from contextc.recall.decide.backend import Clock, Decision
from contextc.recall.decide.judge import batches, query_of
from contextc.recall.decide.questions import DecisionRequest
from contextc.recall.decide.scripted import Scripted
from contextc.recall.policy import DecidePolicy, RenderingHints
from core.recall.decide.judging import NOTHING, TEXTS, Backend, ask, asked, decision

# What is asked, and when


def test_both_questions():
    """The intent is asked first, then everything about the candidates."""
    backend = Scripted.judging(intent="general", rel=[0, 2, 3], verbatim=[0.1, 0.1, 0.9])
    made = ask(backend)

    assert (made.intent, made.relevance, made.verbatim) == ("general", [0.0, 2 / 3, 1.0], [0.1, 0.1, 0.9])
    assert asked(backend) == [["intent"], ["rel_0", "verbatim_0", "rel_1", "verbatim_1", "rel_2", "verbatim_2"]]


def test_states():
    """The intent is asked about the query alone, relevance about the query and the numbered texts."""
    backend = Scripted.judging(intent="general")
    ask(backend, ["a", "b"])

    assert [request.state for request in backend.requests] == [
        {"query": "badge?"},
        {"query": "badge?", "candidates": [{"i": 0, "text": "a"}, {"i": 1, "text": "b"}]},
    ]


@pytest.mark.parametrize(("query", "hits"), [(None, 3), ("badge?", 1), ("badge?", 0)])
def test_nothing_to_ask(query: str | None, hits: int):
    """Without a query or with one hit nothing is asked."""
    backend = Scripted.judging(intent="general")

    assert ask(backend, query=query, hits=hits) == NOTHING
    assert backend.requests == []


@pytest.mark.parametrize(
    ("policy", "hints", "expected"),
    [
        (None, None, None),
        (None, "b", "b"),
        ("a", "b", "a"),
        ("a", None, "a"),
        (" \u3000", "b", None),
        ("", "b", None),
        (None, "\n", None),
        (" a ", None, " a "),
    ],
)
def test_the_query(policy: str | None, hints: str | None, expected: str | None):
    """The policy's query counts before the recall's, even a blank one, which asks nothing."""
    assert expected == query_of(policy, RenderingHints(query_text=hints))


@pytest.mark.parametrize(
    "hints", [RenderingHints(has_temporal_expr=True), RenderingHints(has_time_range=True)], ids=["expression", "range"]
)
def test_known_times_leave_the_intent_out(hints: RenderingHints):
    """When the recall knows that time matters, the intent is not asked."""
    backend = Scripted.judging(intent="general")
    made = ask(backend, hints=hints)

    assert [made.intent, made.relevance] == [None, [1 / 3] * 3]
    assert len(backend.requests) == 1


@pytest.mark.parametrize(
    ("policy", "first_questions"),
    [
        (DecidePolicy(disclosure=False), ["intent"]),
        (DecidePolicy(intent=False), ["rel_0"]),
        (DecidePolicy(intent=False, disclosure=False), []),
    ],
)
def test_a_policy_turns_questions_off(policy: DecidePolicy, first_questions: list[str]):
    """Each question can be turned off."""
    backend = Scripted.judging(intent="general")
    ask(backend, policy=policy)

    assert first_questions == [questions[0] for questions in asked(backend)]


def test_one_candidate_is_not_weighed():
    """When all hits but one are withheld, the intent alone is asked."""
    backend = Scripted.judging(intent="timeline")
    made = ask(backend, ["a"], hits=2)

    assert (made.intent, made.relevance, asked(backend)) == ("timeline", None, [["intent"]])


# Splitting


def size(query: str, candidates: list[dict[str, Any]]) -> int:
    """The bytes of a state."""
    return len(msgspec.json.encode({"query": query, "candidates": candidates}))


def test_texts_are_cut():
    """Of a text, 600 characters are sent, however many bytes they have."""
    assert list(batches("", ["\U0001f375" * 601])) == [[{"i": 0, "text": "\U0001f375" * 600}]]


def filling(last: int) -> list[str]:
    """Texts whose state, with `last` bytes in the last one, grows byte by byte."""
    return ["x" * 600] * 180 + ["x" * last]


@pytest.mark.parametrize(("more", "sizes"), [(0, [181]), (1, [180, 1])])
def test_a_state_holds_112000_bytes(more: int, sizes: list[int]):
    """A request is full at exactly 112,000 bytes, an item counted with its comma."""
    one_less = size("q", [{"i": number, "text": text} for number, text in enumerate(filling(0))])
    # The first item has no comma, and its byte counts all the same.
    last = 112_000 - one_less - 1

    assert 0 < last < 600
    assert sizes == [len(batch) for batch in batches("q", filling(last + more))]


def test_the_first_of_the_next_request_has_number_0():
    """Numbers begin anew in each request, and no candidate is lost or asked twice."""
    texts = [f"{number:04}" + "x" * 596 for number in range(400)]
    made = list(batches("q", texts))

    assert [list(range(len(batch))) for batch in made] == [[item["i"] for item in batch] for batch in made]
    assert texts == [item["text"] for batch in made for item in batch]
    assert [len(batch) for batch in made] == [180, 180, 40]


def test_an_oversized_query_sends_each_text_alone():
    """What cannot fit goes alone."""
    assert [len(batch) for batch in batches("q" * 112_000, TEXTS)] == [1, 1, 1]


def test_judgements_of_several_requests_join():
    """Scores come back in the order of the texts, whichever request they were in."""

    def answer(request: DecisionRequest) -> Decision:
        made: dict[str, Any] = {}
        for item in request.state["candidates"]:
            made[f"rel_{item['i']}"] = ScoreAnswer(int(item["text"][0]), {}, {}, 1.0)
            made[f"verbatim_{item['i']}"] = NoulAnswer(int(item["text"][0]) / 10)
        return decision(request, answers=made)

    levels = [number % 4 for number in range(400)]
    backend = Backend(answer)
    made = ask(backend, [f"{level}" * 600 for level in levels], policy=DecidePolicy(intent=False))

    assert [level / 3 for level in levels] == made.relevance
    assert [level / 10 for level in levels] == made.verbatim
    assert len(backend.requests) == 3


# Deadlines


def test_one_deadline_for_all_calls():
    """Each call gets what is left."""
    backend = Scripted.judging(intent="general")
    ask(backend, policy=DecidePolicy(deadline_ms=1000), clock=iter([5.0, 5.0, 5.75]).__next__)

    assert [request.deadline_ms for request in backend.requests] == [1000, 250]


def test_a_deadline_that_passes_between():
    """What was answered in time is used, and nothing more is asked."""
    backend = Scripted.judging(intent="timeline")
    made = ask(backend, policy=DecidePolicy(deadline_ms=1000), clock=iter([5.0, 5.0, 6.0]).__next__)

    assert (made.intent, made.relevance) == ("timeline", None)
    assert asked(backend) == [["intent"]]


def test_a_deadline_that_passes_between_requests():
    """When the last of several requests has no time left, none of them counts."""
    backend = Scripted.judging()
    made = ask(
        backend,
        ["x" * 600] * 200,
        policy=DecidePolicy(intent=False, deadline_ms=1000),
        clock=iter([5.0, 5.0, 6.0]).__next__,
    )

    assert made == NOTHING
    assert len(backend.requests) == 1


@pytest.mark.parametrize("clock", [None, lambda: 5.0])
def test_no_time_at_all(clock: Clock | None):
    """With a deadline of 0 nothing is asked, with a clock or without."""
    backend = Scripted.judging(intent="timeline")

    assert ask(backend, policy=DecidePolicy(deadline_ms=0), clock=clock) == NOTHING
    assert backend.requests == []


def test_no_clock():
    """Without a clock each call gets the whole deadline."""
    backend = Scripted.judging(intent="general")
    ask(backend, policy=DecidePolicy(deadline_ms=1000))

    assert [request.deadline_ms for request in backend.requests] == [1000, 1000]


def test_no_deadline():
    """Without a deadline the backend's own applies, and the clock is not read."""
    backend = Scripted.judging(intent="general")
    ask(backend, clock=iter(()).__next__)

    assert [request.deadline_ms for request in backend.requests] == [None, None]


# Provenance and calibration


def test_provenance():
    """It counts the decisions that were used, and adds up their times."""
    provenance = ask(Scripted.judging(intent="general")).provenance

    expected = {
        "provider": "fake",
        "model": "fake-1",
        "calibrated": True,
        "requests": 2,
        "latency_ms": 14,
        "intent": "general",
    }

    assert expected == msgspec.to_builtins(provenance)


def test_what_failed_is_not_in_the_provenance():
    """A decision that was not used does not count."""
    provenance = ask(Scripted.judging()).provenance

    assert provenance is not None
    assert (provenance.requests, provenance.latency_ms, provenance.intent) == (1, 7, None)


def changing(*decisions: dict[str, Any]) -> Backend:
    """A backend whose decisions differ from one request to the next."""
    left = iter(decisions)
    return Backend(lambda request: decision(request, **next(left)))


def test_distinct_names_in_order():
    """Names stand in the order of their first answer, each once."""
    backend = changing(
        {"provider": "b", "model": "x"},
        {"provider": "a", "model": "x"},
        {"provider": "b", "model": "y"},
        {"provider": "c", "model": "x"},
    )
    provenance = ask(backend, ["x" * 600] * 400).provenance

    assert provenance is not None
    assert (
        provenance.provider,
        provenance.model,
        provenance.requests,
        provenance.latency_ms,
    ) == ("b,a,c", "x,y", 4, 4)


@pytest.mark.parametrize(
    ("first", "second", "third"), [(True, True, True), (True, True, False), (False, True, True), (True, False, True)]
)
def test_calibration(first: bool, second: bool, third: bool):
    """Each question is calibrated when all its decisions are, and the whole when all are."""
    made = ask(changing({"calibrated": first}, {"calibrated": second}, {"calibrated": third}), ["x" * 600] * 200)

    assert made.provenance is not None
    assert (first, second and third, first and second and third) == (
        made.intent_calibrated,
        made.disclosure_calibrated,
        made.provenance.calibrated,
    )
