"""A call -> how much work it was, counted instead of timed: lines run, calls made, characters estimated."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from contextc import HeuristicEstimator


class Work(NamedTuple):
    """What a call took."""

    steps: int
    """Lines of Python that ran, a line once a turn of its loop, and calls of built-in functions."""
    estimated: int
    """Characters that the estimator was given."""


class CountingEstimator:
    """The heuristic, keeping count of what it reads."""

    def __init__(self) -> None:
        self.read = 0

    def estimate(self, text: str) -> int:
        """Tokens of a text."""
        self.read += len(text)
        return HeuristicEstimator().estimate(text)

    def bytes_per_token_hint(self) -> int:
        """As the heuristic."""
        return 3


class _Steps:
    def __init__(self) -> None:
        self.count = 0

    def trace(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        self.count += event == "line"
        return self.trace

    def profile(self, frame: FrameType, event: str, arg: Any) -> None:
        self.count += event == "c_call"


@contextmanager
def _counted() -> Iterator[_Steps]:
    steps = _Steps()
    tracer, profiler = sys.gettrace(), sys.getprofile()
    sys.settrace(steps.trace)
    sys.setprofile(steps.profile)
    try:
        yield steps
    finally:
        sys.setprofile(profiler)
        sys.settrace(tracer)


def work(run: Callable[[CountingEstimator], object]) -> Work:
    """What a call of `run` took; it gets an estimator to use."""
    estimator = CountingEstimator()
    with _counted() as steps:
        run(estimator)
    return Work(steps.count, estimator.read)
