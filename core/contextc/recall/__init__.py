"""Recall hits -> text that fits a model: which grains make the budget, and how they are shown.

You probably want `ContextAssembler().format(hits, FormatPolicy.claude().with_token_budget(800))`.
"""

from contextc.recall.allocate import (
    ScoredEntry,
    allocate,
    allocate_with_diversity,
    strip_summaries_for_structured_formats,
)
from contextc.recall.answer import DecisionProvenance, FormattedContext, GrainDecision
from contextc.recall.assembler import ContextAssembler, assemble, estimate_tokens
from contextc.recall.bridge import RecallCompileInput, RecallContext, build_recall_compile_request, compile_recall
from contextc.recall.decide.backend import Decision, DecisionBackend
from contextc.recall.decide.errors import DecideError
from contextc.recall.decide.text_backend import TextBackend
from contextc.recall.grain_types import toon_columns
from contextc.recall.hits import SearchHit
from contextc.recall.policy import (
    AssembleRequest,
    DecidePolicy,
    FormatPolicy,
    GrainTypeDiversityConfig,
    GrainTypeOverride,
    RenderingHints,
    SectionConfig,
)
from contextc.recall.render import GrainRenderer, RendererRegistry
from contextc.vocabulary import Allocation, MetadataLevel, Ordering, OutputFormat, RecallSource

__all__ = [
    "Allocation",
    "AssembleRequest",
    "ContextAssembler",
    "DecideError",
    "DecidePolicy",
    "Decision",
    "DecisionBackend",
    "DecisionProvenance",
    "FormatPolicy",
    "FormattedContext",
    "GrainDecision",
    "GrainRenderer",
    "GrainTypeDiversityConfig",
    "GrainTypeOverride",
    "MetadataLevel",
    "Ordering",
    "OutputFormat",
    "RecallCompileInput",
    "RecallContext",
    "RecallSource",
    "RendererRegistry",
    "RenderingHints",
    "ScoredEntry",
    "SearchHit",
    "SectionConfig",
    "TextBackend",
    "allocate",
    "allocate_with_diversity",
    "assemble",
    "build_recall_compile_request",
    "compile_recall",
    "estimate_tokens",
    "strip_summaries_for_structured_formats",
    "toon_columns",
]
