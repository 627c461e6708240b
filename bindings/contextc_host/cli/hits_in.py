"""Files of hits -> a request to assemble: hits of any known kind, or a whole request whose policy lies under the options."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import replace

from contextc.errors import ContextcError, InvalidJson, InvalidRequest
from contextc.limits import Limits
from contextc.recall.adapters import read_hits
from contextc.recall.hits import SearchHit
from contextc.recall.policy import AssembleRequest, FormatPolicy, RenderingHints
from contextc.transcript.segment import BOM
from contextc_host.cli.faults import Fault
from contextc_host.cli.lines import readable
from contextc_host.cli.progress import Progress
from contextc_host.cli.reading import check_text, read, stdin_is_keyboard
from contextc_host.cli.streams import STDIN
from contextc_wire.codec import decode

ANY = cast(type[Any], Any)
T = TypeVar("T")

OF_PRESETS = ("format", "metadata", "ordering", "sections")
"""What a preset sets."""


def gather_hits(paths: Sequence[str], over: FormatPolicy, limits: Limits, progress: Progress) -> AssembleRequest:
    """The hits of all files in order; policy and hints are those of the last request among them."""
    if not paths and stdin_is_keyboard():
        raise Fault("name a file of hits, or pipe JSON in")
    hits: list[SearchHit] = []
    policy, hints = FormatPolicy(), RenderingHints()
    for path in paths or [STDIN]:
        name = "stdin" if path == STDIN else readable(path)
        data = read(path, limits.request_bytes, progress).removeprefix(BOM)
        check_text(data, name)
        try:
            value = _decoded(data, limits)
            hits += read_hits(value)
            request = _request_of(value)
            policy = _record(request, "policy", FormatPolicy, limits) or policy
            hints = _record(request, "hints", RenderingHints, limits) or hints
        except ContextcError as error:
            where = "" if error.path == "$" else f"{error.path}: "
            raise Fault(f"{where}{error}", name=name) from None
    return AssembleRequest(hits=hits, policy=laid_over(policy, over), hints=hints)


def laid_over(policy: FormatPolicy, over: FormatPolicy) -> FormatPolicy:
    """A policy with every field that another sets; a preset that is named takes the place of what it stands for.

    >>> from contextc.vocabulary import OutputFormat, Preset
    >>> under = FormatPolicy(format=OutputFormat.TOON, token_budget=9)
    >>> laid_over(under, FormatPolicy(preset=Preset.CLAUDE)) == FormatPolicy(preset=Preset.CLAUDE, token_budget=9)
    True
    """
    given = {name: value for name in over.__struct_fields__ if (value := getattr(over, name)) is not None}
    if over.sections and policy.sections:
        given["sections"] = replace(policy.sections, group_by_type=over.sections.group_by_type)
    if over.preset:
        given = {**dict.fromkeys(OF_PRESETS), **given}
    return replace(policy, **given)


def _decoded(data: bytes, limits: Limits) -> Any:
    """One JSON document, or one a line."""
    try:
        return decode(data, ANY, limits)
    except InvalidJson as whole:
        lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
        if len(lines) < 2:
            raise
        rows: list[Any] = []
        for number, line in lines:
            try:
                rows.append(decode(line, ANY, limits))
            except InvalidJson as error:
                # A first line that is no document on its own begins one that is broken further down.
                raise (whole if not rows else InvalidJson(f"line {number}: {error}")) from None
        return rows


def _request_of(value: Any) -> Mapping[str, Any]:
    """A request, if it is one: a record that stands for itself may have a `policy` of its own."""
    if not isinstance(value, Mapping):
        return {}
    given = cast(Mapping[str, Any], value)
    return given if isinstance(given.get("hits"), list) else {}


def _record(request: Mapping[str, Any], key: str, record: type[T], limits: Limits) -> T | None:
    value = request.get(key)
    if value is None:
        return None
    try:
        return decode(msgspec.json.encode(value), record, limits)
    except ContextcError as error:
        raise InvalidRequest(error.message, path=f"$.{key}{error.path[1:]}") from None
