"""What a model answered, as plain values -> answers that can be counted on, or an error of code `DEC-E003`.

Strict reading is for a provider that measures probabilities, lenient reading for a model that writes them down. Numbers are
of 64 bits and never rounded to 32: what is made of them, a priority, is rounded to six decimals.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from contextc.recall.decide.errors import DecideCode, DecideError
from contextc.recall.decide.questions import Choice, Noul, Question, Score

NOUL_KEYS = ("noul", "p", "probability")
SLACK = 0.01
"""How far a probability may lie outside [0, 1] (section 8.1 of the second specification)."""
SUM_SLACK = 0.01 + 1e-4
"""How far a sum of probabilities may be from 1."""


class NoulAnswer(Struct, frozen=True, tag_field="type", tag="noul"):
    """How likely it is that the answer is yes."""

    noul: float


class ChoiceAnswer(Struct, frozen=True, tag_field="type", tag="choice"):
    """An option, and how likely each is."""

    choice: str
    probabilities: dict[str, float]
    confidence: float
    """0 when all options are as likely, 1 when one is certain."""


class ScoreAnswer(Struct, frozen=True, tag_field="type", tag="score"):
    """A place on the scale, and how likely each level is."""

    score: float
    probabilities: dict[str, float]
    """By the number of the level."""
    legend: dict[str, str]
    """Number -> level, as the question has them."""
    confidence: float


Answer = NoulAnswer | ChoiceAnswer | ScoreAnswer


def validate(questions: Mapping[str, Question], raw: object, *, lenient: bool = False) -> dict[str, Answer]:
    """The answer to every question of a request that was checked; what was not asked is dropped.

    >>> validate({"rain": Noul("Is it raining?")}, {"rain": {"p": 1.004}, "snow": 3})
    {'rain': NoulAnswer(noul=1.0)}
    >>> validate({"rain": Noul("Is it raining?")}, {"rain": 0.25}, lenient=True)
    {'rain': NoulAnswer(noul=0.25)}
    """
    if not isinstance(raw, Mapping):
        raise _malformed("the answers are no object")
    given = cast(Mapping[str, object], raw)
    return {name: _answer(question, given.get(name), name, lenient=lenient) for name, question in questions.items()}


def _answer(question: Question, raw: object, name: str, *, lenient: bool) -> Answer:
    kind, read = READERS[type(question)]
    if lenient and isinstance(raw, str | int | float):
        # A bare value stands for the one thing that the question is about.
        raw = {kind: raw}
    if not isinstance(raw, Mapping):
        raise _malformed(f"{name}: there is no answer" if raw is None else f"{name}: the answer is no object")
    given = cast(Mapping[str, object], raw)
    if given.get("type") not in (None, kind):
        raise _malformed(f"{name}: the answer is not of type {kind}")
    return read(question, given, name, lenient)


def _noul(_question: Any, raw: Mapping[str, object], name: str, _lenient: bool) -> NoulAnswer:
    value = next((raw[key] for key in NOUL_KEYS if raw.get(key) is not None), None)
    probability = _number(value, name)
    if not -SLACK <= probability <= 1 + SLACK:
        raise _malformed(f"{name}: {probability} is no probability")
    return NoulAnswer(_clamped(probability))


def _choice(question: Any, raw: Mapping[str, object], name: str, lenient: bool) -> ChoiceAnswer:
    options = sorted(question.criteria)
    numbers = {option: number for number, option in enumerate(options)}
    chosen = raw.get("choice")
    if chosen is not None and (not isinstance(chosen, str) or chosen not in numbers):
        raise _malformed(f"{name}: the choice is none of the options")
    named = None if chosen is None else numbers[chosen]
    shares = _shares(raw, numbers, len(options), named, name, lenient=lenient)
    best = shares.index(max(shares)) if named is None else named
    probabilities = dict(zip(options, shares, strict=True))
    return ChoiceAnswer(options[best], probabilities, _confidence(raw, shares, name, lenient=lenient))


def _score(question: Any, raw: Mapping[str, object], name: str, lenient: bool) -> ScoreAnswer:
    legend = {str(number): level for number, level in enumerate(question.levels)}
    top = len(legend) - 1
    numbers = {text: int(text) for text in legend}
    if lenient:
        numbers = {level: int(text) for text, level in reversed(legend.items())} | numbers
    score = None if raw.get("score") is None else _number(raw["score"], name)
    if score is not None and not 0 <= score <= top:
        raise _malformed(f"{name}: {score} is not on the scale from 0 to {top}")
    named = None if score is None else int(score + 0.5)
    shares = _shares(raw, numbers, len(legend), named, name, lenient=lenient)
    if score is None:
        # Rounding may carry the sum past the last level.
        score = min(sum([number * share for number, share in enumerate(shares)]), float(top))
    probabilities = dict(zip(legend, shares, strict=True))
    return ScoreAnswer(score, probabilities, legend, _confidence(raw, shares, name, lenient=lenient))


Reader = Callable[[Any, Mapping[str, object], str, bool], Answer]

READERS: dict[type, tuple[str, Reader]] = {Noul: ("noul", _noul), Choice: ("choice", _choice), Score: ("score", _score)}
"""Kind of question -> the name of its kind, and what reads its answer."""


def _shares(
    raw: Mapping[str, object], numbers: Mapping[str, int], count: int, named: int | None, name: str, *, lenient: bool
) -> list[float]:
    """The probability of each option or level by its number."""
    given = raw.get("probabilities")
    if given is None and lenient and named is not None:
        return [float(number == named) for number in range(count)]
    if not isinstance(given, Mapping):
        raise _malformed(f"{name}: there are no probabilities")
    weights = [0.0] * count
    for key, value in cast(Mapping[str, object], given).items():
        if key not in numbers:
            raise _malformed(f"{name}: a probability is of nothing that was asked")
        weight = _number(value, name)
        if weight < 0:
            raise _malformed(f"{name}: {weight} is no probability")
        weights[numbers[key]] += weight
    total = sum(weights)
    if not (0 < total < math.inf if lenient else abs(total - 1) <= SUM_SLACK):
        raise _malformed(f"{name}: the probabilities sum to {total}")
    return [weight / total for weight in weights]


def _confidence(raw: Mapping[str, object], shares: Sequence[float], name: str, *, lenient: bool) -> float:
    given = None if lenient else raw.get("confidence")
    count = len(shares)
    return _clamped((count * max(shares) - 1) / (count - 1) if given is None else _number(given, name))


def _number(value: object, name: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise _malformed(f"{name}: there is no number where one is needed")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise _malformed(f"{name}: a number is not finite")
    return number


def _clamped(number: float) -> float:
    return min(max(number, 0.0), 1.0)


def _malformed(message: str) -> DecideError:
    return DecideError(DecideCode.MALFORMED_ANSWER, message)
