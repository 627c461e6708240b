"""Questions are of three kinds, and what cannot be asked has the code DEC-E006."""

from typing import Any

import pytest

from contextc.recall.decide.errors import DecideError
from contextc.recall.decide.questions import Choice, DecisionRequest, Noul, Question, Score, check

RAIN = Noul("Is it raining?")


def options(count: int) -> dict[str, str]:
    """So many options."""
    return {f"o{number}": "" for number in range(count)}


def test_wire_form():
    """Each kind has its criteria on the wire; the deadline is not there, the model when it is given."""
    request = DecisionRequest(
        ["a"],
        {"c": Choice("Which?", {"a": "one"}), "s": Score("How much?", ["low", "high"]), "n": Noul("?", {"no": "dry"})},
        deadline_ms=5,
    )

    expected = {
        "model": "m",
        "state": ["a"],
        "questions": {
            "c": {"type": "choice", "instructions": "Which?", "criteria": {"a": "one"}},
            "s": {"type": "score", "instructions": "How much?", "criteria": ["low", "high"]},
            "n": {"type": "noul", "instructions": "?", "criteria": {"false": "dry"}},
        },
    }

    assert expected == request.to_json("m")


@pytest.mark.parametrize("state", ["", "text", {}, {"a": 1}, [], [None]])
def test_states(state: Any):
    """A state is a string, an object or an array."""
    assert check(DecisionRequest(state, {"rain": RAIN})) is None


@pytest.mark.parametrize("state", [None, 1, 1.5, True, b"x", {"a": object()}, ["\ud800"]])
def test_other_states(state: Any):
    """Anything else, and what is no JSON, is not."""
    with pytest.raises(DecideError, match="DEC-E006"):
        check(DecisionRequest(state, {"rain": RAIN}))


@pytest.mark.parametrize(
    "question",
    [
        Choice("Which?", options(2)),
        Choice("Which?", options(255)),
        Score("How much?", ["x"] * 2),
        Score("How much?", ["x"] * 10),
        Noul("?"),
        Noul("?", {}),
        Noul("?", {"true": "wet", "false": "dry"}),
        Noul("?", {"yes": "wet"}),
    ],
)
def test_questions(question: Question):
    """Counts run from 2 to 255 options and from 2 to 10 levels."""
    assert check(DecisionRequest("", {"q": question})) is None


@pytest.mark.parametrize(
    "questions",
    [
        {},
        None,
        [RAIN],
        {"": RAIN},
        {1: RAIN},
        {"q": "Is it raining?"},
        {"q": Noul("")},
        {"q": Noul(" \u3000\n")},
        {"q": Choice(" ", options(2))},
        {"q": Score("", ["a", "b"])},
        {"q": Choice("Which?", {})},
        {"q": Choice("Which?", options(1))},
        {"q": Choice("Which?", options(256))},
        {"q": Choice("Which?", {"a": "", " ": ""})},
        {"q": Score("How much?", [])},
        {"q": Score("How much?", ["x"])},
        {"q": Score("How much?", ["x"] * 11)},
        {"q": Noul("?", {"maybe": ""})},
        {"q": Noul(None)},
        {"q": Noul("?", ["true"])},
        {"q": Choice("Which?", {"a": 1, "b": 2})},
        {"q": Score("How much?", "abc")},
        {"ok": RAIN, "q": Noul("")},
    ],
)
def test_what_cannot_be_asked(questions: Any):
    """No questions, no id, no instructions, wrong counts, a blank option and wrong types are refused."""
    with pytest.raises(DecideError, match="DEC-E006"):
        check(DecisionRequest("", questions))
