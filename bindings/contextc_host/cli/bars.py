"""Amounts -> the cells of a bar."""

from collections.abc import Sequence


def share_out(amounts: Sequence[int], width: int) -> list[int]:
    """Cells for every amount, `width` together: in proportion, and at least one for whatever is not nothing.

    >>> share_out([90, 10, 0], 10), share_out([9_999, 1], 10), share_out([0, 0], 4)
    ([9, 1, 0], [9, 1], [0, 0])
    """
    total = sum(amounts)
    if not total:
        return [0] * len(amounts)
    cells = [max(1, amount * width // total) if amount else 0 for amount in amounts]
    by_remainder = sorted(range(len(amounts)), key=lambda place: -(amounts[place] * width % total))
    for place in by_remainder[: max(0, width - sum(cells))]:
        cells[place] += 1
    while sum(cells) > width and max(cells) > 1:
        cells[cells.index(max(cells))] -= 1
    return cells


def percent(part: int, whole: int) -> str:
    """A share, never rounded to nothing or to all.

    >>> percent(1, 8_000), percent(7_999, 8_000), percent(8_000, 8_000), percent(0, 8_000)
    ('<1 %', '99 %', '100 %', '')
    """
    if not part or not whole:
        return ""
    return f"{100 * part // whole} %" if 100 * part >= whole else "<1 %"
