"""The content of a message becomes parts, whichever provider wrote its blocks."""

import json
from typing import Any

import pytest

from contextc.transcript.readers.blocks import BLOCKS, Place, parts_of, tool_result, whole
from contextc.transcript.records import Record
from contextc.transcript.turns import AnyPart, Meta, Reading, Text, ToolCall, Turn
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import PNG
from core.transcript.readers.shown import shown as shown_turns

NEED_NOTHING = (
    "compaction",
    "function_call",
    "invalid_tool_call",
    "reasoning",
    "redacted_thinking",
    "thinking",
    "tool_call",
    "tool_result",
    "tool_use",
)
"""Kinds of block that mean something without any field."""

RECORD = Record(7, 100, 200, b"")
PLACE = Place(RECORD, ("content",))


def parts(content: Any) -> list[AnyPart]:
    """The parts of a content."""
    return parts_of(json.dumps(content).encode(), PLACE)


def first(block: Any) -> Any:
    """The part that a block is."""
    (part,) = parts([block])
    return part


def shown(content: Any) -> list[str]:
    """The parts in few words."""
    turn = Turn(role="a", parts=tuple(parts(content)))
    return [*shown_turns(Reading(format=SegmentFormat.JSONL, turns=[turn]))[0][1:]]


# Contents


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("a", ["a"]),
        ("", [""]),
        (None, []),
        ([], []),
        (["a", "", {"type": "text", "text": "b"}], ["a", "", "b"]),
        ({"type": "text", "text": "a"}, ["a"]),
        (7, ["keeps content"]),
        (True, ["keeps content"]),
        ({"a": 1}, ["keeps block"]),
        ([7, None, ["a"]], ["keeps block"] * 2),
    ],
)
def test_contents(content: Any, expected: list[str]):
    """A text, a block, or a list of both; null is none, alone and in a list, and anything else is kept as it is."""
    assert expected == shown(content)


def test_no_content():
    """A field that is not there has no parts."""
    assert parts_of(b"", PLACE) == []


# Texts


@pytest.mark.parametrize("type", ["text", "input_text", "output_text", "summary_text", "reasoning_text", "text-plain"])
def test_texts(type: str):
    """Every provider's block of text is a text; other fields do not matter."""
    assert shown([{"type": type, "text": "a", "cache_control": {"type": "ephemeral"}}]) == ["a"]


def test_a_text_of_null():
    """It says nothing, and is no word."""
    assert shown([{"type": "text", "text": None}]) == [""]


def test_a_refusal():
    """It is what the model says."""
    assert shown([{"type": "refusal", "refusal": "a"}]) == ["a"]


# Reasoning and summaries


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ({"type": "thinking", "thinking": "a", "signature": "s"}, "thinks 'a' signed s"),
        ({"type": "thinking", "thinking": "a"}, "thinks 'a' signed None"),
        ({"type": "thinking"}, "thinks '' signed None"),
        ({"type": "reasoning", "reasoning": "a", "extras": {"signature": "s"}}, "thinks 'a' signed s"),
        ({"type": "reasoning", "text": "a", "encrypted_content": "s"}, "thinks 'a' signed s"),
        ({"type": "reasoning", "summary": [{"text": "a"}, {"text": "b"}], "extras": 7}, "thinks 'a\\nb' signed None"),
        ({"type": "reasoning", "summary": [{"text": 7}, "a"]}, "thinks '' signed None"),
        ({"type": "reasoning", "summary": "a"}, "thinks '' signed None"),
        ({"type": "redacted_thinking", "data": "s"}, "thinks '' signed s"),
        ({"type": "redacted_thinking"}, "thinks '' signed "),
        ({"type": "compaction", "content": "a", "encrypted_content": "s"}, "sums up 'a' signed s"),
        ({"type": "compaction", "content": "a", "signature": "s"}, "sums up 'a' signed s"),
        ({"type": "compaction", "encrypted_content": "s"}, "sums up '' signed s"),
        ({"type": "compaction", "content": None}, "sums up '' signed None"),
    ],
)
def test_reasoning(block: Any, expected: str):
    """What a model thought, and what stands for what was said before, with what the provider checks."""
    assert [expected] == shown([block])


