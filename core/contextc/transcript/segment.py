"""Transcript -> segments: within each turn its fenced code, its runs of log lines, and the text around them."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import NamedTuple

from contextc.blobs import blobs
from contextc.conform import conform
from contextc.errors import OverLimit
from contextc.limits import MIB, Limits
from contextc.model import SegmentationOutcome, SegmentationPolicy, TranscriptSegment
from contextc.passes.chunk import pieces
from contextc.passes.logs import mask
from contextc.text import line_spans
from contextc.transcript.readers import read
from contextc.transcript.turns import Turn
from contextc.vocabulary import ChunkBoundary, SegmentKind

BOM = b"\xef\xbb\xbf"

LEAST_LOG_LINES = 8
"""A shorter run of log-like lines is no log (reference behaviour)."""

SEGMENT_BYTES = MIB
"""Longer text and logs are split again; code is not."""


class Span(NamedTuple):
    """A segment in the making."""

    turn: int
    kind: SegmentKind
    start: int
    end: int
    content: bytes | None = None
    """The decoded text, where the transcript holds it encoded."""


def segment_transcript(
    text: str, policy: SegmentationPolicy | None = None, *, limits: Limits | None = None
) -> SegmentationOutcome:
    r"""Cut a transcript into segments whose byte ranges partition it.

    >>> outcome = segment_transcript("User: run it\n```sh\nmake\n```\n")
    >>> [(segment.role, str(segment.kind), segment.text) for segment in outcome.segments]
    [('User', 'body', 'User: run it\n'), ('User', 'code', '```sh\nmake\n```\n')]
    """
    conform(text, str, "$.transcript")
    conform(policy, SegmentationPolicy | None, "$.segmentation")
    policy, limits, data = policy or SegmentationPolicy(), limits or Limits(), text.encode()
    if len(data) > limits.transcript_bytes:
        raise OverLimit(
            f"the transcript has {len(data)} bytes, the cap is {limits.transcript_bytes}: compile it in parts",
            path="$.transcript",
            data={"bytes": len(data), "limit": limits.transcript_bytes},
        )
    text_start = len(BOM) if data.startswith(BOM) else 0
    data = data[text_start:]
    reading = read(data, policy.format)
    most = min(SEGMENT_BYTES, limits.fragment_bytes)
    spans = [
        small
        for number, turn in enumerate(reading.turns)
        for span in _turn_spans(data, number, turn)
        for part in _apart(data, _checked(span, limits))
        for small in _split(data, part, most)
    ]
    merged = _merge(spans, policy.min_segment_bytes, most)
    if len(merged) > limits.segments:
        raise OverLimit(
            f"{len(merged)} segments exceed the cap of {limits.segments}: "
            "raise segmentation.min_segment_bytes, or compile the transcript in parts",
            path="$.transcript",
            data={"count": len(merged), "limit": limits.segments},
        )
    segments = [
        TranscriptSegment(
            index=index,
            turn=span.turn,
            role=reading.turns[span.turn].role,
            kind=span.kind,
            # The mark of a byte order belongs to the range of the first segment, and to no text.
            byte_start=span.start + text_start if index else 0,
            byte_end=span.end + text_start,
            text=(data[span.start : span.end] if span.content is None else span.content).decode(),
        )
        for index, span in enumerate(merged)
    ]
    return SegmentationOutcome(
        format_detected=reading.format,
        segments=segments,
        merged_segments=len(spans) - len(merged),
        skipped_lines=reading.skipped_lines,
    )


def _turn_spans(data: bytes, number: int, turn: Turn) -> Iterator[Span]:
    if turn.content is not None:
        yield Span(number, SegmentKind.BODY, turn.start, turn.end, turn.content.encode())
        return
    at = turn.start
    for fence in turn.fences:
        yield from _prose_spans(data, number, at, fence.start)
        yield Span(number, SegmentKind.CODE, fence.start, fence.end)
        at = fence.end
    yield from _prose_spans(data, number, at, turn.end)


def _prose_spans(data: bytes, number: int, start: int, end: int) -> Iterator[Span]:
    """Runs of log lines, and what stands between them."""
    lines = [(start + a, start + b) for a, b in line_spans(data[start:end])]
    texts = [data[a:b].rstrip(b"\r\n") for a, b in lines]
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
                yield Span(number, SegmentKind.BODY, at, begin)
            yield Span(number, SegmentKind.LOG, begin, line_start)
            at = line_start
        run = 0
    if end > at:
        yield Span(number, SegmentKind.BODY, at, end)


def _checked(span: Span, limits: Limits) -> Span:
    if span.kind is SegmentKind.CODE and span.end - span.start > limits.fragment_bytes:
        raise OverLimit(
            f"a fenced block has {span.end - span.start} bytes, the cap is {limits.fragment_bytes}: close the fence earlier",
            path="$.transcript",
            data={"bytes": span.end - span.start, "limit": limits.fragment_bytes},
        )
    return span


def _apart(data: bytes, span: Span) -> Iterator[Span]:
    """Long base64 in a text is a segment of its own, so that it can be left out alone."""
    text = data[span.start : span.end] if span.content is None else span.content
    found = list(blobs(text)) if span.kind is SegmentKind.BODY else []
    if not found:
        yield span
        return
    # Every other range is base64, from the second on; the first and the last may be empty.
    for place, (start, end) in enumerate(pairwise([0, *chain.from_iterable(found), len(text)])):
        if start < end:
            part = _part(span, start, end)
            yield part._replace(kind=SegmentKind.BASE64) if place % 2 else part


def _part(span: Span, start: int, end: int) -> Span:
    """A part of a span; a decoded one shares its range out in proportion."""
    if span.content is None:
        return span._replace(start=span.start + start, end=span.start + end)
    size, length = span.end - span.start, len(span.content)
    return span._replace(
        start=span.start + size * start // length,
        end=span.start + size * end // length,
        content=span.content[start:end],
    )


def _split(data: bytes, span: Span, most: int) -> Iterator[Span]:
    """Text, base64 and logs no longer than `most` bytes each."""
    text = data[span.start : span.end] if span.content is None else span.content
    if span.kind is SegmentKind.CODE or len(text) <= most:
        yield span
    elif span.kind is SegmentKind.LOG:
        yield from _split_log(data, span, most)
    else:
        for piece in pieces(text, most, ChunkBoundary.PARAGRAPH):
            yield _part(span, piece.start, piece.end)


def _split_log(data: bytes, span: Span, most: int) -> Iterator[Span]:
    start = end = span.start
    for a, b in line_spans(data[span.start : span.end]):
        line_start, line_end = span.start + a, span.start + b
        if line_end - start > most and end > start:
            yield span._replace(start=start, end=end)
            start = line_start
        if line_end - line_start > most:
            for piece in pieces(data[line_start:line_end], most, ChunkBoundary.FIXED):
                yield span._replace(start=line_start + piece.start, end=line_start + piece.end)
            start = line_end
        end = line_end
    if end > start:
        yield span._replace(start=start, end=end)


def _merge(spans: list[Span], least: int, most: int) -> list[Span]:
    """Neighbours of one turn and kind become one while one of them is shorter than `least`."""
    merged: list[Span] = []
    for span in spans:
        before = merged[-1] if merged else None
        if (
            before
            and (before.turn, before.kind, before.end) == (span.turn, span.kind, span.start)
            and before.content is None
            and span.content is None
            and span.end - before.start <= most
            and min(before.end - before.start, span.end - span.start) < least
        ):
            merged[-1] = before._replace(end=span.end)
        else:
            merged.append(span)
    return merged
