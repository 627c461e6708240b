"""A workload -> its stages: every pass by itself, on the products of the passes before it."""

import gc
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from contextc.compiler import ContextCompiler
from contextc.digest import fnv1a_many
from contextc.fences import fence_lines, fences
from contextc.limits import Limits
from contextc.model import CompileRequest, SegmentationPolicy, TranscriptCompileInput
from contextc.nesting import nests_deeper
from contextc.passes.admit import admit, usable_tokens
from contextc.passes.assemble import decide, lay_out, list_handles, list_sources, list_warnings
from contextc.passes.chunk import chunk_text
from contextc.passes.classify import Classifier
from contextc.passes.dedup import dedup
from contextc.passes.insights import account
from contextc.passes.logs import collapse
from contextc.passes.pack import pack
from contextc.passes.recut import recut_log
from contextc.passes.relevance import recencies, relevances
from contextc.settings import merge, settle
from contextc.transcript.bridge import build_transcript_compile_request, compile_transcript
from contextc.transcript.readers import read
from contextc.transcript.segment import segment_transcript
from contextc.vocabulary import Truncation
from contextc_wire.codec import decode, encode
from contextc_wire.dispatch import Wire

from .workloads import Workload


class Stage(NamedTuple):
    """Something to time; one that is part of another stands below it, indented."""

    name: str
    run: Callable[[], Any]
    depth: int = 0


def stages(workload: Workload) -> Iterator[Stage]:
    """What a workload goes through, from its bytes to the bytes of the answer, then the whole of it.

    Everything that a stage needs has been made when it is handed out, and nothing is kept from its run.
    """
    transcript = workload.method == "compile_transcript"
    record = TranscriptCompileInput if transcript else CompileRequest
    limits = Limits()
    yield Stage("decode JSON", lambda: decode(workload.request, record, limits))
    yield Stage("nesting", lambda: nests_deeper(workload.request, limits.depth), 1)
    request: Any = decode(workload.request, record, limits)
    if transcript:
        yield from _of_transcript(request)
        built, _ = build_transcript_compile_request(request)
        yield from _of_request(built, limits.segments)
        answer: Any = compile_transcript(request)
    else:
        yield from _of_request(request, limits.fragments)
        answer = ContextCompiler().compile(request)
    yield Stage("encode JSON", lambda: encode(answer))
    yield from _whole(workload, request)


def _of_transcript(request: TranscriptCompileInput) -> Iterator[Stage]:
    policy = request.segmentation or SegmentationPolicy()
    data = request.transcript.encode()
    yield Stage("segment_transcript", lambda: segment_transcript(request.transcript, policy))
    yield Stage("read turns", lambda: read(data, policy.format), 1)
    yield Stage("fences", lambda: fences(fence_lines(data), len(data)), 2)
    yield Stage("chunk_text of it all", lambda: chunk_text(request.transcript))


def _of_request(request: CompileRequest, most: int) -> Iterator[Stage]:
    compiler = ContextCompiler()
    settings = settle(
        merge(compiler.policy, request.policy),
        pricing=compiler.pricing,
        limits=compiler.limits,
        estimator=compiler.estimator,
        images=compiler.image_estimator,
    )
    estimate = settings.estimator.estimate
    yield Stage("admit", lambda: admit(request, settings, most=most))
    distinct = list(dict.fromkeys(fragment.content for fragment in request.fragments))
    as_bytes = [text.encode() for text in distinct]
    yield Stage("hash", lambda: fnv1a_many(as_bytes), 1)
    yield Stage("estimate", lambda: [estimate(text) for text in distinct], 1)

    sources = admit(request, settings, most=most)
    classifier = Classifier(settings)
    yield Stage("classify", lambda: classifier.classify_all(sources))
    reached = sources
    for _, rule in classifier.rules[:-1]:
        yield Stage(rule.id, lambda rule=rule, met=reached: [rule.matches(source, classifier) for source in met], 1)
        reached = [source for source in reached if not rule.matches(source, classifier)]

    logs = [source.data for source in sources if source.kind == "log"]
    if logs:
        yield Stage("logs: collapse", lambda: [collapse(data, mask_timestamps=False) for data in logs])
        yield Stage("logs: collapse, masked", lambda: [collapse(data, mask_timestamps=True) for data in logs])
        room = 200
        yield Stage(
            f"logs: last {room} tokens",
            lambda: [recut_log(data, room, estimate, mask_timestamps=False, end=Truncation.TAIL) for data in logs],
        )

    verdicts = classifier.classify_all(sources)
    exact_only = replace(settings, near_dup=False)
    yield Stage("dedup, exact alone", lambda: dedup(sources, verdicts, exact_only))
    yield Stage("dedup, exact and near", lambda: dedup(sources, verdicts, settings))
    standings = dedup(sources, verdicts, settings)
    yield Stage("relevance", lambda: relevances(standings, request.query))
    scores = relevances(standings, request.query)
    recent = recencies(standings, settings.recency)
    usable = usable_tokens(request, settings)
    yield Stage("pack", lambda: pack(standings, scores, recent, usable, settings))
    packing = pack(standings, scores, recent, usable, settings)
    yield Stage("assemble: lay out", lambda: lay_out(standings, packing, usable, settings))
    layout = lay_out(standings, packing, usable, settings)
    yield Stage("assemble: decide", lambda: decide(standings, scores, layout, usable, settings))
    outcomes = decide(standings, scores, layout, usable, settings)
    yield Stage(
        "assemble: lists, insights",
        lambda: (
            list_sources(standings),
            list_handles(standings, outcomes),
            list_warnings(standings, outcomes),
            account(standings, outcomes, layout, None, None),
        ),
    )


def _whole(workload: Workload, request: Any) -> Iterator[Stage]:
    compiler = ContextCompiler()
    if workload.method == "compile_transcript":
        compiled = lambda: compile_transcript(request, compiler)  # noqa: E731
    else:
        compiled = lambda: compiler.compile(request)  # noqa: E731
    yield Stage(f"{workload.method}, objects", compiled)
    yield Stage("the same, gc off", lambda: _without_gc(compiled), 1)
    wire = Wire()
    yield Stage(f"{workload.method}, bytes to bytes", lambda: wire.call(workload.method, workload.request))


def _without_gc(function: Callable[[], object]) -> None:
    gc.disable()
    try:
        function()
    finally:
        gc.enable()
