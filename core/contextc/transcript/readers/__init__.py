"""One file a transcript format, and the table of them: a new format is a file and a row."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from contextc.transcript.readers import (
    anthropic,
    claude_code,
    codex,
    gemini,
    gemini_cli,
    jsonl,
    langchain,
    openai,
    plain,
    responses,
)
from contextc.transcript.records import Source, source
from contextc.transcript.turns import Reading
from contextc.vocabulary import SegmentFormat


class Read(Protocol):
    """What reads a format."""

    def __call__(self, source: Source, *, strict: bool) -> Reading | None:
        """The turns; nothing when it is not of this format after all. `strict`: then, and at a bad record, an error."""
        ...


class Reader(NamedTuple):
    """A row."""

    detect: Callable[[Source], bool]
    """Whether the first records look like it."""
    read: Read
    scans: bool = True
    """Whether texts are searched for fenced code and runs of log lines."""
    lanes: bool = True
    """Whether what must stay is pinned, what belongs together grouped, and every part labelled."""


READERS: dict[SegmentFormat, Reader] = {
    SegmentFormat.CLAUDE_CODE: Reader(claude_code.detect, claude_code.read),
    SegmentFormat.CODEX: Reader(codex.detect, codex.read),
    SegmentFormat.GEMINI_CLI: Reader(gemini_cli.detect, gemini_cli.read),
    SegmentFormat.GEMINI: Reader(gemini.detect, gemini.read),
    SegmentFormat.LANGCHAIN: Reader(langchain.detect, langchain.read),
    SegmentFormat.OPENAI_RESPONSES: Reader(responses.detect, responses.read),
    SegmentFormat.ANTHROPIC: Reader(anthropic.detect, anthropic.read),
    SegmentFormat.OPENAI: Reader(openai.detect, openai.read),
    SegmentFormat.JSONL: Reader(jsonl.detect, jsonl.read, scans=False, lanes=False),
    SegmentFormat.PLAIN: Reader(plain.detect, plain.read, lanes=False),
}
"""In the order that `auto` asks; the last one reads anything."""


def read(data: bytes, format: SegmentFormat) -> Reading:
    r"""The turns of a transcript.

    >>> [turn.role for turn in read(b"User: hi\nAI: yes", SegmentFormat.AUTO).turns]
    ['User', 'AI']
    """
    given = source(data)
    if format is not SegmentFormat.AUTO:
        reading = READERS[format].read(given, strict=True)
    else:
        found = (row.read(given, strict=False) for row in READERS.values() if row.detect(given))
        reading = next((reading for reading in found if reading), None)
    # A strict reader raises instead, and the last row reads anything.
    assert reading is not None
    return reading
