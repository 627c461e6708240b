"""LangChain messages as they are written."""

from typing import Any

import pytest

from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.turns import AnyPart, Media, Reasoning, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.langchain import write
from core.transcript.build import GIF, call, image, result
from core.transcript.writers.drawn import out

SHOWN = {"type": "image", "base64": GIF, "mime_type": "image/gif"}
MADE = {"name": "f", "args": {"x": 1}, "id": "a", "type": "tool_call"}


def own(message: dict[str, Any], role: Role, *parts: OutPart) -> OutTurn:
    """A turn of a message, to be made anew."""
    return OutTurn(role=role, parts=parts, message=message)


def again(message: dict[str, Any], *parts: AnyPart, role: Role = Role.ASSISTANT) -> list[dict[str, Any]]:
    """A message made anew of parts that have no blocks."""
    return write([own(message, role, *[OutPart(part=part) for part in parts])]).messages


def text(words: str) -> dict[str, Any]:
    """A block."""
    return {"type": "text", "text": words}


def test_messages_are_flat_where_nothing_says_otherwise():
    """Arguments are an object; a result has a status, and images in it."""
    turns = [
        out(Role.DEVELOPER, Text(text="d")),
        out(Role.USER, Text(text="u"), image()),
        out(Role.ASSISTANT, call("a", "f", x=1)),
        out(Role.TOOL, ToolResult(call_id="a", parts=(Text(text="see"), image()))),
        out(Role.ASSISTANT, ToolCall(id="b", name="sh", arguments="ls", custom=True)),
        out(Role.TOOL, result("b", "no", error=True)),
    ]
    expected = [
        {"content": "d", "type": "system", "additional_kwargs": {"__openai_role__": "developer"}},
        {"content": [text("u"), SHOWN], "type": "human"},
        {"content": "", "type": "ai", "tool_calls": [MADE]},
        {"content": [text("see"), SHOWN], "type": "tool", "name": "f", "tool_call_id": "a", "status": "success"},
        {
            "content": "",
            "type": "ai",
            "tool_calls": [{"name": "sh", "args": {"input": "ls"}, "id": "b", "type": "tool_call"}],
        },
        {"content": "no", "type": "tool", "name": "sh", "tool_call_id": "b", "status": "error"},
    ]
    assert expected == write(turns).messages


def test_a_result_of_a_tool_without_a_name_has_none():
    """Only its id is known."""
    asked = OutTurn(role=Role.ASSISTANT, parts=(OutPart(part=ToolCall(id="a", name=""), block={"id": "a"}),))
    assert "name" not in write([asked, out(Role.TOOL, result("a"))]).messages[1]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"type": "human", "data": {"content": "hi"}}, {"type": "human", "data": {"content": "new", "type": "human"}}),
        (
            {"lc": 1, "type": "constructor", "id": ["m", "HumanMessage"], "kwargs": {"content": "hi"}},
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain", "schema", "messages", "HumanMessage"],
                "kwargs": {"content": "new", "type": "human"},
            },
        ),
    ],
)
def test_a_list_has_one_dump(message: dict[str, Any], expected: dict[str, Any]):
    """That of its first message; one that is made anew keeps its other fields."""
    first = OutTurn(role=Role.USER, parts=(OutPart(part=Text(text="hi")),), message=message, untouched=True)
    assert [message, expected] == write([first, out(Role.USER, Text(text="new"))]).messages
    assert [message] == again(message, Text(text="hi", path=("data", "content")), role=Role.USER)


@pytest.mark.parametrize(
    ("media", "block"),
    [
        (Media(mime="audio/wav", data="UklG"), {"type": "audio", "base64": "UklG", "mime_type": "audio/wav"}),
        (Media(mime="text/csv", data="YSxi"), {"type": "file", "base64": "YSxi", "mime_type": "text/csv"}),
        (Media(url="https://a.test/x.mp4"), {"type": "video", "url": "https://a.test/x.mp4", "mime_type": "video/mp4"}),
        (Media(url="https://a.test/x"), {"type": "image", "url": "https://a.test/x"}),
        (Media(url="file-1"), text("[… file at file-1 …]")),
        (Media(data="AAAA"), text("[… image, 3 bytes …]")),
    ],
)
def test_media_are_blocks_or_words(media: Media, block: dict[str, Any]):
    """What cannot be reached is told."""
    assert [block, text("x")] == write([out(Role.USER, media, Text(text="x"))]).messages[0]["content"]


