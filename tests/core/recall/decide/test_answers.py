"""Answers are read strictly or leniently; what is no answer has the code DEC-E003."""

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.recall.decide.answers import ChoiceAnswer, NoulAnswer, ScoreAnswer, validate
from contextc.recall.decide.errors import DecideError
from contextc.recall.decide.questions import Choice, Noul, Question, Score

NOUL = Noul("Is it raining?")
CHOICE = Choice("Which tea?", {"green": "", "black": "", "oolong": ""})
SCORE = Score("How much?", ["none", "some", "all"])

BOTH = (False, True)


def read(question: Question, raw: object, *, lenient: bool) -> Any:
    """One answer."""
    return validate({"q": question}, {"q": raw}, lenient=lenient)["q"]


def near(*expected: float) -> Any:
    """Within rounding."""
    return pytest.approx(list(expected))


def shares(answer: ChoiceAnswer | ScoreAnswer) -> list[float]:
    """The probabilities in order."""
    return list(answer.probabilities.values())


@pytest.mark.parametrize("lenient", BOTH)
@pytest.mark.parametrize(
    ("raw", "noul"),
    [
        ({"noul": 0.25}, 0.25),
        ({"p": 1}, 1.0),
        ({"probability": 0}, 0.0),
        ({"type": "noul", "noul": 0.5, "p": 0.9}, 0.5),
        ({"type": None, "noul": None, "p": 0.9}, 0.9),
        ({"noul": -0.01}, 0.0),
        ({"noul": 1.01}, 1.0),
    ],
)
def test_a_noul(raw: dict[str, Any], noul: float, lenient: bool):
    """Its number has one of three names, and is clamped when it is a little out of range."""
    assert NoulAnswer(noul) == read(NOUL, raw, lenient=lenient)


@pytest.mark.parametrize("lenient", BOTH)
@pytest.mark.parametrize(
    ("question", "raw"),
    [
        (NOUL, None),
        (NOUL, []),
        (NOUL, True),
        (NOUL, "0.5"),
        (NOUL, {}),
        (NOUL, {"noul": -0.0101}),
        (NOUL, {"noul": 1.0101}),
        (NOUL, {"noul": math.nan}),
        (NOUL, {"noul": math.inf}),
        (NOUL, {"noul": 10**400}),
        (NOUL, {"noul": "0.5"}),
        (NOUL, {"noul": True}),
        (NOUL, {"type": "score", "noul": 0.5}),
        (CHOICE, 1),
        (CHOICE, {}),
        (CHOICE, {"choice": "mint"}),
        (CHOICE, {"choice": ["green"]}),
        (CHOICE, {"choice": "mint", "probabilities": {"green": 1}}),
        (CHOICE, {"type": "noul", "probabilities": {"green": 1}}),
        (CHOICE, {"probabilities": {"mint": 1}}),
        (CHOICE, {"probabilities": {1: 1}}),
        (CHOICE, {"probabilities": {"green": 1.2, "black": -0.2}}),
        (CHOICE, {"probabilities": {"green": math.nan}}),
        (CHOICE, {"probabilities": {"green": "1"}}),
        (CHOICE, {"probabilities": {"green": 1e308, "black": 1e308}}),
        (CHOICE, {"probabilities": {"green": 0}}),
        (CHOICE, {"probabilities": {}}),
        (CHOICE, {"probabilities": [1, 0, 0]}),
        (SCORE, "some"),
        (SCORE, {}),
        (SCORE, {"score": -0.1, "probabilities": {"0": 1}}),
        (SCORE, {"score": 2.1, "probabilities": {"2": 1}}),
        (SCORE, {"score": math.nan, "probabilities": {"2": 1}}),
        (SCORE, {"score": "2", "probabilities": {"2": 1}}),
        (SCORE, {"probabilities": {"3": 1}}),
        (SCORE, {"probabilities": {"00": 1}}),
        (SCORE, {"type": "choice", "probabilities": {"2": 1}}),
    ],
)
def test_what_is_no_answer(question: Question, raw: object, lenient: bool):
    """Neither reading makes an answer of what is missing, of another type, not asked or not finite."""
    with pytest.raises(DecideError, match="DEC-E003"):
        read(question, raw, lenient=lenient)


