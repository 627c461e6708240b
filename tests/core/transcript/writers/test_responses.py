"""Items of OpenAI's Responses as they are written."""

from typing import Any

import pytest

from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.turns import AnyPart, Media, Meta, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.responses import write
from core.transcript.build import GIF, call, image, result
from core.transcript.writers.drawn import out

SHOWN = {"type": "input_image", "detail": "auto", "image_url": f"data:image/gif;base64,{GIF}"}


def text(words: str) -> dict[str, Any]:
    """A block of the user."""
    return {"type": "input_text", "text": words}


def said(role: str, content: Any) -> dict[str, Any]:
    """A message."""
    return {"type": "message", "role": role, "content": content}


def own(item: dict[str, Any], role: Role, *parts: AnyPart) -> OutTurn:
    """A turn of an item, to be made anew."""
    return OutTurn(role=role, parts=tuple(OutPart(part=part) for part in parts), message=item)


def test_a_turn_is_its_items():
    """In their order; the assistant's texts are messages of their own."""
    turn = out(Role.ASSISTANT, Text(text="a"), Text(text="b"), call("c", "f", x=1), image())
    expected = [
        said("assistant", "a"),
        said("assistant", "b"),
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": '{"x": 1}'},
        said("assistant", "[… image/gif, 320 x 240 pixels, 10 bytes …]"),
    ]
    assert expected == write([turn]).messages


def test_what_the_user_says_is_one_message():
    """Texts and media; one text is no list."""
    turns = [out(Role.USER, Text(text="a"), image()), out(Role.SYSTEM, Text(text="s")), out(Role.USER, Text(text="b"))]
    assert [said("user", [text("a"), SHOWN]), said("system", "s"), said("user", "b")] == write(turns).messages


def test_a_custom_tool_has_items_of_its_own():
    """For the call and for the answer."""
    turns = [
        out(Role.ASSISTANT, ToolCall(name="sh", arguments="ls", custom=True)),
        out(Role.TOOL, ToolResult(name="sh")),
    ]
    expected = [
        {"type": "custom_tool_call", "call_id": "call_1", "name": "sh", "input": "ls"},
        {"type": "custom_tool_call_output", "call_id": "call_1", "output": ""},
    ]
    assert expected == write(turns).messages


def test_results_take_media():
    """Their output is a list then."""
    parts = (Text(text="see"), image(), Media(url="file-1"))
    turns = [out(Role.ASSISTANT, call("a")), out(Role.TOOL, ToolResult(call_id="a", parts=parts))]
    assert [text("see"), SHOWN, text("[… file at file-1 …]")] == write(turns).messages[1]["output"]


@pytest.mark.parametrize(
    ("media", "block"),
    [
        (
            Media(mime="application/pdf", data="JVBE"),
            {"type": "input_file", "filename": "file.pdf", "file_data": "data:application/pdf;base64,JVBE"},
        ),
        (Media(url="https://a.test/x.pdf"), {"type": "input_file", "file_url": "https://a.test/x.pdf"}),
        (Media(url="https://a.test/x"), {"type": "input_image", "detail": "auto", "image_url": "https://a.test/x"}),
        (Media(mime="audio/wav", data="UklG"), text("[… audio/wav, 3 bytes …]")),
    ],
)
def test_media_are_blocks_or_words(media: Media, block: dict[str, Any]):
    """What the provider cannot take is told."""
    assert [block, text("x")] == write([out(Role.USER, media, Text(text="x"))]).messages[0]["content"]


def test_a_block_goes_as_it_was():
    """Whether its message is there or not."""
    item = {"type": "reasoning", "id": "r", "summary": []}
    turn = OutTurn(role=Role.ASSISTANT, parts=(OutPart(part=Meta(kind="x"), block=item), OutPart(part=Meta(kind="y"))))
    assert [item] == write([turn]).messages


def test_a_message_keeps_its_other_fields():
    """What was noted about its text does not outlive it."""
    block = {"type": "output_text", "text": "long", "annotations": [{"end_index": 4}]}
    item = {"type": "message", "role": "assistant", "id": "m", "status": "completed", "content": [block]}
    [made] = write([own(item, Role.ASSISTANT, Text(text="l", path=("content", 0, "text")))]).messages
    assert {**item, "content": [{"type": "output_text", "text": "l", "annotations": []}]} == made


def test_a_message_of_one_text_stays_one():
    """Another text makes it a list."""
    item = {"role": "assistant", "content": "long"}
    parts = [Text(text="l", path=("content",)), Text(text="m")]
    blocks = [{"type": "output_text", "text": "l"}, {"type": "output_text", "text": "m"}]
    assert [{**item, "content": "l"}] == write([own(item, Role.ASSISTANT, parts[0])]).messages
    assert [{**item, "content": blocks}] == write([own(item, Role.ASSISTANT, *parts)]).messages


