"""The validator finds what each provider refuses; each case is a valid conversation with one thing wrong."""

from typing import Any

import pytest

from contextc.vocabulary import MessagesFormat
from core.transcript.writers.valid import RULES, faults


def test_every_format_has_rules():
    """Nothing is valid because nobody looks."""
    assert set(MessagesFormat) - {MessagesFormat.AUTO} == set(RULES)


def call(id: str = "c1", name: str = "ping") -> dict[str, Any]:
    """A call in a chat of OpenAI."""
    return {"id": id, "type": "function", "function": {"name": name, "arguments": "{}"}}


ASK = {"role": "user", "content": "go"}
CALLS = {"role": "assistant", "content": None, "tool_calls": [call()]}
ANSWER = {"role": "tool", "tool_call_id": "c1", "content": ""}
DONE = {"role": "assistant", "content": "done"}


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [{"role": "system", "content": "s"}, ASK, CALLS, ANSWER, DONE, {"role": "developer", "content": "d"}],
        [ASK, CALLS],
        [ASK, CALLS, ANSWER, CALLS, ANSWER],
        [
            ASK,
            {"role": "assistant", "function_call": {"name": "f", "arguments": ""}},
            {"role": "function", "name": "f", "content": "x"},
        ],
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://a.test"}}]}],
        [ASK, {"role": "assistant", "content": [{"type": "refusal", "refusal": "no"}]}],
    ],
)
def test_a_good_chat_has_no_faults(messages: list[Any]):
    """OpenAI's chat in its usual forms."""
    assert faults(messages, MessagesFormat.OPENAI) == []


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ([{"role": "model", "content": "x"}], "0: role model"),
        ([{"role": "user", "content": ""}], "0: user says nothing"),
        ([{"role": "user", "content": []}], "0: user says nothing"),
        ([{"role": "user", "content": [{"type": "text", "text": ""}]}], "0: user says nothing"),
        ([{"role": "user", "content": [{"type": "image"}]}], "0: user with a block image"),
        ([ASK, {"role": "assistant", "content": None}], "1: assistant says nothing"),
        ([ASK, {"role": "assistant", "content": [{"type": "image_url"}]}], "1: assistant with a block image_url"),
        ([ASK, ANSWER], "1: a result that answers no call right before it: c1"),
        ([ASK, CALLS, ANSWER, ANSWER], "3: a result that answers no call right before it: c1"),
        ([ASK, CALLS, ANSWER, DONE, ANSWER], "4: a result that answers no call right before it: c1"),
        ([ASK, CALLS, ASK], "2: comes before the result of c1"),
        ([ASK, CALLS, DONE], "2: comes before the result of c1"),
        ([ASK, {**CALLS, "tool_calls": [call(), call("c2")]}, ANSWER], "end: no result of c2"),
        ([ASK, {**CALLS, "tool_calls": [call(), call()]}], "1: two calls c1"),
        ([ASK, {**CALLS, "tool_calls": [call("c" * 41)]}], f"1: id {'c' * 41!r}"),
        ([ASK, {**CALLS, "tool_calls": [call(name="a.b")]}], "1: name 'a.b'"),
        ([{**CALLS, "role": "user"}], "0: user calls"),
        ([ASK, CALLS, {"role": "tool", "tool_call_id": "c1"}], "2: tool says nothing"),
    ],
)
def test_a_bad_chat_has_one(messages: list[Any], fault: str):
    """What OpenAI's chat refuses."""
    assert fault in faults(messages, MessagesFormat.OPENAI)


HUMAN = {"type": "human", "content": "go"}
AI = {"type": "ai", "content": "", "tool_calls": [{"name": "a.b", "args": {}, "id": "c" * 41, "type": "tool_call"}]}
TOOL = {"type": "tool", "content": "x", "tool_call_id": "c" * 41}


