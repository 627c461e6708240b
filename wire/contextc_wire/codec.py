"""Bytes <-> records: UTF-8 JSON, ids as decimal strings, errors with a code and a path."""

import re
from collections.abc import Hashable
from functools import cache
from typing import Any, TypeVar, cast

import msgspec

from contextc.errors import InvalidJson, InvalidRequest, OverLimit, TooDeep
from contextc.limits import U64_MAX, Limits
from contextc.nesting import nests_deeper
from contextc.vocabulary import U64

T = TypeVar("T")

_BYTE = re.compile(r"\(byte ([0-9]+)\)")
_DECIMAL = re.compile(r"\+?[0-9]+", re.ASCII)


def decode(data: bytes, record: type[T], limits: Limits) -> T:
    """The record that a request holds; `InvalidJson`, `TooDeep`, `OverLimit` or `InvalidRequest` when it holds none.

    >>> from contextc.model import MediaRef
    >>> decode(b'{"mime": "image/png", "bytes_b64": "", "unknown": 1}', MediaRef, Limits()).mime
    'image/png'
    """
    if len(data) > limits.request_bytes:
        raise OverLimit(
            f"the request has {len(data)} bytes, the cap is {limits.request_bytes}",
            data={"bytes": len(data), "limit": limits.request_bytes},
        )
    if nests_deeper(data, limits.depth):
        raise TooDeep(f"the JSON nests deeper than {limits.depth} levels", data={"limit": limits.depth})
    try:
        # msgspec does not look into the values of keys that it skips.
        data.decode()
        decoded: T = _decoder(cast(Hashable, record)).decode(data)
    except msgspec.ValidationError as error:
        last = _last_of_repeated(data, record)
        if last is not None:
            return cast(T, last)
        # The last one: a value that is quoted in the sentence may hold the same words.
        message, _, path = str(error).rpartition(" - at `")
        if not message:
            message, path = path, "$`"
        raise InvalidRequest(message[:1].lower() + message[1:], path=path[:-1]) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        place = _BYTE.search(str(error))
        raise InvalidJson(
            f"the request is no JSON in UTF-8: {error}", data={"byte": int(place[1])} if place else None
        ) from None
    return decoded


def _last_of_repeated(data: bytes, record: Any) -> object | None:
    """The record of a request in which a key is repeated, wrong at first and right the last time, which is what counts."""
    try:
        return cast(object, msgspec.convert(msgspec.json.decode(data), record, dec_hook=_decode_hook))
    except msgspec.DecodeError:
        return None


def encode(record: object) -> bytes:
    """A record as compact JSON, fields in the order of its type.

    >>> encode({"id": U64(7), "text": "é"}).decode()
    '{"id":"7","text":"é"}'
    """
    return _ENCODER.encode(record)


def parse_id(value: object) -> U64:
    """An id from the wire: an integer or a decimal string, at most 2^64 - 1.

    >>> parse_id("007"), parse_id(2**64 - 1)
    (7, 18446744073709551615)
    """
    number = value if isinstance(value, int) and not isinstance(value, bool) else None
    if isinstance(value, str) and len(value) <= 64 and _DECIMAL.fullmatch(value):
        number = int(value)
    if number is None or not 0 <= number <= U64_MAX:
        shown = msgspec.json.encode(value).decode()[:80]
        raise ValueError(f"{shown} is no id: use an integer from 0 to {U64_MAX}, or its decimal digits as a string")
    return U64(number)


def _decode_hook(kind: type, value: Any) -> object:
    if kind is U64:
        return parse_id(value)
    raise NotImplementedError(kind)


def _encode_hook(value: object) -> str:
    if isinstance(value, U64):
        return str(int(value))
    raise NotImplementedError(type(value))


@cache
def _decoder(record: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cast(Any, record), dec_hook=_decode_hook)


_ENCODER = msgspec.json.Encoder(enc_hook=_encode_hook)
