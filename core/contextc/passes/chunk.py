"""Text -> pieces that cover it, in order: fences whole, prose cut at the boundary that the policy names."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from contextc.conform import conform
from contextc.errors import OverLimit
from contextc.fences import fence_lines, fences
from contextc.model import ChunkPolicy, TextChunk
from contextc.settings import MAX_CHUNK_BYTES
from contextc.text import WS_BYTES, WS_CHARACTER_BYTES, plain_space
from contextc.vocabulary import ChunkBoundary

PARAGRAPH_END = re.compile(rb"\n%s*\n" % WS_BYTES)
"""A line end and the blank-looking lines behind it."""

SENTENCE_END = re.compile(rb"[.!?]%s" % WS_CHARACTER_BYTES)

CUTS: dict[ChunkBoundary, re.Pattern[bytes]] = {
    ChunkBoundary.PARAGRAPH: PARAGRAPH_END,
    ChunkBoundary.SENTENCE: SENTENCE_END,
}
"""What a unit of prose ends with; `fixed` has no units."""


REPEATED_TEXTS = 16
REPEATED_BYTES = 131_072
"""Overlaps may repeat a text sixteen times, a short one oftener: without a cap the answer grows with its square."""


class Piece(NamedTuple):
    """A byte range of a text."""

    start: int
    end: int


def chunk_text(text: str, policy: ChunkPolicy | None = None) -> list[TextChunk]:
    r"""Cut a text into chunks that cover it; each repeats the last `overlap_bytes` of the one before.

    Ranges are UTF-8 byte offsets and leave the overlap out. A chunk exceeds `max_chunk_bytes` by its overlap, when it is
    a fence, or when it is one character that is wider.

    >>> [chunk.text for chunk in chunk_text("one\n\ntwo", ChunkPolicy(max_chunk_bytes=6))]
    ['one\n\n', 'two']
    """
    conform(text, str, "$.text")
    conform(policy, ChunkPolicy | None, "$.policy")
    policy, data = policy or ChunkPolicy(), text.encode()
    size = MAX_CHUNK_BYTES if policy.max_chunk_bytes is None else policy.max_chunk_bytes
    overlap = policy.overlap_bytes or 0
    planned = list(pieces(data, size, policy.boundary or ChunkBoundary.PARAGRAPH))
    repeated = sum(min(overlap, piece.start) for piece in planned)
    limit = REPEATED_BYTES + REPEATED_TEXTS * len(data)
    if repeated > limit:
        raise OverLimit(
            f"an overlap of {overlap} bytes would repeat {repeated} bytes in {len(planned)} chunks, the cap is {limit}: "
            "lower overlap_bytes or raise max_chunk_bytes",
            path="$.policy.overlap_bytes",
            data={"bytes": repeated, "limit": limit},
        )
    chunks: list[TextChunk] = []
    for index, piece in enumerate(planned):
        start = up(data, max(0, piece.start - overlap)) if index else 0
        chunks.append(
            TextChunk(text=data[start : piece.end].decode(), byte_start=piece.start, byte_end=piece.end, index=index)
        )
    return chunks


def pieces(data: bytes, size: int, boundary: ChunkBoundary) -> Iterator[Piece]:
    """The pieces of a UTF-8 text, at most `size` bytes each where that is possible.

    >>> list(pieces(b"a. b. c", 4, ChunkBoundary.SENTENCE))
    [Piece(start=0, end=3), Piece(start=3, end=7)]
    """
    size = max(size, 1)
    if len(data) <= size:
        if data:
            yield Piece(0, len(data))
        return
    start = end = 0
    for unit in _units(plain_space(data) if boundary is ChunkBoundary.PARAGRAPH else data, boundary):
        if unit.end - start <= size:
            end = unit.end
            continue
        if end > start:
            yield Piece(start, end)
            start = unit.start
        if unit.end - start > size:
            yield from (Piece(unit.start, unit.end),) if unit.fence else _hard_cuts(data, unit, size)
            start = unit.end
        end = unit.end
    if end > start:
        yield Piece(start, end)


class _Unit(NamedTuple):
    start: int
    end: int
    fence: bool


def _units(data: bytes, boundary: ChunkBoundary) -> Iterator[_Unit]:
    at = 0
    for fence in fences(fence_lines(data), len(data)):
        yield from _prose(data, at, fence.start, boundary)
        yield _Unit(fence.start, fence.end, fence=True)
        at = fence.end
    yield from _prose(data, at, len(data), boundary)


def _prose(data: bytes, start: int, end: int, boundary: ChunkBoundary) -> Iterator[_Unit]:
    if boundary in CUTS:
        for cut in CUTS[boundary].finditer(data, start, end):
            yield _Unit(start, cut.end(), fence=False)
            start = cut.end()
    if end > start:
        yield _Unit(start, end, fence=False)


def _hard_cuts(data: bytes, unit: _Unit, size: int) -> Iterator[Piece]:
    start = unit.start
    while start < unit.end:
        cut = min(start + size, unit.end)
        if cut < unit.end:
            cut = _down(data, cut) if _down(data, cut) > start else up(data, cut)
        yield Piece(start, cut)
        start = cut


def _down(data: bytes, at: int) -> int:
    while data[at] & 0xC0 == 0x80:
        at -= 1
    return at


def up(data: bytes, at: int) -> int:
    """The first place from `at` on where a character begins."""
    while at < len(data) and data[at] & 0xC0 == 0x80:
        at += 1
    return at
