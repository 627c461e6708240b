"""`poe doors-table`: what every door costs, measured on this machine and written into `bindings/README.md`."""

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from doors.build import ROOT
from doors.table import DOORS, Door

README = ROOT / "bindings" / "README.md"
BEGIN, END = "<!-- measured by `poe doors-table` -->", "<!-- end -->"
SIZES = {1_000: 60, 100_000: 20, 1_000_000: 5}
"""Bytes of a compile request -> how often it is sent."""

SET_UP = {
    "python": "`pip install contextc`",
    "serve": "`pip install contextc`",
    "c": "`pip install 'contextc[cabi]' && python -m contextc_cabi build --out DIR`",
    "pyodide": "`python wasm/build.py --out DIR`",
    "chromium": "`python wasm/build.py --out DIR`",
    "node-process": "`npm install contextc`, `pip install contextc`",
    "node-wasm": "`npm install contextc contextc-wasm`",
    "node-native": "`npm install contextc koffi`, and the C library",
}


class Cost(NamedTuple):
    """Seconds to the first answer, seconds a request by its size, bytes of memory afterwards."""

    cold: float
    warm: list[float]
    memory: int


def request_of(size: int) -> bytes:
    """A compile request of about so many bytes: prose in fragments of 2 kB at most, a quarter of it fits."""
    sentence = "The deploy of service seven waits for a lock that node twelve holds since the last restart. "
    text = (sentence * (min(size, 2_000) // len(sentence) + 1))[: min(size, 2_000) - 60]
    fragments = [{"content": f"{number}: {text}"} for number in range(max(1, size // 2_000))]
    return json.dumps({"query": "which lock?", "token_budget": size // 16, "fragments": fragments}).encode()


def measure(open_door: Callable[[], AbstractContextManager[Door]]) -> Cost:
    """The costs of one door, from before it is opened."""
    with open_door():
        pass  # what is made once, a compiled program or an installed package, is no part of a start
    before = set(_children(os.getpid()))
    start = time.perf_counter()
    with open_door() as door:
        door.call("compile", request_of(1_000))
        cold = time.perf_counter() - start
        warm = [_warm(door, request_of(size), times) for size, times in SIZES.items()]
        started = set(_children(os.getpid())) - before
        return Cost(cold, warm, sum(_own_bytes(pid) for pid in started))


def table() -> str:
    """The costs of all doors, as Markdown."""
    rows = [
        "| door | set up | cold start | 1 kB | 100 kB | 1 MB | memory |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for name, open_door in DOORS.items():
        cost = measure(open_door)
        cells = [
            f"{cost.cold * 1e3:,.0f} ms",
            *(f"{spent * 1e3:,.2g} ms" if spent < 0.0995 else f"{spent * 1e3:,.0f} ms" for spent in cost.warm),
        ]
        rows.append(f"| {name} | {SET_UP[name]} | {' | '.join(cells)} | {cost.memory / 2**20:,.0f} MiB |")
    return "\n".join(rows)


def main() -> None:
    """Write the table where it belongs."""
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN, 1)
    _, after = rest.split(END, 1)
    README.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")


def _warm(door: Door, request: bytes, times: int) -> float:
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        door.call("compile", request)
        spent.append(time.perf_counter() - start)
    return median(spent)


def _children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield int(child)
            yield from _children(int(child))


def _own_bytes(pid: int) -> int:
    # Shared pages count in parts, so that a browser's many processes add up.
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
    return int(fields["Pss"].split()[0]) * 1024


if __name__ == "__main__":
    main()
