"""Choices, a budget -> those that are kept, and their text."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from contextc.recall.select import Choice
from contextc.tokens import TokenEstimator

Write = Callable[[Sequence[Choice]], str]
"""Choices in input order -> their text."""


class Fitted(NamedTuple):
    """What fits."""

    kept: Sequence[Choice]
    text: str
    tokens: int


def fit(choices: Sequence[Choice], budget: int | None, write: Write, estimator: TokenEstimator) -> Fitted:
    """All choices, or as many as the whole text has room for, the most important first.

    Summaries were charged a third of their grains and headings nothing, so the text may be over the budget. Then each choice
    that does not fit any more is left out, and then the least important until the estimate is right. When not even the text
    of nothing fits, there is none.
    """
    found = _written(choices, write, estimator)
    if budget is None or found.tokens <= budget:
        return found
    rest = _first_fit(choices, budget, estimator)
    found = _written(rest, write, estimator)
    if found.tokens <= budget:
        return found
    fits, fails, best = -1, len(rest), Fitted([], "", estimator.estimate(""))
    while fails - fits > 1:
        middle = (fits + fails) // 2
        found = _written(most_important(rest, middle), write, estimator)
        if found.tokens <= budget:
            fits, best = middle, found
        else:
            fails = middle
    return best


def most_important(choices: Sequence[Choice], count: int) -> list[Choice]:
    """So many of the choices, in input order; of equal ones the first."""
    return [choices[place] for place in sorted(_by_importance(choices)[:count])]


def _by_importance(choices: Sequence[Choice]) -> list[int]:
    return sorted(range(len(choices)), key=lambda place: (-choices[place].entry.priority, place))


def _first_fit(choices: Sequence[Choice], budget: int, estimator: TokenEstimator) -> list[Choice]:
    kept: list[int] = []
    for place in _by_importance(choices):
        tokens = estimator.estimate(choices[place].text)
        if tokens <= budget:
            budget -= tokens
            kept.append(place)
    return [choices[place] for place in sorted(kept)]


def _written(choices: Sequence[Choice], write: Write, estimator: TokenEstimator) -> Fitted:
    text = write(choices)
    return Fitted(choices, text, estimator.estimate(text))
