"""The laws on ever new examples, and the door of bytes on mutated requests, until the time is up.

Rounds are numbered from the seed on, so a fault is seen again with the seed of its round. A fault is shown once, with the
smallest request that shows it; the exit code is 1 when there was one.
"""

import argparse
import importlib
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from hypothesis import seed

from fuzz.corpus import Call, drawn, recorded
from fuzz.door import check, smallest
from fuzz.mutate import mutated

LAWS = Path(__file__).parents[1] / "core" / "laws"
MUTATIONS = 400
"""Of one round."""
LARGE = 100_000
"""Longer requests are not mutated: a round would be spent on copying them."""

Fault = tuple[str, str]
"""Its name, and what shows it."""


def laws() -> Iterator[tuple[str, Callable[[int], None]]]:
    """Every property of every law, as a function of a seed."""
    for path in sorted(LAWS.glob("test_*.py")):
        module = importlib.import_module(f"core.laws.{path.stem}")
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__name__.startswith("Test"):
                group = kind()
                for name, function in vars(kind).items():
                    if hasattr(function, "hypothesis"):
                        yield f"{path.stem}.{name}", _property(group, function)


def _property(group: object, function: Callable[..., None]) -> Callable[[int], None]:
    return lambda number: seed(number)(function)(group)


def round_of_laws(number: int, properties: list[tuple[str, Callable[[int], None]]], deadline: float) -> Iterator[Fault]:
    """One round over all laws."""
    for name, run in properties:
        if time.monotonic() > deadline:
            return
        try:
            run(number)
        except Exception as error:  # noqa: BLE001
            where = traceback.format_tb(error.__traceback__)[-1]
            yield name, where + "".join(traceback.format_exception_only(error))


def round_at_the_door(number: int, corpus: list[Call], deadline: float) -> Iterator[Fault]:
    """One round of mutated requests."""
    random = Random(number)
    for _ in range(MUTATIONS):
        if time.monotonic() > deadline:
            return
        start = random.choice(corpus)
        request = mutated(random, start.request)
        if fault := check(start.method, request):
            yield f"{start.method}: {fault}", f"call({start.method!r}, {smallest(start.method, request, fault)!r})\n"


def main() -> int:
    """Fuzz, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=Random().randrange(10**6))
    options = parser.parse_args()
    deadline = time.monotonic() + options.seconds
    corpus = [one for one in (*recorded(), *drawn(100, start=options.seed)) if len(one.request) < LARGE]
    properties = list(laws())
    faults: set[str] = set()
    number = options.seed
    while time.monotonic() < deadline:
        for faulty in (round_at_the_door(number, corpus, deadline), round_of_laws(number, properties, deadline)):
            for name, shown in faulty:
                if name not in faults:
                    sys.stdout.write(f"--- seed {number}: {name}\n{shown}\n")
                    sys.stdout.flush()
                faults.add(name)
        number += 1
    sys.stdout.write(f"{number - options.seed} rounds from seed {options.seed}: {len(faults)} faults\n")
    return 1 if faults else 0
