"""Inputs and options -> the request that they stand for, and its errors in the caller's own words."""

import os
import re
from typing import NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from contextc.compiler import ContextCompiler
from contextc.errors import ContextcError
from contextc.limits import Limits
from contextc.model import (
    CompilePolicy,
    CompileRequest,
    ContextFragment,
    Recency,
    SegmentationPolicy,
    TranscriptCompileInput,
)
from contextc.settings import merge
from contextc.transcript.bridge import Draft, draft
from contextc.transcript.segment import BOM
from contextc.vocabulary import SegmentFormat
from contextc.windows import MODEL_WINDOWS, model_window
from contextc_host.cli.faults import BAD_INPUT, BROKEN, Fault
from contextc_host.cli.inputs import Given, Inputs, Shape, method_of
from contextc_host.cli.kinds import kind_of
from contextc_host.cli.lines import readable
from contextc_host.cli.progress import Progress
from contextc_host.cli.reading import read
from contextc_host.ingest import resolve_paths, roots_from_environment
from contextc_wire.codec import decode

DEFAULT_BUDGET = 8_000
"""Tokens when neither the caller nor the request says how many."""

LATEST_FIRST = Recency(turns=0, ramp=2**-20)
"""Falls so slowly that every turn of the longest transcript comes before the turn before it."""

Request = CompileRequest | TranscriptCompileInput


class Options(NamedTuple):
    """What the caller asks for; `None` leaves it to the request."""

    query: str | None = None
    budget: int | None = None
    model: str | None = None
    reserve: int | None = None
    recent: bool = False
    policy: CompilePolicy | None = None
    format: SegmentFormat = SegmentFormat.AUTO
    """How the transcript is written."""

    @property
    def tokens(self) -> int | None:
        """The budget: as given, else the window of the model that is given."""
        if self.budget is not None or self.model is None:
            return self.budget
        return window_of(self.model)

    def over(self, policy: CompilePolicy | None) -> CompilePolicy | None:
        """A request's policy under the caller's."""
        layers = (
            self.policy,
            None if self.reserve is None else CompilePolicy(response_reserve_tokens=self.reserve),
            CompilePolicy(recency=LATEST_FIRST) if self.recent else None,
        )
        for layer in layers:
            policy = merge(policy, layer) if policy and layer else layer or policy
        return policy


class Job(NamedTuple):
    """A request, and what its fragments are called."""

    request: Request
    names: list[str | None]
    draft: Draft | None = None
    """Of a transcript: what it was cut into."""


def window_of(model: str) -> int:
    """The window of a model; an unknown one is a fault that names its nearest neighbours."""
    window = model_window(model)
    if window is None:
        from difflib import get_close_matches  # noqa: PLC0415  (rarely needed)

        near = ", ".join(get_close_matches(model.lower()[:80], MODEL_WINDOWS, n=5, cutoff=0))
        raise Fault(
            f"no model is known as {model}: the nearest are {near}; `contextc budget` lists all {len(MODEL_WINDOWS)}, "
            "and --budget takes any number"
        )
    return window


def read_policy(path: str | None, limits: Limits) -> CompilePolicy | None:
    """The policy in a file."""
    if path is None:
        return None
    try:
        return decode(read(path, limits.request_bytes, Progress()).removeprefix(BOM), CompilePolicy, limits)
    except ContextcError as error:
        where = "" if error.path == "$" else f"{error.path}: "
        raise Fault(f"{where}{error}", name=readable(path)) from None


def make_job(inputs: Inputs, options: Options, compiler: ContextCompiler) -> Job:
    """The request that inputs and options stand for; of a transcript the bytes that were read are let go."""
    if inputs.shape is Shape.REQUEST:
        return _read_request(inputs.given[0], options, compiler)
    budget = DEFAULT_BUDGET if options.tokens is None else options.tokens
    query, policy = options.query or "", options.over(None)
    if inputs.shape is Shape.TRANSCRIPT:
        request = TranscriptCompileInput(
            query=query,
            transcript="",
            token_budget=budget,
            target_model=options.model,
            policy=policy,
            segmentation=SegmentationPolicy(format=options.format),
        )
        drafted = draft(request, compiler, talk_of(inputs))
        inputs.given[0] = inputs.given[0]._replace(data=b"")
        return Job(request, [], drafted)
    fragments = [
        ContextFragment(
            content=one.body.decode(),
            kind=None if one.piped else kind_of(one.name),
            metadata=None if one.piped else {"path": one.name},
        )
        for one in inputs.given
    ]
    return Job(
        CompileRequest(
            query=query, fragments=fragments, token_budget=budget, target_model=options.model, policy=policy
        ),
        [one.name for one in inputs.given],
    )


def talk_of(inputs: Inputs) -> bytes:
    """The bytes of a transcript."""
    given = inputs.given[0]
    if not given.body:
        raise Fault("the transcript is empty", name=given.name)
    return given.data


def _read_request(given: Given, options: Options, compiler: ContextCompiler) -> Job:
    """The caller's options lie over the request's own fields, and defaults below them."""
    limits = compiler.limits
    fields = decode(given.body, dict[str, Raw], limits)
    explicit = {"query": options.query, "token_budget": options.tokens, "target_model": options.model}
    over = {name: Raw(msgspec.json.encode(value)) for name, value in explicit.items() if value is not None}
    under = {"query": Raw(b'""'), "token_budget": Raw(str(DEFAULT_BUDGET).encode())}
    data = msgspec.json.encode({**under, **fields, **over})
    if method_of(given.body, limits) == "compile_transcript":
        transcript = decode(data, TranscriptCompileInput, limits)
        transcript = replace(transcript, policy=options.over(transcript.policy))
        return Job(transcript, [], draft(transcript, compiler))
    request = decode(data, CompileRequest, limits)
    names = [fragment.path or _name(fragment) for fragment in request.fragments]
    if any(fragment.path is not None for fragment in request.fragments):
        request = resolve_paths(request, roots_from_environment(os.environ), limits)
    return Job(replace(request, policy=options.over(request.policy)), names)


def _name(fragment: ContextFragment) -> str | None:
    """What the metadata calls a fragment, if it does."""
    named = (fragment.metadata or {}).get
    return next((value for key in ("path", "name", "title") if isinstance(value := named(key), str) and value), None)


# Errors

OPTIONS = (
    ("$.token_budget", "--budget"),
    ("$.policy", "--policy"),
    ("$.query", "--query"),
    ("$.receipt", "--receipt"),
    ("$.system", "--system"),
    ("$.tools", "--tools"),
)
"""What the caller wrote in place of a request's field."""

_FRAGMENT = re.compile(r"\$\.fragments\[([0-9]+)\]")


def fault_of(error: ContextcError, inputs: Inputs | None = None) -> Fault:
    """An error of the compiler, with the name of what it is about."""
    code = BROKEN if error.category == "internal" else BAD_INPUT
    return Fault(f"{_where(error.path, inputs)}{error}", code=code)


def _where(path: str, inputs: Inputs | None) -> str:
    given = inputs.given if inputs else []
    if inputs and inputs.shape is Shape.REQUEST:
        return f"{given[0].name}: {'' if path == '$' else f'{path}: '}"
    named = _FRAGMENT.match(path)
    if named and int(named[1]) < len(given):
        return f"{given[int(named[1])].name}: "
    if path.startswith("$.transcript") and given:
        return f"{given[0].name}: "
    option = next((option for start, option in OPTIONS if path.startswith(start)), None)
    return f"{option or path}: " if option or path != "$" else ""
