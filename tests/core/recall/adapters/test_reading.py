"""Records of other packages are read in one way, and their values become JSON that is the same in every run."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from contextc.errors import InvalidRequest
from contextc.recall.adapters.reading import as_json, asked, get, mapping_of, rows_of


class Odd:
    """Whose code raises."""

    @property
    def text(self) -> str:
        """Raises."""
        raise RuntimeError("no")

    def __str__(self) -> str:
        """Raises."""
        raise RuntimeError("no")


def nested(levels: int) -> Any:
    """Lists in lists."""
    return [nested(levels - 1)] if levels else []


@pytest.mark.parametrize("record", [{"a": None, "b": 1}, SimpleNamespace(a=None, b=1)])
def test_keys_and_attributes(record: object):
    """The first that is there."""
    assert (get(record, "a", "b"), get(record, "a", "c")) == (1, None)


def test_methods_are_no_values():
    """A list's own `index` is not what a record calls one."""
    assert get([1], "index") is None


def test_code_that_raises():
    """A property or a method that fails has no value."""
    assert (get(Odd(), "text"), asked(Odd(), "__str__"), asked(Odd(), "missing")) == (None, None, None)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2**64 - 1, 2**64 - 1),
        (-(2**63), -(2**63)),
        (2**70, float(2**70)),
        (10**400, None),
        (float("inf"), None),
        (True, True),
        ("a\ud800", "a?"),
        (Odd(), "<Odd>"),
        (object(), "<object object>"),
        ("seen at 0x1f", "seen at 0x1f"),
        ({"c", "a", "b"}, ["a", "b", "c"]),
        (frozenset([(2, "b"), (1, "a")]), [[1, "a"], [2, "b"]]),
        ((1, [b"x"]), [1, ["b'x'"]]),
    ],
)
def test_values_as_json(value: object, expected: object):
    """The nearest JSON, without an address of an object and in an order of its own."""
    assert as_json(value) == expected


def test_fractions_too_large_for_a_float():
    """They are null, as whole numbers that large are."""
    assert as_json(Fraction(10**400, 3)) is None


def test_what_nests_deep_is_text():
    """32 levels are kept, the rest is one text."""
    value = as_json(nested(40))
    for _ in range(32):
        value = value[0]
    assert value == str(nested(8))


def test_keys_are_texts():
    """A number as a key is its digits; what is no mapping has none."""
    assert (mapping_of({1: 2, "a": {None: 3}}), mapping_of([1])) == ({"1": 2, "a": {"None": 3}}, {})


@pytest.mark.parametrize("rows", [("a", "b"), iter(["a", "b"]), {1: "a", 2: "b"}.values()])
def test_rows_in_an_order(rows: object):
    """Lists, iterators and the values of a mapping."""
    assert rows_of(rows, "$") == [("$[0]", "a"), ("$[1]", "b")]


@pytest.mark.parametrize("rows", [{"a"}, "a", b"a", {"a": []}, None, 7])
def test_what_is_no_list(rows: object):
    """A set has no order, a text is no list of its letters."""
    with pytest.raises(InvalidRequest, match="is no list of records: give a list"):
        rows_of(rows, "$")
