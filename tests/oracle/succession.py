"""The fragments of a request -> which screenshots a newer one of the same target replaces (spec 2.3)."""

from __future__ import annotations

from typing import Any

from .model import Fragment


def same_json(a: Any, b: Any) -> bool:
    """Equal as JSON values, where 1, 1.0, true and "1" are four different ones."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same_json(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same_json, a, b))
    return bool(a == b)


def _is_member(fragment: Fragment) -> bool:
    return (
        fragment.media is not None
        and fragment.kind == "screenshot"
        and fragment.metadata is not None
        and "target" in fragment.metadata
    )


def _target(fragment: Fragment) -> Any:
    return (fragment.metadata or {})["target"]


def outdated(fragments: tuple[Fragment, ...]) -> list[bool]:
    """Whether a later screenshot of the series exists; the rule may still be disabled."""
    return [
        _is_member(fragment)
        and any(_is_member(later) and same_json(_target(fragment), _target(later)) for later in fragments[seq + 1 :])
        for seq, fragment in enumerate(fragments)
    ]
