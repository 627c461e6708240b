r"""A transcript in JSON -> its records: the lines of a file that grows, or the messages in one document.

Only LF ends a line. What cannot be decoded is counted by its place and left out.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from contextc.limits import DEPTH
from contextc.nesting import nests_deeper

LISTS = ("messages", "contents", "input", "history", "items", "output")
"""Where a document keeps its messages; the first key that holds a list counts."""

SAMPLE = 64
"""Records that are looked at to tell a format."""

_DOCUMENT = re.compile(rb"[ \t\r\n]*(?:\[[ \t\r\n]*\{|\{)[ \t\r\n]*\"")
"""How a list of objects, or an object, begins."""
_SOMETHING = re.compile(rb"[^ \t\r\n]")


class Record(NamedTuple):
    """One JSON value."""

    number: int
    """Of its line from 1 on, or its index in the document's list."""
    start: int
    end: int
    data: bytes


class Elements(Struct, frozen=True):
    """The messages of a document; each is copied out of it when it is asked for."""

    data: bytes
    ranges: list[tuple[int, int]]

    def __iter__(self) -> Iterator[Record]:
        """Every message, by its index."""
        for number, (start, end) in enumerate(self.ranges):
            yield Record(number, start, end, self.data[start:end])


class Source(Struct, frozen=True):
    """A transcript in JSON."""

    data: bytes
    records: Elements | list[Record] | None
    """Of a document; lines are found when they are asked for."""
    head: Mapping[str, Raw]
    """What a document holds beside its messages."""
    sample: list[dict[str, Any]]
    """The first records that are objects, decoded."""

    @property
    def lines(self) -> bool:
        """Whether a record is a line."""
        return self.records is None

    def __iter__(self) -> Iterator[Record]:
        """Every record that is not blank."""
        return iter(self.records) if self.records is not None else lines(self.data)


def source(data: bytes) -> Source:
    r"""Tell lines from a document, and look at the first records.

    >>> [record.data for record in source(b'{"messages": [{"a": 1}, {"a": 2}]}')]
    [b'{"a": 1}', b'{"a": 2}']
    >>> source(b'{"a": 1}\n{"a": 2}\n').lines
    True
    """
    records, head = _document(data) or (None, NO_FIELDS)
    first = islice(records if records is not None else lines(data), SAMPLE)
    values = [decoded(record.data) for record in first]
    return Source(data, records, head, [value for value in values if isinstance(value, dict)])


def lines(data: bytes) -> Iterator[Record]:
    r"""The lines that are not blank; NULs that a crash has left before a record are no part of it.

    >>> [(record.number, record.start, record.data) for record in lines(b'[1]\r\n\n\0[2]')]
    [(1, 0, b'[1]'), (3, 6, b'[2]')]
    """
    at = number = 0
    while at < len(data):
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end + 1
        number += 1
        text = data[at:end].rstrip(b"\r\n")
        if text:
            yield Record(number, at, end, text.lstrip(b"\0") or text)
        at = end


def decoded(data: bytes) -> Any:
    """The value of a record; nothing when it has none, or nests too deep."""
    if nests_deeper(data, DEPTH):
        return None
    try:
        value: Any = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError):
        return None
    return value


def _document(data: bytes) -> tuple[Elements, Mapping[str, Raw]] | None:
    """The messages of one JSON document, or nothing when it is none that holds a list of objects."""
    start = _DOCUMENT.match(data)
    if not start or _is_first_of_lines(data) or nests_deeper(data, DEPTH):
        return None
    try:
        if b"[" in start[0]:
            return _elements(data, data.find(b"["), _LIST.decode(data)), {}
        head = _OBJECT.decode(data)
        for key in LISTS:
            inner = memoryview(head[key]) if key in head else memoryview(b"")
            if bytes(inner[:1]) == b"[":
                del head[key]
                # Keys come in any order, so the list is found by its bytes; a copy of it would decode alike.
                return _elements(data, data.find(inner), _LIST.decode(inner)), head
    except (msgspec.DecodeError, UnicodeError):
        return None
    return None


def _is_first_of_lines(data: bytes) -> bool:
    """Whether the first line is a value of its own, and something follows it."""
    first = _SOMETHING.search(data)
    end = data.find(b"\n", first.start()) if first else -1
    return end >= 0 and _SOMETHING.search(data, end) is not None and decoded(data[:end]) is not None


def _elements(data: bytes, at: int, values: list[Raw]) -> Elements:
    """The places of the elements of the list that begins at `at`."""
    ranges: list[tuple[int, int]] = []
    at += 1
    for value in values:
        text = memoryview(value)
        # Between two elements there is white space and a comma, so the next one is where its bytes are found first.
        at = data.find(text, at)
        ranges.append((at, at + len(text)))
        at += len(text)
    return Elements(data, ranges)


NO_FIELDS: Mapping[str, Raw] = {}

_LIST = msgspec.json.Decoder(list[Raw])
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
