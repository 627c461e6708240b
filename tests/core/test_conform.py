"""A record is checked against its types, and the error names the field."""

from typing import Annotated, Any

import pytest
from msgspec import Meta

from contextc.compiler import ContextCompiler
from contextc.conform import conform
from contextc.errors import InvalidRequest
from contextc.model import (
    ChunkPolicy,
    CompilePolicy,
    MemoryScope,
    ModelPricing,
    PricingTable,
    SegmentationPolicy,
    TranscriptCompileInput,
)
from contextc.passes.chunk import chunk_text
from contextc.recall import AssembleRequest, RecallCompileInput, assemble, compile_recall, estimate_tokens
from contextc.transcript.bridge import compile_transcript
from contextc.transcript.segment import segment_transcript
from contextc.vocabulary import Count, Share, Truncation


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("", str),
        (0, int),
        (2**64 - 1, Count),
        (1, float),
        (0.5, Share),
        (1, Share),
        (None, str | None),
        (True, bool | None),
        (Truncation.TAIL, Truncation),
        (["a"], list[str]),
        (("a",), list[str] | None),
        ({"a": 1}, dict[str, Count]),
        ({"a": [1, {"b": None}]}, dict[str, Any] | None),
        (ChunkPolicy(), ChunkPolicy),
        (MemoryScope(k=1, graph_boost=-0.5), MemoryScope | None),
    ],
)
def test_what_conforms(value: object, kind: Any):
    """A value of the type, tuples for lists and whole numbers for floats included, is no error."""
    assert conform(value, kind, "$") is None


@pytest.mark.parametrize(
    ("value", "kind", "path"),
    [
        (1, str, "$"),
        (None, str, "$"),
        ("\ud800", str, "$"),
        (True, Count, "$"),
        (-1, Count, "$"),
        (2**64, Count, "$"),
        (1.0, Count, "$"),
        (float("nan"), float, "$"),
        (float("inf"), Share, "$"),
        (1.5, Share, "$"),
        (0.0, Annotated[float, Meta(gt=0)], "$"),
        (-0.5, Share, "$"),
        (1, bool | None, "$"),
        ("tail", Truncation, "$"),
        ("a", list[str], "$"),
        (["a", 1], list[str], "$[1]"),
        ([], dict[str, Any], "$"),
        ({1: 1}, dict[str, Any], "$"),
        ({"a": -1}, dict[str, Count], "$.a"),
        ({"a": object()}, dict[str, Any], "$"),
        ({}, ChunkPolicy, "$"),
        (ChunkPolicy(max_chunk_bytes=-1), ChunkPolicy, "$.max_chunk_bytes"),
        (CompilePolicy(chunk=ChunkPolicy(overlap_bytes="1")), CompilePolicy, "$.chunk.overlap_bytes"),
        (MemoryScope(graph_boost=float("nan")), MemoryScope, "$.graph_boost"),
    ],
)
def test_what_does_not_conform(value: object, kind: Any, path: str):
    """A value of another type or out of range is an invalid request, and the path leads to it."""
    with pytest.raises(InvalidRequest) as caught:
        conform(value, kind, "$")
    assert path == caught.value.path


PRICES = PricingTable(version="1", currency="EUR", models={"m": ModelPricing(input_micros_per_million_tokens=-1)})


@pytest.mark.parametrize(
    ("call", "path"),
    [
        (lambda: ContextCompiler().compile({}), "$"),
        (lambda: ContextCompiler(CompilePolicy(response_reserve_tokens=-1)), "$.policy.response_reserve_tokens"),
        (lambda: ContextCompiler(pricing=PRICES), "$.pricing.models.m.input_micros_per_million_tokens"),
        (lambda: chunk_text(1), "$.text"),
        (lambda: chunk_text("a", {}), "$.policy"),
        (lambda: chunk_text("a", ChunkPolicy(boundary="page")), "$.policy.boundary"),
        (lambda: segment_transcript(1), "$.transcript"),
        (
            lambda: segment_transcript("a", SegmentationPolicy(min_segment_bytes="1")),
            "$.segmentation.min_segment_bytes",
        ),
        (lambda: segment_transcript("a", SegmentationPolicy(format="xml")), "$.segmentation.format"),
        (lambda: compile_transcript({}), "$"),
        (lambda: assemble({}), "$"),
        (lambda: assemble(AssembleRequest(hits=[], policy={})), "$.policy"),
        (lambda: assemble(AssembleRequest(hits=[{}])), "$.hits[0]"),
        (lambda: assemble(AssembleRequest(hits=7)), "$.hits"),
        (lambda: estimate_tokens({}), "$.hits[0]"),
        (lambda: compile_recall({}), "$"),
        (lambda: compile_recall(RecallCompileInput(query=1, hits=[], token_budget=1)), "$.query"),
        (lambda: compile_recall(RecallCompileInput(query="q", hits=[7], token_budget=1)), "$.hits[0]"),
        (
            lambda: compile_transcript(TranscriptCompileInput(query="q", transcript=None, token_budget=1)),
            "$.transcript",
        ),
        (
            lambda: compile_transcript(TranscriptCompileInput(query=1, transcript="a", token_budget=1)),
            "$.query",
        ),
    ],
)
def test_every_python_door_checks_its_arguments(call, path: str):
    """Whatever a Python caller passes, the error is one of contextc's own, with a path."""
    with pytest.raises(InvalidRequest) as caught:
        call()
    assert path == caught.value.path


def test_a_value_nests_500_levels_at_most():
    """Metadata from Python that nests deeper than an encoder's stack is refused, also when it never ends."""
    endless: list[Any] = []
    endless.append({"again": (endless, endless)})

    for deep in (endless, nest(500)):
        with pytest.raises(InvalidRequest, match="500 levels"):
            conform({"a": deep}, dict[str, Any], "$.metadata")
    conform({"a": nest(499)}, dict[str, Any], "$.metadata")


def nest(levels: int) -> list[Any]:
    """Lists in lists."""
    inner: list[Any] = []
    for _ in range(levels - 1):
        inner = [inner]
    return inner
