"""What a decision backend is asked: a state, and questions of three kinds about it."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec
from msgspec import Struct, field
from msgspec.structs import force_setattr

from contextc.conform import conform, encoded
from contextc.errors import InvalidRequest
from contextc.recall.decide.errors import DecideCode, DecideError
from contextc.text import is_blank

OPTIONS = range(2, 256)
"""Options of a choice (section 8.1 of the second specification)."""
LEVELS = range(2, 11)
"""Levels of a score."""

YES_NO = {"yes": "true", "no": "false"}
"""Other names of what a noul may describe."""


class Choice(Struct, frozen=True, tag_field="type", tag="choice"):
    """Which one of some named options."""

    instructions: str
    criteria: dict[str, str]
    """Option -> what it stands for."""


class Score(Struct, frozen=True, tag_field="type", tag="score"):
    """Where on a scale."""

    instructions: str
    levels: list[str] = field(name="criteria")
    """Lowest first; the first has number 0."""


class Noul(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="noul"):
    """How likely it is that the answer is yes.

    >>> Noul("Is it raining?", {"yes": "there are drops"}).criteria
    {'true': 'there are drops'}
    """

    instructions: str
    criteria: dict[str, str] | None = None
    """What `true` and `false` stand for; `yes` and `no` are other names."""

    def __post_init__(self) -> None:
        if isinstance(self.criteria, dict):
            force_setattr(self, "criteria", {YES_NO.get(name, name): text for name, text in self.criteria.items()})


Question = Choice | Score | Noul


class DecisionRequest(Struct, frozen=True):
    """A state and what is asked about it.

    >>> DecisionRequest({"query": "tea?"}, {"rain": Noul("Is it raining?")}).to_json()
    {'state': {'query': 'tea?'}, 'questions': {'rain': {'type': 'noul', 'instructions': 'Is it raining?'}}}
    """

    state: Any
    """A string, an object or an array."""
    questions: dict[str, Question]
    deadline_ms: float | None = None
    """Absent: the backend's own; not on the wire."""

    def to_json(self, model: str | None = None) -> dict[str, Any]:
        """The request as plain values for JSON."""
        named = {} if model is None else {"model": model}
        return {**named, "state": self.state, "questions": msgspec.to_builtins(self.questions)}


def check(request: DecisionRequest) -> None:
    """Nothing, or an error of code `DEC-E006` at the first question that cannot be asked.

    >>> check(DecisionRequest("tea", {"kind": Choice("Which kind?", {"green": "unfermented"})}))
    Traceback (most recent call last):
    contextc.recall.decide.errors.DecideError: DEC-E006: kind: 1 option, not 2 to 255
    """
    state = request.state
    if not isinstance(state, str | dict | list):
        raise _invalid(f"a state is a string, an object or an array, not {type(state).__name__}")
    if not isinstance(request.questions, dict) or not request.questions:
        raise _invalid("there are no questions")
    for name, question in request.questions.items():
        if not isinstance(name, str) or not name:
            raise _invalid("a question has no id")
        if not isinstance(question, Question):
            raise _invalid(f"{name}: {type(question).__name__} is not a question")
        _conforms(question, name)
        if is_blank(question.instructions):
            raise _invalid(f"{name}: there are no instructions")
        CHECKS[type(question)](question, name)
    try:
        encoded(cast(object, state), "$.state")
    except InvalidRequest as error:
        raise _invalid(f"state: {error}") from None


def _conforms(question: Question, name: str) -> None:
    try:
        conform(question, type(question), name)
    except InvalidRequest as error:
        raise _invalid(f"{error.path}: {error}") from None


def _choice(question: Any, name: str) -> None:
    _counted(len(question.criteria), OPTIONS, "option", name)
    if any(is_blank(option) for option in question.criteria):
        raise _invalid(f"{name}: an option has no name")


def _score(question: Any, name: str) -> None:
    _counted(len(question.levels), LEVELS, "level", name)


def _noul(question: Any, name: str) -> None:
    criteria: Mapping[str, str] = question.criteria or {}
    if not {"true", "false"}.issuperset(criteria):
        raise _invalid(f"{name}: the criteria of a noul are true and false")


CHECKS = {Choice: _choice, Score: _score, Noul: _noul}


def _counted(count: int, allowed: range, what: str, name: str) -> None:
    if count not in allowed:
        raise _invalid(f"{name}: {count} {what}{'' if count == 1 else 's'}, not {allowed[0]} to {allowed[-1]}")


def _invalid(message: str) -> DecideError:
    return DecideError(DecideCode.INVALID_QUESTION, message)
