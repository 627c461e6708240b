"""One file a transcript format, and the table of them: a new format is a file and a row."""

from collections.abc import Callable

from contextc.transcript.readers import jsonl, plain
from contextc.transcript.turns import Reading
from contextc.vocabulary import SegmentFormat

Tolerant = Callable[[bytes], Reading | None]
Strict = Callable[[bytes], Reading]

READERS: dict[SegmentFormat, tuple[Tolerant, Strict]] = {
    SegmentFormat.JSONL: (jsonl.detect, jsonl.read),
    SegmentFormat.PLAIN: (plain.read, plain.read),
}
"""Format -> its tolerant reader (nothing: it is not of that format) and its strict one, in the order that `auto` tries;
the last one reads anything."""


def read(data: bytes, format: SegmentFormat) -> Reading:
    r"""The turns of a transcript.

    >>> [turn.role for turn in read(b"User: hi\nAI: yes", SegmentFormat.AUTO).turns]
    ['User', 'AI']
    """
    if format is SegmentFormat.AUTO:
        return next(reading for tolerant, _ in READERS.values() if (reading := tolerant(data)))
    return READERS[format][1](data)
