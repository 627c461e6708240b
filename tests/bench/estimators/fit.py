"""`python -m tests.bench.estimators.fit`: the table of weights in `core/contextc/weights.py`, fitted anew.

Needs numpy, scipy, rs-bpe and ctok, which needs Python 3.12. For each family the weights are those with the least mean error
over the classes of text, a piece's error as a share of its tokens, such that no class is under-counted in total: a linear
program. Even pieces are fitted; the odd ones are reported, and counted for nothing.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from contextc import weights
from contextc.calibrated import count
from contextc.weights import MILLITOKENS, Weights

from .corpus import classes
from .truth import exact

OVER = 0.015
"""How far the fitted pieces of a class are over-counted at least: held-out pieces differ by a few per cent."""

IMPORTANCE = {"English": 3, "code": 3, "Markdown": 3, "JSON logs": 2, "diffs": 2}
"""Classes that agents read most weigh more; all others 1."""

LEAST = 0.15
"""Tokens of a character beyond ASCII at least: scripts that no class has are not free."""

LEAST_BY_KIND = {"hangul": 0.83}
"""Where short phrases cost more a character than the running text that was fitted."""

MOST = 4.0
"""Tokens of a character at most: it has four bytes at most, and all vocabularies have all bytes."""


class Row(NamedTuple):
    """A piece of a class."""

    name: str
    held_out: bool
    counts: Weights
    tokens: list[int]


def main() -> None:
    """Fit every family, report the held-out pieces, write the table."""
    families = exact()
    rows = [
        Row(name, place % 2 == 1, units(piece), [tokens(piece) for tokens in families.values()])
        for name, pieces in classes().items()
        for place, piece in enumerate(pieces)
    ]
    table = {family: fit(rows, column) for column, family in enumerate(families)}
    for column, (family, fitted) in enumerate(table.items()):
        sys.stdout.write(f"\n{family}, held out: bias of the total, mean error, least and most, in per cent\n")
        for line in report(rows, column, fitted):
            sys.stdout.write(line + "\n")
    write(table)


def units(piece: str) -> Weights:
    """The units of a piece, those by script too where it has none."""
    counts = count(piece)
    return Weights(*counts, *(0,) * (len(Weights._fields) - len(counts)))


def fit(rows: list[Row], column: int) -> Weights:
    """The weights of a family."""
    np: Any = import_module("numpy")
    linprog: Any = import_module("scipy.optimize").linprog
    fitted = [row for row in rows if not row.held_out]
    names = sorted({row.name for row in fitted})
    tokens = np.array([row.tokens[column] for row in fitted], float)
    counts = np.array([row.counts for row in fitted], float)
    share = counts / tokens[:, None]
    pieces, kinds = share.shape
    sizes = {name: sum(row.name == name for row in fitted) for name in names}
    errors = np.array([IMPORTANCE.get(row.name, 1) / sizes[row.name] for row in fitted])
    totals = []
    for name in names:
        of_class = [place for place, row in enumerate(fitted) if row.name == name]
        totals.append(np.concatenate([-counts[of_class].sum(0) / tokens[of_class].sum(), np.zeros(2 * pieces)]))
    solved: Any = linprog(
        np.concatenate([np.zeros(kinds), errors, errors]),
        A_ub=np.array(totals),
        b_ub=[-1 - OVER] * len(names),
        A_eq=np.hstack([share, -np.eye(pieces), np.eye(pieces)]),
        b_eq=np.ones(pieces),
        bounds=[*bounds(), *[(0, None)] * (2 * pieces)],
    )
    return Weights(*(int(np.ceil(weight * MILLITOKENS - 1e-6)) for weight in solved.x[:kinds]))


def bounds() -> list[tuple[float, float | None]]:
    """From what to what each weight may go.

    Beyond ASCII a character costs up to MOST, but for Latin letters with marks, which also tell that the word around them is
    none of the common ones.
    """
    first = Weights._fields.index("latin1")
    wide = [(LEAST_BY_KIND.get(name, LEAST), None if name == "latin" else MOST) for name in Weights._fields[first:]]
    return [(0, None)] * first + wide


def report(rows: list[Row], column: int, fitted: Weights) -> list[str]:
    """What the weights make of the held-out pieces."""
    np: Any = import_module("numpy")
    lines = []
    means = []
    for name in dict.fromkeys(row.name for row in rows):
        held = [row for row in rows if row.held_out and row.name == name]
        guesses = np.array([-(-int(np.dot(row.counts, fitted)) // MILLITOKENS) for row in held], float)
        tokens = np.array([row.tokens[column] for row in held], float)
        errors = 100 * (guesses / tokens - 1)
        means.append(abs(errors).mean())
        bias = 100 * (guesses.sum() / tokens.sum() - 1)
        lines.append(f"{name:20} {bias:+6.1f} {means[-1]:6.1f} {errors.min():+6.1f} {errors.max():+6.1f}")
    return [*lines, f"{'mean of the means':20} {'':6} {np.mean(means):6.1f}"]


def write(table: dict[str, Weights]) -> None:
    """Write the table where the code reads it."""
    path = Path(weights.__file__)
    source = path.read_text(encoding="utf-8")
    head = source[: source.index("WEIGHTS: dict")]
    rows = "".join(
        f'    "{family}": Weights(\n'
        + "".join(f"        {name}={value},\n" for name, value in row._asdict().items())
        + "    ),\n"
        for family, row in table.items()
    )
    tail = source[source.index('"""By family') :]
    path.write_text(f"{head}WEIGHTS: dict[str, Weights] = {{\n{rows}}}\n{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
