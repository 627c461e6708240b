"""A decision has a JSON form, a deadline covers several calls, and a chain asks one backend after the other."""

import math
from collections.abc import Callable

import pytest

from contextc.recall.decide.answers import NoulAnswer
from contextc.recall.decide.backend import Chain, Deadline, Decision, DecisionBackend, usd_micros
from contextc.recall.decide.errors import DecideError
from contextc.recall.decide.questions import DecisionRequest, Noul
from contextc.recall.decide.scripted import Scripted

REQUEST = DecisionRequest("drops", {"rain": Noul("Is it raining?")})


def failing(code: str, status: int | None = None) -> Scripted:
    """A backend that fails in one way."""

    def script(request: DecisionRequest) -> dict[str, object]:
        raise DecideError(code, "no", status=status)

    return Scripted(script, calibrated=False)


def clock(*seconds: float) -> Callable[[], float]:
    """A clock that shows these, one after the other."""
    return iter(seconds).__next__


def test_decision_without_usage():
    """What is not known of the usage is not there."""
    decision = Decision(answers={"rain": NoulAnswer(0.5)}, model="m", provider="p", calibrated=False, latency_ms=3)

    expected = {
        "model": "m",
        "answers": {"rain": {"type": "noul", "noul": 0.5}},
        "provider": "p",
        "calibrated": False,
        "latency_ms": 3,
    }

    assert expected == decision.to_json()


def test_decision_with_usage():
    """What is known of the usage stands together; 0 is known."""
    decision = Decision(
        answers={}, model="m", provider="p", calibrated=True, latency_ms=3, output_tokens=0, usd_micros=12
    )

    assert decision.to_json()["usage"] == {"output_tokens": 0, "usd_micros": 12}


@pytest.mark.parametrize(
    ("dollars", "micros"),
    [
        (0, 0),
        (1e-9, 1),
        (0.000001, 1),
        (0.0000010001, 2),
        (1.5, 1_500_000),
        (-1e-9, None),
        (math.inf, None),
        (1e300, None),
    ],
)
def test_costs(dollars: float, micros: int | None):
    """A cost is rounded up to millionths; what is no cost, or not of 64 bits, is unknown."""
    assert micros == usd_micros(dollars)


def test_a_deadline_runs_down():
    """Each call gets what the calls before it left."""
    deadline = Deadline(1000, clock(50, 50, 50.25, 50.5))

    assert [deadline.left() for _ in range(3)] == [1000, 750, 500]


@pytest.mark.parametrize("now", [51.0, 52.0, math.nan])
def test_a_spent_deadline(now: float):
    """No call is made when nothing is left, to the millisecond, or nobody knows."""
    deadline = Deadline(1000, clock(50, now))

    with pytest.raises(DecideError, match="DEC-E004"):
        deadline.left()


def test_no_deadline():
    """Without a deadline the clock is not read."""
    assert Deadline(None, clock()).left() is None


def test_no_clock():
    """Without a clock each call gets the whole deadline, and none is made with 0."""
    deadline = Deadline(1000, None)

    assert [deadline.left(), deadline.left()] == [1000, 1000]
    with pytest.raises(DecideError, match="DEC-E004"):
        Deadline(0, None).left()


@pytest.mark.parametrize("code", ["DEC-E001", "DEC-E002", "DEC-E003", "DEC-E004", "DEC-E005", "DEC-E007"])
def test_a_chain_moves_on(code: str):
    """The first backend that answers counts."""
    chain = Chain([failing(code), Scripted({"rain": 0.75}, provider="second"), Scripted({"rain": 0.5})])

    assert chain.decide(REQUEST).provider == "second"


@pytest.mark.parametrize(
    ("code", "status"), [("DEC-E006", None), ("DEC-E008", None), ("DEC-E002", 400), ("DEC-E002", 422)]
)
def test_a_chain_ends(code: str, status: int | None):
    """What every backend would refuse is not sent to the next."""
    second = Scripted({"rain": 0.75})

    with pytest.raises(DecideError, match=code):
        Chain([failing(code, status), second]).decide(REQUEST)
    assert second.requests == []


def test_a_chain_survives_any_exception():
    """A backend that breaks is one that did not answer."""

    def broken(request: DecisionRequest) -> dict[str, object]:
        raise ZeroDivisionError

    assert Chain([Scripted(broken), Scripted({"rain": 0.75})]).decide(REQUEST).answers["rain"].noul == 0.75
    with pytest.raises(DecideError, match="DEC-E005: no backend answered: ZeroDivisionError; DEC-E007: no"):
        Chain([Scripted(broken), failing("DEC-E007")]).decide(REQUEST)


def test_a_chain_lets_the_user_stop():
    """An interrupt is no failure of a backend."""

    def interrupted(request: DecisionRequest) -> dict[str, object]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Chain([Scripted(interrupted), Scripted({"rain": 0.75})]).decide(REQUEST)


def test_an_empty_chain():
    """A chain without a backend is not configured."""
    with pytest.raises(DecideError, match="DEC-E001"):
        Chain([]).decide(REQUEST)


def test_a_chain_has_one_deadline():
    """The second backend gets what the first one left; when nothing is left it is not asked."""
    second = Scripted({"rain": 0.75})
    request = DecisionRequest(REQUEST.state, REQUEST.questions, deadline_ms=1000)

    Chain([failing("DEC-E007"), second], clock=clock(0, 0, 0.75)).decide(request)
    with pytest.raises(DecideError, match="DEC-E004"):
        Chain([failing("DEC-E007"), second], clock=clock(0, 0, 1)).decide(request)

    assert [asked.deadline_ms for asked in second.requests] == [250]


def test_a_chain_describes_itself():
    """A chain is calibrated when all its backends are, and names them in order."""
    sure, unsure = Scripted({}, model="a"), Scripted({}, model="b", calibrated=False)

    backends: list[DecisionBackend] = [sure, unsure]

    assert [Chain([sure]).calibrated(), Chain(backends).calibrated()] == [True, False]
    assert Chain(backends).describe() == "answers by script (a), then answers by script (b)"