@pytest.mark.parametrize(
    ("question", "raw", "answer"),
    [
        (NOUL, 0.5, NoulAnswer(0.5)),
        (CHOICE, "green", ChoiceAnswer("green", {"black": 0.0, "green": 1.0, "oolong": 0.0}, 1.0)),
        (CHOICE, {"choice": "green"}, ChoiceAnswer("green", {"black": 0.0, "green": 1.0, "oolong": 0.0}, 1.0)),
        (
            CHOICE,
            {"probabilities": {"green": 30, "black": 10}},
            ChoiceAnswer("green", {"black": 0.25, "green": 0.75, "oolong": 0.0}, 0.625),
        ),
        (
            SCORE,
            1.5,
            ScoreAnswer(1.5, {"0": 0.0, "1": 0.0, "2": 1.0}, {"0": "none", "1": "some", "2": "all"}, 1.0),
        ),
        (
            SCORE,
            {"score": 0.4},
            ScoreAnswer(0.4, {"0": 1.0, "1": 0.0, "2": 0.0}, {"0": "none", "1": "some", "2": "all"}, 1.0),
        ),
        (
            SCORE,
            {"probabilities": {"some": 1, "all": 1, "2": 2}},
            ScoreAnswer(1.75, {"0": 0.0, "1": 0.25, "2": 0.75}, {"0": "none", "1": "some", "2": "all"}, 0.625),
        ),
    ],
)
def test_lenient_alone(question: Question, raw: object, answer: object):
    """Bare values, names without a distribution, names of levels and any positive sum are read leniently alone."""
    assert answer == read(question, raw, lenient=True)
    with pytest.raises(DecideError, match="DEC-E003"):
        read(question, raw, lenient=False)


@pytest.mark.parametrize(("total", "taken"), [(0.9901, True), (1.0099, True), (0.9895, False), (1.0105, False)])
def test_a_strict_sum(total: float, taken: bool):
    """Probabilities that sum to 1 within a hundredth are divided by their sum; others are none."""
    raw = {"probabilities": {"green": total}}
    if taken:
        assert read(CHOICE, raw, lenient=False).probabilities == {"black": 0.0, "green": 1.0, "oolong": 0.0}
    else:
        with pytest.raises(DecideError, match="sum to"):
            read(CHOICE, raw, lenient=False)


@pytest.mark.parametrize("lenient", BOTH)
def test_the_named_choice_wins(lenient: bool):
    """A choice that is named is taken, even when another is more likely."""
    answer = read(CHOICE, {"choice": "oolong", "probabilities": {"green": 0.75, "oolong": 0.25}}, lenient=lenient)

    assert (answer.choice, shares(answer)) == ("oolong", [0.0, 0.75, 0.25])


@pytest.mark.parametrize("lenient", BOTH)
def test_ties_go_to_the_first_key(lenient: bool):
    """Of the most likely options, the first in the order of their names is chosen."""
    assert read(CHOICE, {"probabilities": {"green": 0.5, "black": 0.5}}, lenient=lenient).choice == "black"


@pytest.mark.parametrize("lenient", BOTH)
def test_a_score_is_given_or_the_mean(lenient: bool):
    """A score that is given is taken; otherwise it is the mean of the levels."""
    spread = {"0": 0.25, "2": 0.75}

    assert read(SCORE, {"score": 0.5, "probabilities": spread}, lenient=lenient).score == 0.5
    assert read(SCORE, {"probabilities": spread}, lenient=lenient).score == 1.5


def test_a_mean_stays_on_the_scale():
    """Rounding does not carry a mean past the last level."""
    ten = Score("How much?", [f"{number}" for number in range(10)])
    weights = {"9": 1.0, "8": 1e-16, "7": 1e-16, "6": 1e-16}

    assert read(ten, {"probabilities": weights}, lenient=True).score <= 9


