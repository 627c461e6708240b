"""A transcript in JSON becomes records: lines, or the messages of one document."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.transcript.records import LISTS, SAMPLE, Record, decoded, lines, source

DEEP = b"[" * 65 + b"]" * 65


def found(data: bytes) -> list[bytes]:
    """The records."""
    return [record.data for record in source(data)]


# Lines


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n\r\n\r\r\n", []),
        (b"a", [Record(1, 0, 1, b"a")]),
        (b"a\n", [Record(1, 0, 2, b"a")]),
        (b"a\r\nb\r\r\n", [Record(1, 0, 3, b"a"), Record(2, 3, 7, b"b")]),
        (b"\n\na\n\nb", [Record(3, 2, 4, b"a"), Record(5, 5, 6, b"b")]),
        (b"  \n", [Record(1, 0, 3, b"  ")]),
        (b"a\rb\n", [Record(1, 0, 4, b"a\rb")]),
        ("a\u2028b\x0b\x85".encode(), [Record(1, 0, 8, "a\u2028b\x0b\x85".encode())]),
        (b"\0\0a\n", [Record(1, 0, 4, b"a")]),
        (b"a\0\n", [Record(1, 0, 3, b"a\0")]),
        (b"\0\0\na", [Record(1, 0, 3, b"\0\0"), Record(2, 3, 4, b"a")]),
    ],
)
def test_lines(data: bytes, expected: list[Record]):
    """Only LF ends a line; blank ones count and are left out, and so are NULs before what is written behind them."""
    assert expected == list(lines(data))


@given(st.lists(st.sampled_from([b"\n", b"\r", b"a", b"{}", b"\0", b" "])))
def test_the_ranges_of_lines(parts: list[bytes]):
    """They do not overlap, and hold all that is not blank."""
    data = b"".join(parts)
    records = list(lines(data))
    at = 0
    for record in records:
        assert not data[at : record.start].strip(b"\r\n")
        assert record.data in data[record.start : record.end]
        at = record.end
    assert not data[at:].strip(b"\r\n")


# A document or lines


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'[{"a":1}]', [b'{"a":1}']),
        (b'\n [ {"a": 1 } ,\n {"a":2} ]\n', [b'{"a": 1 }', b'{"a":2}']),
        (b'[{"a":1},7,null,"b",[]]', [b'{"a":1}', b"7", b"null", b'"b"', b"[]"]),
        (b'[{"a":1},{"a":1}]', [b'{"a":1}', b'{"a":1}']),
        (b'{"messages":[]}', []),
        (b'{"messages":[{"a":1}]}', [b'{"a":1}']),
        (b'{\n"model": "b",\n"messages": [\n{"a": 1}\n]\n}', [b'{"a": 1}']),
    ],
)
def test_documents(data: bytes, expected: list[bytes]):
    """A list that begins with an object, or an object that holds a list under a known name."""
    assert (False, expected) == (source(data).lines, found(data))


@pytest.mark.parametrize("key", LISTS)
def test_names_of_lists(key: str):
    """Every name is one that some format has."""
    assert found(json.dumps({"a": "b", key: [1]}).encode()) == [b"1"]


def test_the_first_name_counts():
    """In the order of the table, wherever it stands; the rest is what the document holds beside its messages."""
    given = source(b'{"items":[1],"contents":{},"messages":[2],"model":"a"}')
    assert ([record.data for record in given], list(given.head)) == ([b"2"], ["items", "contents", "model"])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"hello",
        b"[]",
        b"{}",
        b"[1]",
        b'["a","b"]',
        b'[["a"]]',
        b'{"a":[1]}',
        b'{"messages":7}',
        b'{"messages":{"a":1}}',
        b'{"messages":[1]',
        b'{"messages":[1,]}',
        b'{"messages":[1]}x',
        b'[{"a":1},',
        b'{"messages":[1],"a":' + DEEP + b"}",
    ],
)
def test_what_is_no_document(data: bytes):
    """Anything else is lines."""
    assert (source(data).lines, source(data).head) == (True, {})


@pytest.mark.parametrize(
    "data",
    [
        b'{"messages":[1]}\n{"messages":[2]}',
        b'\r\n{"messages":[1]}\r\nx',
        b'[{"a":1}]\n[{"a":2}]\n',
        b'{"messages":[1]}\n\n{"messages":[',
    ],
)
def test_a_first_line_that_is_a_value(data: bytes):
    """A file whose first line is a value by itself, with something behind it, has a record a line."""
    assert source(data).lines


@pytest.mark.parametrize("end", ["", "\n", "\r\n \t\n"])
def test_a_document_on_one_line(end: str):
    """White space behind it does not matter."""
    assert not source(f'{{"messages":[1]}}{end}'.encode()).lines


# Records of documents


@pytest.mark.parametrize(
    "data",
    [
        b'{"system":"x","messages":[{"a":1}, {"a":1} ,{"b":"{\\"a\\":1}"}]}',
        b'[ {"a":1}\n,{"a":1},{"b":[{"a":1}]},{"a":1}]',
        '{"é":"ü","messages":[{"ä":1},{"ä":1}]}'.encode(),
    ],
)
def test_the_ranges_of_messages(data: bytes):
    """A message of a document has the bytes that it is written in, and its index for a number."""
    records = list(source(data))
    assert [*range(len(records))] == [record.number for record in records]
    assert [record.data for record in records] == [data[record.start : record.end] for record in records]
    assert [record.end for record in records[:-1]] < [record.start for record in records[1:]]


@given(st.lists(st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5), min_size=1))
def test_every_message_is_a_record(values: list[object]):
    """Whatever the messages are, they come back in their order."""
    data = json.dumps({"head": values, "messages": values}, ensure_ascii=False).encode()
    assert values == [json.loads(record.data) for record in source(data)]


# The sample


def test_the_sample():
    """The first records that are objects are decoded; bad ones among them are left out."""
    assert source(b'x\n{"a":1}\n7\n[1]\n{"b":2}\n' + DEEP).sample == [{"a": 1}, {"b": 2}]


def test_the_sample_is_small():
    """No more records are looked at than it takes to tell a format."""
    assert len(source(b'{"a":1}\n' * (SAMPLE + 9)).sample) == SAMPLE


@pytest.mark.parametrize("data", [b"{", b"", b"a", b'{"a":"\xff"}', b'"\\ud800"', b"null", DEEP])
def test_no_value(data: bytes):
    """What cannot be decoded, or nests too deep, is nothing."""
    assert decoded(data) is None


def test_a_value():
    """Anything else is decoded, down to the deepest level that is read."""
    assert decoded(b'{"a":[1.5,"b"]}') == {"a": [1.5, "b"]}
    assert decoded(DEEP[1:-1]) is not None
