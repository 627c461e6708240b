r"""Text -> lines, words and lower case, by pinned character sets: the same on every Python.

Python's own helpers split at U+001C-U+001F (`str.split`), at more line ends than LF (`splitlines`) and by the Unicode
version they were built with (`isalnum`, `\w`); none of these is what a recorded answer can rest on.
"""

import re

from contextc.unicode16 import NEW_LOWER, NUMBER_DELTAS, WORD_DELTAS

WHITE_SPACE = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
)
"""The 25 characters of the property White_Space."""

WS = f"[{WHITE_SPACE}]"
WS_IN_LINE = f"[{WHITE_SPACE.replace(chr(10), '')}]"

WS_BYTES = rb"[\t-\r ]"
"""White space in UTF-8 that `plain_space` has gone over."""

_WIDE = rb"\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2(?:\x80[\x80-\x8a\xa8\xa9\xaf]|\x81\x9f)|\xe3\x80\x80"
_WIDE_SPACE = re.compile(_WIDE)
_ASCII = bytes(range(128))

WS_CHARACTER_BYTES = rb"(?:%s|%s)" % (WS_BYTES, _WIDE)
"""One character of white space in any UTF-8; not to be repeated."""


def plain_space(data: bytes) -> bytes:
    r"""UTF-8 of the same length, with a space for every byte of white space outside ASCII.

    A pattern over it needs a class where it would need a group: a group that repeats costs 200 bytes of memory each time.

    >>> plain_space("a\u3000b".encode())
    b'a   b'
    """
    if not data.isascii():
        # Without its ASCII a text is short as a rule, and its characters are still whole.
        for wide in set(_WIDE_SPACE.findall(data.translate(None, _ASCII))):
            data = data.replace(wide, b" " * len(wide))
    return data


def is_blank_line(line: bytes) -> bool:
    r"""Whether a line of UTF-8 has nothing but white space.

    >>> is_blank_line(" \u3000".encode()), is_blank_line(b"\x1c")
    (True, False)
    """
    rest = line.strip(b"\t\x0b\x0c\r ")
    return not rest or (not rest[0] < 0xC2 and not plain_space(rest).strip(b" \t\x0b\x0c\r"))


def _class(deltas: str) -> str:
    ranges: list[str] = []
    end = 0
    for delta in deltas.split():
        gap, _, length = delta.partition("+")
        start = end + int(gap, 16)
        end = start + int(length or "0", 16)
        ranges.append(f"{chr(start)}-{chr(end)}")
    return "".join(ranges)


WORD_CLASS = _class(WORD_DELTAS)
"""The word characters as the inside of a character class."""

NUMBER_CLASS = _class(NUMBER_DELTAS)
"""Those of them that are digits or other numbers."""

WORD = re.compile(f"[{WORD_CLASS}]+")

_SEPARATOR = re.compile("[\x1c-\x1f]")
_WORDS = re.compile(f"[^{WHITE_SPACE}]+")
_NEW_UPPER = re.compile("[" + "".join(map(chr, NEW_LOWER)) + "]")


def words(text: str) -> list[str]:
    r"""The runs of text between white space.

    >>> words("a\u2003b  c\x1cd")
    ['a', 'b', 'c\x1cd']
    """
    if _SEPARATOR.search(text):
        return _WORDS.findall(text)
    return text.split()


def lower(text: str) -> str:
    r"""Full lower-casing by Unicode 16.0.

    >>> lower("ΟΔΟΣ \ua7cb")
    'οδος ɤ'
    """
    if not text.isascii() and _NEW_UPPER.search(text):
        text = text.translate(NEW_LOWER)
    return text.lower()


def is_blank(text: str) -> bool:
    r"""Whether there is nothing but white space.

    >>> is_blank(" \u3000"), is_blank("\x1c")
    (True, False)
    """
    return _WORDS.search(text) is None


def terms(text: str) -> set[str]:
    """The runs of word characters, each in lower case.

    >>> sorted(terms("Deploy foo_bar, DEPLOY!"))
    ['bar', 'deploy', 'foo']
    """
    return {lower(word) for word in WORD.findall(text)}


def near_form(text: str) -> str:
    r"""What stays when case and white space do not count.

    >>> near_form(" The  Canary\n is GREEN ")
    'the canary is green'
    """
    # White space ends a word for the final-sigma rule too, so the whole text lower-cases like its words.
    return " ".join(words(lower(text)))


def line_spans(data: bytes) -> list[tuple[int, int]]:
    r"""Byte spans of the lines of a UTF-8 text, each with its LF; only LF ends a line.

    >>> line_spans(b"a\r\nb\rc")
    [(0, 3), (3, 6)]
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for piece in data.split(b"\n")[:-1]:
        end = start + len(piece) + 1
        spans.append((start, end))
        start = end
    if start < len(data):
        spans.append((start, len(data)))
    return spans
