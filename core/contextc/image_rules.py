"""Pixels -> tokens: the kinds of rule by which providers charge for an image, in integers throughout.

No rule enlarges an image, and none charges more than its `most`, which is what an image of unknown size costs.
"""

from math import isqrt
from typing import NamedTuple, Protocol


class ImageRule(Protocol):
    """How many tokens an image of some size costs."""

    @property
    def most(self) -> int:
        """What no image exceeds."""
        ...

    def tokens(self, width: int, height: int) -> int:
        """Tokens of an image, at least 1; both sides are at least 1."""
        ...


class Area(NamedTuple):
    """So many pixels a token.

    >>> Area(750, most=10_000).tokens(1024, 768)
    1049
    """

    pixels: int
    most: int

    def tokens(self, width: int, height: int) -> int:
        """Tokens of an image."""
        return min(_ceil(width * height, self.pixels), self.most)


class Patches(NamedTuple):
    """A token a patch; larger images shrink to the largest size that keeps both limits.

    >>> Patches(28, edge=1568, most=1568).tokens(1920, 1080)
    1560
    """

    side: int
    edge: int
    most: int

    def tokens(self, width: int, height: int) -> int:
        """Tokens of an image."""
        long, short = max(width, height), min(width, height)
        if not self._fits(long, short):
            fits, exceeds = 1, long
            while fits + 1 < exceeds:
                middle = (fits + exceeds) // 2
                if self._fits(middle, self._short(middle, long, short)):
                    fits = middle
                else:
                    exceeds = middle
            long, short = fits, self._short(fits, long, short)
        return _ceil(long, self.side) * _ceil(short, self.side)

    def _fits(self, long: int, short: int) -> bool:
        columns = _ceil(long, self.side)
        return columns * self.side <= self.edge and columns * _ceil(short, self.side) <= self.most

    def _short(self, resized: int, long: int, short: int) -> int:
        """The short side where the long one is resized: rounded, and a tie to the even number."""
        quotient, rest = divmod(resized * short, long)
        return max(1, quotient + (2 * rest > long or (2 * rest == long and quotient % 2)))


class PricedPatches(NamedTuple):
    """Patches of 32 pixels, times a factor; larger images shrink to the edge first, then to the budget of patches.

    >>> PricedPatches(edge=2048, budget=1536, percent=162).tokens(1800, 2400)
    2353
    """

    edge: int
    budget: int
    percent: int
    """Of a token, for a patch."""
    shrinks: bool = True
    """Whether images above the budget are resized; else they are refused, so that none costs more."""

    @property
    def most(self) -> int:
        """The whole budget, or the largest square."""
        return self._priced(min(self.budget, _ceil(self.edge, 32) ** 2))

    def tokens(self, width: int, height: int) -> int:
        """Tokens of an image."""
        width, height = _fit(width, height, self.edge)
        if self.shrinks and _ceil(width, 32) * _ceil(height, 32) > self.budget:
            # What the published factors come to: the scale at which the area is the budget's, lowered until one side is
            # a whole number of patches. Floors of square roots are exact in integers, which floats are not.
            columns = isqrt(self.budget * width // height)
            rows = isqrt(self.budget * height // width)
            if columns * height <= rows * width:
                width, height = 32 * columns, 32 * columns * height // width
            else:
                width, height = 32 * rows * width // height, 32 * rows
        return self._priced(min(_ceil(width, 32) * _ceil(height, 32), self.budget))

    def _priced(self, patches: int) -> int:
        return _ceil(patches * self.percent, 100)


class Tiles(NamedTuple):
    """A base, and a price for every tile of 512 pixels that covers the image at 768 by 2048 pixels at most.

    With tiles for nothing it is one price for every image.

    >>> Tiles(base=85, tile=170).tokens(2048, 4096)
    1105
    """

    base: int
    tile: int

    @property
    def most(self) -> int:
        """Two tiles by four."""
        return self.base + 8 * self.tile

    def tokens(self, width: int, height: int) -> int:
        """Tokens of an image."""
        width, height = _fit(width, height, 2048)
        long, short = max(width, height), min(width, height)
        if short > 768:
            long, short = long * 768 // short, 768
        return self.base + self.tile * _ceil(long, 512) * _ceil(short, 512)


class Crops(NamedTuple):
    """One price for the image as a whole, and above 384 pixels for every crop, whose side follows from the short side.

    >>> [Crops(258).tokens(*size) for size in ((384, 384), (960, 540))]
    [258, 1806]
    """

    price: int

    @property
    def most(self) -> int:
        """The image, and twelve crops of the smallest side along the longest edge by two across."""
        return 25 * self.price

    def tokens(self, width: int, height: int) -> int:
        """Tokens of an image."""
        width, height = _fit(width, height, 3072)
        if max(width, height) <= 384:
            return self.price
        side = max(256, 2 * min(width, height) // 3)
        return self.price * (1 + _ceil(width, side) * _ceil(height, side))


def _ceil(dividend: int, divisor: int) -> int:
    return -(-dividend // divisor)


def _fit(width: int, height: int, edge: int) -> tuple[int, int]:
    """The size within a square, in whole pixels."""
    longest = max(width, height)
    return (width, height) if longest <= edge else (_scaled(width, edge, longest), _scaled(height, edge, longest))


def _scaled(side: int, edge: int, longest: int) -> int:
    return max(1, (2 * side * edge + longest) // (2 * longest))
