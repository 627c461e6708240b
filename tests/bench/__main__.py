"""`python -m tests.bench`: speed and growth of every pass, as a table on stdout and, with `--json FILE`, as records.

    python -m tests.bench                        everything: half an hour on an idle core
    python -m tests.bench --quick                fewer samples, smaller sizes: a few minutes
    python -m tests.bench --workload W2          one workload; also `growth` and `peers`, and several of them
    python -m tests.bench --pass pack            stages, commands, growing cases and peers with this in their names

How to read it. Times are process CPU time in milliseconds, the median of several samples; noise is the distance between the
quartiles as a share of the median, and what is above 20 % is marked. MB/s is of all text in the workload, so the times of
stages add up. An indented line is a part of the line above. Figures of two runs compare only on one machine with
the same digests; ratios within a run compare everywhere.

Growth: each case is called at sizes that double. `exponent` 1 is linear; `worst` is the highest ratio of a doubling, and
above 2.2 the line says so and names the stages that grew most. `GIVEN UP` means that the next size would have taken too long.
"""

import argparse
import json
import platform
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import command, recall, report
from .clock import measure
from .growth import Growth, growths
from .peers import contenders
from .stages import stages
from .workloads import WORKLOADS, Workload, dump

PARTS = (*WORKLOADS, command.NAME, recall.NAME, "growth", "peers")
SUSPECTS = 2
WHOLES = ("objects", "off", "to bytes", "of the same")


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workload", choices=PARTS, action="append", help="a part of the bench; may be repeated")
    parser.add_argument("--pass", dest="wanted", default="", help="only what has this in its name")
    parser.add_argument("--json", type=Path, help="a file for the records")
    parser.add_argument("--quick", action="store_true", help="fewer samples, smaller sizes")
    options = parser.parse_args()
    machine = f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}"
    print(machine)  # noqa: T201
    records: list[dict[str, Any]] = []
    for part in options.workload or PARTS:
        for line, record in _measured(part, options.wanted, quick=options.quick):
            print(line, flush=True)  # noqa: T201
            records += [record] if record else []
    if options.json:
        options.json.write_text(json.dumps({"machine": machine, "records": records}, indent=1) + "\n", encoding="utf-8")


def _measured(part: str, wanted: str, *, quick: bool) -> Iterator[tuple[str, dict[str, Any] | None]]:
    if part == command.NAME:
        return command.measured(wanted, quick=quick)
    if part == recall.NAME:
        return recall.measured(wanted, quick=quick)
    if part == "growth":
        return _growth(wanted, quick=quick)
    if part == "peers":
        return _peers(wanted, quick=quick)
    return _stages(WORKLOADS[part](), wanted, quick=quick)


def _stages(workload: Workload, wanted: str, *, quick: bool) -> Iterator[tuple[str, dict[str, Any] | None]]:
    yield report.workload_head(workload), None
    for stage in stages(workload):
        if wanted in stage.name:
            timing = measure(stage.run, samples=3 if quick else 7, least_seconds=0.01 if quick else 0.05)
            yield report.stage_line(workload, stage, timing), report.stage_record(workload, stage, timing)


def _growth(wanted: str, *, quick: bool) -> Iterator[tuple[str, dict[str, Any] | None]]:
    family = ""
    for growth in growths(wanted, quick=quick):
        if growth.family != family:
            family = growth.family
            yield report.growth_head(family), None
        suspects = _suspects(growth) if growth.flagged else ()
        yield report.growth_line(growth, suspects), report.growth_record(growth)


def _suspects(growth: Growth) -> list[str]:
    """The stages of the last doubling that account for most of its growth."""
    if growth.case.method not in ("compile", "compile_transcript") or len(growth.points) < 2:
        return []
    before, after = (
        {
            stage.name: measure(stage.run, samples=1, least_seconds=0.0).least
            for stage in stages(Workload("", growth.case.method, dump(growth.case.make(point.size)), point.size, ""))
        }
        for point in growth.points[-2:]
    )
    parts = [name for name in after if name in before and not name.endswith(WHOLES)]
    parts.sort(key=lambda name: before[name] - after[name])
    return [f"{name} x{after[name] / max(before[name], 1e-6):.1f}" for name in parts[:SUSPECTS]]


def _peers(wanted: str, *, quick: bool) -> Iterator[tuple[str, dict[str, Any] | None]]:
    task = ""
    for contender in contenders():
        if wanted not in contender.name:
            continue
        if contender.task != task:
            task = contender.task
            yield f"\npeers: {task}", None
        timing = None
        if contender.run:
            timing = measure(contender.run, samples=3 if quick else 7, least_seconds=0.01 if quick else 0.05)
        yield report.peer_line(contender, timing), report.peer_record(contender, timing)


if __name__ == "__main__":
    main()
