"""Request -> nothing, or the error of the first check that fails.

Order: types, fragments that name a path, their number, labels, sizes of texts, of metadata, media.
"""

import re
from collections.abc import Sequence
from operator import attrgetter
from typing import cast

from contextc.conform import conform, encoded, hints, utf8
from contextc.errors import IngestDisabled, InvalidRequest, MetadataTooLarge, OverLimit
from contextc.limits import U64_MAX, Limits
from contextc.model import CompileRequest, ContextFragment
from contextc.payloads import Payload, read_payload

FIELDS = attrgetter(*ContextFragment.__struct_fields__)

LABEL_BYTES = 256
"""A label is a line, not a text."""

LONG_NUMBER = re.compile(rb"[0-9]{19}")


def check_request(request: CompileRequest, most: int) -> None:
    """Everything that needs neither the bytes of the fragments nor their media; there may be `most` fragments."""
    if not isinstance(request, CompileRequest):
        raise InvalidRequest(f"{type(request).__name__} is not CompileRequest")
    for name, kind in hints(CompileRequest).items():
        if name != "fragments":
            conform(getattr(request, name), kind, f"$.{name}")
    if not isinstance(request.fragments, (list, tuple)):
        raise InvalidRequest(f"{type(request.fragments).__name__} is not list", path="$.fragments")
    _check_shapes(request.fragments)
    for seq, fragment in enumerate(request.fragments):
        if fragment.path is not None:
            raise IngestDisabled(
                f"the fragment names the path {fragment.path!r}, and nothing can be read from here: "
                "send its content, or use a host that ingests paths",
                path=f"$.fragments[{seq}].path",
            )
    if len(request.fragments) > most:
        raise OverLimit(
            f"{len(request.fragments)} fragments exceed the cap of {most}: send fewer or join small ones",
            path="$.fragments",
            data={"count": len(request.fragments), "limit": most},
        )
    _check_labels(request.fragments)


def _check_labels(fragments: Sequence[ContextFragment]) -> None:
    for seq, fragment in enumerate(fragments):
        if fragment.label:
            path = f"$.fragments[{seq}].label"
            if "\n" in fragment.label or len(utf8(fragment.label, path)) > LABEL_BYTES:
                raise InvalidRequest(
                    f"a label is one line of at most {LABEL_BYTES} bytes: keep what is longer in the content", path=path
                )


def check_metadata(fragments: Sequence[ContextFragment], limit: int) -> None:
    """Refuse metadata that is too large, or no JSON that every reader takes."""
    for seq, fragment in enumerate(fragments):
        if fragment.metadata:
            path = f"$.fragments[{seq}].metadata"
            data = encoded(fragment.metadata, path)
            # Numbers of unlimited size are a Python speciality: most other readers of JSON would change them.
            if LONG_NUMBER.search(data) and not _is_portable(fragment.metadata):
                raise InvalidRequest("an integer in the metadata needs more than 64 bits", path=path)
            if len(data) > limit:
                raise MetadataTooLarge(
                    f"the metadata has {len(data)} bytes as compact JSON, the cap is {limit}: keep bulk in the content",
                    path=path,
                    data={"bytes": len(data), "limit": limit},
                )


def check_size(data: bytes, path: str, limit: int) -> None:
    """Refuse a text that is too long."""
    if len(data) > limit:
        raise OverLimit(
            f"the text has {len(data)} bytes, the cap is {limit}: cut it into several fragments",
            path=path,
            data={"bytes": len(data), "limit": limit},
        )


def decode_media(fragments: Sequence[ContextFragment], limits: Limits) -> dict[int, Payload]:
    """Every medium by its fragment's place; the first bad one is an error."""
    decoded: dict[int, Payload] = {}
    total = 0
    for seq, fragment in enumerate(fragments):
        if fragment.media is None:
            continue
        path = f"$.fragments[{seq}].media.bytes_b64"
        text = fragment.media.bytes_b64
        total += len(text)
        if total > limits.media_total_chars:
            raise OverLimit(
                f"the total media payload reaches {total} base64 characters, the cap is {limits.media_total_chars}",
                path=path,
                data={"chars": total, "limit": limits.media_total_chars},
            )
        if len(text) > limits.media_chars:
            raise OverLimit(
                f"the media of fragment #{seq} has {len(text)} base64 characters, the cap is {limits.media_chars}",
                path=path,
                data={"chars": len(text), "limit": limits.media_chars},
            )
        payload = read_payload(text, fragment.media.mime)
        if payload is None:
            raise InvalidRequest(
                f"the media of fragment #{seq} is not valid base64: "
                "use the standard alphabet or that of URLs, padded or not, alone or in a data URI",
                path=path,
            )
        decoded[seq] = payload
    return decoded


def _check_shapes(fragments: Sequence[ContextFragment]) -> None:
    """Types and ranges of every field but content, label and metadata, whose values are looked at when they are encoded."""
    known: set[tuple[type, ...]] = set()
    for seq, fragment in enumerate(fragments):
        path = f"$.fragments[{seq}]"
        if not isinstance(fragment, ContextFragment):
            raise InvalidRequest(f"{type(fragment).__name__} is not ContextFragment", path=path)
        shape = tuple(map(type, FIELDS(fragment)))
        # One shape recurs thousands of times; of a known one only the values are left to check.
        if shape not in known or not _in_range(fragment):
            conform(fragment, ContextFragment, path)
            known.add(shape)


def _in_range(fragment: ContextFragment) -> bool:
    return (
        (fragment.id is None or 0 <= fragment.id <= U64_MAX)
        and (fragment.priority is None or 0 <= fragment.priority <= 255)
        and (fragment.score is None or 0 <= fragment.score <= 1)
        and fragment.media is None
        and (fragment.kind is None or fragment.kind.isascii())
        and (fragment.group is None or fragment.group.isascii())
        and fragment.path is None
    )


def _is_portable(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_portable, cast(dict[str, object], value).values()))
    if isinstance(value, list):
        return all(map(_is_portable, cast(list[object], value)))
    return not isinstance(value, int) or -(2**63) <= value <= U64_MAX
