"""A workload -> its stages: every pass by itself, on what it was given when the whole ran."""

import gc
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

import contextc.compiler
import contextc.passes.admit
import contextc.passes.classify
import contextc.passes.pack
import contextc.transcript.bridge
import contextc.transcript.segment
import contextc_wire.codec
import contextc_wire.dispatch
from contextc.compiler import ContextCompiler
from contextc.passes.chunk import chunk_text
from contextc.passes.classify import Classifier
from contextc.settings import Settings
from contextc.transcript.bridge import compile_transcript
from contextc_wire.dispatch import METHODS, Wire

from .recorder import Calls, functions, recorded
from .workloads import Workload

PASSES = [*functions(contextc.compiler, "contextc.passes"), (Classifier, "classify_all")]
"""Every pass that the pipeline calls."""

DOORS = [(contextc_wire.dispatch, "decode"), (contextc_wire.dispatch, "encode")]

PARTS = [
    (contextc_wire.codec, "nests_deeper"),
    (contextc.transcript.bridge, "cut"),
    (contextc.transcript.segment, "read"),
    (contextc.passes.admit, "fnv1a_many"),
    (contextc.passes.classify, "collapse"),
    (contextc.passes.pack, "recut"),
    (contextc.passes.pack, "recut_log"),
]
"""Functions that do much of the work of what calls them, and who calls them."""

INSIDE = {
    "decode": ("nests_deeper",),
    "cut": ("read",),
    "admit": ("fnv1a_many",),
    "pack": ("recut", "recut_log"),
}


class Stage(NamedTuple):
    """Something to time; one that is part of another stands below it, indented."""

    name: str
    run: Callable[[], Any]
    depth: int = 0


def stages(workload: Workload) -> Iterator[Stage]:
    """What a workload goes through, from its bytes to the bytes of the answer, then the whole of it."""
    wire = Wire()
    with recorded([*DOORS, *PARTS, *PASSES]) as calls:
        wire.call(workload.method, workload.request)
    for name, of_name in calls.items():
        if not any(name in parts for parts in INSIDE.values()) and name != "collapse":
            yield Stage(name, of_name.again)
            yield from (Stage(part, calls[part].again, 1) for part in INSIDE.get(name, ()) if part in calls)
            if name in MORE:
                yield from MORE[name](of_name)
            if name == "classify_all" and "collapse" in calls:
                yield Stage("collapse", calls["collapse"].again, 1)
    yield from _whole(workload, wire)


def _of_segmentation(calls: Calls) -> Iterator[Stage]:
    (data, *_), _ = calls.made[0]
    yield Stage("chunk_text of the same", partial(chunk_text, data.decode()))


def _of_admission(calls: Calls) -> Iterator[Stage]:
    settings = calls.argument(Settings)
    (request, *_), _ = calls.made[0]
    distinct = list(dict.fromkeys(fragment.content for fragment in request.fragments))
    yield Stage("estimate", lambda: [settings.estimator.estimate(text) for text in distinct], 1)


def _of_classification(calls: Calls) -> Iterator[Stage]:
    (classifier, sources), _ = calls.made[0]
    for _, rule in classifier.rules[:-1]:
        yield Stage(rule.id, partial(_matches, rule, sources, classifier), 1)
        sources = [source for source in sources if not rule.matches(source, classifier)]


def _matches(rule: Any, sources: list[Any], classifier: Classifier) -> None:
    for source in sources:
        rule.matches(source, classifier)


def _of_dedup(calls: Calls) -> Iterator[Stage]:
    args, kwargs = calls.made[0]
    exact = [replace(value, near_dup=False) if isinstance(value, Settings) else value for value in args]
    yield Stage("exact alone", partial(calls.function, *exact, **kwargs), 1)


MORE: dict[str, Callable[[Calls], Iterator[Stage]]] = {
    "cut": _of_segmentation,
    "admit": _of_admission,
    "classify_all": _of_classification,
    "dedup": _of_dedup,
}


def _whole(workload: Workload, wire: Wire) -> Iterator[Stage]:
    compiler = ContextCompiler()
    request = contextc_wire.codec.decode(workload.request, METHODS[workload.method].request, compiler.limits)
    transcript = workload.method == "compile_transcript"
    compiled = partial(compile_transcript, request, compiler) if transcript else partial(compiler.compile, request)
    yield Stage(f"{workload.method}: objects", compiled)
    yield Stage("garbage collector off", partial(_without_gc, compiled), 1)
    yield Stage(f"{workload.method}: bytes to bytes", partial(wire.call, workload.method, workload.request))


def _without_gc(function: Callable[[], object]) -> None:
    gc.disable()
    try:
        function()
    finally:
        gc.enable()
