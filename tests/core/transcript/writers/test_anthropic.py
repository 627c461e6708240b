"""Anthropic Messages as they are written."""

from typing import Any

import pytest

from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.turns import AnyPart, Compaction, Media, Meta, Reasoning, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.anthropic import write
from core.transcript.build import GIF, call, image, result
from core.transcript.writers.drawn import out

MARKED = {"cache_control": {"type": "ephemeral"}}
SHOWN = {"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": GIF}}


def own(message: dict[str, Any], *parts: OutPart, untouched: bool = False) -> OutTurn:
    """A turn of a message."""
    return OutTurn(role=message["role"], parts=parts, message=message, untouched=untouched)


def text(words: str) -> dict[str, Any]:
    """A block."""
    return {"type": "text", "text": words}


def content(*parts: AnyPart, role: Role = Role.USER) -> Any:
    """The content of a turn alone."""
    [message] = write([out(role, *parts)]).messages
    return message["content"]


def test_one_text_is_a_string_and_several_are_blocks():
    """As people write them."""
    assert ["a", [text("a"), text("b")]] == [content(Text(text="a")), content(Text(text="a"), Text(text="b"))]


def test_calls_and_results_pair():
    """The input is an object, an error is told, and results come before what the user says."""
    turns = [
        out(
            Role.ASSISTANT,
            Text(text="so"),
            call("a", "ping", host="h"),
            ToolCall(name="sh", arguments="ls", custom=True),
        ),
        out(Role.TOOL, Text(text="wait"), result("a", error=True), ToolResult(name="sh")),
    ]
    expected = [
        {
            "role": "assistant",
            "content": [
                text("so"),
                {"type": "tool_use", "id": "a", "name": "ping", "input": {"host": "h"}},
                {"type": "tool_use", "id": "call_2", "name": "sh", "input": {"input": "ls"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "done", "is_error": True},
                {"type": "tool_result", "tool_use_id": "call_2"},
                text("wait"),
            ],
        },
    ]
    assert expected == write(turns).messages


def test_a_result_holds_media():
    """Images and documents stand in it as blocks."""
    parts = (Text(text="see"), Text(text=" "), image(), Meta(kind="x", value=1))
    turns = [out(Role.ASSISTANT, call("a")), out(Role.TOOL, ToolResult(call_id="a", parts=parts))]
    assert [text("see"), SHOWN, text("1")] == write(turns).messages[1]["content"][0]["content"]


@pytest.mark.parametrize(
    ("media", "block"),
    [
        (image(), SHOWN),
        (
            Media(mime="application/pdf", data="JVBE"),
            {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBE"}},
        ),
        (Media(url="https://a.test/x"), {"type": "image", "source": {"type": "url", "url": "https://a.test/x"}}),
        (
            Media(url="https://a.test/x.pdf"),
            {"type": "document", "source": {"type": "url", "url": "https://a.test/x.pdf"}},
        ),
        (Media(mime="audio/wav", url="https://a.test/x"), text("[… audio/wav at https://a.test/x …]")),
        (Media(mime="audio/wav", data="UklG"), text("[… audio/wav, 3 bytes …]")),
    ],
)
def test_media_are_blocks_or_words(media: Media, block: dict[str, Any]):
    """What the provider cannot take is told."""
    assert block == content(media, Text(text="x"))[0]


def test_the_assistant_shows_nothing():
    """Its messages have no images."""
    assert content(image(), role=Role.ASSISTANT) == "[… image/gif, 320 x 240 pixels, 10 bytes …]"


def test_the_system_goes_beside():
    """One text is a text, several are blocks, and blocks stay as they were."""
    one, two = out(Role.SYSTEM, Text(text="a")), out(Role.DEVELOPER, Text(text="b"))
    marked = OutTurn(role=Role.SYSTEM, parts=(OutPart(part=Text(text="c"), block={**text("c"), **MARKED}),))
    given = [write(turns).system for turns in ([one], [one, two], [marked], [out(Role.USER, Text(text="u"))])]
    assert ["a", [text("a"), text("b")], [{**text("c"), **MARKED}], None] == given


def test_the_system_of_a_message_goes_beside_as_it_was():
    """Whatever its content is."""
    message = {"role": "system", "content": [text("a")]}
    assert message["content"] is write([own(message, OutPart(part=Text(text="a")), untouched=True)]).system


def test_what_the_system_has_no_place_for_is_left_out():
    """It says texts alone."""
    assert None is write([out(Role.SYSTEM, Meta(kind="x", value=1))]).system


def test_thoughts_go_only_as_they_were():
    """A signature is worth something to its own provider alone, and no message ends with a thought."""
    thought = {"type": "thinking", "thinking": "hm", "signature": "s"}
    part = Reasoning(text="hm", signature="s")
    message = {"role": "assistant", "content": [thought, text("a"), thought]}
    turn = own(
        message,
        OutPart(part=part, block=thought),
        OutPart(part=Text(text="a"), block=text("a")),
        OutPart(part=part, block=thought),
    )
    assert [thought, text("a")] == write([turn]).messages[0]["content"]
    assert write([own(message, OutPart(part=part, block=thought))]).messages == []
    assert write([own(message, OutPart(part=part))]).messages == []


def test_a_block_that_is_made_anew_keeps_what_marks_the_cache():
    """Only what it says has changed."""
    use = {"type": "tool_use", "id": "a", "name": "f", "input": {"x": 1}, **MARKED}
    answer = {"type": "tool_result", "tool_use_id": "a", "content": "long", "is_error": True, **MARKED}
    turns = [
        own(
            {"role": "user", "ts": 1, "content": [{**text("long"), **MARKED}]},
            OutPart(part=Text(text="l", path=("content", 0, "text"))),
        ),
        own(
            {"role": "assistant", "content": [use]},
            OutPart(part=ToolCall(id="a", name="f", arguments="{}", path=("content", 0, "input"))),
        ),
        own(
            {"role": "user", "content": [answer]},
            OutPart(
                part=ToolResult(call_id="a", parts=(Text(text="l"),), is_error=True, path=("content", 0, "content"))
            ),
        ),
    ]
    expected = [
        {"role": "user", "ts": 1, "content": [{**text("l"), **MARKED}]},
        {"role": "assistant", "content": [{**use, "input": {}}]},
        {"role": "user", "content": [{**answer, "content": "l"}]},
    ]
    assert expected == write(turns).messages


def test_parts_of_a_result_that_did_not_change_stay_as_they_were():
    """An image by the id of its file is known to its own provider."""
    file = {"type": "image", "source": {"type": "file", "file_id": "f"}}
    message = {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "a", "content": [file, text("long")]}],
    }
    path = ("content", 0, "content")
    cut = ToolResult(call_id="a", parts=(Media(url="f", path=(*path, 0)), Text(text="l")), path=path)
    turns = [out(Role.ASSISTANT, call("a")), own(message, OutPart(part=cut))]
    assert [file, text("l")] == write(turns).messages[1]["content"][0]["content"]


