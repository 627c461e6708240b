"""Segments -> a compile request, and the report that says how the transcript was read; one bridge for every door."""

from collections.abc import Sequence

from contextc.compiler import ContextCompiler
from contextc.conform import conform
from contextc.digest import fnv1a_many
from contextc.errors import SegmentationFailed
from contextc.limits import Limits
from contextc.model import (
    CompileRequest,
    ContextFragment,
    SegmentationOutcome,
    SegmentationPolicy,
    SegmentationReport,
    SegmentInfo,
    TranscriptCompileInput,
    TranscriptContext,
    TranscriptSegment,
)
from contextc.transcript.segment import segment_transcript
from contextc.vocabulary import U64, SegmentKind


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
    outcome = _segments(transcript, limits)
    ids = fnv1a_many([segment.text.encode() for segment in outcome.segments])
    return _request(transcript, outcome), _report(outcome, ids)


def compile_transcript(
    transcript: TranscriptCompileInput, compiler: ContextCompiler | None = None
) -> TranscriptContext:
    """Segment and compile a transcript.

    >>> result = compile_transcript(TranscriptCompileInput(query="q", transcript="User: hi", token_budget=9))
    >>> result.context.content, str(result.segmentation.format_detected)
    ('User: hi', 'plain')
    """
    compiler = compiler or ContextCompiler()
    outcome = _segments(transcript, compiler.limits)
    context, ids = compiler.compile_segments(_request(transcript, outcome))
    return TranscriptContext(context=context, segmentation=_report(outcome, ids))


def _segments(transcript: TranscriptCompileInput, limits: Limits | None) -> SegmentationOutcome:
    conform(transcript, TranscriptCompileInput, "$")
    if not transcript.transcript.removeprefix("\ufeff"):
        raise SegmentationFailed("the transcript is empty", path="$.transcript")
    return segment_transcript(transcript.transcript, transcript.segmentation, limits=limits)


def _request(transcript: TranscriptCompileInput, outcome: SegmentationOutcome) -> CompileRequest:
    policy = transcript.segmentation or SegmentationPolicy()
    return CompileRequest(
        query=transcript.query,
        fragments=[_fragment(segment, cache=policy.cache_system_turn) for segment in outcome.segments],
        project=transcript.project,
        target_model=transcript.target_model,
        token_budget=transcript.token_budget,
        policy=transcript.policy,
    )


def _fragment(segment: TranscriptSegment, *, cache: bool) -> ContextFragment:
    metadata: dict[str, object] = {"role": segment.role, "turn": segment.turn}
    if cache and segment.turn == 0 and segment.role and segment.role.lower() == "system":
        metadata["cache"] = True
    kind = None if segment.kind is SegmentKind.BODY else str(segment.kind)
    return ContextFragment(content=segment.text, kind=kind, metadata=metadata)


def _report(outcome: SegmentationOutcome, ids: Sequence[U64]) -> SegmentationReport:
    return SegmentationReport(
        format_detected=outcome.format_detected,
        segments=[
            SegmentInfo(
                index=segment.index,
                turn=segment.turn,
                role=segment.role,
                kind=segment.kind,
                byte_start=segment.byte_start,
                byte_end=segment.byte_end,
                fragment_id=id,
            )
            for segment, id in zip(outcome.segments, ids, strict=True)
        ],
        merged_segments=outcome.merged_segments,
        skipped_lines=outcome.skipped_lines,
    )
