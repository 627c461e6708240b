"""What one compilation runs under: the policy of the request over that of the compiler, with every default filled in."""

from typing import TypeVar

from msgspec import Struct

from contextc.images import ImageTokenEstimator
from contextc.limits import Limits
from contextc.model import ChunkPolicy, CompilePolicy, PricingTable, Recency
from contextc.tokens import TokenEstimator
from contextc.vocabulary import ChunkBoundary, RelevanceMethod, Truncation

MAX_CHUNK_BYTES = 2048
"""Default of `policy.chunk.max_chunk_bytes`."""


class Settings(Struct, frozen=True, kw_only=True):
    """A policy without gaps, and what the host has put beside it."""

    reserve: int
    near_dup: bool
    near_dup_threshold: int | None
    """In thousandths."""
    disabled_rules: tuple[str, ...]
    chunk_bytes: int
    boundary: ChunkBoundary
    mask_timestamps: bool
    slim: bool
    truncate: Truncation
    elision_marks: bool
    markers: tuple[str, ...]
    recency: Recency | None
    relevance: RelevanceMethod
    largest_share: int | None
    """In thousandths."""
    pricing: PricingTable | None
    limits: Limits
    estimator: TokenEstimator
    images: ImageTokenEstimator

    def share(self, usable: int) -> int:
        """What of a usable budget one fragment gets before all others had their turn."""
        return usable if self.largest_share is None else usable * self.largest_share // 1_000


def merge(base: CompilePolicy, over: CompilePolicy | None) -> CompilePolicy:
    """The policy `over` laid on `base`: what it leaves unset stays, structs merge, lists replace.

    >>> base = CompilePolicy(slim_response=True, chunk=ChunkPolicy(max_chunk_bytes=512))
    >>> merged = merge(base, CompilePolicy(chunk=ChunkPolicy(boundary=ChunkBoundary.FIXED)))
    >>> merged.slim_response, merged.chunk.max_chunk_bytes, str(merged.chunk.boundary)
    (True, 512, 'fixed')
    """
    return base if over is None else _merged(base, over)


_S = TypeVar("_S", bound=Struct)


def _merged(base: _S, over: _S) -> _S:
    values: dict[str, object] = {}
    for name in base.__struct_fields__:
        below, above = getattr(base, name), getattr(over, name)
        if isinstance(below, Struct) and type(below) is type(above):
            values[name] = _merged(below, above)
        else:
            values[name] = below if above is None else above
    return type(base)(**values)


def thousandths(share: float) -> int:
    """A share to the nearest thousandth, at least one: 4 of 5 are 0.8, which no float is.

    >>> thousandths(0.8), thousandths(1), thousandths(1e-9)
    (800, 1000, 1)
    """
    return max(1, round(share * 1_000))


def settle(
    policy: CompilePolicy,
    *,
    pricing: PricingTable | None,
    limits: Limits,
    estimator: TokenEstimator,
    images: ImageTokenEstimator,
) -> Settings:
    """Fill in the defaults of a merged policy."""
    chunk = policy.chunk or ChunkPolicy()
    return Settings(
        reserve=policy.response_reserve_tokens or 0,
        near_dup=policy.near_dup_dedup is not False,
        near_dup_threshold=None if policy.near_dup_threshold is None else thousandths(policy.near_dup_threshold),
        disabled_rules=tuple(policy.disabled_rules or ()),
        chunk_bytes=MAX_CHUNK_BYTES if chunk.max_chunk_bytes is None else chunk.max_chunk_bytes,
        boundary=chunk.boundary or ChunkBoundary.PARAGRAPH,
        mask_timestamps=policy.normalize_log_timestamps is True,
        slim=policy.slim_response is True,
        truncate=policy.truncate or Truncation.AUTO,
        elision_marks=policy.elision_marks is True,
        markers=tuple(policy.constraint_markers or ()),
        recency=policy.recency,
        relevance=policy.relevance or RelevanceMethod.OVERLAP,
        largest_share=None if policy.largest_share is None else thousandths(policy.largest_share),
        pricing=policy.pricing or pricing,
        limits=limits,
        estimator=estimator,
        images=images,
    )
