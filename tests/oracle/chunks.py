"""Text -> chunks that rebuild it, none inside a fence and, where possible, none over the size (spec 4)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from .chars import WS, WS_NOT_LF, byte_length
from .differences import Differences
from .fences import partition
from .model import Boundary


def paragraph_points(text: str, on: Differences) -> list[int]:
    """Behind every line end that is followed by at least one empty (C5: blank-looking) line."""
    between = f"{WS_NOT_LF}*" if "C5" in on else ""
    return [match.end() for match in re.finditer(f"\n(?:{between}\n)+", text)]


def sentence_points(text: str) -> list[int]:
    """Behind one white-space character that follows a full stop, `!` or `?`."""
    return [match.end() for match in re.finditer(f"(?<=[.!?]){WS}", text)]


def _points(text: str, boundary: Boundary, on: Differences) -> list[int]:
    if boundary == "paragraph":
        return paragraph_points(text, on)
    return sentence_points(text) if boundary == "sentence" else []


def cut_at(text: str, points: Iterable[int]) -> list[str]:
    """The pieces of a text between the points; no piece is empty."""
    edges = [0, *points, len(text)]
    pieces = [text[a:b] for a, b in pairwise(edges)]
    return [piece for piece in pieces if piece]


def cut_hard(text: str, size: int) -> list[str]:
    """Cut every `size` bytes, moved down to a whole character, or up where that makes no progress."""
    raw = text.encode()
    pieces: list[str] = []
    start = 0
    while start < len(raw):
        end = min(start + size, len(raw))
        while end > start and not _is_edge(raw, end):
            end -= 1
        if end == start:
            end += 1
            while not _is_edge(raw, end):
                end += 1
        pieces.append(raw[start:end].decode())
        start = end
    return pieces


def _is_edge(raw: bytes, at: int) -> bool:
    return at >= len(raw) or raw[at] & 0xC0 != 0x80


def chunk_text(text: str, size: int, boundary: Boundary, on: Differences) -> list[str]:
    """The chunks of a text, in order, without overlap."""
    size = max(size, 1)
    if byte_length(text) <= size:
        return [text] if text else []
    chunks: list[str] = []
    opened: list[str] = []
    room = size
    for unit, atomic in _units(text, boundary, on):
        length = byte_length(unit)
        if length > room:
            chunks.append("".join(opened))
            opened, room = [], size
        if length <= room:
            opened.append(unit)
            room -= length
        else:
            chunks += [unit] if atomic else cut_hard(unit, size)
    chunks.append("".join(opened))
    return [chunk for chunk in chunks if chunk]


def _units(text: str, boundary: Boundary, on: Differences) -> list[tuple[str, bool]]:
    units: list[tuple[str, bool]] = []
    for span in partition(text, on):
        inner = text[span.start : span.end]
        points = [] if span.fence else _points(inner, boundary, on)
        units += [(unit, span.fence) for unit in cut_at(inner, points)]
    return units
