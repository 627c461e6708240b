"""A model's name -> its row in a table by model."""

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")


def row_of(table: Mapping[str, T], model: str | None) -> T | None:
    """The row of a model, by its whole name in any ASCII case; names in the table are lower case.

    >>> row_of({"gpt-5": 1}, "GPT-5"), row_of({"gpt-5": 1}, "gpt-5-mini"), row_of({"gpt-5": 1}, None)
    (1, None, None)
    """
    # Beyond ASCII there are characters, such as the Kelvin sign, that are no letters of a name and yet lower-case to one.
    return table.get(model.lower()) if model is not None and model.isascii() else None
