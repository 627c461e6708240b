"""A model is matched by its whole name."""

import pytest

from contextc.models import row_of

TABLE = {"gpt-5": 1, "gpt-5-mini": 2}


@pytest.mark.parametrize(("name", "row"), [("gpt-5", 1), ("GPT-5-Mini", 2)])
def test_case_does_not_matter(name: str, row: int):
    """A name is found in any ASCII case."""
    assert row == row_of(TABLE, name)


@pytest.mark.parametrize("name", [None, "", "gpt", "gpt-5 ", "gpt-5-2026-01-01", "openai/gpt-5", "gpt\u20105"])
def test_other_names(name: str | None):
    """Neither a part of a name nor a longer one is found, nor no name."""
    assert row_of(TABLE, name) is None
