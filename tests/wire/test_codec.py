"""Bytes <-> records."""

import typing

import msgspec
import pytest

import contextc
from contextc import ContextFragment, Limits, TextChunk
from contextc.errors import InvalidJson, InvalidRequest, OverLimit, TooDeep
from contextc.model import CompiledSection, Record
from contextc.vocabulary import U64, SectionKind
from contextc_wire.codec import decode, encode, parse_id

RECORDS = [value for value in vars(contextc).values() if isinstance(value, type) and issubclass(value, msgspec.Struct)]


def ids_of(record):
    """The names of a record's id fields."""
    hints = typing.get_type_hints(record)
    return [name for name, hint in hints.items() if hint is U64 or U64 in typing.get_args(hint)]


WITH_IDS = [record for record in RECORDS if ids_of(record)]


def test_records_with_ids_are_found():
    """The search for id fields finds those that WIRE.md names, whole and in lists."""
    found = {name for record in WITH_IDS for name in ids_of(record)}

    assert found == {"id", "fragment_id", "content_hash", "memory_id", "fragment_ids"}


@pytest.mark.parametrize("text", ["7", "+7", "007"])
def test_decimal_digits_are_an_id(text):
    """An id may be written with a plus and leading zeros."""
    assert parse_id(text) == 7


@pytest.mark.parametrize(
    "value",
    [-1, 2**64, 1.0, True, None, "", " 7", "7 ", "-7", "0x7", "1_0", "１", "9" * 65, [], {}, "18446744073709551616"],
)
def test_anything_else_is_no_id(value):
    """What is not a u64 or its digits is refused, and the refusal shows it."""
    with pytest.raises(ValueError, match="is no id"):
        parse_id(value)


@pytest.mark.parametrize("value", [0, 1, 2**53 + 1, 2**63, 2**64 - 1])
def test_ids_survive_the_wire(value):
    """An id comes back as the digits that went in."""
    written = encode(ContextFragment(id=value))

    assert f'"id":"{value}"'.encode() in written
    assert decode(written, ContextFragment, Limits()).id == value


@pytest.mark.parametrize("record", WITH_IDS, ids=lambda record: record.__name__)
def test_plain_ints_become_ids(record):
    """Every id field of every public record turns a plain int into an id, so that it is written as a string."""
    names = ids_of(record)
    required = {
        field.name: {str: "", int: 0, float: 0.0, list: []}.get(field.type, 7)
        for field in msgspec.structs.fields(record)
        if field.required
    }
    made = record(**required | {name: [7] if name.endswith("ids") else 7 for name in names})

    assert all(
        f'"{name}":{["7"] if name.endswith("ids") else "7"!r}'.replace("'", '"').encode() in encode(made)
        for name in names
    )


def test_nothing_is_left_out_but_what_is_none():
    """A field at its default is left out of the JSON, a required one never."""
    assert (
        encode(TextChunk(text="", byte_start=0, byte_end=0, index=0))
        == b'{"text":"","byte_start":0,"byte_end":0,"index":0}'
    )
    assert (
        encode(CompiledSection(kind=SectionKind.BODY, content="", fragment_ids=[]))
        == b'{"kind":"body","content":"","fragment_ids":[]}'
    )


def test_path_of_a_bad_field():
    """The error names where the request is wrong."""
    with pytest.raises(InvalidRequest) as caught:
        decode(b'{"query":"","token_budget":1,"fragments":[{},{"content":5}]}', contextc.CompileRequest, Limits())

    assert caught.value.path == "$.fragments[1].content"


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"{", InvalidJson),
        (b"", InvalidJson),
        (b"{} x", InvalidJson),
        (b"\xff", InvalidJson),
        (b'{"mime":"\xff"}', InvalidJson),
        (b'{"a":NaN}', InvalidJson),
        (b'{"a":"\\ud800"}', InvalidJson),
        (b"[" * 65 + b"]" * 65, TooDeep),
        (b'{"a":' * 100_000, TooDeep),
        (b" " * 2049, OverLimit),
    ],
)
def test_bad_bytes(data, error):
    """What is no request has its own error."""
    with pytest.raises(error):
        decode(data, Record, Limits(request_bytes=2048 if error is OverLimit else 10**6))


def test_brackets_in_texts_do_not_nest():
    """Brackets inside strings are text."""
    assert decode(b'{"mime":"' + b"[{" * 500 + b'","bytes_b64":"\\"["}', contextc.MediaRef, Limits()).bytes_b64 == '"['
