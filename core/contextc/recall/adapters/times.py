"""A time in any usual form -> epoch seconds, without a calendar of the machine's."""

import re
from numbers import Real
from typing import Any

from contextc.recall.adapters.reading import asked
from contextc.recall.hits import LAST_SECOND

_ISO = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    r"(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,][0-9]+)?)? ?"
    r"([Zz]|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?)?",
    re.ASCII,
)
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
MILLISECONDS_FROM = 100_000_000_000
"""A number that large is no second before the year 5138, so it counts milliseconds."""


def seconds(value: Any) -> int | None:
    """Epoch seconds of a text by ISO 8601 (UTC where it names no zone), a `datetime`, or a number; `None` for anything else.

    >>> seconds("2025-01-01T01:00:00+01:00"), seconds("2025-01-01"), seconds(1735689600000), seconds("soon")
    (1735689600, 1735689600, 1735689600, None)
    """
    if isinstance(value, Real):
        return None if isinstance(value, bool) else _counted(value)
    if not isinstance(value, str):
        value = asked(value, "isoformat")
    match = _ISO.fullmatch(value.strip()) if isinstance(value, str) else None
    return _epoch(match) if match else None


def _counted(number: Any) -> int | None:
    # Compared before it is divided: a whole number can be too large for a float.
    if number >= MILLISECONDS_FROM:
        return int(number) // 1000 if number < (LAST_SECOND + 1) * 1000 else None
    return int(number) if 1 <= number <= LAST_SECOND else None


def _epoch(match: re.Match[str]) -> int | None:
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= month <= 12 or not 1 <= day <= _MONTHS[month - 1] + (leap and month == 2):
        return None
    if hour > 23 or minute > 59 or second > 60:
        return None
    found = ((_days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second - _offset(match[7] or "Z")
    return found if 0 < found <= LAST_SECOND else None


def _days(year: int, month: int, day: int) -> int:
    """Days from the epoch; years begin in March, so that a leap day is the last of its year."""
    year -= month <= 2
    since_march = (month + 9) % 12
    of_year = (153 * since_march + 2) // 5 + day - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + of_year - 719_468


def _offset(zone: str) -> int:
    if zone in "Zz":
        return 0
    digits = zone[1:].replace(":", "")
    minutes = int(digits[:2]) * 60 + int(digits[2:] or 0)
    return (-60 if zone[0] == "-" else 60) * minutes
