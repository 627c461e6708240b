"""Thinking that its provider has signed (openclaw/openclaw#90108): it goes out as it came in, or not at all."""

import json
from typing import Any

import pytest

from cases.door import Json, segmented
from cases.fits import broken, fits
from cases.formats import FORMATS, MESSAGES, Format, fitted
from cases.heard import heard
from cases.pairs import blocks, refused
from cases.script import Answer, Call, Script, Thought, model, tools, user

SIGNED = {name: form for name, form in FORMATS.items() if name != "openai"}
"""OpenAI's chats have no signed thinking."""
SIGNED_MESSAGES = {name: form for name, form in MESSAGES.items() if name in SIGNED}

each_signed = pytest.mark.parametrize("form", SIGNED.values(), ids=SIGNED)
each_signed_messages = pytest.mark.parametrize("form", SIGNED_MESSAGES.values(), ids=SIGNED_MESSAGES)


def thought(number: int) -> Thought:
    """A paragraph of thinking, and a signature that fits it alone."""
    return Thought(f"I think about {number}. " * 12, f"sig{number}==" + "QUJD" * 20)


SCRIPT: Script = [
    turn
    for number in range(5)
    for turn in (
        user(f"step {number}"),
        model(thought(number), f"trying {number}", Call(f"t_{number}", "ping", {"host": str(number)})),
        tools(Answer(f"t_{number}", f"answer {number}. " * 30)),
        model(f"done {number}"),
    )
]


def signed_blocks(value: Any) -> list[str]:
    """Every object of a JSON value that holds a signature, as JSON."""
    if isinstance(value, list):
        return [found for item in value for found in signed_blocks(item)]
    if not isinstance(value, dict):
        return []
    own = {"signature", "encrypted_content", "thoughtSignature", "data"} & value.keys()
    signed = [json.dumps(value)] if own and isinstance(value[min(own)], str) else []
    return signed + [found for item in value.values() for found in signed_blocks(item)]


class TestTranscript:
    """Thinking in a session."""

    @each_signed
    def test_it_is_whole_or_not_there(self, form: Format):
        """In no budget is a part of it in the content."""
        whole = {thought(number).text.strip() for number in range(5)}
        for budget in range(20, 900, 23):
            answer = form.compiled(SCRIPT, budget)
            if not refused(answer):
                found = [
                    block.text.strip() for block in blocks(answer["context"]["content"]) if "reasoning" in block.what
                ]
                assert set(found) <= whole

    @each_signed
    def test_no_signature_is_shown(self, form: Format):
        """It is of no use to another model."""
        content = form.compiled(SCRIPT)["context"]["content"]
        assert "QUJDQUJD" not in content

    @each_signed
    def test_it_is_a_segment_of_its_own(self, form: Format):
        """It is the model's, and its kind says what it is."""
        segments = segmented(form.transcript(SCRIPT))["segments"]
        found = [one["text"].strip() for one in segments if one["kind"] == "reasoning"]
        assert found == [thought(number).text.strip() for number in range(5)]

    @each_signed
    def test_it_goes_first(self, form: Format):
        """As long as some of it is there, all that was said is."""
        spoken = [f"{what} {number}" for number in range(5) for what in ("step", "trying", "done")]
        for budget in range(20, 2000, 61):
            answer = form.compiled(SCRIPT, budget)
            if not refused(answer) and "reasoning]" in answer["context"]["content"]:
                assert [text for text in spoken if text not in answer["context"]["content"]] == []


class TestMessages:
    """Thinking in messages."""

    @each_signed_messages
    def test_what_goes_out_is_what_came_in(self, form: Format):
        """Every block with a signature is one of the request's, unchanged."""
        given = signed_blocks(form.records(SCRIPT))
        assert len(given) == 5
        for _, answer in fits(form, SCRIPT):
            if "error" not in answer:
                assert set(signed_blocks(answer["messages"])) <= set(given)

    @each_signed_messages
    def test_it_stays_with_its_message_or_goes_with_it(self, form: Format):
        """Where the call of a message is, its thinking is, in front of it; without the one there is not the other."""
        for _, answer in fits(form, SCRIPT):
            if "error" not in answer:
                found = heard(form.name, answer["messages"])
                calls = [str(piece.id).removeprefix("t_") for piece in found if piece.kind == "call"]
                thoughts = [piece.text.partition("about ")[2][:1] for piece in found if piece.kind == "thought"]
                assert thoughts == calls

    @each_signed_messages
    def test_every_law_holds_in_every_budget(self, form: Format):
        """Valid, within the budget, each message accounted for."""
        for request, answer in fits(form, SCRIPT):
            if "error" not in answer:
                assert broken(form.name, request, answer) == []


SEALED: dict[str, list[Json]] = {
    "anthropic": [
        {"role": "user", "content": "go"},
        {
            "role": "assistant",
            "content": [
                {"type": "redacted_thinking", "data": "QUJD" * 200},
                {"type": "tool_use", "id": "t_1", "name": "ping", "input": {}},
            ],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t_1", "content": "12 ms " * 200}]},
        {"role": "assistant", "content": "done"},
        {"role": "user", "content": "thanks"},
    ],
    "openai_responses": [
        {"type": "message", "role": "user", "content": "go"},
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "QUJD" * 200},
        {"type": "function_call", "call_id": "t_1", "name": "ping", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "t_1", "output": "12 ms " * 200},
        {"type": "message", "role": "assistant", "content": "done"},
        {"type": "message", "role": "user", "content": "thanks"},
    ],
    "gemini": [
        {"role": "user", "parts": [{"text": "go"}]},
        {
            "role": "model",
            "parts": [{"functionCall": {"id": "t_1", "name": "ping", "args": {}}, "thoughtSignature": "QUJD" * 200}],
        },
        {
            "role": "user",
            "parts": [{"functionResponse": {"id": "t_1", "name": "ping", "response": {"output": "12 ms " * 200}}}],
        },
        {"role": "model", "parts": [{"text": "done", "thoughtSignature": "REVG" * 20}]},
        {"role": "user", "parts": [{"text": "thanks"}]},
    ],
}
"""What only its provider can read: sealed thinking, and signatures of calls and texts."""


@pytest.mark.parametrize("format", SEALED)
class TestSealed:
    """Thinking without a text."""

    def test_it_goes_out_as_it_came(self, format: str):
        """With room nothing is changed."""
        assert fitted(SEALED[format], format)["messages"] == SEALED[format]

    def test_in_no_budget_is_it_edited(self, format: str):
        """It is one of the request's, and with its call, or neither is there."""
        given = set(signed_blocks(SEALED[format]))
        for budget in range(10, 900, 9):
            answer = fitted(SEALED[format], format, budget)
            if "error" not in answer:
                found = signed_blocks(answer["messages"])
                assert set(found) <= given
                calls = [piece for piece in heard(format, answer["messages"]) if piece.kind == "call"]
                assert len(calls) == sum("QUJD" in block for block in found)

    def test_its_bytes_are_counted(self, format: str):
        """A token for four of them: 800 bytes of what cannot be read are 200 tokens."""
        bare = json.loads(json.dumps(SEALED[format]).replace("QUJD" * 200, "QUJD"))
        whole, less = (fitted(messages, format)["insights"]["tokens_in"] for messages in (SEALED[format], bare))
        assert whole - less == (0 if format == "gemini" else 199)