def test_good_langchain_messages_have_no_faults():
    """Names and ids are whatever the provider takes; each dump is one."""
    flat = [HUMAN, AI, TOOL, {"type": "ai", "content": [{"type": "text", "text": "x"}, "y"]}]
    data = [{"type": one["type"], "data": one} for one in flat]
    names = ["HumanMessage", "AIMessageChunk", "ToolMessage", "AIMessage"]
    constructed = [
        {"type": "constructor", "id": ["m", name], "kwargs": one} for name, one in zip(names, flat, strict=True)
    ]
    assert [faults(dump, MessagesFormat.LANGCHAIN) for dump in (flat, data, constructed)] == [[], [], []]


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ([HUMAN, {"type": "ai", "data": {"content": "x"}}], "dumps of several forms: data, flat"),
        (
            [HUMAN, {"type": "ai", "content": None, "tool_calls": AI["tool_calls"]}],
            "1: a content that is neither text nor list",
        ),
        ([HUMAN, AI, {**TOOL, "status": "bad"}], "2: status bad"),
        (
            [HUMAN, {"type": "ai", "content": "", "tool_calls": [{"name": "f", "args": "{}", "id": "c"}]}],
            "1: arguments that are no object",
        ),
        (
            [HUMAN, {"type": "ai", "content": "", "invalid_tool_calls": [{"name": "f", "id": "c"}]}, HUMAN],
            "2: comes before the result of c",
        ),
        ([{"type": "robot", "content": "x"}], "0: role robot"),
    ],
)
def test_bad_langchain_messages_have_one(messages: list[Any], fault: str):
    """What no provider takes from LangChain, or LangChain itself does not."""
    assert fault in faults(messages, MessagesFormat.LANGCHAIN)


def use(id: str = "t1", **fields: Any) -> dict[str, Any]:
    """A call in Anthropic's form."""
    return {"type": "tool_use", "id": id, "name": "ping", "input": {}, **fields}


def answered(id: str = "t1", **fields: Any) -> dict[str, Any]:
    """A result in Anthropic's form."""
    return {"type": "tool_result", "tool_use_id": id, **fields}


def user(*blocks: Any) -> dict[str, Any]:
    """A message of the user; the same in Gemini's form has parts."""
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: Any) -> dict[str, Any]:
    """A message of the assistant."""
    return {"role": "assistant", "content": list(blocks)}


SAYS = {"type": "text", "text": "hi"}
THINKS = {"type": "thinking", "thinking": "hm", "signature": "s"}


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [ASK, assistant(THINKS, SAYS, use()), user(answered(), SAYS), DONE],
        [ASK, assistant(use())],
        [ASK, assistant(use()), assistant(use("t2")), user(answered("t2")), user(answered())],
        [{"role": "assistant", "content": [{"type": "compaction", "content": "all"}]}, ASK],
        [ASK, {"role": "system", "content": "mind the gap"}],
        [ASK, assistant(use()), user(answered(content=[SAYS, {"type": "image"}]))],
    ],
)
def test_good_anthropic_messages_have_no_faults(messages: list[Any]):
    """Neighbours of one role are one turn; an empty result is one."""
    assert faults(messages, MessagesFormat.ANTHROPIC) == []


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ([DONE], "0: the first message is not the user's"),
        ([user()], "0: user says nothing"),
        ([{"role": "user", "content": "\n"}], "0: a text without a word"),
        ([user({"type": "thinking"})], "0: user with a block thinking"),
        ([ASK, assistant({"type": "image"})], "1: assistant with a block image"),
        ([ASK, assistant(SAYS, THINKS)], "1: ends with a thought"),
        ([ASK, assistant(use("a b"))], "1: id 'a b'"),
        ([ASK, assistant(use(name="a b"))], "1: name 'a b'"),
        ([ASK, assistant(use(input="x"))], "1: an input that is no object"),
        ([ASK, assistant(use()), user(SAYS, answered())], "2: a result behind something else"),
        ([ASK, assistant(use()), user(SAYS)], "2: comes before the result of t1"),
        ([user(answered())], "0: a result that answers no call right before it: t1"),
        ([ASK, assistant(use()), user(answered(), answered())], "2: two results of t1"),
        ([ASK, assistant(use()), user(answered()), assistant(use())], "3: two calls t1"),
        ([ASK, assistant(use()), user(answered(content=[{"type": "audio"}]))], "2: a result with a block audio"),
        (
            [ASK, assistant(use()), user(answered(content=[{"type": "text", "text": " "}]))],
            "2: a result with a text without a word",
        ),
    ],
)
def test_bad_anthropic_messages_have_one(messages: list[Any], fault: str):
    """What Anthropic refuses."""
    assert fault in faults(messages, MessagesFormat.ANTHROPIC)


def content(role: str, *parts: Any) -> dict[str, Any]:
    """One of Gemini's contents."""
    return {"role": role, "parts": list(parts)}


