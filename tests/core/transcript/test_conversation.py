"""Messages as fragments: what each of them is, and what goes together."""

import pytest

from contextc.errors import InvalidRequest
from contextc.transcript.conversation import Conversation, from_messages, from_reading
from contextc.transcript.turns import Lane, Meta, Reading, Reasoning, Turn
from contextc.vocabulary import MessagesFormat, SegmentFormat
from core.transcript.build import GIF, call, result, said

AUTO = MessagesFormat.AUTO


def openai(*messages: dict) -> Conversation:
    """A conversation of OpenAI's."""
    return from_messages(list(messages), MessagesFormat.OPENAI)


def session(*turns: Turn) -> Conversation:
    """A conversation that was a session."""
    return from_reading(Reading(format=SegmentFormat.CODEX, turns=list(turns)))


def groups(conversation: Conversation) -> list[str | None]:
    """The group of every fragment."""
    return [fragment.group for fragment in conversation.fragments]


CALL = {
    "role": "assistant",
    "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
}
RESULT = {"role": "tool", "tool_call_id": "c", "content": "done"}
USER = {"role": "user", "content": "go"}


@pytest.mark.parametrize(
    "messages, format",
    [
        ([], "openai"),
        ([USER], "openai"),
        ([USER, CALL, RESULT], "openai"),
        ([{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "x"}]}], "anthropic"),
        ([{"role": "user", "parts": [{"text": "hi"}]}], "gemini"),
        ([{"type": "message", "role": "user", "content": "hi"}], "openai_responses"),
        ([{"type": "human", "data": {"content": "hi"}}], "langchain"),
    ],
)
def test_the_format_is_found(messages: list[dict], format: str):
    """By what only one provider has; bare texts are OpenAI's."""
    assert str(from_messages(messages, AUTO).format) == format


def test_a_message_that_is_none_is_named():
    """The path leads to it."""
    with pytest.raises(InvalidRequest) as caught:
        openai(USER, {"rolle": "user"})
    assert caught.value.path == "$.messages[1]"


def test_every_message_has_a_fragment():
    """One that says nothing says an empty text."""
    found = openai(USER, {"role": "assistant", "content": None}, {"role": "user", "content": []})
    assert [fragment.content for fragment in found.fragments] == ["go", "", ""]


def test_an_empty_result_has_a_fragment():
    """It can be left out like any other."""
    assert [str(slot.kind) for slot in openai(CALL, {**RESULT, "content": None}).slots] == ["tool_call", "tool_result"]


def test_a_call_goes_with_its_result():
    """The message that calls and the one that answers are kept together."""
    assert groups(openai(USER, CALL, RESULT, USER)) == ["messages 0", "messages 1", "messages 1", "messages 3"]


def test_what_the_assistant_says_in_a_row_goes_together():
    """Reasoning and text before a call belong to it."""
    thought = said("assistant", Reasoning(text="hm", signature="s"))
    assert groups(session(thought, said("assistant", call()), said("tool", result()))) == ["messages 0"] * 3


def test_a_result_behind_other_words_is_text():
    """No provider takes a result that does not follow its call."""
    late = openai(CALL, USER, RESULT, USER)
    assert late.unpaired == {(0, 0): "[call c f, without a result]", (2, 0): "[result c, without a call]"}


def test_the_last_calls_may_still_be_answered():
    """A call at the end waits for its result."""
    assert openai(USER, CALL).unpaired == {}


def test_a_result_of_no_call_is_text():
    """It would be refused."""
    assert openai(USER, RESULT).unpaired == {(1, 0): "[result c, without a call]"}


def test_an_image_is_priced_as_one():
    """Its bytes are media, not text."""
    url = f"data:image/gif;base64,{GIF}"
    found = openai({"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]})
    assert [(one.content, one.media is not None) for one in found.fragments] == [("", True)]


@pytest.mark.parametrize("url", ["https://a.test/b.png", "data:image/png;base64,!"])
def test_an_image_that_cannot_be_read_is_a_mark(url: str):
    """It is named, and not sent to be decoded."""
    found = openai({"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]})
    assert [(one.content[:3], one.media) for one in found.fragments] == [("[… ", None)]


@pytest.mark.parametrize("part", [Reasoning(text="a", signature="s"), Meta(kind="x", value=1)])
def test_what_is_sealed_is_whole(part):
    """It is worth nothing in parts."""
    assert (session(said("assistant", part)).fragments[0].metadata or {})["whole"] is True


def test_a_session_is_its_main_lane():
    """Side conversations and notes of the program are not sent."""
    found = session(said("user", "a"), said("user", "b", lane=Lane.SIDE), said("event", "c"), said("human", "d"))
    assert [(turn.role, fragment.content) for turn, fragment in zip(found.turns, found.fragments, strict=True)] == [
        ("user", "a"),
        ("user", "d"),
    ]


def test_an_id_that_comes_again_is_made_anew_for_anthropic():
    """It refuses a conversation in which two calls have one id; the result goes with its call."""
    use = {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}
    answer = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "done"}]}
    found = from_messages([use, answer, use, answer, use], MessagesFormat.ANTHROPIC)
    assert (found.remade, openai(CALL, RESULT, CALL, RESULT).remade) == ({2, 3, 4}, set())
