"""`python -m tests.bench.estimators`: how far every estimator is from the truth, written into `core/README.md`.

Needs rs-bpe and, for Claude's columns, ctok on Python 3.12. Only pieces that no weight was fitted to are counted.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from contextc import HeuristicEstimator
from contextc.calibrated import CalibratedEstimator
from contextc.exact import ExactEstimator
from contextc.tokens import BytesEstimator

from .corpus import classes
from .truth import exact

README = Path(__file__).parents[3] / "core" / "README.md"
BEGIN, END = "<!-- measured by `python -m tests.bench.estimators` -->", "<!-- end -->"


class Contender(NamedTuple):
    """An estimator, and the family whose counts it is held to."""

    name: str
    family: str
    estimate: Callable[[str], int]


CONTENDERS = [
    *[Contender("calibrated", family, CalibratedEstimator(family).estimate) for family in ("o200k", "cl100k")],
    *[Contender("calibrated", family, CalibratedEstimator(family).estimate) for family in ("claude-3", "claude-4.7")],
    Contender("heuristic", "o200k", HeuristicEstimator().estimate),
    Contender("bytes4", "o200k", BytesEstimator().estimate),
]


def main() -> None:
    """Measure, and write the tables."""
    truth = exact()
    contenders = [contender for contender in CONTENDERS if contender.family in truth]
    pieces = {name: held[1::2] for name, held in classes().items()}
    table = accuracy(pieces, contenders, truth) + "\n\n" + speed(pieces, contenders, truth)
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN, 1)
    README.write_text(f"{before}{BEGIN}\n{table}\n{END}{rest.split(END, 1)[1]}", encoding="utf-8")
    sys.stdout.write(table + "\n")


def accuracy(pieces: dict[str, list[str]], contenders: list[Contender], truth: dict[str, Callable[[str], int]]) -> str:
    """A row a class: bias of the total, mean error of a piece, worst error of a piece, in per cent."""
    lines = [
        "| text | " + " | ".join(f"{one.name}, {one.family}" for one in contenders) + " |",
        "|---|" + "---:|" * len(contenders),
    ]
    means: dict[int, list[float]] = {place: [] for place in range(len(contenders))}
    for name, texts in pieces.items():
        cells = []
        for place, one in enumerate(contenders):
            true = [truth[one.family](text) for text in texts]
            guessed = [one.estimate(text) for text in texts]
            errors = [100 * (guess / count - 1) for guess, count in zip(guessed, true, strict=True)]
            mean = fmean(map(abs, errors))
            means[place].append(mean)
            worst = max(errors, key=abs)
            cells.append(f"{100 * (sum(guessed) / sum(true) - 1):+.0f} / {mean:.0f} / {worst:+.0f}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines.append("| mean of the means | " + " | ".join(f"{fmean(means[place]):.1f}" for place in means) + " |")
    return "\n".join(lines)


def speed(pieces: dict[str, list[str]], contenders: list[Contender], truth: dict[str, Callable[[str], int]]) -> str:
    """A row an estimator: megabytes a second over prose and code, and over everything."""
    timed = {one.name: one.estimate for one in contenders}
    timed |= {f"{name} (exact)": ExactEstimator(name).estimate for name in ("o200k", "cl100k")}
    timed |= {f"{name} by rs-bpe, compiled": truth[name] for name in ("o200k",) if name in truth}
    plain = [text for name in ("English", "Markdown", "code") for text in pieces[name]]
    everything = [text for texts in pieces.values() for text in texts]
    lines = ["| estimator | MB/s, English and code | MB/s, all classes |", "|---|---:|---:|"]
    for name, estimate in timed.items():
        lines.append(f"| {name} | {_rate(estimate, plain):.1f} | {_rate(estimate, everything):.1f} |")
    return "\n".join(lines)


def _rate(estimate: Callable[[str], int], texts: list[str]) -> float:
    size = sum(len(text.encode()) for text in texts)
    best = min(_seconds(estimate, texts) for _ in range(3))
    return size / best / 1e6


def _seconds(estimate: Callable[[str], int], texts: list[str]) -> float:
    start = time.process_time()
    for text in texts:
        estimate(text)
    return time.process_time() - start


if __name__ == "__main__":
    main()