def function(name: str = "ping", **fields: Any) -> dict[str, Any]:
    """A call in Gemini's form."""
    return {"functionCall": {"name": name, "args": {}, **fields}}


def response(name: str = "ping", **fields: Any) -> dict[str, Any]:
    """A response in Gemini's form."""
    return {"functionResponse": {"name": name, "response": {}, **fields}}


GO = content("user", {"text": "go"})


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [
            GO,
            content("model", {"text": "hm", "thought": True}, function(), function()),
            content("user", response(), response()),
        ],
        [
            GO,
            content("model", function(id="a"), function(id="b")),
            content("function", response(id="b"), response(id="a")),
        ],
        [GO, content("model", {"function_call": {"name": "ping"}})],
        [GO, content("model", {"text": "", "thoughtSignature": "s"})],
    ],
)
def test_good_contents_have_no_faults(messages: list[Any]):
    """Gemini pairs by ids where all have one, else by order."""
    assert faults(messages, MessagesFormat.GEMINI) == []


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ([content("model", {"text": "x"})], "0: the first content is not the user's"),
        ([GO, GO], "1: user once more"),
        ([GO, content("assistant", {"text": "x"})], "1: role assistant"),
        ([content("user")], "0: user says nothing"),
        ([content("user", {"text": "x", "inlineData": {}})], "0: a part of 2 kinds"),
        ([content("user", {"text": ""})], "0: a text that is empty"),
        ([content("user", function())], "0: user calls"),
        ([GO, content("model", response())], "1: model answers"),
        ([GO, content("model", function("1a"))], "1: name '1a'"),
        ([GO, content("model", {"functionCall": {"name": "f", "args": "x"}})], "1: args that are no object"),
        ([GO, content("model", function(), function()), content("user", response())], "2: 1 responses to 2 calls"),
        ([GO, content("model", function()), GO], "2: 0 responses to 1 calls"),
        ([content("user", response())], "0: 1 responses to 0 calls"),
        (
            [GO, content("model", function("a"), function("b")), content("user", response("b"), response("a"))],
            "2: b answers a",
        ),
    ],
)
def test_bad_contents_have_one(messages: list[Any], fault: str):
    """What Gemini refuses."""
    assert fault in faults(messages, MessagesFormat.GEMINI)


ITEM = {"type": "function_call", "call_id": "c1", "name": "ping", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "x"}
THOUGHT = {"type": "reasoning", "id": "r1", "summary": []}


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [ASK, THOUGHT, ITEM, DONE, ASK, OUTPUT],
        [ASK, ITEM],
        [ASK, ITEM, OUTPUT, ITEM, OUTPUT],
        [
            ASK,
            {"type": "mcp_call", "id": "m1"},
            {"role": "assistant", "content": [{"type": "output_text", "text": "x"}]},
        ],
        [ASK, {"type": "local_shell_call", "id": "l1"}, {"type": "local_shell_call_output", "id": "l1"}],
    ],
)
def test_good_items_have_no_faults(messages: list[Any]):
    """A result comes somewhere behind its call."""
    assert faults(messages, MessagesFormat.OPENAI_RESPONSES) == []


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ([{"role": "tool", "content": "x"}], "0: role tool"),
        ([{"role": "user", "content": ""}], "0: user says nothing"),
        ([{"role": "user", "content": [{"type": "output_text", "text": "x"}]}], "0: user with a block output_text"),
        ([{"role": "user", "content": [{"type": "input_text", "text": ""}]}], "0: a text that is empty"),
        ([ASK, THOUGHT], "1: a thought with nothing behind it"),
        ([ASK, THOUGHT, ASK], "1: a thought with nothing behind it"),
        ([ASK, ITEM, ITEM], "2: two calls c1"),
        ([ASK, {**ITEM, "call_id": "c" * 65}], f"1: id {'c' * 65!r}"),
        ([ASK, OUTPUT], "1: a result that answers no call before it: c1"),
        ([ASK, {**ITEM, "type": "custom_tool_call"}, OUTPUT], "2: a result that answers no call before it: c1"),
        ([ASK, ITEM, ASK], "end: no result of c1"),
    ],
)
def test_bad_items_have_one(messages: list[Any], fault: str):
    """What OpenAI's Responses refuse."""
    assert fault in faults(messages, MessagesFormat.OPENAI_RESPONSES)
