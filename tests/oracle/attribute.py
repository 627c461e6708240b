"""A request -> the differences that explain why the project's answer is not the reference's."""

from __future__ import annotations

from typing import Any

from . import Operation, Refused, answer
from .differences import ALL, NONE, ORDER, Differences


def attribute(request: Any, op: Operation) -> list[str]:
    """Ids without any of which the answer would be another, found by leaving out one after the other."""
    full = outcome(request, op, ALL)
    if full == outcome(request, op, NONE):
        return []
    needed = ALL
    for one in ORDER:
        if outcome(request, op, needed - {one}) == full:
            needed -= {one}
    return [one for one in ORDER if one in needed]


def outcome(request: Any, op: Operation, differences: Differences) -> dict[str, Any]:
    """The answer, or the code of the refusal, as one comparable value."""
    try:
        return {"ok": answer(request, op=op, differences=differences)}
    except Refused as refusal:
        return {"error": refusal.code}
