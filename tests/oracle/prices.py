"""A model and the size of an image -> tokens, as the model's provider charges (C18).

The table is data of the contract; the rules are written out in exact fractions, step by step as the providers describe them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Final

Rule = Callable[[int, int], int]

UNKNOWN_MOST: Final = 48_169
UNKNOWN_UNREAD: Final = 4784


def image_price(model: str | None, size: tuple[int, int] | None) -> int:
    """Tokens of an image of this size; none is a header that cannot be read."""
    name = model.lower() if model is not None and model.isascii() else ""
    for names, most, rule in TABLE:
        if name in names.split():
            return most if size is None else rule(*size)
    return UNKNOWN_UNREAD if size is None else min(ceil(Fraction(size[0] * size[1], 750)), UNKNOWN_MOST)


def _inside(width: int, height: int, edge: int) -> tuple[int, int]:
    """The size when its longest side is at most `edge`, to the nearest pixel."""
    scale = min(Fraction(edge, max(width, height)), Fraction(1))
    return tuple(max(1, floor(side * scale + Fraction(1, 2))) for side in (width, height))  # type: ignore[return-value]  # two sides


def _cover(width: int | Fraction, height: int | Fraction, side: int) -> int:
    """How many squares of this side cover the image."""
    return ceil(Fraction(width, side)) * ceil(Fraction(height, side))


def by_patches_of_28(edge: int, most: int) -> Rule:
    """A token a patch, of the largest resized image that keeps the edge and the count."""

    def rule(width: int, height: int) -> int:
        long, short = max(width, height), min(width, height)
        for resized in range(min(long, edge), 0, -1):
            other = max(1, round(Fraction(short * resized, long)))
            if _cover(resized, other, 28) <= most:
                return _cover(resized, other, 28)
        raise AssertionError

    return rule


def by_patches_of_32(edge: int, budget: int, percent: int, *, resizes: bool = True) -> Rule:
    """Some hundredths of a token a patch; beyond the budget the image shrinks until a side is whole patches."""

    def rule(width: int, height: int) -> int:
        width, height = _inside(width, height, edge)
        if resizes and _cover(width, height, 32) > budget:
            columns = _root(Fraction(budget * width, height))
            rows = _root(Fraction(budget * height, width))
            scale = min(Fraction(32 * columns, width), Fraction(32 * rows, height))
            width, height = floor(width * scale), floor(height * scale)
        return ceil(Fraction(min(_cover(width, height, 32), budget) * percent, 100))

    return rule


def _root(value: Fraction) -> int:
    """The largest whole number whose square is no more than this."""
    number = 0
    while (number + 1) ** 2 <= value:
        number += 1
    return number


def by_tiles(base: int, tile: int) -> Rule:
    """Tiles of 512 pixels over the image at most 2048 long and 768 across."""

    def rule(width: int, height: int) -> int:
        width, height = _inside(width, height, 2048)
        long, short = max(width, height), min(width, height)
        if short > 768:
            long, short = floor(Fraction(long * 768, short)), 768
        return base + tile * _cover(long, short, 512)

    return rule


def by_crops(price: int) -> Rule:
    """One price for a small image; for a larger one, and for every crop of it."""

    def rule(width: int, height: int) -> int:
        width, height = _inside(width, height, 3072)
        if max(width, height) <= 384:
            return price
        side = max(256, floor(Fraction(min(width, height) * 2, 3)))
        return price * (1 + _cover(width, height, side))

    return rule


TABLE: Final[tuple[tuple[str, int, Rule], ...]] = (
    # Anthropic
    ("claude-3-7-sonnet claude-haiku-4-5", 1568, by_patches_of_28(1568, 1568)),
    ("claude-opus-4 claude-opus-4-1 claude-opus-4-5 claude-opus-4-6", 1568, by_patches_of_28(1568, 1568)),
    ("claude-sonnet-4 claude-sonnet-4-5 claude-sonnet-4-6", 1568, by_patches_of_28(1568, 1568)),
    ("claude-opus-4-7 claude-opus-4-8 claude-opus-5 claude-opus-5-5", 4784, by_patches_of_28(2576, 4784)),
    ("claude-sonnet-5 claude-sonnet-5-5 claude-haiku-5-5", 4784, by_patches_of_28(2576, 4784)),
    ("claude-fable-5 claude-fable-5-1 claude-mythos-5 claude-mythos-5-1", 4784, by_patches_of_28(2576, 4784)),
    # OpenAI, by patches
    ("gpt-5.6 gpt-5.6-luna gpt-5.6-sol gpt-5.6-terra", 36_000, by_patches_of_32(65_535, 30_000, 120, resizes=False)),
    ("gpt-6-astra gpt-6-luna gpt-6-sol", 36_000, by_patches_of_32(65_535, 30_000, 120, resizes=False)),
    ("gpt-6.1-sol gpt-6.1-terra", 36_000, by_patches_of_32(65_535, 30_000, 120, resizes=False)),
    ("gpt-5.5 gpt-5.5-pro", 12_000, by_patches_of_32(6000, 10_000, 120)),
    ("gpt-5.4 gpt-5.4-mini gpt-5.4-nano gpt-5.4-pro", 3000, by_patches_of_32(2048, 2500, 120)),
    ("gpt-5.2 gpt-5.2-codex gpt-5.2-pro gpt-5.3-codex", 4916, by_patches_of_32(2048, 6144, 120)),
    ("gpt-4.1-mini", 6636, by_patches_of_32(2048, 6144, 162)),
    ("gpt-5-mini gpt-5.1-codex-mini", 1844, by_patches_of_32(2048, 1536, 120)),
    ("gpt-5-nano", 2304, by_patches_of_32(2048, 1536, 150)),
    ("o4-mini", 2642, by_patches_of_32(2048, 1536, 172)),
    ("gpt-4.1-nano", 3779, by_patches_of_32(2048, 1536, 246)),
    # OpenAI, by tiles
    ("gpt-5 gpt-5-chat gpt-5-codex gpt-5-pro", 1190, by_tiles(70, 140)),
    ("gpt-5.1 gpt-5.1-codex gpt-5.1-codex-max", 1190, by_tiles(70, 140)),
    ("o1 o1-pro o3 o3-pro", 1275, by_tiles(75, 150)),
    ("gpt-4-turbo gpt-4.1 gpt-4o", 1445, by_tiles(85, 170)),
    ("gpt-4o-mini", 48_169, by_tiles(2833, 5667)),
    # Google
    ("gemini-3.1-flash-lite gemini-3.5-flash gemini-3.5-flash-lite", 1120, lambda _w, _h: 1120),
    ("gemini-3.6-flash gemini-3.7-flash gemini-3.8-flash", 1120, lambda _w, _h: 1120),
    ("gemini-2.0-flash gemini-2.5-flash gemini-2.5-flash-lite gemini-2.5-pro", 6450, by_crops(258)),
)
"""Names, the most that a model charges for an image, and its rule."""
