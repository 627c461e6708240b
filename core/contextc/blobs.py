"""UTF-8 text -> the spans of base64 in it that are too long to be words: data that a model cannot read."""

from collections.abc import Iterator
from typing import NamedTuple

LEAST_BYTES = 1024
"""Above what hashes, keys, tokens and paths have; a shorter one costs no more than a paragraph."""

ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"
"""Of base64 and of its form for URLs."""

INSIDE = bytes(byte in ALPHABET for byte in range(256))
NEEDLE = b"\x01" * 64
"""Longer than words; a longer one would take longer to prepare than most texts to search."""

CLASSES = (ALPHABET[:26], ALPHABET[26:52], ALPHABET[52:62])
"""Encoded data has letters of both cases and digits; rulers, hexadecimal and sequences of letters lack some."""


class Blob(NamedTuple):
    """A byte range of a text."""

    start: int
    end: int


def blobs(data: bytes) -> Iterator[Blob]:
    """The long runs of base64, padding included.

    >>> list(blobs(b"image: " + b"iVBORw0K" * 200 + b"== and text"))
    [Blob(start=7, end=1609)]
    """
    inside = data.translate(INSIDE)
    at = inside.find(NEEDLE)
    while at >= 0:
        # The needle is found where the run begins: if it began earlier, so would the needle.
        end = inside.find(b"\0", at)
        end = len(data) if end < 0 else end
        sample = data[at : min(at + LEAST_BYTES, end)]
        if len(sample) == LEAST_BYTES and all(len(sample.translate(None, some)) < LEAST_BYTES for some in CLASSES):
            end += len(data[end : end + 2]) - len(data[end : end + 2].lstrip(b"="))
            yield Blob(at, end)
        at = inside.find(NEEDLE, end)
