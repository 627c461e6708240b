"""A piece that does not fit -> the longest part of it that does (C4, and C6 for an oversized fence).

A part is a prefix of the piece, or a suffix where the fragment is taken from its tail.  It never
begins or ends inside a fence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .chars import WHITE_SPACE, WS, is_blank, lines_of
from .chunks import paragraph_points
from .differences import NONE, Differences
from .estimate import estimate
from .fences import Span, partition
from .logs import collapse
from .model import Item, Part, Tray

LEAST: Final = 32
"""A smaller part is not worth its place, unless nothing else is there."""

Points = Callable[[str, Differences], list[int]]


def line_points(text: str, _on: Differences) -> list[int]:
    """Behind every line feed."""
    return [match.end() for match in re.finditer("\n", text)]


CLAUSE_ENDS: Final = "。！？，；、｡"
IDEOGRAPHS: Final = ("\u3001\u9fff", "\ua000\ud7ff", "\uf900\uff7f", "\U00020000\U0003ffff")


def clause_points(text: str, _on: Differences) -> list[int]:
    """Behind the white space that follows a full stop, `!` or `?`, or behind a full-width stop and its white space."""
    return [match.end() for match in re.finditer(f"[.!?]{WS}+|[{CLAUSE_ENDS}]{WS}*", text)]


def word_points(text: str, _on: Differences) -> list[int]:
    """In front of every word but one that begins the text, and behind every ideograph."""
    return [
        at
        for at in range(1, len(text))
        if (text[at] not in WHITE_SPACE and text[at - 1] in WHITE_SPACE)
        or any(low <= text[at - 1] <= high for low, high in IDEOGRAPHS)
    ]


LEVELS: Final[tuple[Points, ...]] = (
    paragraph_points,
    line_points,
    clause_points,
    word_points,
)


def characters(text: str, _on: Differences) -> list[int]:
    """Between any two characters."""
    return list(range(1, len(text)))


def recut(tray: Tray, room: int, usable: int, *, normalize: bool, on: Differences) -> Part | None:
    """The part of the next piece to emit in this room."""
    if tray.item.rule.action == "abstract":
        return _collapsed_end(tray.item, room, normalize=normalize, on=on)
    part = _cut_part(tray, room, usable, on)
    return None if part is None or is_blank(part.text) else part


def _collapsed_end(item: Item, room: int, *, normalize: bool, on: Differences) -> Part | None:
    """The longest run of last (without C12: first) lines whose collapse fits."""
    starts = [line.start for line in lines_of(item.content)][1:]
    for at in starts if "C12" in on else reversed(starts):
        begin = at if "C12" in on else 0
        text = item.content[at:] if "C12" in on else item.content[:at]
        part = collapse(text, normalize, on).part
        if part.text and estimate(part.text) <= room:
            return Part(part.text, tuple((a + begin, b + begin) for a, b in part.ranges))
    return None


def _piece(tray: Tray) -> tuple[int, int]:
    return tray.pieces[tray.taken].ranges[0]


def _cut_part(tray: Tray, room: int, usable: int, on: Differences) -> Part | None:
    """The coarsest level whose part fills half the room, else the longest part of any level."""
    parts = [_longest(tray, points, room, usable, on) for points in LEVELS]
    found = [part for part in parts if part is not None]
    for part in found:
        if estimate(part.text) * 2 >= room:
            return part
    if found:
        return max(found, key=lambda part: part.ranges[0][1] - part.ranges[0][0])
    return _longest(tray, characters, room, usable, on)


def _longest(tray: Tray, points: Points, room: int, usable: int, on: Differences) -> Part | None:
    """The longest part that ends at one of the points and fits; at lines, also one that ends in an oversized fence."""
    start, end = _piece(tray)
    text = tray.item.content
    fences = [span for span in partition(text, on) if span.fence]
    ends = {at: "" for at in points(text, on) if not any(span.start < at < span.end for span in fences)}
    if points is line_points and "C6" in on:
        for span in fences:
            if estimate(text[span.start : span.end]) > usable:
                ends |= _fence_ends(text, span, from_tail=tray.from_tail)
    inside = sorted((at for at in ends if start < at < end), reverse=not tray.from_tail)
    for at in inside:
        part = ends[at] + text[at:end] if tray.from_tail else text[start:at] + ends[at]
        if estimate(part) <= room:
            return Part(part, ((at, end) if tray.from_tail else (start, at),))
    return None


def _fence_ends(text: str, span: Span, *, from_tail: bool) -> dict[int, str]:
    """Where a fence may be cut so that a line of it is left, and the line that is repeated at the cut."""
    lines = lines_of(text[span.start : span.end])
    if from_tail:
        kept = lines[2:-1] if span.closed else lines[2:]
        return {span.start + line.start: text[span.start : span.start + lines[0].stop] for line in kept}
    kept = lines[1:-2] if span.closed else lines[1:-1]
    closing = text[span.start + lines[-1].start : span.end] if span.closed else ""
    return {span.start + line.stop: closing for line in kept}


REACH: Final = 512
"""Bytes by which a cut inside a word moves at most; for the end of a line half of that."""


def _is_ideograph(char: str) -> bool:
    return any(low <= char <= high for low, high in IDEOGRAPHS)


def trim(content: str, part: Part, *, from_tail: bool) -> Part:
    """The part without the broken word at its edge."""
    start, stop = part.ranges[0][0], part.ranges[-1][1]
    edge = start if from_tail else stop
    if content[edge] in WHITE_SPACE or content[edge - 1] in WHITE_SPACE or _is_ideograph(content[edge - 1]):
        return part
    ends = [at for at in word_points(content, NONE) if (at > edge if from_tail else at < edge)]
    inside = lambda at: content[min(at, edge) : max(at, edge)].encode()  # noqa: E731  # a distance in bytes
    near = [at for at in ends if len(inside(at)) <= REACH - (len(content[at - 1].encode()) if not from_tail else 0)]
    lines = [at for at in near if content[at - 1] == "\n" and len(inside(at)) < REACH // 2]
    found = lines or near
    if found and from_tail:
        start = found[0]
    elif found:
        stop = found[-1]
    return Part(content[start:stop], ((start, stop),))
