"""Method and bytes -> bytes: the table of methods, and the one door in front of it.

`call` is total: every method name and every byte string gets one JSON document back, a result or `{"error": ...}`.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

import contextc
from contextc.compiler import ContextCompiler
from contextc.errors import CODES, ContextcError, Internal, InvalidJson, NeedsHost, UnknownMethod
from contextc.estimators import available, estimator
from contextc.limits import Limits
from contextc.model import (
    CompiledContext,
    CompileRequest,
    MessagesContext,
    MessagesInput,
    SegmentationOutcome,
    SuggestedBudget,
    TranscriptCompileInput,
    TranscriptContext,
)
from contextc.passes.chunk import chunk_text
from contextc.passes.classify import DISABLEABLE, RULE_IDS
from contextc.recall.answer import FormattedContext
from contextc.recall.assembler import ContextAssembler, assemble
from contextc.recall.bridge import RecallCompileInput, RecallContext, compile_recall
from contextc.recall.policy import AssembleRequest
from contextc.transcript.bridge import compile_transcript
from contextc.transcript.messages import compile_messages
from contextc.transcript.segment import segment_transcript
from contextc.vocabulary import EstimatorName
from contextc.windows import suggest_token_budget
from contextc_wire.codec import decode, encode
from contextc_wire.messages import (
    ChunkRequest,
    ChunkResponse,
    Description,
    Echo,
    EmptyRequest,
    ErrorBody,
    ErrorResponse,
    EstimateRequest,
    EstimateResponse,
    RuleInfo,
    SegmentRequest,
    SuggestBudgetRequest,
)

WIRE_VERSION = 1


class Method(NamedTuple):
    """A row: what a method takes, what it answers, and who does it."""

    request: Any
    response: Any
    run: Callable[["Wire", Any], object]


class Wire:
    """One door: a compiler, and the methods that this door adds or replaces.

    >>> Wire().call("echo", b"[1]")
    b'{"echo":[1]}'
    """

    def __init__(self, compiler: ContextCompiler | None = None, methods: Mapping[str, Method] | None = None) -> None:
        self.compiler = compiler or ContextCompiler()
        self.methods = {**METHODS, **(methods or {})}

    @property
    def limits(self) -> Limits:
        """The caps of this door."""
        return self.compiler.limits

    def call(self, method: str, request: bytes | str) -> bytes:
        """The answer to a request, never an exception."""
        try:
            return encode(self.answer(method, request))
        except ContextcError as error:
            return encode_error(error)
        except Exception as error:  # noqa: BLE001  # a door that is total cannot choose what it survives
            return encode_error(
                Internal(f"{type(error).__name__}: {error}; this is a fault of contextc, please report it")
            )

    def answer(self, method: str, request: bytes | str) -> object:
        """The result record of a request; raises `ContextcError`."""
        row = self.methods.get(method)
        if row is None and method in NEEDS_HOST:
            raise NeedsHost(f"{method} needs a store, and there is none behind this door", data={"method": method})
        if row is None:
            known = ", ".join(self.methods)
            raise UnknownMethod(f"no method has this name: use {known}", data={"methods": list(self.methods)})
        return row.run(self, decode(_bytes(request), row.request, self.limits))


def call(method: str, request: bytes | str) -> bytes:
    """Answer a request at the default door: default policy, default limits, no store, no files.

    >>> call("suggest_budget", b'{"target_model": "gpt-5"}')
    b'{"window":400000,"suggested_budget":400000,"source":"static table as of 2026-11"}'
    >>> call("compile", b"{}")[:58]
    b'{"error":{"code":"invalid_request","category":"invalid_inp'
    """
    return _DEFAULT.call(method, request)


def encode_error(error: ContextcError) -> bytes:
    """The error document."""
    return encode(
        ErrorResponse(
            error=ErrorBody(
                code=error.code,
                category=error.category,
                path=error.path,
                message=str(error).encode(errors="replace").decode(),
                data=error.data,
            )
        )
    )


def _bytes(request: bytes | str) -> bytes:
    if isinstance(request, bytes):
        return request
    try:
        return request.encode() if isinstance(request, str) else bytes(request)
    except UnicodeEncodeError as error:
        raise InvalidJson(f"character {error.start} of the request is half of a surrogate pair") from None


def _compile(wire: Wire, request: CompileRequest) -> CompiledContext:
    return wire.compiler.compile(request)


def _compile_transcript(wire: Wire, request: TranscriptCompileInput) -> TranscriptContext:
    return compile_transcript(request, wire.compiler)


def _compile_messages(wire: Wire, request: MessagesInput) -> MessagesContext:
    return compile_messages(request, wire.compiler)


def _compile_recall(wire: Wire, request: RecallCompileInput) -> RecallContext:
    return compile_recall(request, wire.compiler)


def _assemble(wire: Wire, request: AssembleRequest) -> FormattedContext:
    return assemble(request, ContextAssembler(estimator=wire.compiler.estimator, limits=wire.limits))


def _chunk(_: Wire, request: ChunkRequest) -> ChunkResponse:
    return ChunkResponse(chunks=chunk_text(request.text, request.policy))


def _segment(wire: Wire, request: SegmentRequest) -> SegmentationOutcome:
    return segment_transcript(request.transcript, request.segmentation, limits=wire.limits)


def _estimate(wire: Wire, request: EstimateRequest) -> EstimateResponse:
    if request.estimator is None and wire.compiler.estimator is not None:
        name, counter = "injected", wire.compiler.estimator
    else:
        chosen = request.estimator or wire.compiler.policy.estimator or EstimatorName.CALIBRATED
        name, counter = str(chosen), estimator(chosen, request.target_model, "$.estimator")
    return EstimateResponse(estimator=name, tokens=[counter.estimate(text) for text in request.texts])


def _suggest_budget(_: Wire, request: SuggestBudgetRequest) -> SuggestedBudget:
    return suggest_token_budget(request.target_model, request.reserve_tokens or 0)


def _describe(wire: Wire, _: EmptyRequest) -> Description:
    return Description(
        wire=WIRE_VERSION,
        version=contextc.__version__,
        methods=list(wire.methods),
        needs_host=[name for name in NEEDS_HOST if name not in wire.methods],
        limits=msgspec.to_builtins(wire.limits),
        rules=[RuleInfo(id=rule_id, can_be_disabled=rule_id in DISABLEABLE) for rule_id in RULE_IDS],
        codes=list(CODES),
        estimators=available(),
        kernels={"fnv1a": "python"},
    )


def _echo(_: Wire, request: object) -> Echo:
    return Echo(echo=request)


METHODS: dict[str, Method] = {
    "compile": Method(CompileRequest, CompiledContext, _compile),
    "compile_transcript": Method(TranscriptCompileInput, TranscriptContext, _compile_transcript),
    "compile_messages": Method(MessagesInput, MessagesContext, _compile_messages),
    "compile_recall": Method(RecallCompileInput, RecallContext, _compile_recall),
    "assemble": Method(AssembleRequest, FormattedContext, _assemble),
    "chunk": Method(ChunkRequest, ChunkResponse, _chunk),
    "segment": Method(SegmentRequest, SegmentationOutcome, _segment),
    "estimate": Method(EstimateRequest, EstimateResponse, _estimate),
    "suggest_budget": Method(SuggestBudgetRequest, SuggestedBudget, _suggest_budget),
    "describe": Method(EmptyRequest, Description, _describe),
    "echo": Method(Any, Echo, _echo),
}
"""What every door answers."""

NEEDS_HOST = (
    "explain_compilation",
    "retrieve_source",
    "context_savings",
    "save_working_context",
    "load_working_context",
    "list_working_contexts",
    "remember",
    "recall",
    "relate",
    "forget",
)
"""What only a door with a store answers."""

_DEFAULT = Wire()
