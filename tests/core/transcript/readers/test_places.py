"""Every part says where it was found."""

import json
from typing import Any

import pytest

from contextc.transcript.turns import AnyPart, Text, ToolCall, ToolResult
from core.transcript.readers.shown import SAMPLES, sample

NAMES = [
    "anthropic.json",
    "anthropic_compaction.json",
    "langchain_constructor.json",
    "langchain_flat.json",
    "langchain_messages.json",
    "openai.json",
    "openai_responses.json",
]


def parts(name: str) -> list[AnyPart]:
    """Every part of a sample, those of results too."""
    found = [part for turn in sample(name).turns for part in turn.parts]
    return found + [inner for part in found if isinstance(part, ToolResult) for inner in part.parts]


def value(name: str, part: AnyPart) -> Any:
    """What stands where the part says that it was found; a part of no record is found in the document."""
    data = (SAMPLES / name).read_bytes()
    found = json.loads(data[part.start : part.end] or data)
    for key in part.path[:-1] if isinstance(part, ToolResult) else part.path:
        found = found[key]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_texts(name: str):
    """The place of a text holds the text."""
    for text in parts(name):
        if isinstance(text, Text):
            found = value(name, text)
            assert text.text == (found if isinstance(found, str) else json.dumps(found))


@pytest.mark.parametrize("name", NAMES)
def test_arguments(name: str):
    """The place of a call holds its arguments, as a text or as the value that the text is of."""
    for call in parts(name):
        if isinstance(call, ToolCall):
            found = value(name, call)
            assert call.arguments == found or json.loads(call.arguments) == found


@pytest.mark.parametrize("name", NAMES)
def test_places(name: str):
    """The place of any part is there."""
    assert all(value(name, part) is not None for part in parts(name))


@pytest.mark.parametrize("name", NAMES)
def test_records(name: str):
    """A record is an element of the list of messages."""
    document = json.loads((SAMPLES / name).read_bytes())
    listed = document if isinstance(document, list) else document.get("messages") or document["input"]
    data = (SAMPLES / name).read_bytes()
    for part in parts(name):
        assert not part.end or listed[part.record] == json.loads(data[part.start : part.end])
