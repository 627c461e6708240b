"""The requests and responses that the core has no record for."""

from typing import Any

from msgspec import Struct

from contextc.model import ChunkPolicy, SegmentationPolicy, TextChunk
from contextc.vocabulary import Count, EstimatorName


class ChunkRequest(Struct, frozen=True, kw_only=True):
    """Cut a text."""

    text: str
    policy: ChunkPolicy | None = None


class ChunkResponse(Struct, frozen=True, kw_only=True):
    """The chunks of a text."""

    chunks: list[TextChunk]


class SegmentRequest(Struct, frozen=True, kw_only=True):
    """Cut a transcript."""

    transcript: str
    segmentation: SegmentationPolicy | None = None


class EstimateRequest(Struct, frozen=True, kw_only=True):
    """Count the tokens of texts."""

    texts: list[str]
    estimator: EstimatorName | None = None
    """Default: the one that this door compiles by."""
    target_model: str | None = None


class EstimateResponse(Struct, frozen=True, kw_only=True):
    """Tokens by text, and the estimator that counted them."""

    estimator: str
    tokens: list[int]


class SuggestBudgetRequest(Struct, frozen=True, kw_only=True):
    """Ask for a model's window."""

    target_model: str
    reserve_tokens: Count | None = None


class EmptyRequest(Struct, frozen=True, kw_only=True):
    """Nothing is asked beyond the method."""


class Echo(Struct, frozen=True, kw_only=True):
    """The request's own JSON, for testing a new binding's plumbing."""

    echo: Any


class RuleInfo(Struct, frozen=True, kw_only=True):
    """A rule that may appear in decisions."""

    id: str
    can_be_disabled: bool


class Description(Struct, frozen=True, kw_only=True):
    """What this door offers; the one answer that may differ from door to door."""

    wire: int
    version: str
    methods: list[str]
    needs_host: list[str]
    limits: dict[str, int]
    rules: list[RuleInfo]
    codes: list[str]
    estimators: list[str]
    kernels: dict[str, str]
    """What computes the hot parts: answers do not depend on it, time does."""


class ErrorBody(Struct, frozen=True, kw_only=True):
    """What went wrong."""

    code: str
    category: str
    path: str
    message: str
    data: dict[str, Any]


class ErrorResponse(Struct, frozen=True, kw_only=True):
    """The answer to a request that failed; no result has a key `error`."""

    error: ErrorBody
