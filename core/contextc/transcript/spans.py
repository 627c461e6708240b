"""The text of a part -> spans: fenced code, runs of log lines, base64, and the rest; none longer than is good for packing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from contextc.blobs import blobs
from contextc.errors import OverLimit
from contextc.fences import Fence, fence_lines, fences
from contextc.limits import MIB, Limits
from contextc.passes.chunk import pieces
from contextc.passes.logs import mask
from contextc.text import line_spans
from contextc.transcript.pairing import Key
from contextc.transcript.turns import Text
from contextc.vocabulary import ChunkBoundary, SegmentKind

LEAST_LOG_LINES = 8
"""A shorter run of log-like lines is no log (reference behaviour)."""

SEGMENT_BYTES = MIB
"""Longer text and logs are split again; code is not."""


class Span(NamedTuple):
    """A segment in the making: bytes of a part's text, and the byte range that stands for them in the transcript."""

    key: Key
    """The turn and the part of it."""
    kind: SegmentKind
    start: int
    end: int
    content: bytes
    verbatim: bool
    """The range holds the content as it is."""
    whole: str | None = None
    """The text of its part, where it is all of that; then its bytes may be let go."""

    @property
    def text(self) -> str:
        """What it says."""
        return self.content.decode() if self.whole is None else self.whole

    @property
    def light(self) -> "Span":
        """Itself without bytes that stand elsewhere."""
        return self if self.whole is None else self._replace(content=b"")


def parts_of_text(span: Span, text: Text) -> Iterator[Span]:
    """Fenced code of what people and models say, and runs of log lines of all."""
    result = span.kind is SegmentKind.TOOL_RESULT
    found: Sequence[Fence] = text.fences or ()
    if text.fences is None and not result:
        found = fences(fence_lines(span.content), len(span.content))
    base = text.start if text.fences is not None else 0
    at = 0
    for fence in found:
        yield from _prose_spans(span, at, fence.start - base)
        yield _part(span, fence.start - base, fence.end - base)._replace(kind=SegmentKind.CODE)
        at = fence.end - base
    yield from _prose_spans(span, at, len(span.content))


def _prose_spans(span: Span, start: int, end: int) -> Iterator[Span]:
    """Runs of log lines, and what stands between them."""
    data = span.content[start:end]
    lines = [(start + a, start + b) for a, b in line_spans(data)]
    texts = [span.content[a:b].rstrip(b"\r\n") for a, b in lines]
    counts = Counter(texts)
    at = begin = start
    run = 0
    for (line_start, _), text in zip([*lines, (end, end)], [*texts, b""], strict=True):
        if text and (counts[text] > 1 or mask(text) is not text):
            if not run:
                begin = line_start
            run += 1
            continue
        if run >= LEAST_LOG_LINES:
            if begin > at:
                yield _part(span, at, begin)
            yield _part(span, begin, line_start)._replace(kind=SegmentKind.LOG)
            at = line_start
        run = 0
    if end > at:
        yield _part(span, at, end)


def checked(span: Span, limits: Limits) -> Span:
    """The span, unless it is code that is too long: code is not cut."""
    if span.kind is SegmentKind.CODE and len(span.content) > limits.fragment_bytes:
        raise OverLimit(
            f"a fenced block has {len(span.content)} bytes, the cap is {limits.fragment_bytes}: close the fence earlier",
            path="$.transcript",
            data={"bytes": len(span.content), "limit": limits.fragment_bytes},
        )
    return span


def apart(span: Span) -> Iterator[Span]:
    """Long base64 in a text is a segment of its own, so that it can be left out alone."""
    found = list(blobs(span.content)) if span.kind in WITH_BLOBS else []
    if not found:
        yield span
        return
    # Every other range is base64, from the second on; the first and the last may be empty.
    for place, (start, end) in enumerate(pairwise([0, *chain.from_iterable(found), len(span.content)])):
        if start < end:
            part = _part(span, start, end)
            yield part._replace(kind=SegmentKind.BASE64) if place % 2 else part


WITH_BLOBS = (SegmentKind.BODY, SegmentKind.TOOL_RESULT, SegmentKind.META)


def _part(span: Span, start: int, end: int) -> Span:
    """A part of a span; of an encoded one the range is shared out in proportion."""
    if end - start == len(span.content):
        return span
    span, content = span._replace(whole=None), span.content[start:end]
    if span.verbatim:
        return span._replace(start=span.start + start, end=span.start + end, content=content)
    size, length = span.end - span.start, max(1, len(span.content))
    return span._replace(
        start=span.start + size * start // length, end=span.start + size * end // length, content=content
    )


UNCUT = (SegmentKind.CODE, SegmentKind.TOOL_CALL, SegmentKind.MEDIA)
"""Kinds that are worth nothing in parts."""


def split(span: Span, most: int) -> Iterator[Span]:
    """Text, base64 and logs no longer than `most` bytes each."""
    if span.kind in UNCUT or len(span.content) <= most:
        yield span
    elif span.kind is SegmentKind.LOG:
        yield from _split_log(span, most)
    else:
        for piece in pieces(span.content, most, ChunkBoundary.PARAGRAPH):
            yield _part(span, piece.start, piece.end)


def _split_log(span: Span, most: int) -> Iterator[Span]:
    start = end = 0
    for line_start, line_end in line_spans(span.content):
        if line_end - start > most and end > start:
            yield _part(span, start, end)
            start = line_start
        if line_end - line_start > most:
            for piece in pieces(span.content[line_start:line_end], most, ChunkBoundary.FIXED):
                yield _part(span, line_start + piece.start, line_start + piece.end)
            start = line_end
        end = line_end
    if end > start:
        yield _part(span, start, end)


def merge(spans: list[Span], least: int, most: int) -> list[Span]:
    """Neighbours of one turn and kind become one while one of them is shorter than `least`."""
    merged: list[Span] = []
    contents: list[list[bytes]] = []
    for span in spans:
        before = merged[-1] if merged else None
        if (
            before
            and (before.key, before.kind, before.end) == (span.key, span.kind, span.start)
            and before.verbatim
            and span.verbatim
            and span.end - before.start <= most
            and min(before.end - before.start, span.end - span.start) < least
        ):
            merged[-1] = before._replace(end=span.end)
            contents[-1].append(span.content)
        else:
            merged.append(span)
            contents.append([span.content])
    return [span._replace(content=b"".join(parts)) for span, parts in zip(merged, contents, strict=True)]
