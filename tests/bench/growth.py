"""A case -> what doubling its input does to the time of a call, from bytes to bytes.

The least of a few samples stands for a point: growth is a fact about the program, and noise only adds. A ratio that looks
too high is measured again before it is believed. A series ends early when its next point would take too long.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from contextc_wire.dispatch import Wire

from . import long, many, near, recall, sessions
from .clock import measure
from .many import Case
from .workloads import dump

CASES: dict[str, tuple[Case, ...]] = {
    "fragments": many.CASES,
    "near-duplicates": near.CASES,
    "one text": long.CASES,
    "session": sessions.CASES,
    "recall": recall.CASES,
}

RATIO = 2.2
"""What doubling the input may cost."""

AGAIN = 3
"""How often a ratio that looks too high is measured again."""

TOO_SHORT = 0.004
"""Seconds; below this the fixed cost of a call hides its growth."""

TOO_LONG = 25.0
"""Seconds of one call, estimated from the one before, from which on a series is given up."""


@dataclass(frozen=True)
class Point:
    """The time of one size."""

    size: int
    seconds: float


@dataclass(frozen=True)
class Growth:
    """A case and its points."""

    case: Case
    family: str
    points: list[Point]
    error: str | None = None
    """The code of the error that the requests were answered with, if they were."""

    @property
    def judged(self) -> list[Point]:
        """The points that tell something; all, if the series ended before."""
        judged = [p for p in self.points if p.size >= self.case.judged_from and p.seconds >= TOO_SHORT]
        return judged or self.points

    @property
    def ratios(self) -> list[float]:
        """Time by time of the size before, as far as it is judged."""
        return [after.seconds / before.seconds for before, after in pairwise(self.judged)]

    @property
    def worst(self) -> float:
        """The highest ratio; 0 if nothing took long enough to tell."""
        return max(self.ratios, default=0.0)

    @property
    def flagged(self) -> bool:
        """Whether a doubling costs too much, or the series had to be given up."""
        return self.worst > RATIO or self.points[-1].size < self.case.sizes[-1]

    @property
    def exponent(self) -> float:
        """The slope of log time over log size by least squares: 1 is linear, 2 quadratic."""
        if len(self.judged) < 2:
            return 0.0
        xs = [math.log(point.size) for point in self.judged]
        ys = [math.log(point.seconds) for point in self.judged]
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def growths(wanted: str, *, quick: bool) -> Iterator[Growth]:
    """Every case whose name has `wanted` in it."""
    for family, cases in CASES.items():
        for case in cases:
            if wanted in case.name:
                yield grow(case, family, quick=quick)


def grow(case: Case, family: str, *, quick: bool) -> Growth:
    """Measure a case; quick: without its last three doublings."""
    sizes = case.sizes[:-3] if quick else case.sizes
    case = replace(case, sizes=sizes)
    points: list[Point] = []
    error = None
    for size in sizes:
        expected = points[-1].seconds * _next_ratio(points) if points else 0.0
        if expected > TOO_LONG:
            break
        samples = 3 if expected < 0.5 else 1
        seconds, error = _time(case, size, samples)
        for _round in range(AGAIN):
            if points and seconds >= TOO_SHORT and seconds > RATIO * points[-1].seconds:
                # In turns, as a busy neighbour stays for a while.
                before, _ = _time(case, points[-1].size, samples)
                points[-1] = Point(points[-1].size, min(before, points[-1].seconds))
                seconds = min(_time(case, size, samples)[0], seconds)
        points.append(Point(size, seconds))
    return Growth(case, family, points, error)


def _next_ratio(points: list[Point]) -> float:
    return max(2.0, points[-1].seconds / points[-2].seconds) if len(points) > 1 and points[-2].seconds else 2.0


def _time(case: Case, size: int, samples: int) -> tuple[float, str | None]:
    wire = Wire()
    request = dump(case.make(size))
    answer = b""

    def call() -> None:
        nonlocal answer
        answer = b""
        answer = wire.call(case.method, request)

    timing = measure(call, samples=samples, least_seconds=0.02)
    failed = answer.startswith(b'{"error"')
    return timing.least, answer.split(b'"', 6)[5].decode() if failed else None
