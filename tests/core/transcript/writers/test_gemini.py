"""Gemini's contents as they are written."""

from typing import Any

import pytest

from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.turns import Media, Meta, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.gemini import write
from core.transcript.build import call, image, result
from core.transcript.readers.shown import PNG
from core.transcript.writers.drawn import out

SHOWN = {"inlineData": {"mimeType": "image/png", "data": PNG}}
PICTURE = Media(mime="image/png", data=PNG)


def own(message: dict[str, Any], role: Role, *parts: OutPart, untouched: bool = False) -> OutTurn:
    """A turn of a content."""
    return OutTurn(role=role, parts=parts, message=message, untouched=untouched)


def response(name: str, **said: str) -> dict[str, Any]:
    """What a function answered."""
    return {"functionResponse": {"name": name, "response": said}}


def test_responses_come_in_the_order_of_their_calls():
    """All in one content, before what the user says; calls have no ids."""
    turns = [
        out(Role.ASSISTANT, Text(text="so"), call("a", "f", x=1), call("b", "g")),
        out(Role.TOOL, result("b", "no", error=True)),
        out(Role.USER, Text(text="wait")),
        out(Role.TOOL, result("a", "yes")),
    ]
    expected = [
        {
            "role": "model",
            "parts": [
                {"text": "so"},
                {"functionCall": {"name": "f", "args": {"x": 1}}},
                {"functionCall": {"name": "g", "args": {}}},
            ],
        },
        {"role": "user", "parts": [response("f", output="yes"), response("g", error="no"), {"text": "wait"}]},
    ]
    assert expected == write(turns).messages


def test_media_of_a_response_are_shown_behind_it():
    """Those that can be shown; all are told in it."""
    zipped = Media(mime="application/zip", data="UEsD")
    turns = [out(Role.ASSISTANT, call("a")), out(Role.TOOL, ToolResult(call_id="a", parts=(PICTURE, zipped)))]
    told = "[… image/png, 2 x 1 pixels, 68 bytes …]\n[… application/zip, 3 bytes …]"
    assert [response("Read", output=told), SHOWN] == write(turns).messages[1]["parts"]


def test_media_in_a_response_of_its_own_stay_there():
    """They were not changed."""
    block = {"inlineData": {"mimeType": "image/png", "data": PNG}}
    before = {"functionResponse": {"id": "c", "name": "f", "response": {"a": 1}, "parts": [block]}}
    path = ("parts", 0, "functionResponse")
    cut = ToolResult(
        call_id="c",
        name="f",
        parts=(Text(text="x"), Media(mime="image/png", data=PNG, path=(*path, "parts", 0, "inlineData"))),
        path=path,
    )
    called = {"role": "model", "parts": [{"functionCall": {"id": "c", "name": "f"}}]}
    turns = [
        own(called, Role.ASSISTANT, OutPart(part=ToolCall(id="c", name="f")), untouched=True),
        own({"role": "user", "parts": [before]}, Role.TOOL, OutPart(part=cut)),
    ]
    [part] = write(turns).messages[1]["parts"]
    assert ("c", [block]) == (part["functionResponse"]["id"], part["functionResponse"]["parts"])


@pytest.mark.parametrize(
    ("media", "part"),
    [
        (PICTURE, SHOWN),
        (image(), {"text": "[… image/gif, 320 x 240 pixels, 10 bytes …]"}),
        (Media(mime="audio/wav", data="UklG"), {"inlineData": {"mimeType": "audio/wav", "data": "UklG"}}),
        (
            Media(url="https://a.test/x.pdf"),
            {"fileData": {"fileUri": "https://a.test/x.pdf", "mimeType": "application/pdf"}},
        ),
        (Media(mime="video/mp4", url="gs://b/x"), {"fileData": {"fileUri": "gs://b/x", "mimeType": "video/mp4"}}),
        (Media(url="https://a.test/x"), {"text": "[… file at https://a.test/x …]"}),
    ],
)
def test_media_are_parts_or_words(media: Media, part: dict[str, Any]):
    """What the provider cannot take is told; it must know the type of all else."""
    assert [{"role": "user", "parts": [part]}] == write([out(Role.USER, media)]).messages


def test_the_system_is_an_instruction():
    """Of all that it says before the others; what comes later is the user's."""
    turns = [out(Role.SYSTEM, Text(text="a")), out(Role.DEVELOPER, Text(text="b"), Meta(kind="x"))]
    later = [out(Role.USER, Text(text="u")), out(Role.SYSTEM, Text(text="c"))]
    written = write([*turns, *later])
    assert written.system == {"parts": [{"text": "a"}, {"text": "b"}]}
    assert written.messages == [{"role": "user", "parts": [{"text": "u"}, {"text": "[system] c"}]}]
    assert write(later).system is None


def test_an_instruction_stays_as_it_was():
    """If it is one content."""
    message = {"parts": [{"text": "a"}]}
    assert message is write([own(message, Role.SYSTEM, OutPart(part=Text(text="a")), untouched=True)]).system


def test_what_is_signed_goes_only_as_it_was():
    """A call that is made anew has no signature."""
    signed = {"functionCall": {"name": "f", "args": {"x": 1}}, "thoughtSignature": "s"}
    message = {"role": "model", "parts": [{"text": "hm", "thought": True, "thoughtSignature": "t"}, signed]}
    part = ToolCall(name="f", arguments='{"x": 1}', signature="s", path=("parts", 1, "functionCall", "args"))
    as_it_was = own(message, Role.ASSISTANT, OutPart(part=Text(text="so")), OutPart(part=part, block=signed))
    anew = own(message, Role.ASSISTANT, OutPart(part=part))
    assert [{"text": "so"}, signed] == write([as_it_was]).messages[0]["parts"]
    assert write([anew]).messages[0]["parts"] == [{"functionCall": {"name": "f", "args": {"x": 1}}}]


def test_a_built_turn_joins_an_untouched_one():
    """The contents must alternate; responses come first, in the order of their calls, all the same."""
    called = out(Role.ASSISTANT, call("a", "f"), call("b", "g"))
    first = own(
        {"role": "function", "parts": [{"text": "late"}, response("g", output="2")]},
        Role.TOOL,
        OutPart(part=ToolResult(name="g")),
        untouched=True,
    )
    second = out(Role.TOOL, result("a", "1"))
    expected = {"role": "function", "parts": [response("f", output="1"), response("g", output="2"), {"text": "late"}]}
    assert expected == write([called, first, second]).messages[1]


def test_a_content_without_parts_adds_nothing():
    """It says nothing."""
    empty = own({"role": "user"}, Role.USER, untouched=True)
    assert write([empty, out(Role.USER, Text(text="a"))]).messages == [{"role": "user", "parts": [{"text": "a"}]}]


def test_nothing_is_no_content():
    """What has no place leaves no empty content."""
    assert (
        write([own({"role": "model", "parts": [{"x": 1}]}, Role.ASSISTANT, OutPart(part=Meta(kind="x")))]).messages
        == []
    )


def test_text_given_as_a_block_is_one():
    """Parts may be texts."""
    turn = own({"role": "user", "parts": ["a"]}, Role.USER, OutPart(part=Text(text="a"), block="a"))
    assert write([turn]).messages == [{"role": "user", "parts": [{"text": "a"}]}]
