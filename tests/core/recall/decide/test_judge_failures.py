"""Whatever a backend does, an assembly goes on without it: each question fails on its own."""

import json
import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.recall.decide.answers import ChoiceAnswer, NoulAnswer, ScoreAnswer
from contextc.recall.decide.backend import Decision
from contextc.recall.decide.errors import DecideError
from contextc.recall.decide.questions import DecisionRequest
from contextc.recall.decide.scripted import Scripted
from core.recall.decide.judging import NOTHING, Backend, answers_to, ask, decision

# Failing open


def test_the_intent_fails_alone():
    """Without an intent, relevance still counts."""
    made = ask(Scripted.judging())

    assert (made.intent, made.intent_calibrated, made.relevance) == (None, False, [1 / 3] * 3)


def test_the_relevance_fails_alone():
    """Without relevance, the intent still counts."""
    made = ask(Scripted({"intent": "timeline"}))

    assert (made.intent, made.relevance, made.verbatim, made.disclosure_calibrated) == ("timeline", None, None, False)


@pytest.mark.parametrize(
    "error", [DecideError("DEC-E002", "down"), ValueError("x"), RecursionError(), MemoryError(), StopIteration()]
)
def test_any_exception(error: Exception):
    """Whatever a backend raises, nothing gets out and nothing changes."""

    def answer(request: DecisionRequest) -> Decision:
        raise error

    assert ask(Backend(answer)) == NOTHING


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_stops_get_through(stop: type[BaseException]):
    """Who wants to stop is not held up."""

    def answer(request: DecisionRequest) -> Decision:
        raise stop

    with pytest.raises(stop):
        ask(Backend(answer))


@pytest.mark.parametrize("made", [None, 1, "general", {}, {"answers": {}}, [1], object()])
def test_what_is_no_decision(made: object):
    """A backend that returns something else has not answered."""
    assert ask(Backend(lambda _: made)) == NOTHING


@pytest.mark.parametrize(
    "changed",
    [
        {"answers": None},
        {"answers": []},
        {"answers": {}},
        {"model": None},
        {"model": "\ud800"},
        {"provider": 1},
        {"provider": "\udfff"},
        {"calibrated": 1},
        {"calibrated": "yes"},
        {"latency_ms": -1},
        {"latency_ms": 1.5},
        {"latency_ms": True},
        {"latency_ms": None},
        {"latency_ms": math.nan},
        {"latency_ms": 2**32},
        {"latency_ms": 10**400},
    ],
)
def test_malformed_decisions(changed: dict[str, Any]):
    """A decision with a field of a wrong type is none."""
    assert ask(Backend(lambda request: decision(request, **changed))) == NOTHING


@pytest.mark.parametrize(
    "score", [-0.001, 3.001, math.nan, math.inf, -math.inf, None, "3", True, [3], 10**400], ids=repr
)
def test_malformed_scores(score: Any):
    """One score that is no number from 0 to 3 leaves all judgements out."""

    def answer(request: DecisionRequest) -> Decision:
        answers = answers_to(request)
        if "rel_2" in answers:
            answers["rel_2"] = ScoreAnswer(score, {}, {}, 1.0)
        return decision(request, answers=answers)

    made = ask(Backend(answer))

    assert (made.intent, made.relevance, made.verbatim) == ("general", None, None)


@pytest.mark.parametrize("noul", [-0.001, 1.001, math.nan, None, "1", False, 10**400], ids=repr)
def test_malformed_nouls(noul: Any):
    """One noul that is no number from 0 to 1 leaves all judgements out."""
    made = ask(Backend(lambda request: decision(request, answers=answers_to(request, noul=noul))))

    assert (made.intent, made.relevance, made.verbatim) == ("general", None, None)


@pytest.mark.parametrize("given", [(0, 0), (3, 1)])
def test_the_ends_of_the_scales(given: tuple[int, int]):
    """The ends belong to the scales, and whole numbers are numbers."""
    score, noul = given
    made = ask(Backend(lambda request: decision(request, answers=answers_to(request, score=score, noul=noul))))

    assert ([score / 3] * 3, [float(noul)] * 3) == (made.relevance, made.verbatim)


@pytest.mark.parametrize("missing", ["rel_1", "verbatim_2"])
def test_a_missing_answer(missing: str):
    """One answer that is missing leaves all judgements out."""

    def answer(request: DecisionRequest) -> Decision:
        answers = answers_to(request)
        answers.pop(missing, None)
        return decision(request, answers=answers)

    assert ask(Backend(answer)).relevance is None


def test_an_answer_of_another_kind():
    """A noul is no score."""

    def answer(request: DecisionRequest) -> Decision:
        return decision(request, answers=dict.fromkeys(request.questions, NoulAnswer(1.0)))

    assert ask(Backend(answer)) == NOTHING


@pytest.mark.parametrize("choice", ["census", "", "Timeline", None, 1, ["timeline"]])
def test_an_intent_that_was_not_offered(choice: Any):
    """An intent that is none of the options is none."""
    made = ask(Backend(lambda request: decision(request, answers=answers_to(request, choice=choice))))

    assert (made.intent, made.relevance) == (None, [1.0] * 3)


def test_texts_that_are_no_json():
    """A text that cannot be sent leaves all judgements out."""
    made = ask(Backend(decision), ["ok", "\ud800"])

    assert (made.intent, made.relevance) == ("general", None)


def test_a_backend_cannot_change_the_questions_of_others():
    """A backend that empties what it was sent changes no later answer."""

    def answer(request: DecisionRequest) -> Decision:
        made = decision(request)
        request.state.clear()
        request.questions.clear()
        return made

    backend = Backend(answer)

    assert ask(backend) == ask(backend)


ANSWERS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(data=st.data())
def test_nothing_gets_out(data: st.DataObject):
    """Whatever a backend returns, a judgement is within its ranges or is not there."""

    def answer(request: DecisionRequest) -> Any:
        if data.draw(st.booleans()):
            return data.draw(ANSWERS)
        good = answers_to(request)
        for name in data.draw(st.lists(st.sampled_from(sorted(good)), max_size=2)):
            good[name] = data.draw(
                ANSWERS
                | st.builds(NoulAnswer, ANSWERS)
                | st.builds(ScoreAnswer, ANSWERS, ANSWERS, ANSWERS, ANSWERS)
                | st.builds(ChoiceAnswer, ANSWERS, ANSWERS, ANSWERS)
            )
        names = st.just("p") | ANSWERS
        return decision(request, answers=good, provider=data.draw(names), latency_ms=data.draw(st.just(1) | ANSWERS))

    made = ask(Backend(answer))

    assert made.intent in (None, "timeline", "current_state", "general")
    assert [0 <= relevance <= 1 for relevance in made.relevance or [0, 0, 0]] == [True] * 3
    assert [0 <= verbatim <= 1 for verbatim in made.verbatim or [0, 0, 0]] == [True] * 3
    used = made.intent is not None or made.relevance is not None
    assert used is (json.loads(msgspec.json.encode(made.provenance)) is not None)
