"""Record -> nothing, or an error at the field that its type does not allow.

Requests from the wire have their types checked while they are decoded. Python callers can put anything into a field, and
meet the same rules here.
"""

import math
import types
import typing
from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Any, cast

import msgspec
from msgspec import Meta, Struct

from contextc.errors import InvalidRequest
from contextc.limits import U64_MAX

DEEPEST = 500
"""Levels of a value from Python at most: an encoder that recurses runs out of stack a little later, under WebAssembly for good."""

_CONTAINERS = (dict, list, tuple, set, frozenset)


def conform(value: object, kind: Any, path: str) -> None:
    """Check a value, and all that it holds, against a type as records declare it.

    >>> from contextc.model import ChunkPolicy
    >>> conform(ChunkPolicy(max_chunk_bytes=-1), ChunkPolicy, "$.policy.chunk")
    Traceback (most recent call last):
    contextc.errors.InvalidRequest: -1 is no whole number from 0 to 18446744073709551615
    """
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        if value is not None or types.NoneType not in arguments:
            conform(value, next(argument for argument in arguments if argument is not types.NoneType), path)
    elif origin is typing.Annotated:
        conform(value, arguments[0], path)
        _bound(cast(float, value), arguments[1], path)
    elif kind is Any:
        encoded(value, path)
    elif origin is list:
        for index, item in enumerate(_typed(value, (list, tuple), path)):
            conform(item, arguments[0], f"{path}[{index}]")
    elif origin is dict:
        for key, item in _typed(value, (dict,), path).items():
            conform(key, arguments[0], path)
            if arguments[1] is not Any:
                conform(item, arguments[1], f"{path}.{key}")
        if arguments[1] is Any:
            encoded(value, path)
    elif isinstance(kind, type) and issubclass(kind, Struct):
        _typed(value, (kind,), path)
        for name, hint in hints(kind).items():
            conform(getattr(value, name), hint, f"{path}.{name}")
    else:
        _leaf(value, kind, path)


def utf8(text: str, path: str) -> bytes:
    """The UTF-8 of a text; half a surrogate pair has none and is an error."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidRequest(
            f"character {error.start} is half of a surrogate pair: send well-formed text", path=path
        ) from None


def encoded(value: object, path: str) -> bytes:
    """A value as compact JSON; an error when it is none that every reader takes."""
    if _nests_deeper(value, DEEPEST):
        raise InvalidRequest(f"this is no JSON: it nests deeper than {DEEPEST} levels", path=path)
    try:
        data = msgspec.json.encode(value)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InvalidRequest(f"this is no JSON: {error}", path=path) from None
    return data


def _nests_deeper(value: object, levels: int) -> bool:
    inside = _containers([value])
    for _ in range(levels):
        if not inside:
            return False
        inside = [inner for outer in inside for inner in _containers(outer)]
        # A container that stands twice in a level counts once there, so shared ones do not multiply.
        inside = list({id(inner): inner for inner in inside}.values())
    return bool(inside)


def _containers(value: Iterable[object]) -> list[Iterable[object]]:
    items = cast(Iterable[object], value.values()) if isinstance(value, dict) else value
    return [cast(Iterable[object], item) for item in items if isinstance(item, _CONTAINERS)]


@cache
def hints(record: type[Struct]) -> dict[str, Any]:
    """The types of a record's fields."""
    return typing.get_type_hints(record, include_extras=True)


def _leaf(value: object, kind: Any, path: str) -> None:
    if kind is str:
        utf8(_typed(value, (str,), path), path)
    elif kind is float:
        if not math.isfinite(_typed(value, (int, float), path)):
            raise InvalidRequest(f"{value} is no finite number", path=path)
    elif kind is bool or issubclass(kind, Enum):
        _typed(value, (kind,), path)
    elif not 0 <= _typed(value, (int,), path) <= U64_MAX:
        raise InvalidRequest(f"{value} is no whole number from 0 to {U64_MAX}", path=path)


def _bound(value: float, meta: Meta, path: str) -> None:
    if meta.gt is not None and value <= meta.gt:
        raise InvalidRequest(f"{value} is not more than {meta.gt}", path=path)
    if meta.ge is not None and value < meta.ge:
        raise InvalidRequest(f"{value} is less than {meta.ge}", path=path)
    if meta.le is not None and value > meta.le:
        raise InvalidRequest(f"{value} is more than {meta.le}", path=path)


def _typed(value: Any, allowed: tuple[type, ...], path: str) -> Any:
    # True and False are ints to Python, and no numbers to anybody else.
    if not isinstance(value, allowed) or (isinstance(value, bool) and bool not in allowed):
        wanted = " or ".join(kind.__name__ for kind in allowed)
        raise InvalidRequest(f"{type(value).__name__} is not {wanted}", path=path)
    return value
