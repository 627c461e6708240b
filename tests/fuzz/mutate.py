"""A good request -> one that is bad in some way: at the level of bytes, of tokens or of values."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

SCRAPS = (
    b"",
    b"\0",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b'"',
    b"\\",
    b"\\ud800",
    b"\\udc00\\ud800",
    b"\\u0000",
    b"[[[[[[[[",
    b"}",
    b",",
    b"-",
    b"1e999",
    b"-0",
    b"99999999999999999999999999",
    b"0" * 30,
    b"1" * 5000,
    b"NaN",
    b"Infinity",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b'""',
    b'"text"',
    b'{"a":1,"a":2}',
    b"\n```\n",
    b" \t\r\n",
)
"""What is put in, or in the place of something."""

VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    0.5,
    2**53,
    2**64,
    -(2**63),
    1e308,
    "",
    "x",
    "\x00",
    "User: hi\n```\n",
    "a\na\na\n" * 5,
    [],
    {},
    [None],
    {"a": {"b": []}},
    "never " * 50,
    "18446744073709551615",
    "preserve.url",
)


def mutated(random: Random, request: bytes) -> bytes:
    """The request after one to four changes."""
    for _ in range(random.randint(1, 4)):
        request = random.choice(CHANGES)(random, request)
    return request


def _replaced(random: Random, request: bytes) -> bytes:
    start = random.randint(0, len(request))
    end = min(len(request), start + random.choice((0, 0, 1, 2, 5, 20)))
    return request[:start] + random.choice(SCRAPS) + request[end:]


def _flipped(random: Random, request: bytes) -> bytes:
    if not request:
        return request
    at = random.randrange(len(request))
    return request[:at] + bytes([request[at] ^ 1 << random.randrange(8)]) + request[at + 1 :]


def _cut(random: Random, request: bytes) -> bytes:
    return request[: random.randint(0, len(request))]


def _doubled(random: Random, request: bytes) -> bytes:
    start, end = sorted((random.randint(0, len(request)), random.randint(0, len(request))))
    return request[:end] + request[start:end] * random.randint(1, 3) + request[end:]


def _revalued(random: Random, request: bytes) -> bytes:
    """Some value in the document becomes another, so that the request stays JSON."""
    try:
        document = json.loads(request)
    except (ValueError, RecursionError):
        return request
    places = list(_places(document))
    if not places:
        return request
    holder, key = random.choice(places)
    holder[key] = random.choice((*VALUES, holder[key], [holder[key]] * 3))
    try:
        return json.dumps(document, ensure_ascii=False).encode(errors="replace")
    except RecursionError:
        return request


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a value in the document."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        keys: list[Any] = list(holder) if isinstance(holder, dict) else []
        keys = list(range(len(holder))) if isinstance(holder, list) else keys
        found += [(holder, key) for key in keys]
        waiting += [holder[key] for key in keys]
    return found


CHANGES: tuple[Callable[[Random, bytes], bytes], ...] = (
    _replaced,
    _replaced,
    _flipped,
    _cut,
    _doubled,
    _revalued,
    _revalued,
    _revalued,
)
