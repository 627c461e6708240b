"""A time in any usual form is epoch seconds."""

from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.recall.adapters.times import seconds


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2025-01-01", 1735689600),
        ("2025-01-01T00:00", 1735689600),
        ("2025-01-01 00:00:00", 1735689600),
        ("2025-01-01T00:00:00Z", 1735689600),
        ("2025-01-01t00:00:00.123456z", 1735689600),
        ("2025-01-01T01:30:00+0130", 1735689600),
        ("2024-12-31T19:00:00-05", 1735689600),
        (" 2024-02-29 ", 1709164800),
        ("2025-01-01 00:00:00 +00:00", 1735689600),
        (1, 1),
        (2**32 - 1, 2**32 - 1),
        (2**32 * 1000 - 1, 2**32 - 1),
        (Fraction(1735689601, 1), 1735689601),
        (1735689600, 1735689600),
        (1735689600.9, 1735689600),
        (1735689600999, 1735689600),
    ],
)
def test_what_is_a_time(value: Any, expected: int):
    """Texts by ISO 8601, and numbers of seconds or milliseconds."""
    assert seconds(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -1,
        2**32,
        float("nan"),
        float("inf"),
        0.5,
        2**32 * 1000,
        10**400,
        -(10**400),
        "2025-01-01T00:00+24:00",
        "2025-01-01T00:00+01:60",
        "2025-01-01T00:00" + " " * 1_000_000 + "x",
        "",
        "soon",
        "2025-13-01",
        "2025-02-29",
        "2025-01-00",
        "2025-01-01T24:00",
        "2025-01-01T00:60",
        "1969-12-31",
        "9999-01-01",
        "٢٠٢٥-01-01",
        [],
        object(),
    ],
)
def test_what_is_none(value: Any):
    """What names no second of the epoch that has a date."""
    assert seconds(value) is None


FIRST, LAST = (datetime.fromisoformat(f"{year}-01-02") for year in (1970, 2105))


@given(
    st.datetimes(FIRST, LAST),
    st.integers(-14 * 60, 14 * 60).map(lambda m: timedelta(minutes=m)),
)
def test_a_datetime_is_its_time(moment: datetime, offset: timedelta):
    """Objects and their texts, in any zone."""
    zoned = moment.replace(tzinfo=timezone(offset))
    expected = int(zoned.replace(microsecond=0).timestamp())
    assert (seconds(zoned), seconds(zoned.isoformat()), seconds(moment)) == (
        expected,
        expected,
        int(moment.replace(tzinfo=UTC, microsecond=0).timestamp()),
    )
