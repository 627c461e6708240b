"""One file a transcript format, and the table of them: a new format is a file and a row."""

from collections.abc import Callable

from contextc.errors import Internal
from contextc.transcript.readers import jsonl, plain
from contextc.transcript.turns import Reading
from contextc.vocabulary import SegmentFormat

READERS: tuple[tuple[SegmentFormat, Callable[[bytes], Reading | None], Callable[[bytes], Reading]], ...] = (
    (SegmentFormat.JSONL, jsonl.detect, jsonl.read),
    (SegmentFormat.PLAIN, plain.read, plain.read),
)
"""Format, its tolerant reader (nothing: it is not of that format) and its strict one, in the order that `auto` tries."""


def read(data: bytes, format: SegmentFormat) -> Reading:
    r"""The turns of a transcript.

    >>> [turn.role for turn in read(b"User: hi\nAI: yes", SegmentFormat.AUTO).turns]
    ['User', 'AI']
    """
    for name, tolerant, strict in READERS:
        if format is name:
            return strict(data)
        if format is SegmentFormat.AUTO and (reading := tolerant(data)):
            return reading
    raise Internal(f"no reader for {format}")
