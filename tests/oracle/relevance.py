"""A query and a text -> the share of the query's terms that the text holds (spec 2.7, C13)."""

from __future__ import annotations

import struct
from functools import lru_cache
from itertools import groupby
from typing import Final

from .chars import is_word_character, lower
from .differences import Differences

FLOOR: Final = 0.35
"""From here on a loss is warned about."""


@lru_cache(maxsize=4096)
def terms(text: str) -> frozenset[str]:
    """The distinct lower-cased runs of word characters."""
    runs = ("".join(run) for is_word, run in groupby(text, is_word_character) if is_word)
    return frozenset(map(lower, runs))


def _single(value: float) -> float:
    """Through a 32-bit float and back."""
    return float(struct.unpack("f", struct.pack("f", value))[0])


def relevance(query: str, text: str, on: Differences) -> float:
    """Between 0 and 1; a query without terms makes nothing relevant."""
    wanted = terms(query)
    if not wanted:
        return 0.0
    ratio = len(wanted & terms(text)) / len(wanted)
    return ratio if "C13" in on else _single(ratio)


def floor(on: Differences) -> float:
    """The least relevance that is warned about, as precise as relevance is."""
    return FLOOR if "C13" in on else _single(FLOOR)
