"""Request -> nothing, or the error of the first check that fails.

Order: fragments that name a path, their number, types, sizes of texts, sizes of metadata, media, scores. Requests from the
wire have their types checked while they are decoded; Python callers meet the same rules here.
"""

import base64
import math
import re
from collections.abc import Sequence
from operator import attrgetter
from types import NoneType
from typing import cast

import msgspec

from contextc.errors import IngestDisabled, InvalidRequest, MetadataTooLarge, OverLimit
from contextc.limits import U64_MAX, Limits
from contextc.model import CompilePolicy, CompileRequest, ContextFragment, MediaRef, MemoryScope

Kinds = tuple[tuple[str, tuple[type, ...]], ...]

REQUEST_TYPES: Kinds = (
    ("query", (str,)),
    ("fragments", (list, tuple)),
    ("project", (str, NoneType)),
    ("target_model", (str, NoneType)),
    ("policy", (CompilePolicy, NoneType)),
    ("memory_scope", (MemoryScope, NoneType)),
)
FRAGMENT_TYPES: Kinds = (
    ("id", (int, NoneType)),
    ("content", (str,)),
    ("path", (str, NoneType)),
    ("kind", (str, NoneType)),
    ("priority", (int, NoneType)),
    ("metadata", (dict, NoneType)),
    ("media", (MediaRef, NoneType)),
    ("score", (float, int, NoneType)),
    ("group", (str, NoneType)),
    ("pinned", (bool, NoneType)),
)
LONG_NUMBER = re.compile(rb"[0-9]{19}")
BASE64 = re.compile("[A-Za-z0-9+/]*={0,2}")


def check_request(request: CompileRequest) -> None:
    """Types and texts of everything but the fragments."""
    _check_types(request, REQUEST_TYPES, "$")
    check_count(request.token_budget, "$.token_budget")
    utf8(request.query, "$.query")
    if request.policy:
        check_policy(request.policy, "$.policy")


def check_policy(policy: CompilePolicy, path: str) -> None:
    """Types and ranges of every setting."""
    try:
        msgspec.convert(msgspec.to_builtins(policy), CompilePolicy)
    except (msgspec.ValidationError, TypeError, UnicodeError) as error:
        raise InvalidRequest(f"the policy is not valid: {error}", path=path) from None
    for name in ("response_reserve_tokens", "source_ttl_seconds", "event_ttl_seconds"):
        check_count(getattr(policy, name) or 0, f"{path}.{name}")
    if policy.chunk:
        check_count(policy.chunk.max_chunk_bytes or 0, f"{path}.chunk.max_chunk_bytes")
        check_count(policy.chunk.overlap_bytes or 0, f"{path}.chunk.overlap_bytes")
    for model, price in policy.pricing.models.items() if policy.pricing else ():
        check_count(price.input_micros_per_million_tokens, f"{path}.pricing.models.{model}")


def check_fragments(fragments: Sequence[ContextFragment], limits: Limits, most: int) -> None:
    """Everything about the fragments that needs neither their bytes nor their media."""
    _check_shapes(fragments)
    for seq, fragment in enumerate(fragments):
        if fragment.path is not None:
            raise IngestDisabled(
                f"the fragment names the path {fragment.path!r}, and nothing can be read from here: "
                "send its content, or use a host that ingests paths",
                path=f"$.fragments[{seq}].path",
            )
    if len(fragments) > most:
        raise OverLimit(
            f"{len(fragments)} fragments exceed the cap of {most}: send fewer or join small ones",
            path="$.fragments",
            data={"count": len(fragments), "limit": most},
        )
    for seq, fragment in enumerate(fragments):
        if fragment.metadata:
            _check_metadata(fragment.metadata, f"$.fragments[{seq}].metadata", limits.metadata_bytes)


def check_size(data: bytes, path: str, limit: int) -> None:
    """Refuse a text that is too long."""
    if len(data) > limit:
        raise OverLimit(
            f"the text has {len(data)} bytes, the cap is {limit}: cut it into several fragments",
            path=path,
            data={"bytes": len(data), "limit": limit},
        )


