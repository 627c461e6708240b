"""Model name -> context window, and the budget that a reserve leaves of it; a static table, never the network."""

from contextc.conform import conform
from contextc.model import SuggestedBudget
from contextc.models import row_of
from contextc.vocabulary import Count

TABLE_DATE = "2026-11"
"""When the table was last compared with what the providers publish."""

_WINDOWS = {
    200_000: (
        "claude-3-7-sonnet",
        "claude-haiku-4-5",
        "claude-opus-4",
        "claude-opus-4-1",
        "claude-opus-4-5",
        "claude-sonnet-4",
        "claude-sonnet-4-5",
        "o3",
        "o3-mini",
        "o3-pro",
        "o4-mini",
    ),
    1_000_000: (
        "claude-fable-5",
        "claude-fable-5-1",
        "claude-haiku-5-5",
        "claude-mythos-5",
        "claude-mythos-5-1",
        "claude-opus-4-6",
        "claude-opus-4-7",
        "claude-opus-4-8",
        "claude-opus-5",
        "claude-opus-5-5",
        "claude-sonnet-4-6",
        "claude-sonnet-5",
        "claude-sonnet-5-5",
        "deepseek-v4-flash",
        "deepseek-v4-pro",
        "gemini-2.0-flash",
        "gemini-2.5-flash",
        "gemini-2.5-flash-lite",
        "gemini-2.5-pro",
        "gemini-3.1-flash-lite",
        "gemini-3.5-flash",
        "gemini-3.5-flash-lite",
        "gemini-3.6-flash",
        "gemini-3.7-flash",
        "gemini-3.8-flash",
        "gpt-4.1",
        "gpt-4.1-mini",
        "gpt-4.1-nano",
    ),
    400_000: (
        "gpt-5",
        "gpt-5-codex",
        "gpt-5-mini",
        "gpt-5-nano",
        "gpt-5-pro",
        "gpt-5.1",
        "gpt-5.1-codex",
        "gpt-5.1-codex-max",
        "gpt-5.1-codex-mini",
        "gpt-5.2",
        "gpt-5.2-codex",
        "gpt-5.2-pro",
        "gpt-5.3-codex",
        "gpt-5.4-mini",
        "gpt-5.4-nano",
    ),
    1_050_000: (
        "gpt-5.4",
        "gpt-5.4-pro",
        "gpt-5.5",
        "gpt-5.5-pro",
        "gpt-5.6",
        "gpt-5.6-luna",
        "gpt-5.6-sol",
        "gpt-5.6-terra",
        "gpt-6-astra",
        "gpt-6-luna",
        "gpt-6-sol",
        "gpt-6.1-sol",
        "gpt-6.1-terra",
    ),
    128_000: ("deepseek-chat", "deepseek-reasoner", "gpt-4-turbo", "gpt-4o", "gpt-4o-mini", "gpt-5-chat"),
    8_192: ("gpt-4",),
}
"""Input and output together, where a provider counts them so; millions are decimal, so that nobody overshoots."""

MODEL_WINDOWS = {name: window for window, names in _WINDOWS.items() for name in sorted(names)}
"""Tokens by model name."""


def model_window(model: str) -> int | None:
    """The context window of a model in tokens, or nothing for an unknown one; ASCII case does not matter.

    >>> model_window("GPT-5"), model_window("gpt-5-of-tomorrow")
    (400000, None)
    """
    conform(model, str, "$.target_model")
    return row_of(MODEL_WINDOWS, model)


def suggest_token_budget(target_model: str, reserve_tokens: int = 0) -> SuggestedBudget:
    """What a reserve leaves of a model's window, never less than nothing.

    >>> suggest_token_budget("gpt-5", 100_000).suggested_budget
    300000
    """
    conform(reserve_tokens, Count, "$.reserve_tokens")
    window = model_window(target_model)
    return SuggestedBudget(
        window=window,
        suggested_budget=None if window is None else max(0, window - reserve_tokens),
        source=f"static table as of {TABLE_DATE}",
    )
