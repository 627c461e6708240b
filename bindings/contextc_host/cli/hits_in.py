"""Files of hits -> a request to assemble: hits of any known kind, or a whole request whose policy lies under the options."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec.structs import fields, replace

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
            if isinstance(value, Mapping):
                given = cast(Mapping[str, Any], value)
                policy = _record(given, "policy", FormatPolicy) or policy
                hints = _record(given, "hints", RenderingHints) or hints
        except ContextcError as error:
            where = "" if error.path == "$" else f"{error.path}: "
            raise Fault(f"{where}{error}", name=name) from None
    return AssembleRequest(hits=hits, policy=laid_over(policy, over), hints=hints)


def laid_over(policy: FormatPolicy, over: FormatPolicy) -> FormatPolicy:
    """A policy with every field that another sets."""
    given = {field.name: getattr(over, field.name) for field in fields(over)}
    return replace(policy, **{name: value for name, value in given.items() if value is not None})


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


def _record(value: Mapping[str, Any], key: str, record: Any) -> Any:
    if value.get(key) is None:
        return None
    try:
        return msgspec.convert(value[key], record)
    except msgspec.ValidationError as error:
        message, _, inner = str(error).rpartition(" - at `")
        raise InvalidRequest(message or str(error), path=f"$.{key}{inner[1:-1] if message else ''}") from None
