"""A request as plain JSON -> the nouns of `model`, or a refusal (spec 1).

A record is a table of fields; a positional array is read as the same record in the same order.
Unknown keys are ignored, null is accepted only where a field is optional; under C20 a null in a
policy counts as absent.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, Final

from .caps import U64, caps
from .differences import Differences
from .model import Fragment, Media, Policy, Request, Segmentation
from .refused import Refused

Read = Callable[[Any], Any]
Fields = dict[str, tuple[Read, Any]]

REQUIRED: Final = object()
BAD: Final = "invalid_request"


def _typed(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise Refused(BAD)
    return value


def text(value: Any) -> str:
    """A string."""
    return str(_typed(str, value))


def boolean(value: Any) -> bool:
    """A JSON true or false."""
    return bool(_typed(bool, value))


def number(value: Any) -> float:
    """Any JSON number."""
    if type(value) not in {int, float}:
        raise Refused(BAD)
    return float(value)


def integer(value: Any, *, most: int = U64) -> int:
    """A JSON integer in range; 1.0 is none."""
    if not 0 <= _typed(int, value) <= most:
        raise Refused(BAD)
    return int(value)


def integer_or_decimal(value: Any) -> int:
    """A u64, also written as a decimal string (spec 0.7)."""
    if type(value) is str:
        if not re.fullmatch(r"\+?[0-9]+", value):
            raise Refused(BAD)
        value = int(value)
    return integer(value)


def byte(value: Any) -> int:
    """0 to 255."""
    return integer(value, most=255)


def json_object(value: Any) -> dict[str, Any]:
    """Any JSON object, unread."""
    return dict(_typed(dict, value))


def optional(read: Read) -> Read:
    """Null is none."""
    return lambda value: None if value is None else read(value)


def array(read: Read) -> Read:
    """A list of what `read` reads."""
    return lambda value: tuple(read(entry) for entry in _typed(list, value))


def one_of(*names: str) -> Read:
    """One of the names, exactly."""

    def read(value: Any) -> str:
        if text(value) not in names:
            raise Refused(BAD)
        return str(value)

    return read


def record(fields: Fields, *, null_is_absent: bool = False) -> Read:
    """A JSON object, or a positional array, with these fields."""

    def read(value: Any) -> dict[str, Any]:
        if type(value) is list:
            if len(value) > len(fields):
                raise Refused(BAD)
            value = dict(zip(fields, value, strict=False))
        given = _typed(dict, value)
        if null_is_absent:
            given = {key: entry for key, entry in given.items() if entry is not None}
        found: dict[str, Any] = {}
        for name, (read_field, default) in fields.items():
            if name not in given and default is REQUIRED:
                raise Refused(BAD)
            found[name] = read_field(given[name]) if name in given else default
        return found

    return read


MEDIA: Final[Fields] = {"mime": (text, REQUIRED), "bytes_b64": (text, REQUIRED)}

FRAGMENT: Final[Fields] = {
    "id": (optional(integer_or_decimal), None),
    "content": (text, ""),
    "path": (optional(text), None),
    "kind": (optional(text), None),
    "priority": (optional(byte), None),
    "metadata": (optional(json_object), None),
    "media": (optional(record(MEDIA)), None),
}

MEMORY_SCOPE: Final[Fields] = {
    "project": (optional(text), None),
    "k": (optional(integer), None),
    "hops": (optional(integer), None),
    "graph_boost": (optional(number), None),
}


def _prices(value: Any) -> dict[str, int]:
    price = record({"input_micros_per_million_tokens": (integer, REQUIRED)})
    return {
        model: price(entry)["input_micros_per_million_tokens"]
        for model, entry in json_object(value).items()
    }


def _policy_fields(on: Differences) -> Fields:
    nullable = "C20" in on

    def struct(fields: Fields) -> Read:
        return record(fields, null_is_absent=nullable)

    chunk: Fields = {
        "max_chunk_bytes": (integer, 2048),
        "overlap_bytes": (integer, 0),
        "boundary": (one_of("paragraph", "sentence", "fixed"), "paragraph"),
    }
    pricing: Fields = {
        "version": (text, REQUIRED),
        "currency": (text, REQUIRED),
        "models": (_prices, REQUIRED),
    }
    importance: Fields = {
        "confidence": (number, 0.2),
        "recency": (number, 0.1),
        "recency_field": (optional(text), None),
    }
    fields: Fields = {
        "response_reserve_tokens": (integer, 0),
        "near_dup_dedup": (boolean, True),
        "disabled_rules": (array(text), ()),
        "chunk": (struct(chunk), struct(chunk)({})),
        "record_events": (boolean, True),
        "store_sources": (boolean, True),
        "source_ttl_seconds": (optional(integer), None),
        "event_ttl_seconds": (optional(integer), None),
        "pricing": (optional(struct(pricing)), None),
        "importance": (struct(importance), None),
        "normalize_log_timestamps": (boolean, False),
        "ids_as_strings": (boolean, False),
        "slim_response": (boolean, False),
    }
    if "C12" in on:
        fields["truncate"] = (one_of("head", "tail", "both", "auto"), "auto")
    if "C7" in on:
        fields["constraint_markers"] = (array(text), ())
    return fields


def _policy(value: Any, on: Differences) -> Policy:
    given = record(_policy_fields(on), null_is_absent="C20" in on)({} if value is None else value)
    return Policy(
        reserve=given["response_reserve_tokens"],
        near_dup=given["near_dup_dedup"],
        disabled=given["disabled_rules"],
        max_chunk=given["chunk"]["max_chunk_bytes"],
        boundary=given["chunk"]["boundary"],
        pricing=given["pricing"],
        normalize=given["normalize_log_timestamps"],
        slim=given["slim_response"],
        truncate=given.get("truncate", "head"),
        markers=given.get("constraint_markers", ()),
    )


def _fragment(given: dict[str, Any]) -> Fragment:
    media = given.pop("media")
    return Fragment(**given, media=None if media is None else Media(**media))


def decode_request(value: Any, on: Differences) -> Request:
    """A compile request."""
    check_values(value, on)
    fields: Fields = {
        "query": (text, REQUIRED),
        "fragments": (array(record(FRAGMENT)), REQUIRED),
        "project": (optional(text), None),
        "target_model": (optional(text), None),
        "token_budget": (integer_or_decimal, REQUIRED),
        "memory_scope": (optional(record(MEMORY_SCOPE)), None),
        "policy": (lambda policy: _policy(policy, on), None),
    }
    given = record(fields)(value)
    return Request(
        query=given["query"],
        fragments=tuple(map(_fragment, given["fragments"])),
        target_model=given["target_model"],
        token_budget=given["token_budget"],
        policy=given["policy"] or _policy(None, on),
    )


def decode_transcript(value: Any, on: Differences) -> tuple[Request, str, Segmentation]:
    """A transcript request: a compile request without fragments, the text, and how to cut it."""
    check_values(value, on)
    segmentation: Fields = {
        "format": (one_of("auto", "plain", "jsonl"), "auto"),
        "min_segment_bytes": (integer, 256),
        "cache_system_turn": (boolean, True),
    }
    fields: Fields = {
        "query": (text, REQUIRED),
        "transcript": (text, REQUIRED),
        "token_budget": (integer_or_decimal, REQUIRED),
        "project": (optional(text), None),
        "target_model": (optional(text), None),
        "policy": (lambda policy: _policy(policy, on), None),
        "segmentation": (optional(record(segmentation)), None),
    }
    given = record(fields)(value)
    cut = given["segmentation"] or record(segmentation)({})
    request = Request(
        query=given["query"],
        fragments=(),
        target_model=given["target_model"],
        token_budget=given["token_budget"],
        policy=given["policy"] or _policy(None, on),
    )
    return (
        request,
        given["transcript"],
        Segmentation(cut["format"], cut["min_segment_bytes"], cut["cache_system_turn"]),
    )


def check_values(value: Any, on: Differences, depth: int = 1) -> None:
    """No lone surrogate, no NaN, no integer beyond 64 bits, no nesting beyond the cap, anywhere."""
    most = caps(on).depth
    if isinstance(value, dict | list):
        if most is not None and depth > most:
            raise Refused("too_deep")
        inner = [*value.keys(), *value.values()] if isinstance(value, dict) else value
        for entry in inner:
            check_values(entry, on, depth + 1)
    elif isinstance(value, str):
        if any("\ud800" <= char <= "\udfff" for char in set(value)):
            raise Refused(BAD)
    elif type(value) is int and not -(2**63) <= value <= U64:
        raise Refused(BAD)
    elif isinstance(value, float) and not math.isfinite(value):
        raise Refused(BAD)