# Calls and results


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ({"type": "tool_use", "id": "1", "name": "look", "input": {"a": 1}}, 'calls 1: look {"a": 1}'),
        ({"type": "tool_call", "id": "1", "name": "look", "args": {"a": 1}}, 'calls 1: look {"a": 1}'),
        ({"type": "invalid_tool_call", "id": "1", "name": "look", "args": "{"}, "calls 1: look {"),
        ({"type": "function_call", "id": "x", "call_id": "1", "name": "look", "arguments": "{}"}, "calls 1: look {}"),
        ({"type": "tool_use", "id": 7, "name": 7}, "calls None:"),
        ({"type": "tool_result", "tool_use_id": "1", "content": "a"}, "answers 1: a"),
        (
            {"type": "tool_result", "tool_use_id": "1", "content": ["a", {"type": "text", "text": "b"}]},
            "answers 1: a + b",
        ),
        ({"type": "tool_result", "tool_use_id": "1", "content": "a", "is_error": True}, "fails 1: a"),
        ({"type": "tool_result", "tool_use_id": "1", "content": "a", "is_error": "yes"}, "answers 1: a"),
        ({"type": "tool_result", "tool_use_id": "1"}, "answers 1: "),
        ({"type": "tool_result"}, "answers None: "),
        (
            {"type": "tool_result", "tool_use_id": "1", "content": [{"type": "tool_reference", "name": "a"}]},
            "answers 1: keeps tool_reference",
        ),
        (
            {"type": "tool_result", "tool_use_id": "1", "content": [{"type": "image", "source": {"data": PNG}}]},
            "answers 1: shows something: PNG",
        ),
    ],
)
def test_calls_and_results(block: Any, expected: str):
    """A call has the id that its result names; a result has a content of its own."""
    assert [expected] == shown([block])


def test_the_signature_of_a_call():
    """It stays with the call."""
    assert first({"type": "tool_use", "name": "look", "input": {}, "signature": "s"}).signature == "s"


@pytest.mark.parametrize("given", ['{"a": 1.0, "b": 1e5}', '{ "a":"\\u00e9" }', "[1,2]"])
def test_arguments_are_those_of_the_source(given: str):
    """They are never written anew."""
    (part,) = parts_of(f'[{{"type": "tool_use", "name": "look", "input": {given}}}]'.encode(), PLACE)
    assert given == (part.arguments if isinstance(part, ToolCall) else None)


def test_an_object_that_a_tool_answered():
    """It is the text of it, unless it is a block."""
    data = b'{"ok": true, "n": 1.0}'
    assert [part.text for part in tool_result(data, PLACE, call_id="1").parts if isinstance(part, Text)] == [
        data.decode()
    ]
    assert [
        part.text
        for part in tool_result(b'{"type": "text", "text": "a"}', PLACE, call_id="1").parts
        if isinstance(part, Text)
    ] == ["a"]


def test_what_is_no_part_of_a_result():
    """Calls and thoughts in a result are left out of it."""
    content = b'[{"type": "thinking", "thinking": "a"}, {"type": "tool_use", "name": "b"}, "c"]'
    assert [type(part) for part in tool_result(content, PLACE, call_id="1").parts] == [Text]


def test_the_name_of_a_result():
    """A result may tell whose it is by the name of its tool."""
    result = tool_result(b'"a"', PLACE, call_id=None, name="look", is_error=True)
    assert (result.call_id, result.name, result.is_error) == (None, "look", True)


