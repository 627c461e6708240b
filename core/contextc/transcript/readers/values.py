"""A JSON value that may be anything -> what it should be, or nothing: a foreign file keeps no promise."""

from collections.abc import Iterable
from typing import Any, cast

import msgspec
from msgspec import Raw


def text_or_none(value: object) -> str | None:
    """A text that may be absent, or of another type."""
    return value if isinstance(value, str) else None


def first_text(*values: object) -> str | None:
    """The first of the values that is a text.

    >>> first_text(None, 5, "a", "b")
    'a'
    """
    return next((value for value in values if isinstance(value, str)), None)


def members(value: object) -> dict[str, Any]:
    """What an object holds; what is no object holds nothing."""
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def elements(value: object) -> list[Any]:
    """What a list holds; what is no list holds nothing."""
    return [*cast(Iterable[Any], value)] if isinstance(value, list) else []


def source_text(raw: Raw | bytes) -> str:
    r"""A JSON value as it was written; of a string, what it says.

    >>> source_text(b'{"a": 1.0}'), source_text(b'"{\\"a\\": 1}"')
    ('{"a": 1.0}', '{"a": 1}')
    """
    data = bytes(raw)
    return cast(str, msgspec.json.decode(data)) if data.startswith(b'"') else data.decode()