def test_blocks_of_a_message_stay_as_they_were():
    """Those that did not change; a text may be given as one."""
    item = {"role": "user", "content": [SHOWN, text("a")]}
    parts = (OutPart(part=image(), block=SHOWN), OutPart(part=Text(text="a"), block="a"))
    assert [item] == write([OutTurn(role=Role.USER, parts=parts, message=item)]).messages


CALLED = ToolCall(id="c", name="f", arguments='{"x": 1}')
CUT = ToolResult(call_id="c", parts=(Text(text="cut"),))
FAILED = ToolResult(call_id="c", parts=(Text(text="cut"),), is_error=True)


@pytest.mark.parametrize(
    ("type", "part", "fields"),
    [
        ("function_call", CALLED, {"arguments": '{"x": 1}'}),
        ("custom_tool_call", CALLED, {"input": '{"x": 1}'}),
        ("program", CALLED, {"code": '{"x": 1}'}),
        ("tool_search_call", CALLED, {"arguments": {"x": 1}}),
        ("shell_call", CALLED, {}),
        ("mcp_call", CALLED, {"arguments": '{"x": 1}'}),
        ("function_call_output", CUT, {"output": "cut"}),
        ("custom_tool_call_output", CUT, {"output": "cut"}),
        ("local_shell_call_output", CUT, {"output": "cut"}),
        ("apply_patch_call_output", CUT, {"output": "cut"}),
        ("program_output", CUT, {"result": "cut"}),
        (
            "shell_call_output",
            CUT,
            {"output": [{"stdout": "cut", "stderr": "", "outcome": {"type": "exit", "exit_code": 0}}]},
        ),
        (
            "shell_call_output",
            FAILED,
            {"output": [{"stdout": "cut", "stderr": "", "outcome": {"type": "exit", "exit_code": 1}}]},
        ),
        ("computer_call_output", CUT, {}),
    ],
)
def test_an_item_is_made_anew_in_its_own_form(type: str, part: ToolCall | ToolResult, fields: dict[str, Any]):
    """Where it can say something else; else it is left as it was."""
    item = {"type": type, "id": "i", "call_id": "c"}
    role = Role.ASSISTANT if isinstance(part, ToolCall) else Role.TOOL
    asked = [] if role is Role.ASSISTANT else [out(Role.ASSISTANT, CALLED)]
    assert {**item, **fields} == write([*asked, own(item, role, part)]).messages[-1]


@pytest.mark.parametrize(
    ("answer", "fields"),
    [
        (CUT, {"output": "cut"}),
        (FAILED, {"error": {"type": "mcp_tool_execution_error", "content": [{"type": "text", "text": "cut"}]}}),
        (ToolResult(call_id="c", parts=(Text(text="whole", path=("output",)),)), {}),
    ],
)
def test_a_call_that_holds_its_answer_keeps_it(answer: ToolResult, fields: dict[str, Any]):
    """It is one item, and what was not cut stays."""
    item = {"type": "mcp_call", "id": "c", "name": "f", "arguments": "{}", "output": "whole"}
    expected = {**item, "arguments": '{"x": 1}', **fields}
    assert [expected] == write([own(item, Role.ASSISTANT, CALLED, answer)]).messages


def test_what_stands_for_an_item_is_a_message():
    """An image that the model made becomes words."""
    item = {"type": "image_generation_call", "id": "i", "result": GIF}
    assert [said("assistant", "gone")] == write([own(item, Role.ASSISTANT, Text(text="gone"))]).messages


def test_results_keep_the_blocks_that_did_not_change():
    """A file by its id is known to the provider."""
    file = {"type": "input_file", "file_id": "f"}
    item = {"type": "function_call_output", "call_id": "c", "output": [file, text("long")]}
    cut = ToolResult(call_id="c", parts=(Media(url="f", path=("output", 0)), Text(text="l")), path=("output",))
    turns = [out(Role.ASSISTANT, CALLED), own(item, Role.TOOL, cut)]
    assert {**item, "output": [file, text("l")]} == write(turns).messages[1]


def test_a_late_result_is_one():
    """It need not come right behind its call."""
    turns = [out(Role.ASSISTANT, call("a")), out(Role.ASSISTANT, Text(text="hm")), out(Role.USER, Text(text="u"))]
    turns += [out(Role.ASSISTANT, Text(text="so")), out(Role.TOOL, result("a"))]
    assert write(turns).messages[-1] == {"type": "function_call_output", "call_id": "a", "output": "done"}
