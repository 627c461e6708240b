"""A decoded request -> its usable budget and its payloads, or the first refusal (spec 2.1)."""

from __future__ import annotations

import json
from typing import Final

from .caps import METADATA_BYTES, TOKEN_BUDGET, Caps
from .chars import byte_length
from .differences import Differences
from .model import Fragment, Refused, Request
from .payloads import decode_payload
from .rules import RULES, SUPERSEDED

MOST_DISABLED: Final = 256
ADDITIVE: Final = ("preserve.tool_error", "preserve.user_turn", "retrieve.superseded_result")
"""Rules for marks in the metadata that the oracle does not know."""

DISABLEABLE: Final = frozenset({rule.id for rule in RULES[:-1]} | {SUPERSEDED, *ADDITIVE})


def validate(request: Request, *, fragments: int, limits: Caps, on: Differences) -> tuple[int, list[bytes | None]]:
    """The usable budget, and the bytes of every image; `fragments` is the cap on their count."""
    if any(fragment.path is not None for fragment in request.fragments):
        raise Refused("ingest_disabled")
    if len(request.fragments) > fragments:
        raise Refused("over_limit")
    for fragment in request.fragments:
        if byte_length(fragment.content) > limits.fragment_bytes:
            raise Refused("over_limit")
    for fragment in request.fragments:
        if _metadata_bytes(fragment) > METADATA_BYTES:
            raise Refused("metadata_too_large")
    payloads = _payloads(request, limits, on)
    if "C15" in on:
        _check_disabled(request.policy.disabled)
    usable = min(request.token_budget, TOKEN_BUDGET) - request.policy.reserve
    if usable <= 0:
        raise Refused("budget_too_small")
    return usable, payloads


def _metadata_bytes(fragment: Fragment) -> int:
    if fragment.metadata is None:
        return 0
    return byte_length(json.dumps(fragment.metadata, separators=(",", ":"), ensure_ascii=False))


def _payloads(request: Request, limits: Caps, on: Differences) -> list[bytes | None]:
    payloads: list[bytes | None] = []
    total = 0
    for fragment in request.fragments:
        if fragment.media is None:
            payloads.append(None)
            continue
        size = byte_length(fragment.media.bytes_b64)
        total += size
        if total > limits.media_total or size > limits.media:
            raise Refused("over_limit")
        payloads.append(decode_payload(fragment.media.bytes_b64, on))
    return payloads


def _check_disabled(disabled: tuple[str, ...]) -> None:
    if len(disabled) > MOST_DISABLED:
        raise Refused("over_limit")
    if not DISABLEABLE.issuperset(disabled):
        raise Refused("unknown_rule")