def test_a_message_keeps_its_other_fields():
    """And its blocks what marks the cache; a list of texts stays one."""
    marked = {**text("long"), "cache_control": 1}
    message = {"type": "human", "id": "h", "content": ["a", marked]}
    parts = (OutPart(part=Text(text="a"), block="a"), OutPart(part=Text(text="l", path=("content", 1, "text"))))
    expected = {**message, "content": ["a", {**marked, "text": "l"}]}
    assert [expected] == write([own(message, Role.USER, *parts)]).messages


def test_a_call_that_did_not_change_stays_as_it_was():
    """In the list of calls, and in the content where it was there."""
    use = {"type": "tool_use", "id": "a", "name": "f", "input": {"x": 1}}
    listed = {**MADE, "extra": 1}
    message = {"type": "ai", "content": [text("so"), use], "tool_calls": [listed]}
    parts = (OutPart(part=Text(text="so"), block=text("so")), OutPart(part=ToolCall(id="a", name="f"), block=use))
    assert [message] == write([own(message, Role.ASSISTANT, *parts)]).messages


@pytest.mark.parametrize("field", ["input", "args"])
def test_a_call_that_changed_is_made_anew_in_both_places(field: str):
    """Some providers' messages have it in their content, too."""
    message = {
        "type": "ai",
        "content": [{"type": "x", "id": "a", field: {"long": 1}}],
        "tool_calls": [{**MADE, "args": {"long": 1}}],
        "invalid_tool_calls": [],
    }
    expected = {**message, "content": [{"type": "x", "id": "a", field: {"x": 1}}], "tool_calls": [MADE]}
    assert [expected] == again(message, ToolCall(id="a", name="f", arguments='{"x": 1}'))


def test_a_call_without_an_id_is_in_no_content():
    """It cannot be found there."""
    message = {"type": "ai", "content": [{"type": "x", "id": None}], "tool_calls": [{**MADE, "id": None}]}
    expected = {**message, "content": []}
    assert [expected] == again(message, ToolCall(name="f", arguments='{"x": 1}'))


def test_a_call_that_could_not_be_read_stays_one():
    """Its arguments are no JSON."""
    broken = {"type": "invalid_tool_call", "id": "a", "name": "f", "args": "{", "error": "e"}
    message = {"type": "ai", "content": "so", "tool_calls": [], "invalid_tool_calls": [broken]}
    parts = (OutPart(part=Text(text="x")), OutPart(part=ToolCall(id="a", name="f", arguments="{"), block=broken))
    assert [{**message, "content": "x"}] == write([own(message, Role.ASSISTANT, *parts)]).messages


def test_raw_calls_do_not_come_back():
    """They would count again where the list of calls is empty."""
    message = {"type": "ai", "content": "so", "additional_kwargs": {"tool_calls": [{}], "function_call": {}, "x": 1}}
    expected = {**message, "additional_kwargs": {"x": 1}}
    assert [expected] == again(message, Text(text="so", path=("content",)))


def test_thoughts_beside_the_message_stay_or_go():
    """With what the turn still holds."""
    message = {"type": "ai", "content": "so", "additional_kwargs": {"reasoning_content": "hm"}}
    said = Text(text="so", path=("content",))
    thought = Reasoning(text="hm", path=("additional_kwargs", "reasoning_content"))
    assert [message] == again(message, thought, said)
    assert [{**message, "additional_kwargs": {}}] == again(message, said)
    assert again(message, thought) == []


def test_thoughts_without_a_block_are_left_out():
    """There is no place for them."""
    assert again({"type": "ai", "content": "so"}, Reasoning(text="hm")) == []


def test_a_result_that_is_cut_keeps_its_fields_and_blocks():
    """Those that did not change."""
    file = {"type": "image", "file_id": "f"}
    message = {"type": "tool", "content": [file, text("long")], "tool_call_id": "a", "status": "error", "artifact": 1}
    cut = ToolResult(call_id="a", parts=(Media(url="f", path=("content", 0)), Text(text="l")), path=("content",))
    turns = [
        own(
            {"type": "ai", "content": "", "tool_calls": [MADE]},
            Role.ASSISTANT,
            OutPart(part=ToolCall(id="a", name="f"), block=MADE),
        )
    ]
    turns += [own(message, Role.TOOL, OutPart(part=cut))]
    assert {**message, "content": [file, text("l")]} == write(turns).messages[1]


def test_built_calls_without_a_place_are_no_message():
    """A turn that says nothing is left out."""
    assert write([out(Role.USER, Text(text=" "))]).messages == []
