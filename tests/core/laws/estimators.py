"""Counting functions that a host might inject, most of them odd."""

import zlib
from collections.abc import Callable


def _of_lines(text: str) -> int:
    return len(text.split("\n")) if text else 0


ESTIMATORS: dict[str, Callable[[str], int]] = {
    "characters": len,
    "constant": lambda _: 5,
    "nothing": lambda _: 0,
    "lines": _of_lines,
    "whole costs more than its parts": lambda text: len(text) ** 2 // 50,
    "parts round down": lambda text: len(text) // 10,
    "expensive joiners": lambda text: len(text) // 4 + 40 * text.count("\n\n"),
    "blank text is free": lambda text: len(text.strip()),
    "not monotone": lambda text: (zlib.crc32(text.encode()) % 97) if text else 0,
}
"""Counting functions that a host might inject, most of them odd."""
