"""A model's window comes from a table, matched on the whole name."""

import pytest

from contextc.errors import InvalidRequest
from contextc.windows import MODEL_WINDOWS, TABLE_DATE, model_window, suggest_token_budget


@pytest.mark.parametrize(
    ("model", "window"),
    [
        ("claude-opus-4-5", 200_000),
        ("claude-sonnet-4-5", 200_000),
        ("claude-haiku-4-5", 200_000),
        ("claude-sonnet-4", 200_000),
        ("claude-3-7-sonnet", 200_000),
        ("gpt-5", 400_000),
        ("gpt-5-mini", 400_000),
        ("gpt-4.1", 1_000_000),
        ("gpt-4o", 128_000),
        ("o3", 200_000),
        ("gemini-2.5-pro", 1_000_000),
        ("gemini-2.0-flash", 1_000_000),
        ("GPT-4O", 128_000),
    ],
)
def test_known_models(model: str, window: int):
    """The models of the reference have their windows, in any ASCII case."""
    assert window == model_window(model)


@pytest.mark.parametrize(
    "model", ["", "gpt", "gpt-5 ", "gpt-55", "openai/gpt-5", "gpt-5-mini-2025", "o\u0033\u0301", "\u212agpt"]
)
def test_unknown_models(model: str):
    """Neither a prefix nor a longer name matches."""
    assert model_window(model) is None


def test_case_folds_in_ascii_alone():
    """A Kelvin sign is no k, although it lower-cases to one."""
    assert [model_window(name) for name in ("deepseeK-chat", "deepsee\u212a-chat")] == [128_000, None]


def test_names_are_lower_case():
    """Every name of the table can be reached."""
    assert [name for name in MODEL_WINDOWS if model_window(name) is None] == []


@pytest.mark.parametrize(
    ("model", "reserve", "window", "budget"),
    [
        ("gpt-5", 0, 400_000, 400_000),
        ("gpt-5", 1, 400_000, 399_999),
        ("gpt-5", 400_000, 400_000, 0),
        ("gpt-5", 2**64 - 1, 400_000, 0),
        ("nobody", 5, None, None),
    ],
)
def test_suggested_budget(model: str, reserve: int, window: int | None, budget: int | None):
    """The window less the reserve, never below nothing; nothing for an unknown model; always the source."""
    suggested = suggest_token_budget(model, reserve)
    assert (window, budget, f"static table as of {TABLE_DATE}") == (
        suggested.window,
        suggested.suggested_budget,
        suggested.source,
    )


@pytest.mark.parametrize(
    ("model", "reserve", "path"),
    [
        (None, 0, "$.target_model"),
        ("gpt-5", -1, "$.reserve_tokens"),
        ("x", 2**64, "$.reserve_tokens"),
        ("x", True, "$.reserve_tokens"),
    ],
)
def test_wrong_types(model: str, reserve: int, path: str):
    """A model is a string and a reserve a whole number of 64 bits."""
    with pytest.raises(InvalidRequest) as caught:
        suggest_token_budget(model, reserve)
    assert path == caught.value.path
