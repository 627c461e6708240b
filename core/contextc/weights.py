"""What a unit of each kind costs, by family of tokenizers, in thousandths of a token.

Written by `python -m tests.bench.estimators.fit`; do not edit.
"""

from typing import NamedTuple

MILLITOKENS = 1_000
"""Parts of a token."""


class Weights(NamedTuple):
    """One number for each kind of unit that `contextc.calibrated` counts."""

    lower: int
    """Runs of letters that begin in lower case."""
    upper: int
    """Runs of letters that begin in upper case."""
    humps: int
    """Upper-case letters, or runs of them, inside a run of letters."""
    marks: int
    """Runs of punctuation."""
    lines: int
    """Runs of line ends."""
    digits: int
    ascii: int
    long: int
    """Letters from the sixteenth of a run on."""
    latin1: int
    latin: int
    greek: int
    cyrillic: int
    hebrew: int
    arabic: int
    indic: int
    georgian: int
    symbols: int
    kana: int
    han: int
    hangul: int
    forms: int
    emoji: int
    thai: int
    quotes: int
    boxes: int


WEIGHTS: dict[str, Weights] = {
    "o200k": Weights(
        lower=743,
        upper=1990,
        humps=1891,
        marks=728,
        lines=20,
        digits=590,
        ascii=55,
        long=479,
        latin1=1938,
        latin=150,
        greek=433,
        cyrillic=287,
        hebrew=447,
        arabic=388,
        indic=414,
        georgian=399,
        symbols=2272,
        kana=675,
        han=1005,
        hangul=759,
        forms=150,
        emoji=2410,
        thai=452,
        quotes=150,
        boxes=393,
    ),
    "cl100k": Weights(
        lower=770,
        upper=1954,
        humps=2103,
        marks=741,
        lines=0,
        digits=592,
        ascii=50,
        long=502,
        latin1=4000,
        latin=1157,
        greek=1045,
        cyrillic=442,
        hebrew=2128,
        arabic=853,
        indic=1491,
        georgian=2169,
        symbols=2524,
        kana=956,
        han=1371,
        hangul=1175,
        forms=150,
        emoji=2969,
        thai=992,
        quotes=150,
        boxes=459,
    ),
    "claude-3": Weights(
        lower=645,
        upper=2401,
        humps=2690,
        marks=856,
        lines=2047,
        digits=569,
        ascii=65,
        long=527,
        latin1=3930,
        latin=1196,
        greek=740,
        cyrillic=367,
        hebrew=761,
        arabic=755,
        indic=976,
        georgian=746,
        symbols=2989,
        kana=726,
        han=1230,
        hangul=1356,
        forms=573,
        emoji=2948,
        thai=978,
        quotes=150,
        boxes=415,
    ),
    "claude-4.7": Weights(
        lower=0,
        upper=3036,
        humps=2089,
        marks=708,
        lines=1416,
        digits=671,
        ascii=231,
        long=551,
        latin1=4000,
        latin=2985,
        greek=735,
        cyrillic=366,
        hebrew=780,
        arabic=746,
        indic=970,
        georgian=741,
        symbols=2928,
        kana=753,
        han=1200,
        hangul=1350,
        forms=1698,
        emoji=2926,
        thai=995,
        quotes=150,
        boxes=150,
    ),
}
"""By family: what `o200k_base` and `cl100k_base` of tiktoken count, and what is known of Claude's counts by generation."""