@pytest.mark.parametrize(
    ("raw", "strict", "lenient"),
    [({}, 0.4, 0.4), ({"confidence": 0.9}, 0.9, 0.4), ({"confidence": 7}, 1.0, 0.4), ({"confidence": -1}, 0.0, 0.4)],
)
def test_confidence(raw: dict[str, Any], strict: float, lenient: float):
    """A strict reading takes what is given, clamped; a lenient one always computes it."""
    raw = {**raw, "probabilities": {"0": 0.6, "1": 0.2, "2": 0.2}}

    assert near(strict, lenient) == [read(SCORE, raw, lenient=reading).confidence for reading in BOTH]


def test_an_even_spread_has_no_confidence():
    """When all are as likely, the confidence is 0."""
    assert near(0) == [read(CHOICE, {"probabilities": dict.fromkeys(CHOICE.criteria, 1)}, lenient=True).confidence]


@pytest.mark.parametrize("confidence", [math.nan, "high", True])
def test_a_confidence_that_is_none(confidence: object):
    """A strict reading refuses a confidence that is no number."""
    with pytest.raises(DecideError, match="DEC-E003"):
        read(SCORE, {"probabilities": {"0": 1}, "confidence": confidence}, lenient=False)


def test_numbers_win_over_names():
    """A level that is named like the number of another is meant by its number."""
    scale = Score("How much?", ["1", "0"])

    assert read(scale, {"probabilities": {"0": 1}}, lenient=True).score == 0.0


def test_the_legend_is_the_question_s():
    """A legend that is sent back does not count."""
    raw = {"probabilities": {"0": 1}, "legend": {"0": "everything"}}

    assert read(SCORE, raw, lenient=False).legend == {"0": "none", "1": "some", "2": "all"}


def test_only_what_was_asked():
    """Answers to other questions are dropped."""
    assert {"q": NoulAnswer(0.5)} == validate({"q": NOUL}, {"q": {"p": 0.5}, "r": {"p": 0.5}})


@pytest.mark.parametrize("raw", [None, [], "q", 1, {}, {"r": {"p": 0.5}}])
@pytest.mark.parametrize("lenient", BOTH)
def test_everything_that_was_asked(raw: object, lenient: bool):
    """One missing answer is an error."""
    with pytest.raises(DecideError, match="DEC-E003"):
        validate({"q": NOUL}, raw, lenient=lenient)


def test_numbers_on_the_wire():
    """Numbers are written with the fewest digits that read back the same."""
    answers = validate({"n": NOUL, "s": SCORE}, {"n": {"p": 0.8}, "s": {"probabilities": {"1": 0.8, "2": 0.2}}})

    assert msgspec.json.encode(answers).decode() == (
        '{"n":{"type":"noul","noul":0.8},"s":{"type":"score","score":1.2000000000000002,'
        '"probabilities":{"0":0.0,"1":0.8,"2":0.2},"legend":{"0":"none","1":"some","2":"all"},'
        '"confidence":0.7000000000000002}}'
    )


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "green", "some", "noul", "choice"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "noul",
                    "p",
                    "choice",
                    "score",
                    "probabilities",
                    "confidence",
                    "green",
                    "black",
                    "0",
                    "1",
                    "some",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(raw=JUNK, lenient=st.booleans(), question=st.sampled_from([NOUL, CHOICE, SCORE]))
def test_any_json(raw: object, lenient: bool, question: Question):
    """Whatever comes back is an answer within its ranges, or an error."""
    try:
        answer = read(question, raw, lenient=lenient)
    except DecideError as error:
        assert error.code == "DEC-E003"
        return
    if isinstance(answer, NoulAnswer):
        assert 0 <= answer.noul <= 1
    else:
        assert 0 <= answer.confidence <= 1
        assert near(1) == [sum(shares(answer))]
    if isinstance(answer, ScoreAnswer):
        assert 0 <= answer.score <= 2