def check_scores(fragments: Sequence[ContextFragment]) -> None:
    """Refuse what cannot rank: NaN, infinity, anything outside [0, 1]."""
    for seq, fragment in enumerate(fragments):
        if fragment.score is not None and not (math.isfinite(fragment.score) and 0 <= fragment.score <= 1):
            raise InvalidRequest(f"a score of {fragment.score} is outside [0, 1]", path=f"$.fragments[{seq}].score")


def decode_media(fragments: Sequence[ContextFragment], limits: Limits) -> dict[int, bytes]:
    """The bytes of every medium by its fragment's place; the first bad one is an error."""
    decoded: dict[int, bytes] = {}
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
        if len(text) % 4 or not BASE64.fullmatch(text):
            raise InvalidRequest(
                f"the media of fragment #{seq} is not valid base64: "
                "use the standard alphabet, padded, without line breaks",
                path=path,
            )
        decoded[seq] = base64.b64decode(text)
    return decoded


def check_count(value: object, path: str) -> None:
    """Refuse what is not an unsigned 64-bit integer."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= U64_MAX:
        raise InvalidRequest(f"{value!r} is no whole number from 0 to {U64_MAX}", path=path)


def utf8(text: str, path: str) -> bytes:
    """The UTF-8 of a text; half a surrogate pair has none and is an error."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidRequest(
            f"character {error.start} is half of a surrogate pair: send well-formed text", path=path
        ) from None


def _check_shapes(fragments: Sequence[ContextFragment]) -> None:
    values_of = attrgetter(*[name for name, _ in FRAGMENT_TYPES])
    known: set[tuple[type, ...]] = set()
    for seq, fragment in enumerate(fragments):
        path = f"$.fragments[{seq}]"
        if not isinstance(fragment, ContextFragment):
            raise InvalidRequest(f"a fragment of type {type(fragment).__name__}: use ContextFragment", path=path)
        shape = tuple(map(type, cast(tuple[object, ...], values_of(fragment))))
        # One shape recurs thousands of times; only a new one is looked at field by field.
        if shape not in known:
            _check_types(fragment, FRAGMENT_TYPES, path)
            known.add(shape)
        if fragment.id is not None:
            check_count(fragment.id, f"{path}.id")
        if fragment.priority is not None and not 0 <= fragment.priority <= 255:
            raise InvalidRequest(f"a priority of {fragment.priority} is outside 0 to 255", path=f"{path}.priority")


def _check_types(record: msgspec.Struct, kinds: Kinds, path: str) -> None:
    for name, allowed in kinds:
        value = getattr(record, name)
        # True and False are ints to Python, and no numbers to anybody else.
        if not isinstance(value, allowed) or (isinstance(value, bool) and bool not in allowed):
            wanted = " or ".join(kind.__name__ for kind in allowed)
            raise InvalidRequest(f"{name} is of type {type(value).__name__}, not {wanted}", path=f"{path}.{name}")


def _check_metadata(metadata: dict[str, object], path: str, limit: int) -> None:
    try:
        encoded = msgspec.json.encode(metadata)
        # Values of unlimited size are a Python speciality: they would come back changed from most other JSON readers.
        if LONG_NUMBER.search(encoded) and not _is_portable(metadata):
            raise ValueError("an integer needs more than 64 bits")  # noqa: TRY301
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InvalidRequest(f"the metadata is no JSON that every reader takes: {error}", path=path) from None
    size = len(encoded)
    if size > limit:
        raise MetadataTooLarge(
            f"the metadata has {size} bytes as compact JSON, the cap is {limit}: keep bulk in the content",
            path=path,
            data={"bytes": size, "limit": limit},
        )


def _is_portable(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_portable, cast(dict[str, object], value).values()))
    if isinstance(value, list):
        return all(map(_is_portable, cast(list[object], value)))
    return not isinstance(value, int) or -(2**63) <= value <= U64_MAX
