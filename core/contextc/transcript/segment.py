"""Transcript -> segments: of every turn its parts, each with its place, and what the parts say."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from contextc.conform import conform
from contextc.errors import OverLimit
from contextc.limits import Limits
from contextc.model import SegmentationOutcome, SegmentationPolicy, TranscriptSegment
from contextc.transcript.pairing import Key, Pairing, pair
from contextc.transcript.readers import READERS, read
from contextc.transcript.rendering import kind_of, text_of
from contextc.transcript.spans import SEGMENT_BYTES, Span, apart, checked, merge, parts_of_text, split
from contextc.transcript.turns import (
    AnyPart,
    Lane,
    Reading,
    Text,
    ToolCall,
    ToolResult,
)

BOM = b"\xef\xbb\xbf"

SKIPPED_SHOWN = 100
"""Numbers of bad records in a report; their count is always whole."""


class Segmented(NamedTuple):
    """A transcript in spans, and what it was read as."""

    reading: Reading
    pairing: Pairing
    spans: list[Span]
    merged: int
    offset: int
    """Bytes of a byte-order mark before the text."""


def segment_transcript(
    text: str, policy: SegmentationPolicy | None = None, *, limits: Limits | None = None
) -> SegmentationOutcome:
    r"""Cut a transcript into segments.

    >>> outcome = segment_transcript("User: run it\n```sh\nmake\n```\n")
    >>> [(segment.role, str(segment.kind), segment.text) for segment in outcome.segments]
    [('User', 'body', 'User: run it\n'), ('User', 'code', '```sh\nmake\n```\n')]
    """
    conform(text, str, "$.transcript")
    conform(policy, SegmentationPolicy | None, "$.segmentation")
    return outcome_of(cut(text.encode(), policy or SegmentationPolicy(), limits or Limits()))


def cut(data: bytes, policy: SegmentationPolicy, limits: Limits) -> Segmented:
    """The spans of a transcript in UTF-8."""
    if len(data) > limits.transcript_bytes:
        raise OverLimit(
            f"the transcript has {len(data)} bytes, the cap is {limits.transcript_bytes}: compile it in parts",
            path="$.transcript",
            data={"bytes": len(data), "limit": limits.transcript_bytes},
        )
    offset = len(BOM) if data.startswith(BOM) else 0
    reading = read(data[offset:] if offset else data, policy.format)
    most = min(SEGMENT_BYTES, limits.fragment_bytes)
    spans = [
        small.light for span in _spans(reading) for part in apart(checked(span, limits)) for small in split(part, most)
    ]
    merged = merge(spans, policy.min_segment_bytes, most)
    if len(merged) > limits.segments:
        raise OverLimit(
            f"{len(merged)} segments exceed the cap of {limits.segments}: "
            "raise segmentation.min_segment_bytes, or compile the transcript in parts",
            path="$.transcript",
            data={"count": len(merged), "limit": limits.segments},
        )
    return Segmented(reading, pair(reading.turns), merged, len(spans) - len(merged), offset)


def outcome_of(segmented: Segmented) -> SegmentationOutcome:
    """The spans as records of the wire."""
    return SegmentationOutcome(
        format_detected=segmented.reading.format,
        segments=[
            TranscriptSegment(text=span.text, **described(index, segmented))
            for index, span in enumerate(segmented.spans)
        ],
        **losses(segmented),
    )


def losses(segmented: Segmented) -> dict[str, Any]:
    """What a report says of records and turns that are in no segment."""
    reading = segmented.reading
    return {
        "merged_segments": segmented.merged,
        "skipped_lines": len(reading.skipped),
        "skipped": list(reading.skipped[:SKIPPED_SHOWN]) or None,
        "abandoned_turns": reading.abandoned,
    }


def described(index: int, segmented: Segmented) -> dict[str, Any]:
    """What a segment's record says of it, beside its text and its fragment."""
    span = segmented.spans[index]
    turn = segmented.reading.turns[span.key[0]]
    part = turn.parts[span.key[1]]
    tool = call_id = error = dangling = None
    if isinstance(part, ToolCall):
        tool, call_id = part.name, part.id
        dangling = span.key not in segmented.pairing.result_of
    elif isinstance(part, ToolResult):
        call = segmented.pairing.call_of.get(span.key)
        made = segmented.reading.turns[call[0]].parts[call[1]] if call else None
        tool, call_id = made.name if isinstance(made, ToolCall) else part.name, part.call_id
        error, dangling = part.is_error, call is None
    return {
        "index": index,
        "turn": span.key[0],
        "role": turn.role,
        "kind": span.kind,
        # The mark of a byte order belongs to the range of the first segment, and to no text.
        "byte_start": span.start + segmented.offset if index else 0,
        "byte_end": span.end + segmented.offset,
        "side": turn.lane is Lane.SIDE or None,
        "tool": tool,
        "call_id": call_id,
        "is_error": error or None,
        "dangling": dangling or None,
    }


def _spans(reading: Reading) -> Iterator[Span]:
    """Every text of every part, and in it code and logs, where the format says that they are looked for."""
    scans = READERS[reading.format].scans
    for number, turn in enumerate(reading.turns):
        numbered = enumerate(turn.parts)
        for _, members in groupby(numbered, key=lambda one: (one[1].record, one[1].start)):
            yield from _shared([span for place, part in members for span in _part_spans((number, place), part, scans)])


def _part_spans(key: Key, part: AnyPart, scans: bool) -> Iterator[Span]:
    inner = part.parts if isinstance(part, ToolResult) else (part,)
    for one in inner:
        kind = kind_of(part, one)
        text = text_of(one)
        content = text.encode()
        verbatim = isinstance(one, Text) and one.verbatim
        if not content and not isinstance(part, Text):
            continue
        span = Span(key, kind, part.start, part.end, content, verbatim, None if verbatim else text)
        yield from parts_of_text(span, one) if scans and isinstance(one, Text) else [span]


def _shared(spans: list[Span]) -> Iterator[Span]:
    """Texts of one record share its range in proportion to their lengths."""
    if len(spans) < 2 or spans[0].verbatim:
        yield from spans
        return
    start, end = spans[0].start, spans[0].end
    total = max(1, sum(len(span.content) for span in spans))
    at, done = start, 0
    for span in spans:
        done += len(span.content)
        until = start + (end - start) * done // total if span is not spans[-1] else end
        yield span._replace(start=at, end=until)
        at = until
