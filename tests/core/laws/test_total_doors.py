"""Law 6: total doors, for callers in Python; `tests/wire/test_total.py` has the door of bytes."""

import math
import types
import typing
from collections.abc import Callable
from enum import Enum
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc import (
    ChunkPolicy,
    CompilePolicy,
    CompileRequest,
    ContextcError,
    ContextCompiler,
    ContextFragment,
    ImportanceWeights,
    MediaRef,
    MemoryScope,
    ModelPricing,
    PricingTable,
    Recency,
    SegmentationPolicy,
    TranscriptCompileInput,
    chunk_text,
    compile_transcript,
    segment_transcript,
    suggest_token_budget,
)
from contextc.limits import U64_MAX
from core.laws import strategies

OPAQUE = object()
ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    3,
    2**64,
    0.5,
    math.nan,
    "text",
    "\ud800",
    b"bytes",
    [],
    [1],
    ["text"],
    ["\ud800"],
    {},
    {1: OPAQUE},
    {"\ud800": 1},
    {"a": "\ud800"},
    {"a": OPAQUE},
    {"a": ENDLESS},
    OPAQUE,
    ENDLESS,
    ContextFragment(),
    CompilePolicy(),
    MediaRef(mime="image/png", bytes_b64="AAAA"),
)
"""What might be put into a field."""


