"""The shapes of a content (D14): a text, blocks, nothing at all; no text is lost, and what is empty says nothing."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from cases.chats import DUMPS
from cases.door import Json, case, segmented
from cases.formats import FORMATS, LINES, compiled_transcript
from cases.script import Answer, Call, Script, model, tools, user

MISSING = object()
"""The key is not there."""

ALL = {**FORMATS, "jsonl": LINES["jsonl"]}
Build = Callable[[Any], Json]


def _with(key: str, content: Any, fields: Json) -> Json:
    return fields if content is MISSING else {**fields, key: content}


def _anthropic_result(content: Any) -> Json:
    block = _with("content", content, {"type": "tool_result", "tool_use_id": "q1"})
    return {"role": "user", "content": [block]}


def _enveloped(build: Build) -> Build:
    return lambda content: {"type": "user", "sessionId": "s", "message": build(content)}


def _codex_line(build: Build) -> Build:
    return lambda content: {"timestamp": "t", "type": "response_item", "payload": build(content)}


def _library(type: str, dump: str) -> Build:
    own = {"tool_call_id": "q1"} if type == "tool" else {}
    return lambda content: DUMPS[dump](type, _with("content", content, {"type": type, "additional_kwargs": {}, **own}))


def _message(content: Any) -> Json:
    return _with("content", content, {"role": "user"})


def _item(content: Any) -> Json:
    return _with("content", content, {"type": "message", "role": "user"})


def _output(content: Any) -> Json:
    return _with("output", content, {"type": "function_call_output", "call_id": "q1"})


SAID: dict[str, Build] = {
    "jsonl": _message,
    "claude_code": _enveloped(_message),
    "codex": _codex_line(_item),
    "gemini_cli": lambda content: _with("content", content, {"id": "m9", "type": "user"}),
    "openai": _message,
    "openai_responses": _item,
    "anthropic": _message,
    "gemini": lambda content: _with("parts", content, {"role": "user"}),
    **{f"langchain {dump}": _library("human", dump) for dump in DUMPS},
}
"""What the user said, with a content of any shape."""


def _response(content: Any) -> Json:
    response = _with("response", content, {"id": "q1", "name": "Task"})
    return {"role": "user", "parts": [{"functionResponse": response}]}


def _replay(content: Any) -> Json:
    call = {"id": "q1", "name": "Task", "args": {}, "status": "success"}
    return {"id": "m1", "type": "gemini", "content": "on it", "toolCalls": [_with("result", content, call)]}


ANSWERED: dict[str, Build] = {
    "jsonl": _anthropic_result,
    "claude_code": _enveloped(_anthropic_result),
    "codex": _codex_line(_output),
    "gemini_cli": _replay,
    "openai": lambda content: _with("content", content, {"role": "tool", "tool_call_id": "q1"}),
    "openai_responses": _output,
    "anthropic": _anthropic_result,
    "gemini": _response,
    **{f"langchain {dump}": _library("tool", dump) for dump in DUMPS},
}
"""What a tool answered, with a content of any shape."""


SCRIPT: Script = [
    user("first things"),
    model("on it", Call("q1", "Task", {"n": 1})),
    tools(Answer("q1", "42")),
    user("last things"),
]
"""What stands around the content that is tried."""

FINDINGS = ("cache key uses a float", "second finding: TTL is 0")


def blocks(name: str, *texts: str) -> list[Json]:
    """Texts in the blocks of a format."""
    if FORMATS.get(name) and FORMATS[name].name.startswith("gemini"):
        return [{"text": text} for text in texts]
    kind = {"codex": "input_text", "openai_responses": "input_text"}.get(name, "text")
    return [{"type": kind, "text": text} for text in texts]


def with_message(name: str, content: Any) -> str:
    """The conversation with a message of the user before the last."""
    records = ALL[name].records(SCRIPT)
    return ALL[name].framed([*records[:-1], SAID[name](content), records[-1]])


def with_result(name: str, content: Any) -> str:
    """The conversation with this content for the result."""
    records = ALL[name].records(SCRIPT)
    if name == "gemini_cli":
        return ALL[name].framed([*records[:2], ANSWERED[name](content), records[-1]])
    return ALL[name].framed([*records[:-2], ANSWERED[name](content), records[-1]])


def texts(transcript: str, kind: str) -> list[str]:
    """What segments of a kind say that says anything."""
    return [one["text"] for one in segmented(transcript)["segments"] if one["kind"] == kind and one["text"]]


each_name = pytest.mark.parametrize("name", ALL)
each_nothing = pytest.mark.parametrize(
    "content", ["", [], None, MISSING], ids=["empty", "no blocks", "null", "missing"]
)


class TestMessage:
    """What a person says."""

    @each_name
    @pytest.mark.parametrize("shape", ["text", "blocks", "block", "strings"])
    def test_a_text_is_read_in_any_shape(self, name: str, shape: str):
        """A string, a list of blocks, one of them alone, and a list of strings all say their texts."""
        if shape == "text" and name == "gemini":
            content: Any = {"text": FINDINGS[0]}
        else:
            both = blocks(name, *FINDINGS)
            content = {"text": FINDINGS[0], "blocks": both, "block": both[:1], "strings": list(FINDINGS)}[shape]
        said = FINDINGS[:1] if shape in ("text", "block") else FINDINGS
        assert texts(with_message(name, content), "body") == ["first things", "on it", *said, "last things"]

    @each_name
    @each_nothing
    def test_nothing_says_nothing(self, name: str, content: Any):
        """An empty, null or absent content adds no text, and takes none away."""
        assert texts(with_message(name, content), "body") == ["first things", "on it", "last things"]
        assert texts(with_message(name, content), "meta") == []

    @each_name
    @each_nothing
    def test_nothing_is_no_word(self, name: str, content: Any):
        """No word stands in the context for what was not said."""
        found = compiled_transcript(with_message(name, content))["context"]["content"]
        assert re.findall(r"None|null|undefined|\[object Object\]|\[\]", found) == []


class TestResult:
    """What a tool answers."""

    @each_name
    @pytest.mark.parametrize("shape", ["text", "blocks", "block", "strings"])
    def test_a_result_is_read_in_any_shape(self, name: str, shape: str):
        """Every text of a result is there, whether it is a string, in blocks or in a list."""
        both = blocks(name, *FINDINGS)
        content: Any = {"text": FINDINGS[0], "blocks": both, "block": both[:1], "strings": list(FINDINGS)}[shape]
        if name == "gemini":
            joined = {"text": FINDINGS[0], "block": FINDINGS[0]}
            content = {"output": joined.get(shape, "\n".join(FINDINGS))}
        said = FINDINGS[:1] if shape in ("text", "block") else FINDINGS
        assert "\n".join(texts(with_result(name, content), "tool_result")) == "\n".join(said)

    @each_name
    @each_nothing
    def test_an_empty_result_says_nothing(self, name: str, content: Any):
        """What was said around it is all that is there."""
        found = compiled_transcript(with_result(name, content))["context"]["content"]
        assert re.findall(r"None|null|undefined|\[object Object\]|\[\]", found) == []
        assert texts(with_result(name, content), "body") == ["first things", "on it", "last things"]

    @each_name
    @each_nothing
    def test_an_empty_result_is_a_result(self, name: str, content: Any):
        """The call was answered, so it does not dangle; of Gemini's sessions, null says that it was not."""
        found = [one["call_id"] for one in segmented(with_result(name, content))["segments"] if one.get("dangling")]
        assert found == (["q1"] if name == "gemini_cli" and content in (None, MISSING) else [])


