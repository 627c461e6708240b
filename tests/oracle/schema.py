"""Plain JSON -> checked values: the readers of which `decode` builds its tables (spec 1).

A record is a table of fields; a positional array is read as the same record in the same order.
Unknown keys are ignored, and null is accepted only where a field is optional.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, Final

from .caps import U64
from .model import Refused

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


def check_values(value: Any, *, deepest: int | None, depth: int = 1) -> None:
    """No lone surrogate, no NaN, no integer beyond 64 bits, no nesting beyond the cap, anywhere."""
    if isinstance(value, dict | list):
        if deepest is not None and depth > deepest:
            raise Refused("too_deep")
        inner = [*value.keys(), *value.values()] if isinstance(value, dict) else value
        for entry in inner:
            check_values(entry, deepest=deepest, depth=depth + 1)
    elif isinstance(value, str):
        if any("\ud800" <= char <= "\udfff" for char in set(value)):
            raise Refused(BAD)
    elif (type(value) is int and not -(2**63) <= value <= U64) or (
        isinstance(value, float) and not math.isfinite(value)
    ):
        raise Refused(BAD)
