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
        lower=631,
        upper=2036,
        humps=1821,
        marks=726,
        lines=288,
        digits=613,
        ascii=62,
        long=454,
        latin1=2222,
        latin=150,
        greek=425,
        cyrillic=277,
        hebrew=432,
        arabic=379,
        indic=407,
        georgian=393,
        symbols=2235,
        kana=666,
        han=990,
        hangul=743,
        forms=150,
        emoji=2343,
        thai=446,
        quotes=150,
        boxes=359,
    ),
    "cl100k": Weights(
        lower=488,
        upper=2198,
        humps=1884,
        marks=645,
        lines=0,
        digits=630,
        ascii=88,
        long=425,
        latin1=4000,
        latin=930,
        greek=1029,
        cyrillic=437,
        hebrew=2121,
        arabic=844,
        indic=1485,
        georgian=2166,
        symbols=2490,
        kana=949,
        han=1366,
        hangul=1163,
        forms=150,
        emoji=2925,
        thai=992,
        quotes=150,
        boxes=380,
    ),
    "claude-3": Weights(
        lower=376,
        upper=2495,
        humps=2585,
        marks=914,
        lines=2747,
        digits=655,
        ascii=62,
        long=500,
        latin1=4000,
        latin=2669,
        greek=724,
        cyrillic=354,
        hebrew=748,
        arabic=736,
        indic=961,
        georgian=732,
        symbols=2941,
        kana=708,
        han=1199,
        hangul=1327,
        forms=572,
        emoji=2798,
        thai=965,
        quotes=150,
        boxes=367,
    ),
    "claude-4.7": Weights(
        lower=5,
        upper=3053,
        humps=2077,
        marks=698,
        lines=1354,
        digits=668,
        ascii=232,
        long=550,
        latin1=4000,
        latin=2883,
        greek=737,
        cyrillic=367,
        hebrew=780,
        arabic=747,
        indic=972,
        georgian=743,
        symbols=2930,
        kana=754,
        han=1204,
        hangul=1353,
        forms=1679,
        emoji=2937,
        thai=996,
        quotes=155,
        boxes=150,
    ),
}
"""By family: what `o200k_base` and `cl100k_base` of tiktoken count, and what is known of Claude's counts by generation."""
