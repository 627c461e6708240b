"""An order of events: grains by their time, and how long it was from each to the next."""

from collections.abc import Sequence
from typing import NamedTuple

from contextc.recall.modes.parts import Part, ordered
from contextc.recall.select import Choice
from contextc.vocabulary import Ordering

DAY = 86_400
MONTH, YEAR = 30, 365
MONTHS_FROM = 90
"""Days (section 6.2 of the second specification)."""


class Delta(NamedTuple):
    """How long it was from one grain to the next."""

    days: int
    label: str


def timeline(choices: Sequence[Choice]) -> list[Part]:
    """One part, the earliest grain first."""
    return [Part("timeline", ordered(choices, Ordering.CHRONOLOGICAL))]


def deltas(choices: Sequence[Choice]) -> list[Delta | None]:
    """For each choice the time to the next, if that is later; `None` where one of the two has no time."""
    times = [int(choice.hit.created_at_sec or 0) for choice in choices]
    return [delta(then - now) if 0 < now < then else None for now, then in zip(times, [*times, 0][1:], strict=True)]


def delta(seconds: int) -> Delta:
    """A time in words.

    >>> [delta(days * 86_400).label for days in (0, 1, 40, 100, 495)]
    ['same day', '1 day', '40 days', '3 months', '1 year, 4 months']
    """
    days = seconds // DAY
    if days >= YEAR:
        years, months = days // YEAR, days % YEAR // MONTH
        label = ("1 year" if years == 1 else f"{years} years") + (f", {months} months" if months else "")
    elif days >= MONTHS_FROM:
        label = f"{days // MONTH} months"
    else:
        label = {0: "same day", 1: "1 day"}.get(days, f"{days} days")
    return Delta(days, label)