class TestResponse:
    """What a function of Gemini answers is an object."""

    @pytest.mark.parametrize("key", ["output", "result", "content", "error"])
    def test_the_one_text_is_what_it_says(self, key: str):
        """The usual keys are no part of the text."""
        assert texts(with_result("gemini", {key: "42 ms"}), "tool_result") == ["42 ms"]

    @pytest.mark.parametrize(
        "response",
        [{"output": {"rows": [1, 2]}}, {"a": "x", "b": "y"}, {"output": "x", "error": None}, {"answer": "x"}],
    )
    def test_anything_else_is_all_there(self, response: Json):
        """An object of values is read as JSON, with every key."""
        (found,) = texts(with_result("gemini", response), "tool_result")
        assert json.loads(found) == response


class TestRecorded:
    """The recorded lines: eight contents in eight shapes."""

    TRANSCRIPT = case("D14")["request"]["transcript"]
    SAID = ("yes continue", "and also check the cache", *FINDINGS)

    def test_every_text_is_there(self):
        """Strings, blocks and nested results are all in the content, in order."""
        content = compiled_transcript(self.TRANSCRIPT, 600)["context"]["content"]
        places = [content.index(text) for text in self.SAID]
        assert places == sorted(places)

    def test_no_word_stands_for_nothing(self):
        """Null, empty and absent contents are no words."""
        content = compiled_transcript(self.TRANSCRIPT, 600)["context"]["content"]
        assert re.findall(r"None|null|\[object Object\]", content) == []

    def test_the_call_is_answered(self):
        """Both findings are q1's, and the empty result of q2 is nobody's."""
        segments = segmented(self.TRANSCRIPT)["segments"]
        assert [(one["call_id"], one["tool"]) for one in segments if one["kind"] == "tool_result"] == [
            ("q1", "Task")
        ] * 2

    def test_the_same_messages_as_a_document(self):
        """With the null content of a message too, nothing of the rest is lost."""
        records = [json.loads(line) for line in self.TRANSCRIPT.splitlines()]
        document = json.dumps({"system": "", "messages": records})
        answer = compiled_transcript(document, 600)
        assert answer["segmentation"]["format_detected"] == "anthropic"
        assert [text for text in self.SAID if text not in answer["context"]["content"]] == []
