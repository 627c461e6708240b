"""An answer and what it was made from -> what became of every fragment, in tokens: the numbers behind `--explain`.

All of it is read off the answer that any door gives, and counted by the compiler's own estimators.
"""

from typing import NamedTuple

from contextc.compiler import ContextCompiler
from contextc.images import ImageTokenEstimator, PixelEstimator
from contextc.limits import TOKEN_BUDGET
from contextc.model import (
    CompiledContext,
    CompilePolicy,
    CompileRequest,
    ContextDecision,
    ContextFragment,
    MediaRef,
    SegmentInfo,
)
from contextc.passes.logs import collapse
from contextc.payloads import read_payload
from contextc.vocabulary import ContextAction, SegmentKind, StrEnum
from contextc_host.cli.jobs import Job
from contextc_host.cli.lines import shown, snippet


class Fate(StrEnum):
    """What became of a fragment."""

    CACHED = "cached"
    WHOLE = "whole"
    CUT = "cut"
    COLLAPSED = "collapsed"
    LEFT_OUT = "left out"
    DROPPED = "dropped"


class Row(NamedTuple):
    """A fragment."""

    place: int
    name: str
    """A path, or who said it when."""
    text: str
    """The text of what has no name of its own."""
    decision: ContextDecision
    fate: Fate
    tokens_in: int
    tokens_out: int

    @property
    def words(self) -> str:
        """Its first words."""
        return snippet(self.text)


class Account(NamedTuple):
    """A compilation."""

    rows: list[Row]
    context: CompiledContext
    budget: int
    reserve: int

    @property
    def joins(self) -> int:
        """Tokens of the context that belong to no fragment: blank lines, labels, and the marks that hold places."""
        return max(0, self.context.insights.tokens_out - sum(row.tokens_out for row in self.rows))

    @property
    def free(self) -> int:
        """Tokens of the budget that nobody was charged: texts are counted by themselves, so that the parts add up."""
        return max(0, self.budget - self.reserve - self.joins - sum(row.tokens_out for row in self.rows))


class _Piece(NamedTuple):
    name: str
    text: str
    media: MediaRef | None = None
    is_named: bool = False


def account_for(job: Job, context: CompiledContext, compiler: ContextCompiler) -> Account:
    """What became of every fragment of a job; `context` is its full answer, decisions and all."""
    policy = job.request.policy or CompilePolicy()
    estimate = compiler.estimator_for(job.request.policy, job.request.target_model).estimate
    images = compiler.image_estimator or PixelEstimator(job.request.target_model)
    # Handles are listed in the order of the decisions that leave something out.
    handles = iter(context.retrieval_handles)
    rows: list[Row] = []
    for place, (piece, decision) in enumerate(zip(_pieces(job), context.decisions, strict=True)):
        fate = fate_of(decision)
        total = estimate(piece.text) + _image_tokens(piece.media, images)
        if decision.emitted is not None or decision.action is ContextAction.RETRIEVE:
            emitted = max(0, total - next(handles).estimated_tokens)
        elif fate is Fate.COLLAPSED:
            mask = policy.normalize_log_timestamps is True
            emitted = estimate(collapse(piece.text.encode(), mask_timestamps=mask).text)
        else:
            emitted = 0 if fate is Fate.DROPPED else total
        text = "" if piece.is_named else piece.text
        rows.append(Row(place, shown(piece.name), text, decision, fate, total, emitted))
    return Account(rows, context, min(job.request.token_budget, TOKEN_BUDGET), policy.response_reserve_tokens or 0)


def fate_of(decision: ContextDecision) -> Fate:
    """What a decision means for its fragment."""
    if decision.action is ContextAction.DROP:
        return Fate.DROPPED
    if decision.action is ContextAction.RETRIEVE:
        return Fate.LEFT_OUT
    if decision.action is ContextAction.ABSTRACT:
        return Fate.COLLAPSED
    if decision.emitted is not None:
        return Fate.CUT
    return Fate.CACHED if decision.action is ContextAction.CACHE else Fate.WHOLE


def _pieces(job: Job) -> list[_Piece]:
    if job.draft is None:
        request = job.request
        assert isinstance(request, CompileRequest)
        return [
            _Piece(name or _nameless(fragment), fragment.content, fragment.media, name is not None)
            for fragment, name in zip(request.fragments, job.names, strict=True)
        ]
    segments, fragments = job.draft.report.segments, job.draft.request.fragments
    talk = any(segment.role is not None for segment in segments)
    return [
        _Piece(_speech(segment) if talk else str(segment.kind), fragment.content)
        for segment, fragment in zip(segments, fragments, strict=True)
    ]


def _speech(segment: SegmentInfo) -> str:
    """Who says it when, and what it is when it is no plain text."""
    kind = None if segment.kind is SegmentKind.BODY else str(segment.kind)
    return " ".join(filter(None, (f"turn {segment.turn}", segment.role, kind)))


def _nameless(fragment: ContextFragment) -> str:
    return fragment.kind or ("image" if fragment.media else "text")


def _image_tokens(media: MediaRef | None, images: ImageTokenEstimator) -> int:
    payload = media and read_payload(media.bytes_b64, media.mime)
    return images.estimate(*payload, media.bytes_b64) if media and payload else 0
