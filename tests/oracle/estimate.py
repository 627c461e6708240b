"""Text -> tokens, by the default estimator (spec 3.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from .chars import split_words

BYTES_PER_TOKEN: Final = 3
"""The estimator's hint for the size of a chunk."""

CJK: Final = ((0x3040, 0x30FF), (0x3400, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF))


def _units(char: str) -> int:
    """What one character costs, in thirtieths of a token."""
    if any(first <= ord(char) <= last for first, last in CJK):
        return 25
    return 30 if char in "0123456789" else 9


_ASCII_UNITS: Final = {chr(code): _units(chr(code)) for code in range(128)}


@lru_cache(maxsize=65536)
def _word_tokens(word: str) -> int:
    units = sum(_ASCII_UNITS.get(char) or _units(char) for char in word)
    return -(-units // 30)


@lru_cache(maxsize=4096)
def estimate(text: str) -> int:
    """Each word rounded up, and half a token for every line feed, rounded up once."""
    return sum(map(_word_tokens, split_words(text))) + -(-text.count("\n") // 2)
