"""The fields of a grain, strictly typed: what is not of the kind that is asked for is absent."""

import re
import sys
from collections.abc import Mapping
from typing import Any, cast

import msgspec

from contextc.limits import U64_MAX

Fields = Mapping[str, Any]

_JSON = msgspec.json.Encoder(order="sorted", enc_hook=str)
_STRING_OR_EXPONENT = re.compile(r'("(?:[^"\\]|\\.)*")|(?<=[0-9])e(?=[0-9])')
_EXPONENT = re.compile(r"[0-9]e[0-9]")
LONG_NUMBER = re.compile("[0-9]{19}")
DAYS_OF_ERA = 146_097
DAYS_TO_EPOCH = 719_468
"""From 0000-03-01 to 1970-01-01."""

I64 = range(-(2**63), 2**63)
FLOAT_MAX = sys.float_info.max


def text_in(fields: Fields, *keys: str) -> str:
    """The first string that is not empty.

    >>> text_in({"a": "", "b": 1, "c": "x"}, "a", "b", "c")
    'x'
    """
    for key in keys:
        value = fields.get(key)
        if value and isinstance(value, str):
            return value
    return ""


def number_in(fields: Fields, key: str) -> float | None:
    """A finite number of any kind."""
    value = fields.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -FLOAT_MAX <= value <= FLOAT_MAX:
        return None
    return float(value)


def whole_in(fields: Fields, key: str) -> int | None:
    """A whole number that was written as one, of 64 bits with a sign."""
    value = fields.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value in I64 else None


def unsigned_in(fields: Fields, key: str) -> int | None:
    """A whole number that was written as one, of 64 bits without a sign."""
    value = fields.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= U64_MAX else None


def length_in(fields: Fields, key: str) -> int:
    """The length of an array."""
    value = fields.get(key)
    return len(cast(list[object], value)) if isinstance(value, list) else 0


def said_in(fields: Fields, *keys: str) -> str:
    """The first value that is there and says something: a string as it is, anything else as JSON.

    >>> said_in({"a": None, "b": {"rows": 3}}, "a", "b")
    '{"rows":3}'
    """
    for key in keys:
        value = fields.get(key)
        if value not in (None, ""):
            return shown(value)
    return ""


def shown(value: object) -> str:
    """A string as it is, anything else as JSON."""
    return value if isinstance(value, str) else json_text(value)


def json_text(value: object) -> str:
    """Compact JSON with sorted keys; a float in its shortest form, a whole number of more than 64 bits as a float.

    >>> json_text({"b": 1e16, "a": [0.00001, 1e-6, 1.0, "é 1e5", 2**64]})
    '{"a":[0.00001,1e-6,1.0,"é 1e5",1.8446744073709552e+19],"b":1e+16}'
    """
    text = _JSON.encode(value).decode()
    if LONG_NUMBER.search(text):
        text = _JSON.encode(_widened(value)).decode()
    if _EXPONENT.search(text):
        return _STRING_OR_EXPONENT.sub(lambda found: found[1] or "e+", text)
    return text


def _widened(value: object) -> object:
    if isinstance(value, int) and not I64.start <= value <= U64_MAX:
        return float(value) if abs(value) <= FLOAT_MAX else None
    if isinstance(value, dict):
        return {key: _widened(item) for key, item in cast(dict[str, object], value).items()}
    if isinstance(value, list | tuple):
        return [_widened(item) for item in cast(list[object], value)]
    return value


def day(second: int) -> str:
    """The date of an epoch second in UTC, by the days of the Gregorian calendar's 400 years.

    >>> day(1735689600), day(951782400)
    ('2025-01-01', '2000-02-29')
    """
    era, of_era = divmod(second // 86_400 + DAYS_TO_EPOCH, DAYS_OF_ERA)
    year = (of_era - of_era // 1_460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    # Years begin in March here, so that a leap day is the last of its year.
    since_march = (5 * of_year + 2) // 153
    month = since_march + 3 if since_march < 10 else since_march - 9
    date = of_year - (153 * since_march + 2) // 5 + 1
    return f"{era * 400 + year + (month < 3):04}-{month:02}-{date:02}"


def cut(text: str, limit: int) -> str:
    """The text, or as many whole characters of it as stand in `limit` - 3 bytes.

    >>> cut("é" * 5, 9), cut("é" * 5, 10) == "é" * 5
    ('ééé', True)
    """
    data = text.encode()
    return text if len(data) <= limit else data[: limit - 3].decode(errors="ignore")
