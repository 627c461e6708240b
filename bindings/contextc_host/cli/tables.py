"""Rows -> lines in columns that a person and `awk` both read: numbers first, free text last."""

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]], right: str) -> list[str]:
    """Rows of cells as lines; `right` has an `r` for every column that is aligned to the right.

    >>> columns([("tokens", "name"), ("7", "a.txt")], "r")
    ['tokens  name', '     7  a.txt']
    """
    if not rows:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if right[column : column + 1] == "r" else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
