"""The policy of a request lies over the compiler's, field by field."""

import pytest

from contextc.images import PixelEstimator
from contextc.limits import Limits
from contextc.model import ChunkPolicy, CompilePolicy, ImportanceWeights, ModelPricing, PricingTable, Recency
from contextc.settings import Settings, merge, settle
from contextc.tokens import HeuristicEstimator
from contextc.vocabulary import ChunkBoundary, Truncation
from core.build import compile_, words

TABLE = PricingTable(version="1", currency="EUR", models={"m": ModelPricing(input_micros_per_million_tokens=1)})


def settled(policy: CompilePolicy, pricing: PricingTable | None = None) -> Settings:
    """A policy with its defaults filled in."""
    return settle(policy, pricing=pricing, limits=Limits(), estimator=HeuristicEstimator(), images=PixelEstimator())


def test_without_a_request_policy_the_compilers_applies():
    """A request without a policy is compiled under the compiler's own."""
    assert compile_("a", base=CompilePolicy(slim_response=True)).sections == []


@pytest.mark.parametrize(
    ("base", "over", "merged"),
    [
        (CompilePolicy(slim_response=True), CompilePolicy(), CompilePolicy(slim_response=True)),
        (CompilePolicy(slim_response=True), CompilePolicy(slim_response=False), CompilePolicy(slim_response=False)),
        (CompilePolicy(), CompilePolicy(truncate=Truncation.TAIL), CompilePolicy(truncate=Truncation.TAIL)),
        (
            CompilePolicy(disabled_rules=["preserve.url"], constraint_markers=["a"]),
            CompilePolicy(disabled_rules=["cache.stable_prefix"]),
            CompilePolicy(disabled_rules=["cache.stable_prefix"], constraint_markers=["a"]),
        ),
        (
            CompilePolicy(disabled_rules=["preserve.url"]),
            CompilePolicy(disabled_rules=[]),
            CompilePolicy(disabled_rules=[]),
        ),
        (
            CompilePolicy(chunk=ChunkPolicy(max_chunk_bytes=512, overlap_bytes=3)),
            CompilePolicy(chunk=ChunkPolicy(max_chunk_bytes=0, boundary=ChunkBoundary.FIXED)),
            CompilePolicy(chunk=ChunkPolicy(max_chunk_bytes=0, overlap_bytes=3, boundary=ChunkBoundary.FIXED)),
        ),
        (
            CompilePolicy(recency=Recency(turns=3), importance=ImportanceWeights(recency=0.5)),
            CompilePolicy(recency=Recency(ramp=0.1), importance=ImportanceWeights(confidence=0.0)),
            CompilePolicy(
                recency=Recency(turns=3, ramp=0.1), importance=ImportanceWeights(recency=0.5, confidence=0.0)
            ),
        ),
    ],
)
def test_merge(base: CompilePolicy, over: CompilePolicy, merged: CompilePolicy):
    """Records merge at every depth, lists replace, and what is unset leaves the compiler's value."""
    assert merged == merge(base, over)


def test_merging_acts_on_a_compilation():
    """A request that sets one field keeps the compiler's others."""
    base = CompilePolicy(response_reserve_tokens=3)
    context = compile_(words(5), base=base, budget=8, slim_response=True)
    assert ([], words(5)) == (context.sections, context.content)


def test_defaults():
    """What nobody sets has its documented default."""
    plain = settled(CompilePolicy())
    assert (
        plain.reserve,
        plain.near_dup,
        plain.disabled_rules,
        plain.chunk_bytes,
        plain.boundary,
        plain.mask_timestamps,
        plain.slim,
        plain.truncate,
        plain.elision_marks,
        plain.markers,
        plain.recency,
        plain.pricing,
        plain.largest_share,
    ) == (0, True, (), 2048, ChunkBoundary.PARAGRAPH, False, False, Truncation.AUTO, False, (), None, None, None)


@pytest.mark.parametrize(
    ("share", "usable", "tokens"),
    [(None, 1000, 1000), (1, 1000, 1000), (0.125, 32_000, 4000), (0.1, 999, 99), (1 / 3, 999, 332), (1e-9, 999, 0)],
)
def test_the_largest_share_is_counted_in_thousandths(share: float | None, usable: int, tokens: int):
    """A share is taken to the nearest thousandth, and what it buys is rounded down."""
    assert tokens == settled(CompilePolicy(largest_share=share)).share(usable)


def test_a_chunk_size_of_zero_is_a_value():
    """Zero is not taken for unset."""
    assert settled(CompilePolicy(chunk=ChunkPolicy(max_chunk_bytes=0))).chunk_bytes == 0


def test_the_policys_prices_come_first():
    """A table in the policy hides the compiler's own."""
    other = PricingTable(version="2", currency="USD", models={})
    assert [TABLE, other, other] == [
        settled(CompilePolicy(pricing=TABLE), other).pricing,
        settled(CompilePolicy(), other).pricing,
        settled(CompilePolicy(pricing=other), TABLE).pricing,
    ]