def accepts(kind: Any, value: Any) -> bool:
    """Whether a field declared as `kind` may hold the value."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return any(accepts(one, value) for one in arguments)
    if origin is typing.Annotated:
        meta = arguments[1]
        bounded = accepts(arguments[0], value) and value >= (meta.ge if meta.ge is not None else value)
        return bounded and value <= (meta.le if meta.le is not None else value)
    if origin is list:
        return type(value) is list and all(accepts(arguments[0], item) for item in value)
    if origin is dict:
        pairs = value.items() if type(value) is dict else ()
        inside = all(accepts(arguments[0], key) and accepts(arguments[1], item) for key, item in pairs)
        return type(value) is dict and inside
    if kind is Any:
        return is_json(value)
    if kind is str:
        return type(value) is str and "\ud800" not in value
    if kind is float:
        return type(value) in (int, float) and math.isfinite(value)
    if isinstance(kind, type) and issubclass(kind, int) and kind is not bool:
        return type(value) is int and 0 <= value <= U64_MAX
    if isinstance(kind, type) and issubclass(kind, (msgspec.Struct, Enum)):
        return isinstance(value, kind)
    return type(value) is (type(None) if kind is None else kind)


def is_json(value: Any) -> bool:
    """Whether a value can be sent as JSON."""
    try:
        msgspec.json.encode(value)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def compile_fields(**fields: Any) -> object:
    """Compile a request with some fields replaced."""
    ordinary = {"query": "canary", "fragments": [ContextFragment(content="The canary.")], "token_budget": 9}
    return ContextCompiler().compile(CompileRequest(**(ordinary | fields)))


def compile_policy(**fields: Any) -> object:
    """Compile a request with a policy."""
    return compile_fields(policy=CompilePolicy(**fields))


def compile_prices(**fields: Any) -> object:
    """Compile a request with a table of prices."""
    prices = {"version": "1", "currency": "USD", "models": {}} | fields
    return compile_policy(pricing=PricingTable(**prices))


def read_transcript(**fields: Any) -> object:
    """Compile a transcript with some fields replaced."""
    ordinary = {"query": "canary", "transcript": "User: hi\n```\nx\n```\n", "token_budget": 9}
    return compile_transcript(TranscriptCompileInput(**(ordinary | fields)))


ORDINARY = [
    ContextFragment(**{field: value})
    for field, values in {
        "id": (7,),
        "content": ("text",),
        "kind": ("log",),
        "priority": (3,),
        "metadata": ({"a": 1},),
        "media": (MediaRef(mime="image/png", bytes_b64="AAAA"),),
        "score": (0.5, 1),
        "group": ("a",),
        "pinned": (False,),
    }.items()
    for value in values
]
"""Fragments that are right, so that a wrong one is not the first of its kind."""

USES: dict[str, tuple[type[msgspec.Struct], Callable[..., object]]] = {
    "CompileRequest": (CompileRequest, compile_fields),
    "ContextFragment": (
        ContextFragment,
        lambda **fields: compile_fields(fragments=[*ORDINARY, ContextFragment(**fields)]),
    ),
    "MediaRef": (
        MediaRef,
        lambda **fields: compile_fields(
            fragments=[ContextFragment(media=MediaRef(**({"mime": "image/png", "bytes_b64": ""} | fields)))]
        ),
    ),
    "MemoryScope": (MemoryScope, lambda **fields: compile_fields(memory_scope=MemoryScope(**fields))),
    "CompilePolicy": (CompilePolicy, compile_policy),
    "CompilePolicy of a compiler": (
        CompilePolicy,
        lambda **fields: ContextCompiler(CompilePolicy(**fields)).compile(
            CompileRequest(query="", fragments=[], token_budget=9)
        ),
    ),
    "ChunkPolicy": (ChunkPolicy, lambda **fields: compile_policy(chunk=ChunkPolicy(**fields))),
    "ChunkPolicy of chunk_text": (ChunkPolicy, lambda **fields: chunk_text("one two", ChunkPolicy(**fields))),
    "Recency": (Recency, lambda **fields: compile_policy(recency=Recency(**fields))),
    "ImportanceWeights": (
        ImportanceWeights,
        lambda **fields: compile_policy(importance=ImportanceWeights(**fields)),
    ),
    "PricingTable": (PricingTable, compile_prices),
    "ModelPricing": (ModelPricing, lambda **fields: compile_prices(models={"gpt-5": ModelPricing(**fields)})),
    "TranscriptCompileInput": (TranscriptCompileInput, read_transcript),
    "SegmentationPolicy": (
        SegmentationPolicy,
        lambda **fields: read_transcript(segmentation=SegmentationPolicy(**fields)),
    ),
}
"""Every record that a caller fills in, and a use of it."""
FIELDS = [(use, field) for use, (record, _) in USES.items() for field in record.__struct_fields__]
FUNCTIONS: dict[str, tuple[Callable[[Any], object], type]] = {
    "compile": (ContextCompiler().compile, CompileRequest),
    "compile_transcript": (compile_transcript, TranscriptCompileInput),
    "segment_transcript": (segment_transcript, str),
    "segment_transcript, policy": (lambda value: segment_transcript("User: hi", value), SegmentationPolicy),
    "chunk_text": (chunk_text, str),
    "chunk_text, policy": (lambda value: chunk_text("one two", value), ChunkPolicy),
    "suggest_token_budget": (suggest_token_budget, str),
}
"""Functions by their first argument, or the one named, and what it should be."""


class TestTotalDoors:
    """Every request is answered, or refused with a `ContextcError`; nothing else escapes."""

    @pytest.mark.parametrize(("use", "field"), FIELDS, ids=[f"{use} {field}" for use, field in FIELDS])
    def test_wrong_values_are_refused(self, use: str, field: str):
        """A value that does not fit a field's declared type is an error of ours; one that fits is answered or refused."""
        record, run = USES[use]
        declared = typing.get_type_hints(record, include_extras=True)[field]
        faults: list[str] = []
        for value in VALUES:
            try:
                run(**{field: value})
            except ContextcError:
                continue
            except Exception as error:  # noqa: BLE001
                faults.append(f"{value!r:.60}: {type(error).__name__}: {error}")
            else:
                if not accepts(declared, value):
                    faults.append(f"{value!r:.60}: accepted")

        assert faults == []

    @pytest.mark.parametrize("name", FUNCTIONS)
    def test_wrong_arguments_are_refused(self, name: str):
        """An argument of another type is an error of ours."""
        function, wanted = FUNCTIONS[name]
        faults: list[str] = []
        for value in VALUES:
            if isinstance(value, wanted) or (value is None and "policy" in name):
                continue
            try:
                function(value)
            except ContextcError:
                continue
            except Exception as error:  # noqa: BLE001
                faults.append(f"{value!r:.60}: {type(error).__name__}: {error}")
            else:
                faults.append(f"{value!r:.60}: accepted")

        assert faults == []

    @strategies.examples
    @given(st.data())
    def test_any_mixture_is_answered_or_refused(self, data: st.DataObject):
        """Several odd values at once raise nothing but a `ContextcError`."""
        record, run = USES[data.draw(st.sampled_from(sorted(USES)))]
        values = st.one_of(st.sampled_from(VALUES), st.text(max_size=5), st.integers())
        fields = data.draw(st.dictionaries(st.sampled_from(record.__struct_fields__), values, max_size=4))
        if record is ModelPricing:
            fields.setdefault("input_micros_per_million_tokens", 1)
        try:
            run(**fields)
        except ContextcError as error:
            assert error.path.startswith("$")

    @strategies.examples
    @given(strategies.requests())
    def test_rich_requests_are_answered_or_refused(self, asked: CompileRequest):
        """Well-typed requests are answered; what may fail is what the pins and the reserve ask for."""
        try:
            ContextCompiler().compile(asked)
        except ContextcError as error:
            assert error.code in ("pinned_does_not_fit", "budget_too_small")

    @strategies.examples
    @given(strategies.transcripts(), strategies.segmentation_policies)
    def test_transcripts_are_cut_or_refused(self, transcript: str, policy: SegmentationPolicy):
        """Any text is a transcript, or no transcript of the format that was forced."""
        try:
            segment_transcript(transcript, policy)
        except ContextcError as error:
            assert error.code == "segmentation_failed"
