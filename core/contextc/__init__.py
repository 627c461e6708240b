"""A deterministic context compiler: what an agent could say in, what fits its model's window out.

You probably want `ContextCompiler().compile(CompileRequest(...))`, or `compile_transcript` for a session.
Every pass is a function of its input alone: no model, no network, no clock. The same request gives the same bytes.
"""

from contextc.compiler import ContextCompiler
from contextc.digest import fragment_id
from contextc.errors import ContextcError
from contextc.images import ImageTokenEstimator
from contextc.limits import Limits
from contextc.model import (
    ChunkPolicy,
    CompilationInsights,
    CompiledContext,
    CompiledSection,
    CompilePolicy,
    CompileRequest,
    ContextDecision,
    ContextFragment,
    ContextWarning,
    ImportanceWeights,
    MediaRef,
    MemoryScope,
    MessagePart,
    MessagesContext,
    MessagesInput,
    ModelPricing,
    Omission,
    PricingTable,
    Recency,
    RetrievalHandle,
    SegmentationOutcome,
    SegmentationPolicy,
    SegmentationReport,
    SegmentInfo,
    SourceReference,
    StablePrefix,
    SuggestedBudget,
    TextChunk,
    TranscriptCompileInput,
    TranscriptContext,
    TranscriptSegment,
)
from contextc.passes.chunk import chunk_text
from contextc.passes.relevance import DeterministicReranker
from contextc.stored import (
    ContextDecisionRef,
    ContextFact,
    ContextSavings,
    ContextSource,
    IngestRoots,
    LoadedWorkingContext,
    WorkingContext,
    WorkingContextIndex,
    WorkingContextSession,
)
from contextc.tokens import DynTokenEstimator, HeuristicEstimator, TokenEstimator
from contextc.transcript.bridge import build_transcript_compile_request, compile_transcript
from contextc.transcript.messages import compile_messages
from contextc.transcript.segment import segment_transcript
from contextc.vocabulary import (
    ChunkBoundary,
    ContextAction,
    FidelityRisk,
    MessagesFormat,
    SectionKind,
    SegmentFormat,
    SegmentKind,
    Truncation,
)
from contextc.windows import model_window, suggest_token_budget

__version__ = "0.1.0"

__all__ = [
    "ChunkBoundary",
    "ChunkPolicy",
    "CompilationInsights",
    "CompilePolicy",
    "CompileRequest",
    "CompiledContext",
    "CompiledSection",
    "ContextAction",
    "ContextCompiler",
    "ContextDecision",
    "ContextDecisionRef",
    "ContextFact",
    "ContextFragment",
    "ContextSavings",
    "ContextSource",
    "ContextWarning",
    "ContextcError",
    "DeterministicReranker",
    "DynTokenEstimator",
    "FidelityRisk",
    "HeuristicEstimator",
    "ImageTokenEstimator",
    "ImportanceWeights",
    "IngestRoots",
    "Limits",
    "LoadedWorkingContext",
    "MediaRef",
    "MemoryScope",
    "MessagePart",
    "MessagesContext",
    "MessagesFormat",
    "MessagesInput",
    "ModelPricing",
    "Omission",
    "PricingTable",
    "Recency",
    "RetrievalHandle",
    "SectionKind",
    "SegmentFormat",
    "SegmentInfo",
    "SegmentKind",
    "SegmentationOutcome",
    "SegmentationPolicy",
    "SegmentationReport",
    "SourceReference",
    "StablePrefix",
    "SuggestedBudget",
    "TextChunk",
    "TokenEstimator",
    "TranscriptCompileInput",
    "TranscriptContext",
    "TranscriptSegment",
    "Truncation",
    "WorkingContext",
    "WorkingContextIndex",
    "WorkingContextSession",
    "build_transcript_compile_request",
    "chunk_text",
    "compile_messages",
    "compile_transcript",
    "fragment_id",
    "model_window",
    "segment_transcript",
    "suggest_token_budget",
]
