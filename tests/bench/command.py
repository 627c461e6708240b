"""A session on a disk -> what the command line takes for it: time, and memory at its peak.

A small process starts the program and waits: a child inherits the peak of a large parent.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .claude_sessions import session
from .growth import AGAIN, RATIO, Growth, Point
from .many import Case, doubling

NAME = "W-claude"
MB = 1_000_000
SIZE = 40 * MB
GROWING = doubling(MB, 8 * MB)
BUDGET = 60_000
AIM = 3.0
"""Memory at its peak, as a multiple of the file."""

SHOWN = 0.05
"""Seconds; below this the start, which is not always the same, hides how a command grows."""

PROGRAM = """
import json, resource, subprocess, sys, time
start = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
seconds = time.perf_counter() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
numbers = {"seconds": seconds, "cpu": used.ru_utime + used.ru_stime, "peak": peak}
print(json.dumps({"code": done.returncode, "said": done.stderr.decode(), **numbers}))
"""
CONTEXTC = [sys.executable, "-c", "import sys; from contextc_host.cli import main; sys.exit(main())"]

COMMANDS = {
    "compile": ["compile", "--budget", str(BUDGET)],
    "messages": ["messages", "--to", "anthropic", "--budget", str(BUDGET)],
    "transcript": ["transcript", "--json"],
}


@dataclass(frozen=True)
class Spent:
    """What a run of the program took: of several, the least."""

    seconds: float
    """By the clock on the wall."""
    cpu: float
    peak: int

    def least(self, other: "Spent") -> "Spent":
        """The least of two runs."""
        return Spent(min(self.seconds, other.seconds), min(self.cpu, other.cpu), min(self.peak, other.peak))

    def without(self, start: "Spent") -> "Spent":
        """What it took beyond what it takes for next to nothing."""
        return Spent(self.seconds - start.seconds, self.cpu - start.cpu, self.peak - start.peak)


def spend(arguments: list[str], data: bytes, folder: Path, samples: int) -> Spent:
    """Run a command on a file."""
    path = folder / "session.jsonl"
    path.write_bytes(data)
    runs: list[dict[str, Any]] = []
    for _ in range(samples):
        line = [sys.executable, "-c", PROGRAM, *CONTEXTC, *arguments, str(path)]
        done = subprocess.run(line, capture_output=True, check=True)
        runs.append(json.loads(done.stdout))
        assert runs[-1]["code"] == 0, runs[-1]
    return Spent(*(min(run[name] for run in runs) for name in ("seconds", "cpu", "peak")))


def measured(wanted: str, *, quick: bool) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Of each command a line for a session of 40 MB, and one for how it grows on sessions of 1 to 8 MB."""
    if not find_spec("click"):
        yield f"\n{NAME}: absent, the command line needs click", None
        return
    data = session(SIZE)
    digest = hashlib.sha256(data).hexdigest()[:12]
    yield f"\n{NAME}: a session of Claude Code on the command line, {len(data) / MB:.2f} MB, digest {digest}", None
    yield f"{'':38}{'wall ms':>10}{'cpu ms':>10}{'MB/s':>10}{'peak MB':>10}{'x file':>8}", None
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in COMMANDS.items():
            if wanted in name:
                yield from _measured(name, arguments, digest, Path(folder), 1 if quick else 3)


def _measured(
    name: str, arguments: list[str], digest: str, folder: Path, samples: int
) -> Iterator[tuple[str, dict[str, Any] | None]]:
    start = spend(arguments, b"User: hi\n", folder, 2 * samples)
    yield _line(f"{name} of next to nothing", 0, start), None
    spent = spend(arguments, session(SIZE), folder, samples)
    record = {"workload": NAME, "command": name, "digest": digest, "bytes": len(session(SIZE)), **vars(spent)}
    yield _line(name, len(session(SIZE)), spent), record
    points = _points(arguments, start, folder, samples)
    for _ in range(AGAIN):
        if grown(points, "cpu").flagged:
            again = _points(arguments, start, folder, samples)
            points = {size: one.least(again[size]) for size, one in points.items()}
    for what in ("cpu", "peak"):
        growth = grown(points, what)
        mark = f"  ABOVE {RATIO}" if growth.flagged else ""
        line = f"  {what} beyond that, {GROWING[0] // MB} to {GROWING[-1] // MB} MB"
        numbers = [[point.size, point.seconds] for point in growth.points]
        record = {"workload": NAME, "command": name, "grows": what, "points": numbers}
        yield f"{line:<38}exponent {growth.exponent:.2f}, worst {growth.worst:.2f}{mark}", record


def _points(arguments: list[str], start: Spent, folder: Path, samples: int) -> dict[int, Spent]:
    return {size: spend(arguments, session(size), folder, samples).without(start) for size in GROWING}


def grown(points: dict[int, Spent], what: str) -> Growth:
    """A cost by size, to be judged as any growth, from where it shows beside that of the start."""
    shown = [size for size, spent in points.items() if what != "cpu" or spent.cpu >= SHOWN]
    case = Case("", lambda _: {}, tuple(points), judged_from=min(shown, default=max(points)))
    return Growth(case, NAME, [Point(size, getattr(spent, what)) for size, spent in points.items()])


def _line(name: str, size: int, spent: Spent) -> str:
    line = f"{name:<38}{spent.seconds * 1e3:>10,.0f}{spent.cpu * 1e3:>10,.0f}"
    if not size:
        return f"{line}{'':>10}{spent.peak / MB:>10.1f}"
    share = spent.peak / size
    mark = f"  ABOVE {AIM:g}" if share > AIM else ""
    return f"{line}{size / MB / spent.seconds:>10.1f}{spent.peak / MB:>10.1f}{share:>8.2f}{mark}"
