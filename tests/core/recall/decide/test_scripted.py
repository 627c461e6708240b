"""A scripted backend answers what it was told to."""

import pytest

from contextc.recall.decide.answers import ChoiceAnswer, NoulAnswer, ScoreAnswer
from contextc.recall.decide.errors import DecideError
from contextc.recall.decide.questions import Choice, DecisionRequest, Noul
from contextc.recall.decide.scripted import Scripted
from contextc.recall.decide.wording import INTENT, ask_intent, ask_relevance, ask_verbatim

RAIN = DecisionRequest("drops", {"rain": Noul("Is it raining?")})
INTENTION = DecisionRequest({"query": "tea?"}, {INTENT: ask_intent()})


def weighing(count: int) -> DecisionRequest:
    """The questions about so many candidates."""
    relevance = {f"rel_{number}": ask_relevance(number) for number in range(count)}
    return DecisionRequest({}, {**relevance, **{f"verbatim_{number}": ask_verbatim(number) for number in range(count)}})


def test_a_script_by_request():
    """A function makes the answers of each request."""
    backend = Scripted(lambda request: {"rain": len(request.state) / 10})

    assert {"rain": NoulAnswer(0.5)} == backend.decide(RAIN).answers


def test_what_it_was_asked():
    """Requests are noted in order, also those that fail."""
    backend = Scripted({"rain": 0.5})
    with pytest.raises(DecideError, match="DEC-E003"):
        backend.decide(INTENTION)
    backend.decide(RAIN)

    assert backend.requests == [INTENTION, RAIN]


def test_names_and_times():
    """A decision carries what was given for it."""
    decision = Scripted({"rain": 0}, calibrated=False, provider="p", model="m", latency_ms=9).decide(RAIN)

    assert (decision.provider, decision.model, decision.calibrated, decision.latency_ms) == ("p", "m", False, 9)


def test_questions_are_checked():
    """It refuses what no backend could be asked."""
    with pytest.raises(DecideError, match="DEC-E006"):
        Scripted({"q": "a"}).decide(DecisionRequest("", {"q": Choice("Which?", {"a": ""})}))


def test_judging_intent():
    """It answers with the intent that was given, and with an error without one."""
    answer = Scripted.judging(intent="timeline").decide(INTENTION).answers["intent"]

    assert isinstance(answer, ChoiceAnswer)
    assert answer.choice == "timeline"
    with pytest.raises(DecideError, match="DEC-E002"):
        Scripted.judging().decide(INTENTION)


def test_judging_candidates():
    """It answers by place, with 1 and 0.1 beyond what was given."""
    answers = Scripted.judging(rel=[0, 2.5], verbatim=[0.9]).decide(weighing(3)).answers

    assert [answer.score for answer in answers.values() if isinstance(answer, ScoreAnswer)] == [0, 2.5, 1]
    assert [answer.noul for answer in answers.values() if isinstance(answer, NoulAnswer)] == [0.9, 0.1, 0.1]


def test_judging_nothing_else():
    """It has no answer to other questions."""
    with pytest.raises(DecideError, match="DEC-E003"):
        Scripted.judging(intent="general").decide(RAIN)


def test_judging_names():
    """It has the names and the time of the recorded cases."""
    decision = Scripted.judging(calibrated=False).decide(weighing(2))

    assert (decision.provider, decision.model, decision.latency_ms, decision.calibrated) == ("fake", "fake-1", 7, False)


def test_it_describes_itself():
    """It says that it is a script, and whether it is calibrated."""
    assert (Scripted.judging().calibrated(), Scripted.judging().describe()) == (True, "answers by script (fake-1)")
