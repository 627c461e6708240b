"""OpenAI's chat as it is written."""

from typing import Any

import pytest

from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.turns import AnyPart, Media, Reasoning, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.openai import write
from core.transcript.build import GIF, call, image, result
from core.transcript.writers.drawn import out

SHOWN = {"type": "image_url", "image_url": {"url": f"data:image/gif;base64,{GIF}"}}
MARK = "[… image/gif, 320 x 240 pixels, 10 bytes …]"


def own(message: dict[str, Any], *parts: OutPart) -> OutTurn:
    """A turn of a message, to be made anew."""
    return OutTurn(role=message["role"], parts=parts, message=message)


def again(message: dict[str, Any], *parts: AnyPart) -> list[dict[str, Any]]:
    """A message made anew of parts that have no blocks."""
    return write([own(message, *[OutPart(part=part) for part in parts])]).messages


def text(words: str) -> dict[str, Any]:
    """A block."""
    return {"type": "text", "text": words}


def test_every_speaker_has_messages():
    """The system and the developer, too."""
    turns = [out(role, Text(text="a")) for role in (Role.SYSTEM, Role.DEVELOPER, Role.USER, Role.ASSISTANT)]
    written = write(turns)
    assert ([one["role"] for one in written.messages], written.system) == (
        ["system", "developer", "user", "assistant"],
        None,
    )


def test_calls_and_results_pair():
    """Arguments are the text that they were; what a custom tool was asked is its input."""
    turns = [
        out(
            Role.ASSISTANT,
            ToolCall(id="a", name="f", arguments='{"x":  1}'),
            ToolCall(name="sh", arguments="ls", custom=True),
        ),
        out(Role.USER, result("a"), ToolResult(name="sh"), Text(text="so")),
    ]
    expected = [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "f", "arguments": '{"x":  1}'}},
                {"id": "call_2", "type": "custom", "custom": {"name": "sh", "input": "ls"}},
            ],
        },
        {"role": "tool", "tool_call_id": "a", "content": "done"},
        {"role": "tool", "tool_call_id": "call_2", "content": ""},
        {"role": "user", "content": "so"},
    ]
    assert expected == write(turns).messages


def test_no_arguments_are_an_empty_object():
    """Some servers read them as JSON."""
    [message] = write([out(Role.ASSISTANT, ToolCall(name="f"))]).messages
    assert message["tool_calls"][0]["function"]["arguments"] == "{}"


def test_images_of_results_are_shown_by_the_user():
    """Messages of tools hold text alone."""
    turns = [out(Role.ASSISTANT, call("a")), out(Role.TOOL, ToolResult(call_id="a", parts=(image(), Text(text="see"))))]
    expected = [{"role": "tool", "tool_call_id": "a", "content": f"{MARK}\nsee"}, {"role": "user", "content": [SHOWN]}]
    assert expected == write(turns).messages[1:]


def test_what_cannot_be_shown_is_only_told():
    """In the message of its tool."""
    turns = [out(Role.ASSISTANT, call("a")), out(Role.TOOL, ToolResult(call_id="a", parts=(Media(url="file-1"),)))]
    assert [one["content"] for one in write(turns).messages[1:]] == ["[… file at file-1 …]"]


@pytest.mark.parametrize(
    ("media", "block"),
    [
        (image(), SHOWN),
        (
            Media(mime="audio/mpeg", data="SUQz"),
            {"type": "input_audio", "input_audio": {"data": "SUQz", "format": "mp3"}},
        ),
        (
            Media(mime="application/pdf", data="JVBE"),
            {"type": "file", "file": {"filename": "file.pdf", "file_data": "data:application/pdf;base64,JVBE"}},
        ),
        (Media(url="https://a.test/x"), {"type": "image_url", "image_url": {"url": "https://a.test/x"}}),
        (Media(url="https://a.test/x.pdf"), text("[… file at https://a.test/x.pdf …]")),
        (Media(mime="audio/flac", data="ZkxhQw=="), text("[… audio/flac, 4 bytes …]")),
    ],
)
def test_media_are_blocks_or_words(media: Media, block: dict[str, Any]):
    """What the provider cannot take is told."""
    assert [block, text("x")] == write([out(Role.USER, media, Text(text="x"))]).messages[0]["content"]


