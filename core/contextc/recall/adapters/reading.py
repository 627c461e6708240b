"""One way to read records of other packages, which are mappings here and objects there."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence, ValuesView
from collections.abc import Set as AbstractSet
from numbers import Integral, Number, Real
from typing import Any, cast

from contextc.errors import InvalidRequest
from contextc.limits import U64_MAX
from contextc.recall.values import FLOAT_MAX, json_text

DEEPEST = 32
"""Levels of a record's own values that are kept; what nests deeper is kept as text."""

_ADDRESS = re.compile(" at 0x[0-9A-Fa-f]+")
_WHOLE = range(-(2**63), U64_MAX + 1)


def get(record: Any, *names: str) -> Any:
    """The first value that is there under one of the names, as a key or as an attribute.

    >>> get({"score": None, "distance": 0.5}, "score", "distance")
    0.5
    """
    for name in names:
        value = cast(Mapping[str, Any], record).get(name) if isinstance(record, Mapping) else _attribute(record, name)
        if value is not None and not callable(value):
            return value
    return None


def text_of(record: Any, *names: str) -> str | None:
    """The first value that is a text, and not empty."""
    return next((value for name in names if isinstance(value := get(record, name), str) and value), None)


def score_of(record: Any, *names: str) -> float | None:
    """The first value that is a finite number, of any kind of number.

    >>> score_of({"score": float("nan"), "relevance": 1}, "score", "relevance")
    1.0
    """
    for name in names:
        value = get(record, name)
        if not isinstance(value, Number) or isinstance(value, bool):
            continue
        try:
            number = float(cast(Any, value))
        except (TypeError, ValueError, OverflowError):
            continue
        if math.isfinite(number):
            return number
    return None


def mapping_of(value: Any) -> dict[str, Any]:
    """A mapping as JSON; empty for anything else."""
    if not isinstance(value, Mapping):
        return {}
    return {as_text(key): as_json(item) for key, item in cast(Mapping[object, object], value).items()}


def as_json(value: Any, levels: int = DEEPEST) -> Any:
    """A value as JSON: what JSON has no form for becomes text, a set is sorted.

    >>> as_json({"a": (1, {3, 2})}), as_json(float("nan")), as_json(b"x")
    ({'a': [1, [2, 3]]}, None, "b'x'")
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return as_text(value)
    if isinstance(value, Real):
        return _number(value)
    if levels and isinstance(value, Mapping):
        entries = cast(Mapping[object, object], value).items()
        return {as_text(key): as_json(item, levels - 1) for key, item in entries}
    if levels and isinstance(value, list | tuple):
        return [as_json(item, levels - 1) for item in cast(Sequence[object], value)]
    if levels and isinstance(value, AbstractSet):
        return sorted([as_json(item, levels - 1) for item in cast(AbstractSet[object], value)], key=json_text)
    return as_text(value)


def asked(value: Any, method: str) -> Any:
    """What a method without arguments answers; `None` where there is none, or it fails."""
    try:
        return getattr(value, method)()
    except Exception:  # noqa: BLE001 - other people's code may raise anything, and one odd record is no reason to
        return None


def rows_of(value: Any, path: str, *names: str) -> list[tuple[str, Any]]:
    """The rows of a list, or of the list under the first name that is there, each with its path."""
    for name in names:
        rows = get(value, name)
        if isinstance(rows, list | tuple):
            value, path = cast(object, rows), f"{path}.{name}"
            break
    if isinstance(value, str | bytes | bytearray) or not isinstance(value, Sequence | Iterator | ValuesView):
        wanted = f": give a list, or an object that has one as {' or '.join(names)}" if names else ": give a list"
        raise InvalidRequest(f"{type(cast(object, value)).__name__} is no list of records{wanted}", path=path)
    return [(f"{path}[{index}]", row) for index, row in enumerate(cast(Sequence[object], value))]


def no_record(row: Any, path: str, *wanted: str) -> InvalidRequest:
    """The error of a row that has nothing that can be used."""
    names = " or ".join(filter(None, (", ".join(wanted[:-1]), wanted[-1])))
    return InvalidRequest(
        f"{type(row).__name__} without {names} is no record to recall: give it one of these, or take it out", path=path
    )


def _attribute(record: Any, name: str) -> Any:
    try:
        return getattr(record, name, None)
    except Exception:  # noqa: BLE001 - a property may raise anything: LlamaIndex's `text` does for an image
        return None


def _number(value: Any) -> Any:
    if isinstance(value, Integral):
        whole = int(value)
        return whole if whole in _WHOLE else float(whole) if abs(whole) <= FLOAT_MAX else None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def as_text(value: object) -> str:
    """Text of anything, the same in every run: no address of an object, and no half of a surrogate pair."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    said = asked(value, "isoformat")
    if not isinstance(said, str):
        said = asked(value, "__str__")
    text = said if isinstance(said, str) else f"<{type(value).__name__}>"
    return _ADDRESS.sub("", text).encode(errors="replace").decode()
