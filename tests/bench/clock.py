"""A function -> how long it takes: CPU time of the process, so that a busy neighbour counts as little as possible."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median, quantiles
from time import process_time


@dataclass(frozen=True)
class Timing:
    """Seconds a call: the median and the least of several samples, and how far the samples lie apart."""

    median: float
    least: float
    noise: float
    """The distance between the quartiles as a share of the median; above 0.2 the median says little."""


def measure(function: Callable[[], object], *, samples: int, least_seconds: float) -> Timing:
    """Time a function; what takes less than `least_seconds` is repeated within a sample.

    Garbage is collected before each sample and may be collected within it, as in any program that compiles; what the
    bench itself holds in memory is kept out of that, as no program that compiles holds it.
    """
    gc.collect()
    gc.freeze()
    try:
        return _measure(function, samples, least_seconds)
    finally:
        gc.unfreeze()


def _measure(function: Callable[[], object], samples: int, least_seconds: float) -> Timing:
    first = _once(function, 1)
    repeats = max(1, int(least_seconds / max(first, 1e-7)))
    taken = [first] if repeats == 1 else []
    while len(taken) < samples:
        gc.collect()
        taken.append(_once(function, repeats))
    middle = median(taken)
    spread = 0.0
    if len(taken) > 1:
        low, _, high = quantiles(taken, n=4, method="inclusive")
        spread = high - low
    return Timing(middle, min(taken), spread / middle if middle else 0.0)


def _once(function: Callable[[], object], repeats: int) -> float:
    start = process_time()
    for _ in range(repeats):
        function()
    return (process_time() - start) / repeats
