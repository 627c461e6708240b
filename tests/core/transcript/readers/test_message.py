"""A message of a chat becomes a turn: what it says, what it calls, what it answers."""

import json
from typing import Any

import pytest

from contextc.transcript.readers.message import read_message
from contextc.transcript.records import Record
from contextc.transcript.turns import AnyPart, Reading, ToolResult
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import shown

CALL = {"id": "1", "type": "function", "function": {"name": "look", "arguments": '{"a": 1.0}'}}


def record(data: bytes) -> Record:
    """A record at some place."""
    return Record(7, 100, 200, data)


def parts(**message: Any) -> tuple[AnyPart, ...]:
    """The parts of a message."""
    turn = read_message(record(json.dumps({"role": "assistant", **message}).encode()))
    assert turn is not None
    return turn.parts


def turn(**message: Any) -> tuple[str, ...]:
    """Role and parts of a message in few words."""
    found = read_message(record(json.dumps({"role": "assistant", **message}).encode()))
    assert found is not None
    return shown(Reading(format=SegmentFormat.OPENAI, turns=[found]))[0]


# Messages


@pytest.mark.parametrize("role", ["system", "user", "tool", "Narrator", ""])
def test_roles(role: str):
    """The role is the word that stands there."""
    assert turn(role=role, content="a") == (role, "a")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"null",
        b"{}",
        b'{"role":null}',
        b'{"role":7,"content":"a"}',
        b'{"content":"a"}',
        b'{"role":"a","tool_calls":7}',
        b'{"role":"a","tool_calls":[7]}',
        b'{"role":"a","tool_calls":[{"function":7}]}',
        b'{"role":"a","function_call":"b"}',
        b'{"role":"a","content":"\\ud800"}',
    ],
)
def test_no_messages(data: bytes):
    """Without a role, or with calls that have no form, it is none."""
    assert read_message(record(data)) is None


@pytest.mark.parametrize(("id", "expected"), [("1", "1"), (7, None), (None, None)])
def test_ids(id: object, expected: str | None):
    """A message may have an id of its own."""
    found = read_message(record(json.dumps({"role": "user", "content": "a", "id": id}).encode()))
    assert (found.id if found else "nothing") == expected


# What it says


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({}, []),
        ({"content": None}, []),
        ({"content": "a"}, ["a"]),
        ({"content": ["a", {"type": "text", "text": "b"}]}, ["a", "b"]),
        ({"content": None, "refusal": "a"}, ["a"]),
        ({"content": "a", "refusal": "b"}, ["a", "b"]),
        ({"content": "a", "refusal": None}, ["a"]),
        ({"content": "a", "reasoning_content": "b"}, ["thinks 'b' signed None", "a"]),
        ({"content": "a", "reasoning_content": ""}, ["a"]),
        ({"content": "a", "reasoning_content": 7}, ["a"]),
        ({"audio": {"id": "audio-1"}}, ["shows something: audio-1"]),
        ({"audio": {"id": "audio-1", "data": "aa", "transcript": "a"}}, ["a", "shows something: aa"]),
        ({"audio": {"transcript": "a"}}, ["a"]),
        ({"audio": {}}, []),
        ({"audio": 7}, []),
    ],
)
def test_what_is_said(message: dict[str, Any], expected: list[str]):
    """Reasoning, then content, then a refusal, then what was said aloud."""
    assert turn(**message) == ("assistant", *expected)


# What it calls


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"tool_calls": [CALL]}, ['calls 1: look {"a": 1.0}']),
        (
            {"content": "a", "tool_calls": [CALL, {**CALL, "id": "2"}]},
            ["a", 'calls 1: look {"a": 1.0}', 'calls 2: look {"a": 1.0}'],
        ),
        ({"tool_calls": [{"function": {}}]}, ["calls None:"]),
        ({"tool_calls": [{"id": "1", "function": {"name": 7, "arguments": {"a": 1}}}]}, ['calls 1: {"a": 1}']),
        (
            {"tool_calls": [{"id": "1", "type": "custom", "custom": {"name": "run", "input": "ls\n"}}]},
            ["calls 1: run ls\n in its own words"],
        ),
        ({"tool_calls": [{"id": "1", "custom": {}}]}, ["calls 1: in its own words"]),
        ({"tool_calls": [{"id": "1"}]}, []),
        ({"tool_calls": None, "function_call": None}, []),
        ({"function_call": {"name": "look", "arguments": "{}"}}, ["calls None: look {}"]),
        ({"tool_calls": [CALL], "function_call": {"name": "old"}}, ['calls 1: look {"a": 1.0}', "calls None: old"]),
    ],
)
def test_calls(message: dict[str, Any], expected: list[str]):
    """Calls come behind what is said; arguments are in the words of the source."""
    assert turn(**message) == ("assistant", *expected)


# What it answers


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"role": "tool", "tool_call_id": "1", "content": "a"}, "answers 1: a"),
        ({"role": "tool", "tool_call_id": "1", "content": ["a", "b"]}, "answers 1: a + b"),
        ({"role": "tool", "tool_call_id": "1"}, "answers 1: "),
        ({"role": "user", "tool_call_id": "1", "content": "a"}, "answers 1: a"),
        ({"role": "tool", "tool_call_id": "1", "content": "a", "is_error": True}, "fails 1: a"),
        ({"role": "tool", "tool_call_id": "1", "content": "a", "is_error": 1}, "answers 1: a"),
        ({"role": "function", "name": "look", "content": "a"}, "answers look: a"),
        ({"role": "tool", "content": "a"}, "a"),
    ],
)
def test_answers(message: dict[str, Any], expected: str):
    """A message that names a call answers it, and so does a function's by its name."""
    assert turn(**message) == (message["role"], expected)


def test_the_name_of_an_answer():
    """It is kept beside the id."""
    (part,) = parts(role="tool", tool_call_id="1", name="look", content="a")
    assert isinstance(part, ToolResult)
    assert (part.call_id, part.name) == ("1", "look")


# Places


def test_places():
    """Every part has the range of its record, and the way to what it says."""
    found = parts(
        content=["a"],
        reasoning_content="b",
        refusal="c",
        audio={"id": "d", "transcript": "e"},
        tool_calls=[CALL, {"id": "2", "custom": {"name": "run", "input": "f"}}],
        function_call={"name": "old", "arguments": "{}"},
    )
    assert {(100, 200, 7)} == {(part.start, part.end, part.record) for part in found}
    assert [part.path for part in found] == [
        ("reasoning_content",),
        ("content", 0),
        ("refusal",),
        ("audio", "transcript"),
        ("audio",),
        ("tool_calls", 0, "function", "arguments"),
        ("tool_calls", 1, "custom", "input"),
        ("function_call", "arguments"),
    ]


def test_the_place_of_an_answer():
    """It is that of its content."""
    (part,) = parts(role="tool", tool_call_id="1", content=["a"])
    assert isinstance(part, ToolResult)
    assert [part.path, part.parts[0].path] == [("content",), ("content", 0)]
