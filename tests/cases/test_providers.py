"""The checks themselves: what a provider takes has no complaint, and each of its rules is one that can be broken."""

import pytest

from cases.door import Json
from cases.formats import Format, each_messages_format
from cases.providers import complaints
from cases.script import Answer, Call, Script, model, tools, user

SCRIPT: Script = [
    user("go"),
    model("on it", Call("a", "ping", {}), Call("b", "date", {})),
    tools(Answer("a", "1 ms"), Answer("b", "Monday")),
    model("done"),
    user("thanks"),
]


def without_answers(script: Script) -> Script:
    """The conversation as a trimmer leaves it that looks at roles alone."""
    return [turn for turn in script if turn.role != "tool"]


@each_messages_format
def test_a_good_conversation_is_taken(form: Format):
    """Pairs, order and contents are as they should be."""
    assert complaints(form.name, form.records(SCRIPT)) == []


@each_messages_format
def test_calls_may_wait_at_the_end(form: Format):
    """Whoever asks for the next answer sends the results with it."""
    assert complaints(form.name, form.records(SCRIPT[:2])) == []


@each_messages_format
def test_a_call_without_a_result_is_refused(form: Format):
    """In the middle of a conversation every call needs one."""
    assert complaints(form.name, form.records(without_answers(SCRIPT))) != []


@each_messages_format
def test_a_result_without_a_call_is_refused(form: Format):
    """A result needs the call right before it."""
    assert complaints(form.name, form.records([SCRIPT[0], *SCRIPT[2:]])) != []


@each_messages_format
def test_a_missing_result_is_refused(form: Format):
    """One of two results is not enough."""
    script = [*SCRIPT[:2], tools(Answer("a", "1 ms")), *SCRIPT[3:]]
    assert complaints(form.name, form.records(script)) != []


@pytest.mark.parametrize(
    ("format", "message"),
    [
        ("openai", {"role": "user", "content": None}),
        ("openai", {"role": "assistant", "content": None}),
        ("openai", {"role": "assistant", "content": "x", "tool_calls": []}),
        ("openai_responses", {"type": "message", "role": "user", "content": []}),
        ("openai_responses", {"type": "reasoning", "summary": []}),
        ("anthropic", {"role": "user", "content": " "}),
        ("anthropic", {"role": "user", "content": [{"type": "text", "text": ""}]}),
        ("anthropic", {"role": "user", "content": []}),
        ("anthropic", {"role": "assistant", "content": "x"}),
        ("anthropic", {"role": "system", "content": "x"}),
        ("gemini", {"role": "user", "parts": []}),
        ("gemini", {"role": "user", "parts": [{"text": ""}]}),
        ("gemini", {"role": "model", "parts": [{"text": "x"}]}),
    ],
)
def test_a_bad_message_is_refused(format: str, message: Json):
    """Nothing said, or by the wrong one."""
    assert complaints(format, [message]) != []
