"""Record -> nothing, or an error at the field that its type does not allow.

Requests from the wire have their types checked while they are decoded. Python callers can put anything into a field, and
meet the same rules here.
"""

import math
import re
import types
import typing
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from typing import Any, cast

import msgspec
from msgspec import Meta, Struct

from contextc.errors import InvalidRequest
from contextc.limits import U64_MAX

DEEPEST = 500
"""Levels of a value from Python at most: an encoder that recurses runs out of stack a little later, under WebAssembly for good."""

_JSON = msgspec.json.Encoder(order="sorted")
"""Takes no key that is no text, as readers of JSON do not."""

_SCALARS = (int, float, bool, types.NoneType)
_CONTAINERS = (dict, list, tuple, set, frozenset)


def conform(value: object, kind: Any, path: str) -> None:
    """Check a value, and all that it holds, against a type as records declare it.

    >>> from contextc.model import ChunkPolicy
    >>> conform(ChunkPolicy(max_chunk_bytes=-1), ChunkPolicy, "$.policy.chunk")
    Traceback (most recent call last):
    contextc.errors.InvalidRequest: -1 is no whole number from 0 to 18446744073709551615
    """
    try:
        _check_of(kind)(value)
    except InvalidRequest as error:
        raise InvalidRequest(error.message, path=path + error.path) from None


def check_type(value: object, kind: type, path: str) -> None:
    """Check that a value is of a class, before anything of it is read.

    >>> check_type({}, int, "$")
    Traceback (most recent call last):
    contextc.errors.InvalidRequest: dict is not int
    """
    if not isinstance(value, kind):
        raise InvalidRequest(f"{type(value).__name__} is not {kind.__name__}", path=path)


Check = Callable[[Any], None]
"""Raises `InvalidRequest` with the path from the value on."""


def _check_of(kind: Any) -> Check:
    """The check of a type; that of a record is made once."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return _optional(arguments)
    if origin is typing.Annotated:
        return _bounded(_check_of(arguments[0]), arguments[1])
    if kind is Any:
        return _check_any
    if origin is list:
        return _list(_check_of(arguments[0]))
    if origin is dict:
        return _dict(_check_of(arguments[0]), arguments[1])
    return _struct(kind) if isinstance(kind, type) and issubclass(kind, Struct) else _leaf(kind)


def _check_any(value: Any) -> None:
    encoded(value, "")


def _optional(arguments: tuple[Any, ...]) -> Check:
    # Of a number that may be whole or not, the wider kind.
    kinds = [argument for argument in arguments if argument is not types.NoneType]
    check = _check_of(float if float in kinds else kinds[0])

    def optional(value: Any) -> None:
        if value is not None:
            check(value)

    return optional if types.NoneType in arguments else check


def _list(check: Check) -> Check:
    def items(value: Any) -> None:
        for index, item in enumerate(_typed(value, (list, tuple))):
            try:
                check(item)
            except InvalidRequest as error:
                raise InvalidRequest(error.message, path=f"[{index}]{error.path}") from None

    return items


def _dict(check_key: Check, kind: Any) -> Check:
    check = None if kind is Any else _check_of(kind)

    def entries(value: Any) -> None:
        for key, item in _typed(value, (dict,)).items():
            check_key(key)
            if check is not None:
                try:
                    check(item)
                except InvalidRequest as error:
                    raise InvalidRequest(error.message, path=f".{key}{error.path}") from None
        if check is None and not _is_flat(value):
            encoded(value, "")

    return entries


def _is_flat(value: dict[str, object]) -> bool:
    """Whether everything is JSON at a glance: most metadata is, and needs no encoder."""
    for item in value.values():
        if isinstance(item, str):
            if not item.isascii():
                return False
        elif not isinstance(item, _SCALARS):
            return False
    return True


@cache
def _struct(kind: type[Struct]) -> Check:
    checks = [
        (name, _check_of(hint), hint is Any or types.NoneType in typing.get_args(hint))
        for name, hint in hints(kind).items()
    ]

    def fields(value: Any) -> None:
        _typed(value, (kind,))
        for name, check, optional in checks:
            item = getattr(value, name)
            if item is None and optional:
                continue
            try:
                check(item)
            except InvalidRequest as error:
                raise InvalidRequest(error.message, path=f".{name}{error.path}") from None

    return fields


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
        data = _JSON.encode(value)
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


def _leaf(kind: Any) -> Check:
    if kind is str:
        return _check_text
    if kind is float:
        return _check_number
    if kind is bool or issubclass(kind, Enum):
        return lambda value: _check_type(value, kind)
    return _check_count


def _check_text(value: Any) -> None:
    if not (isinstance(value, str) and value.isascii()):
        utf8(_typed(value, (str,)), "")


def _check_number(value: Any) -> None:
    number = _typed(value, (int, float))
    if not (abs(number) <= U64_MAX if isinstance(number, int) else math.isfinite(number)):
        raise InvalidRequest(f"{_shown(value)} is no finite number", path="")


def _check_type(value: Any, kind: type) -> None:
    _typed(value, (kind,))


def _check_count(value: Any) -> None:
    if not 0 <= _typed(value, (int,)) <= U64_MAX:
        raise InvalidRequest(f"{_shown(value)} is no whole number from 0 to {U64_MAX}", path="")


def _bounded(check: Check, meta: Meta) -> Check:
    pattern = None if meta.pattern is None else re.compile(meta.pattern)

    def bounded(value: Any) -> None:
        check(value)
        if pattern is not None and pattern.search(value) is None:
            raise InvalidRequest(f"{value[:80]!r} does not match {meta.pattern}", path="")
        if meta.gt is not None and value <= meta.gt:
            raise InvalidRequest(f"{value} is not more than {meta.gt}", path="")
        if meta.ge is not None and value < meta.ge:
            raise InvalidRequest(f"{value} is less than {meta.ge}", path="")
        if meta.le is not None and value > meta.le:
            raise InvalidRequest(f"{value} is more than {meta.le}", path="")

    return bounded


def _shown(number: float) -> str:
    """The number, unless it has more digits than Python writes."""
    return str(number) if abs(number) < 10**80 else "a number of more than 80 digits"


def _typed(value: Any, allowed: tuple[type, ...]) -> Any:
    # True and False are ints to Python, and no numbers to anybody else.
    if not isinstance(value, allowed) or (isinstance(value, bool) and bool not in allowed):
        wanted = " or ".join(kind.__name__ for kind in allowed)
        raise InvalidRequest(f"{type(value).__name__} is not {wanted}", path="")
    return value
