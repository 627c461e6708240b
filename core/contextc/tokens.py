"""Text -> token estimates: the protocol that every estimator follows, and the simple ones."""

import re
from collections.abc import Callable
from typing import Protocol

from contextc.text import WHITE_SPACE


class TokenEstimator(Protocol):
    """What the compiler asks of an estimator.

    The budget holds for every estimator, because the finished context is estimated as a whole; an estimator for which
    `estimate(a + b) <= estimate(a) + estimate(b)` never makes the compiler give anything back.
    """

    def estimate(self, text: str) -> int:
        """Tokens of a text, at least 0."""
        ...

    def bytes_per_token_hint(self) -> int:
        """UTF-8 bytes that a token covers, roughly; sizes the pieces that a fragment is cut into."""
        ...


class HeuristicEstimator:
    """Thirtieths of a token a character, rounded up a word: 30 a digit, 25 a CJK character, 9 any other, 15 a line feed.

    >>> [HeuristicEstimator().estimate(text) for text in ("", "x", "a b", "2026-07-14", "漢字仮名文")]
    [0, 1, 2, 9, 5]
    """

    def estimate(self, text: str) -> int:
        """Tokens of a text."""
        newlines = text.count("\n")
        return (newlines + 1) // 2 + (_ascii_words(text.encode()) if text.isascii() else _words(text))

    def bytes_per_token_hint(self) -> int:
        """Three: lower than the truth for prose, so that a piece rarely exceeds a small budget."""
        return 3


class BytesEstimator:
    """A token for every four bytes of UTF-8: coarse, and known everywhere.

    Rounded up, as packing adds up many parts, or down, as the second specification counts a whole text.

    >>> [BytesEstimator().estimate(text) for text in ("", "a", "five bytes")]
    [0, 1, 3]
    >>> BytesEstimator(up=False).estimate("five bytes")
    2
    """

    def __init__(self, *, up: bool = True) -> None:
        self._added = 3 if up else 0

    def estimate(self, text: str) -> int:
        """Tokens of a text."""
        return (len(text.encode()) + self._added) // 4

    def bytes_per_token_hint(self) -> int:
        """Five: higher than the truth, as for the calibrated estimator."""
        return 5


class DynTokenEstimator:
    """An estimator made of a counting function; checks what the function returns.

    >>> DynTokenEstimator(len).estimate("four")
    4
    """

    def __init__(self, count: Callable[[str], int], bytes_per_token: int = 3) -> None:
        self._count = count
        self._bytes_per_token = bytes_per_token

    def estimate(self, text: str) -> int:
        """Tokens of a text; `ValueError` when the function does not return a whole number of at least 0."""
        tokens = self._count(text)
        if type(tokens) is not int or tokens < 0:
            raise ValueError(f"a token count is a whole number of at least 0, not {tokens!r}")
        return tokens

    def bytes_per_token_hint(self) -> int:
        """What the constructor was given."""
        return self._bytes_per_token


_DIGITS = b"0123456789"
_TOKENS_OF_LENGTH = [(3 * length + 9) // 10 for length in range(4096)]
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_CJK_RUN = re.compile(f"[{_CJK}]+")
_WORD = re.compile(f"[^{WHITE_SPACE}]+")


def _ascii_words(data: bytes) -> int:
    # A digit is a whole token wherever it stands, so digits can be counted and taken out before the words are rounded.
    rest = data.translate(None, _DIGITS)
    return len(data) - len(rest) + _rounded([len(word) for word in rest.split()])


def _rounded(lengths: list[int]) -> int:
    try:
        return sum([_TOKENS_OF_LENGTH[length] for length in lengths])
    except IndexError:
        return sum([(3 * length + 9) // 10 for length in lengths])


def _words(text: str) -> int:
    plain: list[int] = []
    tokens = 0
    for word in _WORD.findall(text):
        digits = 0
        if not word.isalpha():
            data = word.encode()
            digits = len(data) - len(data.translate(None, _DIGITS))
        tokens += digits
        cjk = 0 if word.isascii() else sum(map(len, _CJK_RUN.findall(word)))
        if cjk:
            tokens += (9 * (len(word) - digits) + 16 * cjk + 29) // 30
        else:
            plain.append(len(word) - digits)
    return tokens + _rounded(plain)
