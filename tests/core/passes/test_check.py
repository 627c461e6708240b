"""A bad request fails with the first check that it does not pass."""

from typing import Any

import pytest

from contextc.compiler import ContextCompiler
from contextc.errors import (
    BudgetTooSmall,
    ContextcError,
    IngestDisabled,
    InvalidRequest,
    MetadataTooLarge,
    OverLimit,
    UnknownRule,
)
from contextc.limits import Limits
from contextc.model import (
    ChunkPolicy,
    CompilePolicy,
    CompileRequest,
    ContextFragment,
    MediaRef,
    MemoryScope,
    ModelPricing,
    PricingTable,
    Recency,
)
from core.build import compile_, fragment, image, png

SMALL = Limits(fragments=3, fragment_bytes=10, metadata_bytes=20, media_chars=40, media_total_chars=60)


def failure(request: CompileRequest | tuple[Any, ...], limits: Limits | None = None, **options: Any) -> ContextcError:
    """The error of a request."""
    with pytest.raises(ContextcError) as caught:
        if isinstance(request, CompileRequest):
            ContextCompiler(limits=limits).compile(request)
        else:
            compile_(*request, limits=limits, **options)
    return caught.value


def picture(size: int) -> ContextFragment:
    """An image whose base64 has so many characters."""
    return image(b"\0" * (size // 4 * 3))


PATH = fragment("", path="/srv/notes.txt")
LONG = fragment("x" * 11)
HEAVY = fragment("a", metadata={"key": "x" * 20})
LARGE = picture(44)
BROKEN = fragment("b", media=MediaRef(mime="image/png", bytes_b64="abc!"))
SCORED = fragment("c", score=2.0)
LABELLED = fragment("d", label="two\nlines")


@pytest.mark.parametrize(
    ("fragments", "error", "path"),
    [
        ((PATH, LONG, SCORED), InvalidRequest, "$.fragments[2].score"),
        ((LONG, HEAVY, LARGE, PATH), IngestDisabled, "$.fragments[3].path"),
        (("a", HEAVY, LONG, LARGE), OverLimit, "$.fragments"),
        (("a", HEAVY, LABELLED, LARGE), OverLimit, "$.fragments"),
        ((HEAVY, LONG, LABELLED), InvalidRequest, "$.fragments[2].label"),
        ((HEAVY, LONG), OverLimit, "$.fragments[1].content"),
        ((LARGE, HEAVY), MetadataTooLarge, "$.fragments[1].metadata"),
        ((BROKEN, HEAVY), MetadataTooLarge, "$.fragments[1].metadata"),
        ((BROKEN,), InvalidRequest, "$.fragments[0].media.bytes_b64"),
        ((LARGE,), OverLimit, "$.fragments[0].media.bytes_b64"),
    ],
    ids=[
        "types",
        "path",
        "count",
        "count before label",
        "label",
        "content",
        "metadata",
        "metadata before media",
        "media",
        "media size",
    ],
)
def test_the_order_of_checks(fragments: tuple[Any, ...], error: type[ContextcError], path: str):
    """Types, paths, number, labels, texts, metadata, media, rules, budget: the first that fails is the error."""
    caught = failure(fragments, SMALL, budget=0, disabled_rules=["typo"])
    assert (error, path) == (type(caught), caught.path)


def test_rules_come_before_the_budget():
    """A rule that cannot be disabled is found before a budget of nothing."""
    assert [UnknownRule, BudgetTooSmall] == [
        type(failure(("a",), budget=0, disabled_rules=rules)) for rules in (["typo"], [])
    ]


@pytest.mark.parametrize(
    ("limits", "fragments", "data"),
    [
        (SMALL, ("a",) * 4, {"count": 4, "limit": 3}),
        (SMALL, ("a", "é" * 6), {"bytes": 12, "limit": 10}),
        (SMALL, (HEAVY,), {"bytes": 30, "limit": 20}),
        (SMALL, (picture(44),), {"chars": 44, "limit": 40}),
        (SMALL, (picture(40), picture(24)), {"chars": 64, "limit": 60}),
        (Limits.strict(), ("a",) * 1025, {"count": 1025, "limit": 1024}),
        (Limits.strict(), ("x" * 1_048_577,), {"bytes": 1_048_577, "limit": 1_048_576}),
        (Limits.strict(), (picture(4_194_308),), {"chars": 4_194_308, "limit": 4_194_304}),
        (Limits(), ("",) * 65_537, {"count": 65_537, "limit": 65_536}),
    ],
)
def test_caps_tell_both_numbers(limits: Limits, fragments: tuple[Any, ...], data: dict[str, int]):
    """An error about a cap carries what was sent and what is allowed, and both stand in the sentence."""
    caught = failure(fragments, limits)
    assert (data, []) == (caught.data, [number for number in data.values() if str(number) not in str(caught)])


def test_caps_are_inclusive():
    """What reaches a cap exactly is taken."""
    fragments = (fragment("x" * 10, metadata={"key": "x" * 10}), picture(40), picture(20))
    assert len(compile_(*fragments, limits=SMALL).decisions) == 3


def test_the_media_total_is_checked_before_a_single_image():
    """An image that is too large and exceeds the total too is reported as the total."""
    caught = failure((picture(40), picture(44)), SMALL)
    assert (caught.data, "total" in str(caught)) == ({"chars": 84, "limit": 60}, True)


def test_an_image_is_named_by_its_place():
    """The sentence about a single image names its fragment."""
    assert ["#1" if "#1" in str(failure(("a", one), SMALL)) else "" for one in (LARGE, BROKEN)] == ["#1", "#1"]


def test_sixty_five_images_of_a_mebibyte():
    """The strict caps hold for all images together."""
    one = image(png(salt=b"\0" * (786_432 - 24)))
    caught = failure((one,) * 65, Limits.strict())
    assert caught.data == {"chars": 65 * 1_048_576, "limit": 64 * 1_048_576}


@pytest.mark.parametrize(
    "metadata", [{"k": "x" * (65_536 - 8)}, {"k": "é" * ((65_536 - 8) // 2)}, {"k": "\n" * 32_764}]
)
def test_metadata_is_measured_as_compact_json(metadata: dict[str, Any]):
    """Metadata of exactly 65,536 bytes of compact JSON passes and one byte more does not."""
    assert len(compile_(fragment("a", metadata=metadata)).decisions) == 1
    caught = failure((fragment("a", metadata={"k": metadata["k"] + "y"}),))
    assert (MetadataTooLarge, {"bytes": 65_537, "limit": 65_536}) == (type(caught), caught.data)


@pytest.mark.parametrize("text", ["", "AAAA", "TQ==", "TR==", "TQ", "+/+/", "AA-_", "A\nAA", "data:;base64,AAAA"])
def test_base64(text: str):
    """Media in any way of writing base64 are taken."""
    assert len(compile_(fragment(media=MediaRef(mime="a/b", bytes_b64=text))).decisions) == 1


@pytest.mark.parametrize("text", ["A", "A===", "AA==AAAA", "A+A-", "ÄAAA", "data:image/png,AAAA"])
def test_no_base64(text: str):
    """Anything else is refused."""
    caught = failure((fragment(media=MediaRef(mime="a/b", bytes_b64=text)),))
    assert (InvalidRequest, "$.fragments[0].media.bytes_b64") == (type(caught), caught.path)


def request(**fields: Any) -> CompileRequest:
    """A request with some fields replaced."""
    return CompileRequest(**{"query": "q", "fragments": [], "token_budget": 9, **fields})


def one(**fields: Any) -> CompileRequest:
    """A request with one such fragment behind a sound one."""
    return request(fragments=[fragment("a"), ContextFragment(**fields)])


@pytest.mark.parametrize(
    ("bad", "path"),
    [
        (request(query=None), "$.query"),
        (request(query="\ud800"), "$.query"),
        (request(fragments=None), "$.fragments"),
        (request(fragments=[fragment("a"), {"content": "a"}]), "$.fragments[1]"),
        (request(project=1), "$.project"),
        (request(target_model=1), "$.target_model"),
        (request(policy={}), "$.policy"),
        (request(memory_scope={}), "$.memory_scope"),
        (request(token_budget=-1), "$.token_budget"),
        (request(token_budget=2**64), "$.token_budget"),
        (request(token_budget=10.0), "$.token_budget"),
        (request(token_budget="10"), "$.token_budget"),
        (request(token_budget=True), "$.token_budget"),
        (request(token_budget=None), "$.token_budget"),
        (one(content=None), "$.fragments[1].content"),
        (one(content="\udfff"), "$.fragments[1].content"),
        (one(id="7"), "$.fragments[1].id"),
        (one(id=True), "$.fragments[1].id"),
        (one(id=-1), "$.fragments[1].id"),
        (one(id=2**64), "$.fragments[1].id"),
        (one(path=1), "$.fragments[1].path"),
        (one(kind=1), "$.fragments[1].kind"),
        (one(priority=256), "$.fragments[1].priority"),
        (one(priority=-1), "$.fragments[1].priority"),
        (one(priority=1.0), "$.fragments[1].priority"),
        (one(priority=True), "$.fragments[1].priority"),
        (one(metadata=[]), "$.fragments[1].metadata"),
        (one(metadata={"a": object()}), "$.fragments[1].metadata"),
        (one(metadata={"a": "\ud800"}), "$.fragments[1].metadata"),
        (one(metadata={"a": 2**64}), "$.fragments[1].metadata"),
        (one(metadata={"a": [{"b": -(2**63) - 1}]}), "$.fragments[1].metadata"),
        (one(media={}), "$.fragments[1].media"),
        (one(score="1"), "$.fragments[1].score"),
        (one(score=True), "$.fragments[1].score"),
        (one(group=1), "$.fragments[1].group"),
        (one(pinned=1), "$.fragments[1].pinned"),
        (one(label=1), "$.fragments[1].label"),
        (one(label="\ud800"), "$.fragments[1].label"),
        (one(label="a\n"), "$.fragments[1].label"),
        (one(label="\n"), "$.fragments[1].label"),
        (one(label="x" * 257), "$.fragments[1].label"),
        (one(label="é" * 129), "$.fragments[1].label"),
        (request(policy=CompilePolicy(largest_share=0)), "$.policy.largest_share"),
        (request(policy=CompilePolicy(largest_share=1.5)), "$.policy.largest_share"),
        (request(policy=CompilePolicy(response_reserve_tokens=-1)), "$.policy.response_reserve_tokens"),
        (request(policy=CompilePolicy(response_reserve_tokens=2**64)), "$.policy.response_reserve_tokens"),
        (request(policy=CompilePolicy(source_ttl_seconds=2**64)), "$.policy.source_ttl_seconds"),
        (request(policy=CompilePolicy(event_ttl_seconds=2**64)), "$.policy.event_ttl_seconds"),
        (request(policy=CompilePolicy(slim_response=1)), "$.policy.slim_response"),
        (request(policy=CompilePolicy(disabled_rules="preserve.url")), "$.policy.disabled_rules"),
        (request(policy=CompilePolicy(disabled_rules=7)), "$.policy.disabled_rules"),
        (request(policy=CompilePolicy(chunk={})), "$.policy.chunk"),
        (request(policy=CompilePolicy(chunk=ChunkPolicy(boundary="page"))), "$.policy.chunk.boundary"),
        (request(policy=CompilePolicy(chunk=ChunkPolicy(max_chunk_bytes=2**64))), "$.policy.chunk.max_chunk_bytes"),
        (request(policy=CompilePolicy(chunk=ChunkPolicy(overlap_bytes=2**64))), "$.policy.chunk.overlap_bytes"),
        (request(policy=CompilePolicy(recency=Recency(ramp=1.5))), "$.policy.recency.ramp"),
        (request(policy=CompilePolicy(constraint_markers=[1])), "$.policy.constraint_markers[0]"),
        (request(policy=CompilePolicy(truncate="middle")), "$.policy.truncate"),
        (
            request(
                policy=CompilePolicy(
                    pricing=PricingTable(
                        version="1", currency="EUR", models={"m": ModelPricing(input_micros_per_million_tokens=2**64)}
                    )
                )
            ),
            "$.policy.pricing.models.m.input_micros_per_million_tokens",
        ),
    ],
)
def test_python_callers_meet_the_rules_of_the_wire(bad: CompileRequest, path: str):
    """A wrong type, or a value out of range, is an invalid request that names the field."""
    caught = failure(bad)
    assert (InvalidRequest, path) == (type(caught), caught.path)


@pytest.mark.parametrize(
    ("good", "bad", "path"),
    [
        ({"score": 0.5}, {"score": 2.0}, "$.fragments[1].score"),
        ({"score": 0.5}, {"score": float("nan")}, "$.fragments[1].score"),
        ({"id": 1}, {"id": 2**64}, "$.fragments[1].id"),
        ({"priority": 1}, {"priority": 256}, "$.fragments[1].priority"),
        ({"metadata": {"a": 1}}, {"metadata": {"a": object()}}, "$.fragments[1].metadata"),
        ({"content": "a"}, {"content": "\ud800"}, "$.fragments[1].content"),
        ({"kind": "a"}, {"kind": "\ud800"}, "$.fragments[1]"),
        ({"label": "a"}, {"label": "\ud800"}, "$.fragments[1].label"),
        ({"label": "a"}, {"label": "a\nb"}, "$.fragments[1].label"),
        ({"media": picture(4).media}, {"media": MediaRef(mime=1, bytes_b64="")}, "$.fragments[1].media.mime"),
    ],
)
def test_every_fragment_is_checked(good: dict[str, Any], bad: dict[str, Any], path: str):
    """A sound fragment of the same shape before it does not hide a bad one."""
    caught = failure(request(fragments=[ContextFragment(**good), ContextFragment(**bad)]))
    assert (InvalidRequest, True) == (type(caught), caught.path.startswith(path))


@pytest.mark.parametrize(
    "good",
    [
        request(token_budget=2**64 - 1, project="p", target_model="m", memory_scope=MemoryScope(k=3)),
        request(policy=CompilePolicy()),
        request(fragments=(fragment("a"),)),
        one(id=2**64 - 1, priority=255, score=1, pinned=True, group="g", metadata={"a": [2**64 - 1, -(2**63), 1e300]}),
        one(id=0, priority=0, score=0.0, pinned=False, metadata={}),
        one(metadata={"a": "1234567890123456789012345"}),
        one(label="x" * 256),
        one(label="é" * 128),
        one(label="\r\u2028"),
        one(label=""),
        request(policy=CompilePolicy(largest_share=1)),
    ],
)
def test_the_ends_of_every_range_are_inside(good: CompileRequest):
    """The largest and smallest values of every field are taken."""
    assert len(good.fragments) == len(ContextCompiler().compile(good).decisions)
