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
        lower=832,
        upper=2211,
        humps=1646,
        marks=590,
        lines=960,
        digits=781,
        ascii=31,
        long=425,
        latin1=1761,
        latin=150,
        greek=422,
        cyrillic=276,
        hebrew=437,
        arabic=373,
        indic=402,
        georgian=387,
        symbols=2213,
        kana=657,
        han=965,
        hangul=830,
        forms=150,
        emoji=2213,
        thai=436,
        quotes=150,
        boxes=330,
    ),
    "cl100k": Weights(
        lower=709,
        upper=2377,
        humps=1692,
        marks=503,
        lines=844,
        digits=816,
        ascii=53,
        long=394,
        latin1=4000,
        latin=654,
        greek=1027,
        cyrillic=427,
        hebrew=2106,
        arabic=834,
        indic=1477,
        georgian=2160,
        symbols=2439,
        kana=937,
        han=1333,
        hangul=1153,
        forms=150,
        emoji=2762,
        thai=979,
        quotes=150,
        boxes=345,
    ),
    "claude-3": Weights(
        lower=612,
        upper=2117,
        humps=2765,
        marks=1000,
        lines=1199,
        digits=586,
        ascii=78,
        long=519,
        latin1=4000,
        latin=1460,
        greek=753,
        cyrillic=379,
        hebrew=771,
        arabic=771,
        indic=989,
        georgian=758,
        symbols=3053,
        kana=742,
        han=1268,
        hangul=1378,
        forms=537,
        emoji=3132,
        thai=991,
        quotes=150,
        boxes=411,
    ),
    "claude-4.7": Weights(
        lower=0,
        upper=2918,
        humps=2135,
        marks=761,
        lines=1119,
        digits=674,
        ascii=234,
        long=551,
        latin1=4000,
        latin=3079,
        greek=740,
        cyrillic=370,
        hebrew=787,
        arabic=752,
        indic=975,
        georgian=745,
        symbols=2953,
        kana=765,
        han=1196,
        hangul=1358,
        forms=2031,
        emoji=2992,
        thai=1000,
        quotes=150,
        boxes=150,
    ),
}
"""By family: what `o200k_base` and `cl100k_base` of tiktoken count, and what is known of Claude's counts by generation."""
