"""Segments -> a compile request, and the report that says how the transcript was read; one bridge for every door."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from contextc.compiler import ContextCompiler
from contextc.conform import conform
from contextc.digest import fnv1a_many
from contextc.errors import SegmentationFailed
from contextc.limits import Limits
from contextc.model import (
    CompilePolicy,
    CompileRequest,
    ContextFragment,
    SegmentationPolicy,
    SegmentationReport,
    SegmentInfo,
    TranscriptCompileInput,
    TranscriptContext,
)
from contextc.settings import merge
from contextc.transcript.lanes import UNPINNED, Standing, defaults, has_lanes, metadata_of, standings
from contextc.transcript.rendering import free_brackets, label_of
from contextc.transcript.segment import Segmented, cut, described, losses
from contextc.transcript.spans import Span
from contextc.transcript.superseding import superseded
from contextc.transcript.turns import Turn
from contextc.vocabulary import U64, SegmentKind


class Draft(NamedTuple):
    """A transcript that was cut: what is compiled, and how it was read. Nothing of the transcript itself is left in it."""

    request: CompileRequest
    report: SegmentationReport
    """Without the ids of the fragments."""


def build_transcript_compile_request(
    transcript: TranscriptCompileInput, *, limits: Limits | None = None
) -> tuple[CompileRequest, SegmentationReport]:
    """The request that compiles a transcript's segments, and the report on them.

    >>> request, report = build_transcript_compile_request(
    ...     TranscriptCompileInput(query="q", transcript="User: hi", token_budget=9)
    ... )
    >>> request.fragments[0].metadata, report.segments[0].fragment_id
    ({'role': 'User', 'turn': 0}, 11814647553683504843)
    """
    made = _draft(transcript, CompilePolicy(), limits or Limits())
    return made.request, _identified(made, fnv1a_many([one.content.encode() for one in made.request.fragments]))


def compile_transcript(
    transcript: TranscriptCompileInput, compiler: ContextCompiler | None = None
) -> TranscriptContext:
    """Segment and compile a transcript.

    >>> result = compile_transcript(TranscriptCompileInput(query="q", transcript="User: hi", token_budget=9))
    >>> result.context.content, str(result.segmentation.format_detected)
    ('User: hi', 'plain')
    """
    compiler = compiler or ContextCompiler()
    return compile_draft(draft(transcript, compiler), compiler)


def draft(transcript: TranscriptCompileInput, compiler: ContextCompiler, data: bytes | None = None) -> Draft:
    """Cut a request's transcript, or one in UTF-8 that stands beside it."""
    if data is None:
        return _draft(transcript, compiler.policy, compiler.limits)
    return _drafted(transcript, data, compiler.policy, compiler.limits)


def compile_draft(made: Draft, compiler: ContextCompiler) -> TranscriptContext:
    """Compile what was cut."""
    context, ids = compiler.compile_segments(made.request)
    return TranscriptContext(context=context, segmentation=_identified(made, ids))


def _draft(transcript: TranscriptCompileInput, base: CompilePolicy, limits: Limits) -> Draft:
    conform(transcript, TranscriptCompileInput, "$")
    if not transcript.transcript.removeprefix("\ufeff"):
        raise SegmentationFailed("the transcript is empty", path="$.transcript")
    return _drafted(transcript, transcript.transcript.encode(), base, limits)


def _drafted(transcript: TranscriptCompileInput, data: bytes, base: CompilePolicy, limits: Limits) -> Draft:
    segmented = cut(data, transcript.segmentation or SegmentationPolicy(), limits)
    request = _request(transcript, segmented, base)
    return Draft(request, _report(segmented, request.fragments))


def _request(transcript: TranscriptCompileInput, segmented: Segmented, base: CompilePolicy) -> CompileRequest:
    policy, fragments = transcript.policy, _fragments(transcript, segmented)
    if has_lanes(segmented.reading):
        policy = merge(merge(defaults(transcript.query), base), policy)
    return CompileRequest(
        query=transcript.query,
        fragments=fragments,
        project=transcript.project,
        target_model=transcript.target_model,
        token_budget=transcript.token_budget,
        policy=policy,
    )


def _fragments(transcript: TranscriptCompileInput, segmented: Segmented) -> list[ContextFragment]:
    cache = (transcript.segmentation or SegmentationPolicy()).cache_system_turn
    reading = segmented.reading
    if not has_lanes(reading):
        return [_plain_fragment(span, segmented, cache=cache) for span in segmented.spans]
    old = superseded(reading.turns, segmented.pairing)
    found = standings(reading.turns, segmented.pairing, old)
    brackets = free_brackets(span.text.encode() for span in segmented.spans)
    return [
        _fragment(span, segmented, found[span.key], brackets, superseded=span.key in old, cache=cache)
        for span in segmented.spans
    ]


def _plain_fragment(span: Span, segmented: Segmented, *, cache: bool) -> ContextFragment:
    turn = segmented.reading.turns[span.key[0]]
    return ContextFragment(
        content=span.text,
        kind=None if span.kind is SegmentKind.BODY else str(span.kind),
        metadata={"role": turn.role, **_place(span, turn, cache=cache)},
    )


def _fragment(
    span: Span, segmented: Segmented, standing: Standing, brackets: int, *, superseded: bool, cache: bool
) -> ContextFragment:
    turn = segmented.reading.turns[span.key[0]]
    part = turn.parts[span.key[1]]
    return ContextFragment(
        content=span.text,
        kind=None if span.kind is SegmentKind.BODY else str(span.kind),
        metadata={
            **metadata_of(turn, part, standing, superseded=superseded),
            **_place(span, turn, cache=cache),
        },
        label=label_of(turn, part, brackets) or None,
        priority=standing.priority,
        group=standing.group,
        pinned=(standing.pinned and span.kind not in UNPINNED) or None,
    )


def _place(span: Span, turn: Turn, *, cache: bool) -> dict[str, object]:
    """The turn, and whether it is the system's first word, which stays the same from request to request."""
    leads = cache and span.key[0] == 0 and turn.role is not None and turn.role.lower() == "system"
    return {"turn": span.key[0], **({"cache": True} if leads else {})}


def _report(segmented: Segmented, fragments: Sequence[ContextFragment]) -> SegmentationReport:
    return SegmentationReport(
        format_detected=segmented.reading.format,
        segments=[
            SegmentInfo(fragment_id=U64(0), label=fragment.label, **described(index, segmented))
            for index, fragment in enumerate(fragments)
        ],
        **losses(segmented),
    )


def _identified(made: Draft, ids: Sequence[U64]) -> SegmentationReport:
    segments = [replace(info, fragment_id=id) for info, id in zip(made.report.segments, ids, strict=True)]
    return replace(made.report, segments=segments)