def test_only_the_user_shows():
    """The assistant tells."""
    assert write([out(Role.ASSISTANT, image())]).messages[0]["content"] == MARK


def test_a_message_keeps_its_other_fields():
    """Its name, and what marks the cache of a block that is made anew."""
    block = {**text("long"), "prompt_cache_breakpoint": {"mode": "explicit"}}
    message = {"role": "user", "name": "ann", "content": [block]}
    expected = [{**message, "content": [{**block, "text": "l"}]}]
    assert expected == again(message, Text(text="l", path=("content", 0, "text")))


def test_a_text_that_was_none_of_a_list_is_none():
    """The content was one text, and is one."""
    assert again({"role": "user", "content": "long"}, Text(text="l", path=("content",))) == [
        {"role": "user", "content": "l"}
    ]


def test_a_call_that_is_made_anew_keeps_its_other_fields():
    """Servers add their own."""
    given = {"id": "a", "type": "function", "index": 0, "function": {"name": "f", "arguments": "{...}"}}
    message = {"role": "assistant", "content": "", "tool_calls": [given]}
    part = ToolCall(id="a", name="f", arguments="{}", path=("tool_calls", 0, "function", "arguments"))
    expected = {**given, "function": {"name": "f", "arguments": "{}"}}
    assert [{"role": "assistant", "content": None, "tool_calls": [expected]}] == again(message, part)


def test_a_legacy_call_stays_one():
    """Its answer names the function alone."""
    message = {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{...}"}}
    part = ToolCall(name="f", arguments="{}", path=("function_call", "arguments"))
    assert [{**message, "function_call": {"name": "f", "arguments": "{}"}}] == again(message, part)


def test_a_refusal_and_thoughts_stay_in_their_fields():
    """Thoughts alone are no message."""
    message = {"role": "assistant", "refusal": "no", "reasoning_content": "hm"}
    refusal = Text(text="no", path=("refusal",))
    thought = Reasoning(text="hm", path=("reasoning_content",))
    assert [message] == again(message, thought, refusal)
    assert again(message, thought) == []


def test_thoughts_without_a_field_are_left_out():
    """There is no place for them."""
    message = {"role": "assistant", "content": "x"}
    assert [message] == again(message, Reasoning(text="hm"), Text(text="x", path=("content",)))


def test_sound_stays_with_its_words():
    """Without it, the words are a text."""
    message = {"role": "assistant", "audio": {"id": "a", "transcript": "hi"}}
    words, sound = Text(text="hi", path=("audio", "transcript")), Media(url="a", path=("audio",))
    assert [message] == again(message, words, sound)
    assert again(message, words) == [{"role": "assistant", "content": "hi"}]


def test_a_result_that_is_cut_keeps_its_form():
    """A list stays a list, with the blocks that did not change."""
    listed = {"role": "tool", "tool_call_id": "a", "content": [{**text("one"), "x": 1}, text("two")]}
    cut = ToolResult(
        call_id="a", parts=(Text(text="one", path=("content", 0, "text")), Text(text="t")), path=("content",)
    )
    asked = out(Role.ASSISTANT, call("a"))
    turns = [asked, own(listed, OutPart(part=cut))]
    assert {**listed, "content": [{**text("one"), "x": 1}, text("t")]} == write(turns).messages[1]
    empty = [asked, own(listed, OutPart(part=ToolResult(call_id="a", path=("content",))))]
    assert {**listed, "content": ""} == write(empty).messages[1]


def test_an_image_that_a_server_takes_in_a_result_stays_there():
    """The user does not show it once more."""
    message = {"role": "tool", "tool_call_id": "a", "content": [SHOWN, text("long")]}
    cut = ToolResult(
        call_id="a",
        parts=(Media(mime="image/gif", data=GIF, path=("content", 0)), Text(text="l")),
        path=("content",),
    )
    written = write([out(Role.ASSISTANT, call("a")), own(message, OutPart(part=cut))]).messages
    assert [{**message, "content": [SHOWN, text("l")]}] == written[1:]
