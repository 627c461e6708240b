"""Measurements -> a table to read, and records to keep."""

from collections.abc import Iterable
from typing import Any

from .clock import Timing
from .growth import RATIO, Growth
from .peers import Contender
from .stages import Stage
from .workloads import Workload

NOISY = 0.2


def workload_head(workload: Workload) -> str:
    """The line above a workload's stages."""
    size = f"{workload.size / 1e6:.2f} MB"
    return (
        f"\n{workload.name}: {workload.about}, {size}, digest {workload.digest}\n"
        f"{'':38}{'ms':>10}{'noise':>8}{'MB/s':>10}"
    )


def stage_line(workload: Workload, stage: Stage, timing: Timing) -> str:
    """A stage's line; MB/s is of all bytes of the workload's texts, whatever part of them the stage sees."""
    return _line("  " * stage.depth + stage.name, workload.size, timing)


def _line(name: str, size: int, timing: Timing) -> str:
    rate = size / 1e6 / timing.median if timing.median else 0.0
    speed = f"{rate:,.1f}" if rate < 10_000 else "-"
    mark = "  noisy" if timing.noise > NOISY else ""
    return f"{name:<38}{timing.median * 1e3:>10.2f}{timing.noise:>8.0%}{speed:>10}{mark}"


def growth_head(family: str) -> str:
    """The line above a family of growing requests."""
    return (
        f"\ngrowth, {family}: from bytes to bytes\n{'':48}{'from':>9}{'to':>12}{'ms':>10}{'exponent':>10}{'worst':>7}"
    )


def growth_line(growth: Growth, suspects: Iterable[str]) -> str:
    """A case's line; one that grows too fast names the stages that grew most."""
    first, last = growth.points[0], growth.points[-1]
    notes = [f"error {growth.error}"] if growth.error else []
    if growth.flagged:
        given_up = last.size < growth.case.sizes[-1]
        notes.append("GIVEN UP" if given_up else f"ABOVE {RATIO}")
        notes.extend(suspects)
    numbers = (
        f"{first.size:>9,}{last.size:>12,}{last.seconds * 1e3:>10,.0f}{growth.exponent:>10.2f}{growth.worst:>7.2f}"
    )
    return f"{growth.case.name:<48}{numbers}  {', '.join(notes)}".rstrip()


def peer_line(contender: Contender, timing: Timing | None) -> str:
    """A contender's line."""
    if timing is None:
        return f"{contender.name:<38}{'absent':>10}  {contender.absent}"
    return _line(contender.name, contender.size, timing)


def stage_record(workload: Workload, stage: Stage, timing: Timing) -> dict[str, Any]:
    """A stage for a program to read."""
    return {
        "workload": workload.name,
        "digest": workload.digest,
        "bytes": workload.size,
        "stage": stage.name,
        "depth": stage.depth,
        **_times(timing),
    }


def growth_record(growth: Growth) -> dict[str, Any]:
    """A case for a program to read."""
    return {
        "family": growth.family,
        "case": growth.case.name,
        "unit": growth.case.unit,
        "points": [[point.size, point.seconds] for point in growth.points],
        "ratios": growth.ratios,
        "exponent": growth.exponent,
        "flagged": growth.flagged,
        "error": growth.error,
    }


def peer_record(contender: Contender, timing: Timing | None) -> dict[str, Any]:
    """A contender for a program to read."""
    times = _times(timing) if timing else {"absent": contender.absent}
    return {"task": contender.task, "contender": contender.name, "bytes": contender.size, **times}


def _times(timing: Timing) -> dict[str, float]:
    return {"median_seconds": timing.median, "least_seconds": timing.least, "noise": timing.noise}
