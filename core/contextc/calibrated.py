"""Text -> token estimates by what a text is made of: runs of letters, digits, punctuation, and characters by script.

A tokenizer cuts text into runs and looks those up, so runs are what is counted; how much each costs is measured per family of
tokenizers (`tests/bench/estimators` fits the table). Everything is counted by whole-text operations on bytes and on one large
integer of them, never in a loop.
"""

from operator import mul

from contextc.weights import MILLITOKENS, WEIGHTS

LONG_RUN = 16
"""Letters from which on a run is no word: each further one is charged."""

_LOWER, _HUMP, _UPPER, _DIGIT, _MARK, _LINE, _SPACE, _WIDE = 1, 2, 3, 4, 8, 16, 32, 64
"""Classes of bytes, one bit each; an upper-case letter is a letter, too, so inside a word only the bit of a hump begins."""


def _class(byte: int) -> int:
    character = chr(byte)
    if byte >= 0x80:
        return _WIDE
    if character.isalpha():
        return _UPPER if character.isupper() else _LOWER
    if character.isdigit():
        return _DIGIT
    return _LINE if character == "\n" else _SPACE if character in " \t\r" else _MARK


_CLASSES = bytes(map(_class, range(256)))


class CalibratedEstimator:
    """The estimate for one family of tokenizers; on average a little above the truth.

    >>> CalibratedEstimator().estimate("The build failed again, twice.")
    8
    """

    def __init__(self, family: str = "o200k") -> None:
        self.family = family
        self._weights = WEIGHTS[family]

    def estimate(self, text: str) -> int:
        """Tokens of a text."""
        # The shorter tuple ends the sum: of ASCII nothing is weighed by script.
        millitokens: int = sum(map(mul, count(text), self._weights))
        return -(-millitokens // MILLITOKENS)

    def bytes_per_token_hint(self) -> int:
        """Five: higher than the truth, so that the first piece of a long text does not take the budget that others need."""
        return 5


def count(text: str) -> tuple[int, ...]:
    r"""How often a text has each of what the table weighs, in its order; of ASCII only the units that ASCII has.

    >>> from contextc.weights import Weights
    >>> dict(zip(Weights._fields, count("Two words, 1 newLine\n")))
    {'lower': 2, 'upper': 1, 'humps': 1, 'marks': 1, 'lines': 1, 'digits': 1, 'ascii': 21, 'long': 0}
    """
    data = text.encode()
    length = len(data)
    classes = data.translate(_CLASSES)
    whole = int.from_bytes(classes, "big")
    # A bit that the byte before has too. Without those a bit is left where a run of its class begins.
    row = whole & whole >> 8
    begins = (whole ^ row).to_bytes(length, "big").translate(None, _DULL)
    # A bit that 2, then 4, 8 and at last 16 bytes have in a row.
    row &= row >> 16
    row &= row >> 32
    row &= row >> 64
    long = row.to_bytes(length, "big").translate(None, _NO_LETTER) if row else b""
    high = b"" if text.isascii() else data.translate(None, _ASCII)
    counts = (
        begins.count(_LOWER),
        begins.count(_UPPER),
        begins.count(_HUMP),
        begins.count(_MARK),
        begins.count(_LINE),
        classes.count(_DIGIT),
        length - len(high),
        len(long),
    )
    return (*counts, *_count_wide(high)) if high else counts


def _count_wide(high: bytes) -> tuple[int, ...]:
    """Characters beyond ASCII by script, which their first byte tells, or their first two."""
    scripts = high.translate(_SCRIPT_OF, _NO_LEAD)
    counts = list(map(scripts.count, range(len(_SCRIPTS))))
    parts = [sum(map(high.count, pairs)) if counts[script] else 0 for script, pairs in _PARTS]
    for (script, _), part in zip(_PARTS, parts, strict=True):
        counts[script] -= part
    return (*counts, *parts)


_SCRIPTS = (
    range(0xC2, 0xC3),  # punctuation and symbols of Latin-1
    range(0xC3, 0xCE),  # Latin letters with marks
    range(0xCE, 0xD0),  # Greek
    range(0xD0, 0xD4),  # Cyrillic
    range(0xD4, 0xD8),  # Armenian, Hebrew
    range(0xD8, 0xE0),  # Arabic
    range(0xE0, 0xE1),  # scripts of India; Thai and Lao apart
    range(0xE1, 0xE2),  # Georgian, Ethiopic, Khmer, Vietnamese letters
    range(0xE2, 0xE3),  # arrows, mathematics, symbols
    range(0xE3, 0xE4),  # kana, and punctuation of East Asia
    range(0xE4, 0xEA),  # Han
    range(0xEA, 0xEE),  # Hangul
    range(0xEE, 0xF0),  # private use, full-width forms
    range(0xF0, 0xF5),  # emoji
)
"""First bytes of the UTF-8 of a script's characters, in the order of the table."""

_PARTS = (
    (6, (b"\xe0\xb8", b"\xe0\xb9", b"\xe0\xba", b"\xe0\xbb")),  # Thai, Lao
    (8, (b"\xe2\x80",)),  # dashes, quotation marks, dots
    (8, (b"\xe2\x94", b"\xe2\x95", b"\xe2\x96")),  # lines and blocks that tables are drawn with
)
"""Scripts that share a first byte with a more costly one: which, and how they begin."""

_DULL = bytes(byte for byte in range(256) if byte not in (_LOWER, _UPPER, _HUMP, _MARK, _LINE))
_NO_LETTER = bytes(byte for byte in range(256) if byte not in (_LOWER, _UPPER))
_ASCII = bytes(range(0x80))
_NO_LEAD = bytes(range(0xC2))
_SCRIPT_OF = bytes(
    next((script for script, leads in enumerate(_SCRIPTS) if byte in leads), 0xFF) for byte in range(256)
)
