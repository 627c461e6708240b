"""What every reader of a transcript produces: turns, with their byte ranges in the source."""

from typing import NamedTuple

from contextc.fences import Fence
from contextc.vocabulary import SegmentFormat


class Turn(NamedTuple):
    """What one speaker said in one go."""

    role: str | None
    start: int
    end: int
    """The byte range in the transcript; ranges of turns partition it."""
    content: str | None = None
    """The text, where the transcript holds it encoded; else the range itself is the text."""
    fences: tuple[Fence, ...] = ()
    """Fenced code in the range."""


class Reading(NamedTuple):
    """A transcript as turns."""

    format: SegmentFormat
    turns: list[Turn]
    skipped_lines: int = 0
