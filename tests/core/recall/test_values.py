"""Fields are what they are: a string is a string, a number a number, and nothing is converted."""

import datetime as dt
import json
import math
import sys

import pytest

from contextc.recall.values import (
    cut,
    day,
    json_text,
    length_in,
    number_in,
    said_in,
    shown,
    text_in,
    unsigned_in,
    whole_in,
)


@pytest.mark.parametrize("value", ["", 1, 1.5, True, None, [], ["x"], {}, {"a": "x"}])
def test_what_is_no_text(value: object):
    """Only a string that is not empty is one."""
    assert text_in({"k": value}, "k") == ""


def test_the_first_text():
    """Keys are asked in order; what is absent or empty is passed over."""
    assert text_in({"b": "", "c": "x", "d": "y"}, "a", "b", "c", "d") == "x"


@pytest.mark.parametrize(
    ("value", "number"),
    [(1, 1.0), (0.5, 0.5), (-0.0, -0.0), (2**64, 2.0**64), (sys.float_info.max,) * 2, (-sys.float_info.max,) * 2],
)
def test_numbers(value: float, number: float):
    """A number of any kind is a float."""
    assert (number, float) == (number_in({"k": value}, "k"), type(number_in({"k": value}, "k")))


@pytest.mark.parametrize("value", ["1", True, None, [1], {}])
def test_what_is_no_number(value: object):
    """Strings and booleans are none."""
    assert number_in({"k": value}, "k") is None


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 10**400])
def test_numbers_that_json_has_none_for(value: float):
    """They are absent, as they are on the wire."""
    assert number_in({"k": value}, "k") is None


@pytest.mark.parametrize("value", [0, -1, 2**63 - 1, -(2**63)])
def test_whole_numbers(value: int):
    """Integers of 64 bits."""
    assert whole_in({"k": value}, "k") == value


@pytest.mark.parametrize("value", [5.0, "5", True, None, 2**64, -(2**63) - 1])
def test_what_is_no_whole_number(value: object):
    """5.0 was not written as a whole number."""
    assert whole_in({"k": value}, "k") is None


@pytest.mark.parametrize("value", [0, 2**64 - 1])
def test_unsigned_numbers(value: int):
    """Integers of 64 bits that are not below 0."""
    assert unsigned_in({"k": value}, "k") == value


@pytest.mark.parametrize("value", [-1, 2**64, 5.0, "5", True, None])
def test_what_is_no_unsigned_number(value: object):
    """Nothing is converted."""
    assert unsigned_in({"k": value}, "k") is None


@pytest.mark.parametrize(("value", "length"), [([], 0), ([1, None], 2), ("ab", 0), ({"a": 1}, 0), (None, 0)])
def test_lengths(value: object, length: int):
    """Only an array has one."""
    assert length_in({"k": value}, "k") == length


@pytest.mark.parametrize(
    ("value", "said"),
    [("x", "x"), (0, "0"), (False, "false"), ([], "[]"), ({}, "{}"), ({"b": 1, "a": "é"}, '{"a":"é","b":1}')],
)
def test_what_says_something(value: object, said: str):
    """A string as it is, anything else as JSON."""
    assert (said, said) == (said_in({"k": value}, "k"), shown(value))


@pytest.mark.parametrize("value", ["", None])
def test_what_says_nothing(value: object):
    """Null and the empty string are passed over."""
    assert (said_in({"k": value}, "k"), said_in({"k": value, "l": "x"}, "k", "l")) == ("", "x")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1.0"),
        (0.1, "0.1"),
        (0.00001, "0.00001"),
        (0.000012, "0.000012"),
        (1e-6, "1e-6"),
        (1.5e-7, "1.5e-7"),
        (-2.5e-10, "-2.5e-10"),
        (5e-324, "5e-324"),
        (1_000_000_000_000_000.0, "1000000000000000.0"),
        (1e16, "1e+16"),
        (1.5e300, "1.5e+300"),
        (-1e16, "-1e+16"),
        (-0.0, "-0.0"),
        (0, "0"),
        (2**64 - 1, "18446744073709551615"),
        (-(2**63), "-9223372036854775808"),
    ],
)
def test_numbers_as_json(number: float, text: str):
    """A float has its shortest digits, a point within 1e-5 and 1e16, and an exponent with a sign beyond."""
    assert json_text(number) == text


@pytest.mark.parametrize(
    "value",
    [
        "1e5",
        "2e5\\",
        '"3e5"',
        '\\"4e5',
        ["5e5", {"6e5": "x"}],
    ],
)
def test_text_that_looks_like_an_exponent(value: object):
    """Only numbers get a sign."""
    assert json_text([value, 1e20]) == json.dumps(
        [value, 1e20], separators=(",", ":"), sort_keys=True, ensure_ascii=False
    )


def test_whole_numbers_beyond_64_bits_are_floats():
    """At any depth; what is no float either is null."""
    given = {
        "a": [2**64, {"b": -(2**63) - 1}, (2**70,)],
        "c": 2**64 - 1,
        "d": -(2**63),
        "e": "x" + "9" * 30,
        "f": 10**400,
    }
    assert json_text(given) == (
        '{"a":[1.8446744073709552e+19,{"b":-9.223372036854776e+18},[1.1805916207174113e+21]],'
        f'"c":18446744073709551615,"d":-9223372036854775808,"e":"x{"9" * 30}","f":null}}'
    )


def test_escapes_of_json():
    """Controls are escaped, DEL, a slash and letters of any script are not."""
    assert json_text('"\\\b\f\n\r\t\x01\x1f\x7f/é漢') == '"\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f\x7f/é漢"'


def test_keys_are_sorted_at_every_level():
    """An object has one form."""
    assert json_text({"b": [{"z": 1, "y": None}], "a": True}) == '{"a":true,"b":[{"y":null,"z":1}]}'


@pytest.mark.parametrize(
    "second",
    [0, 86_399, 86_400, 951_782_399, 951_782_400, 951_868_800, 1_709_164_800, 1_735_689_599, 1_735_689_600, 2**32 - 1],
)
def test_dates(second: int):
    """A second has the date that it has in UTC, in leap years too."""
    assert day(second) == dt.datetime.fromtimestamp(second, dt.UTC).date().isoformat()


def test_every_day_has_its_date():
    """From 1970 to 2106."""
    first = dt.date(1970, 1, 1)
    days = range(0, 2**32 // 86_400, 11)
    assert [day(86_400 * one) for one in days] == [(first + dt.timedelta(days=one)).isoformat() for one in days]


@pytest.mark.parametrize(
    ("given", "limit", "text"),
    [
        ("a" * 510, 500, "a" * 497),
        ("a" * 500, 500, "a" * 500),
        ("é" * 60, 80, "é" * 38),
        ("漢" * 4, 9, "漢漢"),
        ("🚀🚀", 7, "🚀"),
        ("", 80, ""),
    ],
)
def test_cuts(given: str, limit: int, text: str):
    """A text that is too long ends before the last three bytes, at a character, without an ellipsis."""
    assert cut(given, limit) == text
