"""The samples are what the providers' own packages take."""

import json
from pathlib import Path
from typing import Any

import pytest

from host.messages.packages import load

SAMPLES = Path(__file__).parents[2] / "core/transcript/samples"

FORMATS = {
    "openai.json": "openai",
    "openai_responses.json": "openai_responses",
    "anthropic.json": "anthropic",
    "anthropic_compaction.json": "anthropic_beta",
    "gemini.json": "gemini",
    "langchain_messages.json": "langchain",
    "langchain_constructor.json": "langchain",
    "langchain_flat.json": "langchain",
}
"""Sample -> its format."""


def messages(name: str) -> list[Any]:
    """The messages of a sample."""
    value = json.loads((SAMPLES / name).read_bytes())
    lists = (value.get(key) for key in ("messages", "input", "contents")) if isinstance(value, dict) else [value]
    return next(found for found in lists if found)


@pytest.mark.parametrize("name", FORMATS)
def test_samples_load(name: str):
    """Every sample loads in its provider's package."""
    load(FORMATS[name], messages(name))


BROKEN: dict[str, list[Any]] = {
    "openai": [
        {"role": "narrator", "content": "hi"},
        {"role": "user", "content": [{"type": "words", "text": "hi"}]},
        {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "n"}}]},
    ],
    "openai_responses": [
        {"role": "user", "content": [{"type": "output_text", "text": "hi"}]},
        {"type": "function_call", "name": "n", "arguments": "{}"},
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "words", "text": "hi"}]},
    ],
    "anthropic": [
        {"role": "tool", "content": "hi"},
        {"role": "user", "content": [{"type": "words", "text": "hi"}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": [{"type": "words"}]}]},
    ],
    "anthropic_beta": [{"role": "user", "content": [{"type": "words", "text": "hi"}]}],
    "gemini": [{"role": "user", "parts": [{"words": "hi"}]}, {"role": "user", "content": "hi"}],
    "langchain": [
        {"type": "narrator", "content": "hi"},
        {"type": "human", "data": {}},
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "AIMessage"], "kwargs": {}},
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "documents", "Document"], "kwargs": {}},
    ],
}
"""Format -> messages that it does not have."""


@pytest.mark.parametrize(("format", "message"), [(name, one) for name, broken in BROKEN.items() for one in broken])
def test_broken_messages_are_refused(format: str, message: dict[str, Any]):
    """What loads a format looks at all of a message."""
    with pytest.raises(ValueError):
        load(format, [message])
