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
        lower=863,
        upper=2165,
        humps=1686,
        marks=613,
        lines=991,
        digits=775,
        ascii=25,
        long=436,
        latin1=1927,
        latin=150,
        greek=422,
        cyrillic=274,
        hebrew=434,
        arabic=372,
        indic=402,
        georgian=387,
        symbols=2210,
        kana=657,
        han=964,
        hangul=830,
        forms=150,
        emoji=2214,
        thai=436,
        quotes=150,
        boxes=341,
    ),
    "cl100k": Weights(
        lower=733,
        upper=2365,
        humps=1703,
        marks=507,
        lines=834,
        digits=814,
        ascii=50,
        long=399,
        latin1=4000,
        latin=652,
        greek=1028,
        cyrillic=427,
        hebrew=2107,
        arabic=835,
        indic=1477,
        georgian=2160,
        symbols=2442,
        kana=938,
        han=1334,
        hangul=1155,
        forms=150,
        emoji=2767,
        thai=980,
        quotes=150,
        boxes=351,
    ),
    "claude-3": Weights(
        lower=619,
        upper=2118,
        humps=2758,
        marks=1003,
        lines=1200,
        digits=585,
        ascii=77,
        long=521,
        latin1=4000,
        latin=1456,
        greek=753,
        cyrillic=379,
        hebrew=771,
        arabic=771,
        indic=989,
        georgian=758,
        symbols=3053,
        kana=740,
        han=1273,
        hangul=1378,
        forms=435,
        emoji=3132,
        thai=991,
        quotes=150,
        boxes=412,
    ),
    "claude-4.7": Weights(
        lower=0,
        upper=2762,
        humps=2187,
        marks=828,
        lines=558,
        digits=676,
        ascii=243,
        long=548,
        latin1=4000,
        latin=3083,
        greek=750,
        cyrillic=379,
        hebrew=792,
        arabic=763,
        indic=984,
        georgian=754,
        symbols=2995,
        kana=788,
        han=1180,
        hangul=1374,
        forms=2802,
        emoji=3110,
        thai=1009,
        quotes=150,
        boxes=150,
    ),
}
"""By family: what `o200k_base` and `cl100k_base` of tiktoken count, and what is known of Claude's counts by generation."""
