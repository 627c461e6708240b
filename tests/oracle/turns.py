"""A plain transcript -> turns, each cut into prose, logs and fenced code (spec 5.2, 5.4, C6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from .chars import Line, lines_of
from .differences import Differences
from .fences import Span, fence_line, fill, find_closer, partition
from .logs import mask

MARKERS: Final = (
    "System:",
    "User:",
    "Human:",
    "Assistant:",
    "AI:",
    "Tool:",
    "### User",
    "### Assistant",
)

LEAST_RUN: Final = 8
"""So many lines in a row make a log."""


Kind = Literal["body", "code", "log", "base64", "media"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a transcript: `start:end` is its byte range, filled in for plain pieces at the end."""

    turn: int
    role: str | None
    kind: Kind
    text: str
    decoded: bool = False
    start: int = 0
    end: int = 0


def marker_of(line: str) -> str | None:
    """The role marker that a line starts with."""
    return next((marker for marker in MARKERS if line.startswith(marker)), None)


def _role(line: str) -> str | None:
    marker = marker_of(line)
    return None if marker is None else marker.removeprefix("### ").rstrip(":")


def plain_pieces(text: str, on: Differences) -> list[Piece]:
    """The pieces of a plain transcript, in order; together they are the text."""
    lines = lines_of(text)
    fences = _fences(text, lines, on) if "C6" in on else []
    starts = {
        line.start
        for line in lines
        if marker_of(line.text) is not None and not any(fence.start <= line.start < fence.end for fence in fences)
    }
    edges = sorted({0, len(text)} | starts)
    pieces: list[Piece] = []
    for turn, (start, end) in enumerate(pairwise(edges)):
        role = _role(text[start:end]) if start in starts else None
        if "C6" in on:
            inside = [fence for fence in fences if start <= fence.start < end]
            spans = fill(inside, start, end)
        else:
            found = partition(text[start:end], on)
            spans = [Span(start + span.start, start + span.end, span.fence) for span in found]
        for span in spans:
            inner = text[span.start : span.end]
            if span.fence:
                pieces.append(Piece(turn, role, "code", inner))
            else:
                pieces += _plain_span(turn, role, inner)
    return pieces


def _fences(text: str, lines: tuple[Line, ...], on: Differences) -> list[Span]:
    """The fences of a whole transcript; one without a closer ends where the next turn begins."""
    fences: list[Span] = []
    at = 0
    while at < len(lines):
        fence = fence_line(lines[at])
        if fence is None or not fence.opens:
            at += 1
            continue
        last = find_closer(lines, at, on)
        if last is None:
            later = range(at + 1, len(lines))
            stop = next((i for i in later if marker_of(lines[i].text)), len(lines))
        else:
            stop = last + 1
        end = lines[stop].start if stop < len(lines) else len(text)
        fences.append(Span(lines[at].start, end, fence=True, closed=last is not None))
        at = stop
    return fences


def _plain_span(turn: int, role: str | None, text: str) -> list[Piece]:
    """Long runs of repeated or time-stamped lines are logs, all else is prose."""
    lines = [text[line.start : line.stop] for line in lines_of(text)]
    bare = [line.rstrip("\r\n") for line in lines]
    counts = Counter(bare)
    candidate = [bool(b) and (mask(b) is not None or counts[b] > 1) for b in bare]
    pieces: list[Piece] = []
    body = ""
    at = 0
    while at < len(lines):
        stop = at
        while stop < len(lines) and candidate[stop]:
            stop += 1
        if stop - at >= LEAST_RUN:
            pieces += [Piece(turn, role, "body", body)] if body else []
            pieces.append(Piece(turn, role, "log", "".join(lines[at:stop])))
            body = ""
        else:
            stop = max(stop, at + 1)
            body += "".join(lines[at:stop])
        at = stop
    pieces += [Piece(turn, role, "body", body)] if body else []
    return pieces
