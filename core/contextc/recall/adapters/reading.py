"""One way to read records of other packages, which are mappings here and objects there."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, cast

from contextc.errors import InvalidRequest

_PLAIN = (str, bool, type(None))
DEEPEST = 32
"""Levels of a record's own values that are kept; what nests deeper is kept as text."""


def get(record: Any, *names: str) -> Any:
    """The first value that is there under one of the names, as a key or as an attribute.

    >>> get({"score": None, "distance": 0.5}, "score", "distance")
    0.5
    """
    for name in names:
        value = (
            cast(Mapping[str, Any], record).get(name) if isinstance(record, Mapping) else getattr(record, name, None)
        )
        if value is not None and not callable(value):
            return value
    return None


def text_of(record: Any, *names: str) -> str | None:
    """The first value that is a text."""
    return next((value for name in names if isinstance(value := get(record, name), str) and value), None)


def score_of(record: Any, *names: str) -> float | None:
    """The first value that is a finite number."""
    for name in names:
        value = get(record, name)
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf:
            return float(value)
    return None


def mapping_of(value: Any) -> dict[str, Any]:
    """A mapping as JSON; empty for anything else."""
    if not isinstance(value, Mapping):
        return {}
    return {str(key): as_json(item) for key, item in cast(Mapping[object, object], value).items()}


def as_json(value: Any, levels: int = DEEPEST) -> Any:
    """A value as JSON: what JSON has no form for becomes text.

    >>> as_json({"a": (1, {2})}), as_json(float("nan"))
    ({'a': [1, '{2}']}, None)
    """
    if isinstance(value, _PLAIN):
        return value.encode(errors="replace").decode() if isinstance(value, str) else value
    if isinstance(value, int | float):
        return value if abs(value) < 2**63 else None if not math.isfinite(value) else float(value)
    if levels and isinstance(value, Mapping):
        entries = cast(Mapping[object, object], value).items()
        return {str(key): as_json(item, levels - 1) for key, item in entries}
    if levels and isinstance(value, list | tuple):
        return [as_json(item, levels - 1) for item in cast(Iterable[object], value)]
    isoformat = getattr(value, "isoformat", None)
    return as_json(isoformat() if callable(isoformat) else str(value))


def rows_of(value: Any, path: str, *names: str) -> list[tuple[str, Any]]:
    """The rows of a list, or of the list under the first name that is there, each with its path."""
    for name in names:
        if isinstance(value, Mapping) and isinstance(cast(Mapping[str, Any], value).get(name), list | tuple):
            value, path = cast(Mapping[str, Any], value)[name], f"{path}.{name}"
            break
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        wanted = f" or an object with {' or '.join(names)}" if names else ""
        raise InvalidRequest(f"{type(cast(object, value)).__name__} is no list of records{wanted}", path=path)
    return [(f"{path}[{index}]", row) for index, row in enumerate(cast(Iterable[object], value))]


def no_record(row: Any, path: str, *wanted: str) -> InvalidRequest:
    """The error of a row that has nothing that can be used."""
    return InvalidRequest(f"{type(row).__name__} without {' or '.join(wanted)} is no record to recall", path=path)