# Media


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}, "image/png: PNG"),
        ({"type": "image", "source": {"type": "url", "url": "https://a.test/b"}}, "something: https://a.test/b"),
        ({"type": "image", "source": {"type": "file", "file_id": "file-1"}}, "something: file-1"),
        (
            {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "aa"}},
            "application/pdf: aa",
        ),
        (
            {"type": "image_url", "image_url": {"url": "https://a.test/b", "detail": "low"}},
            "something: https://a.test/b",
        ),
        ({"type": "image_url", "image_url": "https://a.test/b"}, "something: https://a.test/b"),
        (
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}},
            "image/png: data:image/png;base64,PNG",
        ),
        ({"type": "image_url", "image_url": {"url": f"DATA:image/png,{PNG}"}}, "image/png: DATA:image/png,PNG"),
        ({"type": "input_image", "image_url": f"data:image/png;base64,{PNG}"}, "image/png: data:image/png;base64,PNG"),
        ({"type": "input_image", "file_id": "file-1"}, "something: file-1"),
        ({"type": "computer_screenshot", "image_url": "https://a.test/b"}, "something: https://a.test/b"),
        ({"type": "input_audio", "input_audio": {"data": "aa", "format": "wav"}}, "audio/wav: aa"),
        ({"type": "file", "file": {"filename": "a.pdf", "file_data": "aa"}}, "something: aa"),
        ({"type": "file", "file": {"file_id": "file-1"}}, "something: file-1"),
        ({"type": "input_file", "file_data": "aa"}, "something: aa"),
        ({"type": "input_file", "file_url": "https://a.test/b"}, "something: https://a.test/b"),
        ({"type": "image", "base64": PNG, "mime_type": "image/png"}, "image/png: PNG"),
        ({"type": "audio", "data": "aa", "mime_type": "audio/wav"}, "audio/wav: aa"),
        ({"type": "video", "url": "https://a.test/b", "mime_type": "video/mp4"}, "video/mp4: https://a.test/b"),
    ],
)
def test_media(block: Any, expected: str):
    """The first field that says where the bytes are; each provider has its own."""
    assert [f"shows {expected}"] == shown([block])


def test_a_document_of_text():
    """It is a text."""
    block = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "a"}}
    assert (shown([block]), first(block).path) == (["a"], ("content", 0, "source", "data"))


# What is kept


@pytest.mark.parametrize("type", [type for type in BLOCKS if type not in NEED_NOTHING])
def test_blocks_without_their_fields(type: str):
    """A block whose fields make no sense is kept as it is."""
    block = {"type": type, "text": 7, "refusal": 7, "source": 7, "image_url": 7, "file": 7}
    part = first(block)
    assert (part.kind, part.value) == (type, block)


@pytest.mark.parametrize("block", [{"type": "server_tool_use", "id": "1"}, {"type": "search_result", "source": "a"}])
def test_unknown_kinds(block: Any):
    """A kind of block that is not in the table is kept as it is."""
    part = first(block)
    assert (Meta, block["type"], block) == (type(part), part.kind, part.value)


def test_a_number_that_is_too_large():
    """It is kept in the words of the source."""
    data = b'{"n": 1e999}'
    assert whole("block", data, PLACE).value == data.decode()


# Places


def test_places():
    """Every part has the range and the number of its record, and the way to what it says."""
    found = parts(["a", {"type": "text", "text": "b"}, {"type": "tool_use", "name": "c", "input": {}}, {"type": "new"}])
    assert {(100, 200, 7)} == {(part.start, part.end, part.record) for part in found}
    assert [part.path for part in found] == [
        ("content", 0),
        ("content", 1, "text"),
        ("content", 2, "input"),
        ("content", 3),
    ]


@pytest.mark.parametrize(
    ("content", "path"),
    [("a", ("content",)), (["a"], ("content", 0)), ([{"type": "text", "text": "a"}], ("content", 0, "text"))],
)
def test_places_in_results(content: Any, path: tuple[str | int, ...]):
    """The way goes on inside."""
    part = first({"type": "tool_result", "tool_use_id": "1", "content": content})
    head = ("content", 0)
    assert [(*head, "content"), (*head, *path)] == [part.path, part.parts[0].path]
