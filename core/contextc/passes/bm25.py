"""Query and all texts of a request -> BM25 scores in [0, 1], in integers up to one division.

Rare words count more than frequent ones, and a word counts more in a short text. A score is a share of what the query could
attain at most, so it compares with scores from elsewhere.
"""

import re
from collections import Counter
from collections.abc import Sequence

from contextc.text import WORD, lower

SATURATION, LENGTH = (6, 5), (3, 4)
"""k1 = 1.2 and b = 0.75, as fractions: the values that Robertson and Zaragoza (2009) give, and everybody uses."""

UNIT = 4096
"""Parts of an IDF of one bit."""

_LOG2 = (
    0,
    92,
    182,
    271,
    358,
    445,
    530,
    613,
    696,
    778,
    858,
    937,
    1016,
    1093,
    1169,
    1244,
    1319,
    1392,
    1465,
    1536,
    1607,
    1677,
    1746,
    1814,
    1882,
    1949,
    2015,
    2080,
    2145,
    2208,
    2272,
    2334,
    2396,
    2457,
    2518,
    2578,
    2637,
    2696,
    2754,
    2812,
    2869,
    2926,
    2982,
    3037,
    3092,
    3146,
    3200,
    3254,
    3307,
    3359,
    3412,
    3463,
    3514,
    3565,
    3615,
    3665,
    3715,
    3764,
    3812,
    3861,
    3908,
    3956,
    4003,
    4050,
    4096,
)
"""UNIT times the binary logarithm of 1 + n/64."""

_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+")
_PARTS = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def index_terms(text: str) -> list[str]:
    """The terms of a text, repeated as it repeats them.

    They are its words in lower case, of identifiers the parts as well, and of Chinese, Japanese and Korean every two
    neighbouring characters.

    >>> index_terms("parseHTTPHeader foo_bar"), index_terms("東京都")
    (['parsehttpheader', 'parse', 'http', 'header', 'foo', 'bar'], ['東京', '京都'])
    """
    found: list[str] = []
    for word in WORD.findall(text):
        if word.isascii():
            found.append(word.lower())
            parts = () if word.islower() else _PARTS.findall(word)
            if len(parts) > 1:
                found += [part.lower() for part in parts]
        else:
            found += _wide_terms(word)
    return found


def _wide_terms(word: str) -> list[str]:
    found: list[str] = []
    at = 0
    for run in _CJK.finditer(word):
        found += [lower(word[at : run.start()])] if run.start() > at else []
        characters = run[0]
        found += [characters[place : place + 2] for place in range(max(1, len(characters) - 1))]
        at = run.end()
    return [*found, lower(word[at:])] if at < len(word) else found


def scores(query: str, texts: Sequence[str]) -> list[float]:
    """The score of each text for a query, among these texts; all 0 for a query without terms.

    >>> scores("rare canary", ["canary canary", "a rare canary", "canary"])
    [0.0748974787363305, 0.37735848662261473, 0.06847769339993476]
    """
    wanted = list(dict.fromkeys(index_terms(query)))
    if not wanted or not texts:
        return [0.0] * len(texts)
    keep = frozenset(wanted)
    counts: list[Counter[str]] = []
    lengths: list[int] = []
    for text in texts:
        found = index_terms(text)
        lengths.append(len(found))
        counts.append(Counter([term for term in found if term in keep]))
    total = sum(lengths) or 1
    having = Counter(term for count in counts for term in count)
    weights = {term: idf(len(texts), having[term]) for term in wanted}
    (rise, of_rise), (share, of_share) = SATURATION, LENGTH
    most = sum(weights.values()) * (rise + of_rise)
    found_scores: list[float] = []
    for count, length in zip(counts, lengths, strict=True):
        # tf (k1 + 1) / (tf + k1 (1 - b + b length / mean)), with k1, b and the mean as fractions of whole numbers.
        rest = rise * ((of_share - share) * total + share * length * len(texts))
        gained = 0
        for term, times in sorted(count.items()):
            below = of_rise * of_share * total * times + rest
            gained += weights[term] * (rise + of_rise) * times * of_rise * of_share * total * UNIT // below
        found_scores.append(gained / (most * UNIT))
    return found_scores


def idf(texts: int, having: int) -> int:
    """How much it tells that a text has a term which so many of the texts have: log2(1 + (N - n + 1/2) / (n + 1/2)), in UNITs.

    >>> [idf(100, having) for having in (0, 1, 50, 100)]
    [31368, 24875, 4096, 28]
    """
    return _log2(2 * texts + 2, 2 * having + 1)


def _log2(above: int, below: int) -> int:
    """The logarithm of a fraction of at least 1, in UNITs: by the table, and straight between its entries."""
    whole = (above // below).bit_length() - 1
    # The mantissa in 64ths of 64ths, from 64 * 64 up.
    mantissa = (above << 12) // (below << whole) - UNIT
    place, rest = divmod(mantissa, 64)
    low, high = _LOG2[place], _LOG2[place + 1]
    return whole * UNIT + low + (high - low) * rest // 64