def test_a_built_turn_joins_an_untouched_one():
    """Two neighbours of one role are one message, with the fields of both."""
    first = {"role": "user", "content": "a", "id": 1}
    second = {"role": "user", "content": [text("c")], "id": 2, "ts": 3}
    note = out(Role.USER, Text(text="b"))
    turns = [
        own(first, OutPart(part=Text(text="a")), untouched=True),
        note,
        own(second, OutPart(part=Text(text="c")), untouched=True),
    ]
    assert [{"role": "user", "content": [text("a"), text("b"), text("c")], "id": 1, "ts": 3}] == write(turns).messages
    assert first == {"role": "user", "content": "a", "id": 1}


def test_a_list_stays_a_list():
    """So that what did not change is written as it was."""
    message = {"role": "user", "content": [text("a")]}
    assert [message] == write([own(message, OutPart(part=Text(text="a"), block=text("a")))]).messages


def test_text_given_as_a_block_is_one():
    """A content may be one text."""
    assert write([own({"role": "user", "content": "a"}, OutPart(part=Text(text="a"), block="a"))]).messages == [
        {"role": "user", "content": "a"}
    ]


def test_a_sealed_summary_goes_as_it_was():
    """A block that its provider understands."""
    block = {"type": "compaction", "content": None, "encrypted_content": "e"}
    message = {"role": "assistant", "content": [block]}
    assert [message] == write([own(message, OutPart(part=Compaction(signature="e"), block=block))]).messages
