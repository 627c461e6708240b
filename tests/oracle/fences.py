"""Text -> an alternation of plain spans and fenced blocks (spec 4.2, C6)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .chars import WS_NOT_LF, Line, is_blank, lines_of
from .differences import Differences


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of characters of a text."""

    start: int
    end: int
    fence: bool
    closed: bool = True


@dataclass(frozen=True, slots=True)
class FenceLine:
    """The run at the start of a line that may open or close a fence, and what follows it."""

    char: str
    length: int
    rest: str

    @property
    def opens(self) -> bool:
        """A line of backticks with another backtick later on is inline code."""
        return self.char == "~" or "`" not in self.rest

    def closes(self, opener: FenceLine) -> bool:
        """Same character, at least as long, nothing behind it."""
        return self.char == opener.char and self.length >= opener.length and is_blank(self.rest)


def fence_line(line: Line) -> FenceLine | None:
    """The fence run of a line, under the rule of C6."""
    match = re.match(f"{WS_NOT_LF}*(`{{3,}}|~{{3,}})", line.text)
    if match is None:
        return None
    return FenceLine(match[1][0], len(match[1]), line.text[match.end() :])


def has_tilde_opener(text: str) -> bool:
    """Some line could open a fence of tildes."""
    found = (fence_line(line) for line in lines_of(text))
    return any(fence is not None and fence.char == "~" for fence in found)


def partition(text: str, on: Differences) -> list[Span]:
    """Cut a text into fences and what lies between; an unclosed fence runs to the end."""
    lines = lines_of(text)
    fences: list[Span] = []
    at = 0
    while at < len(lines):
        if not _opens(lines[at], on):
            at += 1
            continue
        last = find_closer(lines, at, on)
        closed = last is not None
        last = len(lines) - 1 if last is None else last
        fences.append(Span(lines[at].start, lines[last].stop, fence=True, closed=closed))
        at = last + 1
    return fill(fences, 0, len(text))


def fill(fences: list[Span], start: int, end: int) -> list[Span]:
    """The fences with the plain spans between them, from `start` to `end`."""
    spans: list[Span] = []
    for fence in fences:
        spans += [Span(start, fence.start, fence=False), fence]
        start = fence.end
    spans.append(Span(start, end, fence=False))
    return [span for span in spans if span.start < span.end]


def find_closer(lines: tuple[Line, ...], opener: int, on: Differences) -> int | None:
    """The line that closes the fence opened at `opener`."""
    for at in range(opener + 1, len(lines)):
        if "C6" not in on:
            if _is_reference_fence(lines[at]):
                return at
            continue
        first, later = fence_line(lines[opener]), fence_line(lines[at])
        if first is not None and later is not None and later.closes(first):
            return at
    return None


def _opens(line: Line, on: Differences) -> bool:
    if "C6" not in on:
        return _is_reference_fence(line)
    fence = fence_line(line)
    return fence is not None and fence.opens


def _is_reference_fence(line: Line) -> bool:
    return re.match(f"{WS_NOT_LF}*```", line.text) is not None
