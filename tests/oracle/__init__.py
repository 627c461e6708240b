"""A deliberately naive compiler of contexts, to compare the fast one with.

`answer` turns a request into the result that the reference gives, changed by the named differences
and by no others.  It is written from the prose of the contract, obvious before it is fast, and it
shares no code with what it checks.  It knows nothing of the additive fields of a request.
"""

from __future__ import annotations

from typing import Any, Literal

from .caps import caps
from .compiler import compile_context
from .decode import decode_request
from .differences import ALL, NONE, ORDER, Differences
from .model import Refused
from .transcript import compile_transcript

__all__ = ["ALL", "NONE", "ORDER", "Operation", "Refused", "answer"]

Operation = Literal["compile_context", "compile_transcript"]


def answer(request: Any, *, op: Operation, differences: Differences) -> dict[str, Any]:
    """The result as plain JSON values, or `Refused`."""
    unknown = differences - ALL
    if unknown:
        msg = f"no such difference: {sorted(unknown)}"
        raise ValueError(msg)
    if op == "compile_transcript":
        return compile_transcript(request, differences)
    limits = caps(differences)
    decoded = decode_request(request, differences)
    return compile_context(decoded, fragments=limits.fragments, limits=limits, on=differences)
