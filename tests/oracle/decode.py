"""A request as plain JSON -> the nouns of `model`, or a refusal (spec 1, C17, C20)."""

from __future__ import annotations

from typing import Any, Final

from .caps import caps
from .differences import Differences
from .model import Fragment, Media, Policy, Refused, Request, Segmentation
from .schema import (
    BAD,
    REQUIRED,
    Fields,
    Read,
    array,
    boolean,
    byte,
    check_values,
    integer,
    integer_or_decimal,
    json_object,
    number,
    one_of,
    optional,
    record,
    text,
)

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
    return {model: price(entry)["input_micros_per_million_tokens"] for model, entry in json_object(value).items()}


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
    if "C17" in on:
        fields["estimator"] = (one_of("calibrated", "heuristic", "bytes4", "o200k", "cl100k"), "calibrated")
    return fields


def _policy(value: Any, on: Differences) -> Policy:
    given = record(_policy_fields(on), null_is_absent="C20" in on)({} if value is None else value)
    if given.get("truncate") == "both":
        msg = "elision marks are beyond the oracle"
        raise NotImplementedError(msg)
    if given.get("estimator", "heuristic") != "heuristic":
        msg = f"the estimator {given['estimator']} is beyond the oracle"
        raise NotImplementedError(msg)
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


RECORDS: Final = ("fragments", "media", "policy", "chunk", "pricing", "importance", "memory_scope", "segmentation")
"""Keys whose values are records, or lists of them."""


def _check_shape(value: Any, on: Differences) -> Read:
    """How a token budget is read; with C19 records are objects and numbers are numbers."""
    if "C19" not in on:
        return integer_or_decimal
    if not isinstance(value, dict):
        raise Refused(BAD)
    for key in RECORDS:
        held = value.get(key)
        for item in held if key == "fragments" and isinstance(held, list) else [held]:
            if isinstance(item, list):
                raise Refused(BAD)
            if isinstance(item, dict):
                _check_shape(item, on)
    return integer


def decode_request(value: Any, on: Differences) -> Request:
    """A compile request."""
    check_values(value, deepest=caps(on).depth)
    budget = _check_shape(value, on)
    fields: Fields = {
        "query": (text, REQUIRED),
        "fragments": (array(record(FRAGMENT)), REQUIRED),
        "project": (optional(text), None),
        "target_model": (optional(text), None),
        "token_budget": (budget, REQUIRED),
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
    check_values(value, deepest=caps(on).depth)
    budget = _check_shape(value, on)
    segmentation: Fields = {
        "format": (one_of("auto", "plain", "jsonl"), "auto"),
        "min_segment_bytes": (integer, 256),
        "cache_system_turn": (boolean, True),
    }
    fields: Fields = {
        "query": (text, REQUIRED),
        "transcript": (text, REQUIRED),
        "token_budget": (budget, REQUIRED),
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
