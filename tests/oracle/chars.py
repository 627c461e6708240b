"""Text -> lines, words, lower case: the primitives of spec 0.1-0.4, never Python's own tables."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

WHITE_SPACE: Final = frozenset(
    map(
        chr,
        [
            *range(0x09, 0x0E),
            0x20,
            0x85,
            0xA0,
            0x1680,
            *range(0x2000, 0x200B),
            0x2028,
            0x2029,
            0x202F,
            0x205F,
            0x3000,
        ],
    )
)
"""The 25 characters with the property White_Space."""

WS: Final = "[" + "".join(sorted(WHITE_SPACE)) + "]"
WS_NOT_LF: Final = "[" + "".join(sorted(WHITE_SPACE - {"\n"})) + "]"

# Case pairs of Unicode 16 that older Pythons do not have.
_NEW_PAIRS: Final = {
    0x1C89: 0x1C8A,
    0xA7CB: 0x0264,
    0xA7CC: 0xA7CD,
    0xA7DA: 0xA7DB,
    0xA7DC: 0x019B,
    **{0x10D50 + i: 0x10D70 + i for i in range(22)},
}


def _read_word_ranges() -> tuple[list[int], list[int]]:
    text = Path(__file__).with_name("word_characters.txt").read_text(encoding="ascii")
    ranges = [entry.partition("-") for entry in text.split()]
    firsts = [int(first, 16) for first, _, _ in ranges]
    lasts = [int(last or first, 16) for first, _, last in ranges]
    return firsts, lasts


_FIRSTS, _LASTS = _read_word_ranges()


@cache
def is_word_character(char: str) -> bool:
    """Alphabetic, Nd, Nl or No under Unicode 16."""
    at = bisect_right(_FIRSTS, ord(char)) - 1
    return at >= 0 and ord(char) <= _LASTS[at]


def lower(text: str) -> str:
    """Full lower-casing under Unicode 16."""
    return text.translate(_NEW_PAIRS).lower()


def is_blank(text: str) -> bool:
    """Nothing but white space, or nothing at all."""
    return all(char in WHITE_SPACE for char in text)


def split_words(text: str) -> list[str]:
    """The maximal runs without white space."""
    return [word for word in re.split(f"{WS}+", text) if word]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text: `start:end` is what it says, `end:stop` is how it ends."""

    text: str
    start: int
    end: int
    stop: int

    @property
    def terminator(self) -> str:
        """The line end as it stands: LF, CR LF or nothing."""
        return {0: "", 1: "\n", 2: "\r\n"}[self.stop - self.end]


@lru_cache(maxsize=256)
def lines_of(text: str) -> tuple[Line, ...]:
    """Split after each LF; one CR before that LF belongs to the line end."""
    found: list[Line] = []
    start = 0
    while start < len(text):
        at = text.find("\n", start)
        stop = len(text) if at < 0 else at + 1
        end = stop if at < 0 else at
        if at > start and text[at - 1] == "\r":
            end = at - 1
        found.append(Line(text[start:end], start, end, stop))
        start = stop
    return tuple(found)


def byte_length(text: str) -> int:
    """Bytes of the UTF-8 form."""
    return len(text.encode())
