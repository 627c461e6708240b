"""Messages with odd contents (D14 as messages): what is empty is no reason to be refused, and what is no message is named."""

from typing import Any

import pytest

from cases.door import Json, ask
from cases.fits import broken
from cases.formats import FORMATS, MESSAGES, Format, each_messages_format, fitted
from cases.heard import heard
from cases.script import Answer, Call, Script, model, tools, user
from cases.test_contents import ANSWERED, MISSING, SAID

SCRIPT: Script = [
    user("first things"),
    model("on it", Call("q1", "Task", {"n": 1})),
    tools(Answer("q1", "42")),
    model("it is 42"),
    user("last things"),
]
TEXTS = ("first things", "on it", "it is 42", "last things")

NOTHING: dict[str, Any] = {"empty": "", "no blocks": [], "null": None, "missing": MISSING}
"""Contents that say nothing."""

each_name = pytest.mark.parametrize("name", MESSAGES)
each_nothing = pytest.mark.parametrize(
    ("name", "content"),
    [pytest.param(name, content, id=f"{name}, {kind}") for name in MESSAGES for kind, content in NOTHING.items()],
)


def with_message(name: str, place: int, content: Any) -> list[Json]:
    """The conversation with a message of the user at a place."""
    records = MESSAGES[name].records(SCRIPT)
    return [*records[:place], SAID[name](content), *records[place:]]


def with_result(name: str, content: Any) -> list[Json]:
    """The conversation with this content for the result; Gemini's are objects."""
    if name == "gemini" and isinstance(content, str | list):
        content = {"output": content} if content else {}
    records = MESSAGES[name].records(SCRIPT)
    return [*records[:-3], ANSWERED[name](content), *records[-2:]]


def texts(name: str, messages: list[Json]) -> list[str]:
    """What is said that says anything, results apart."""
    pieces = heard(MESSAGES[name].name, messages)
    return [piece.text for piece in pieces if piece.kind in ("user", "assistant") and piece.text]


class TestNothing:
    """Messages and results that say nothing."""

    @each_nothing
    @pytest.mark.parametrize("place", [0, 1, -1])
    def test_an_empty_message_does_no_harm(self, name: str, place: int, content: Any):
        """At the start, behind the first, before the last: what goes out is taken, and all texts are there."""
        request = {"messages": with_message(name, place, content), "format": MESSAGES[name].name, "token_budget": 9999}
        answer = ask("compile_messages", request)
        assert broken(MESSAGES[name].name, request, answer) == []
        assert texts(name, answer["messages"]) == list(TEXTS)

    @each_nothing
    def test_an_empty_result_is_a_result(self, name: str, content: Any):
        """The call has its answer, whatever is in it."""
        request = {"messages": with_result(name, content), "format": MESSAGES[name].name, "token_budget": 9999}
        answer = ask("compile_messages", request)
        kinds = [piece.kind for piece in heard(MESSAGES[name].name, answer["messages"])]
        assert broken(MESSAGES[name].name, request, answer) == []
        assert (kinds.count("call"), kinds.count("result")) == (1, 1)

    @each_nothing
    @pytest.mark.parametrize("budget", [40, 60, 90])
    def test_in_a_small_budget_it_does_no_harm(self, name: str, budget: int, content: Any):
        """Pruned or not, what goes out is taken."""
        for messages in (with_message(name, 1, content), with_result(name, content)):
            request = {"messages": messages, "format": MESSAGES[name].name, "token_budget": budget}
            answer = ask("compile_messages", request)
            assert "error" in answer or broken(MESSAGES[name].name, request, answer) == []

    @each_name
    @pytest.mark.parametrize("content", [" ", "\n\t\n", "\u2003"])
    def test_blanks_do_no_harm(self, name: str, content: str):
        """Text of white space alone is refused by some, so there it is left out."""
        messages = with_message(name, 1, [{"text": content}] if name == "gemini" else content)
        request = {"messages": messages, "format": MESSAGES[name].name, "token_budget": 9999}
        answer = ask("compile_messages", request)
        assert broken(MESSAGES[name].name, request, answer) == []
        assert [text for text in texts(name, answer["messages"]) if text.strip()] == list(TEXTS)


NO_MESSAGES: tuple[Json, ...] = (
    {},
    {"role": 5, "content": "x"},
    {"role": "narrator", "content": "x"},
    {"kind": "request"},
    {"text": "half of a record"},
)
"""Objects that are none of any format."""


class TestNoMessage:
    """Unlike in a file, among messages nothing is skipped."""

    @each_messages_format
    @pytest.mark.parametrize("bad", NO_MESSAGES)
    @pytest.mark.parametrize("place", [0, 1, 4])
    def test_it_is_named(self, form: Format, bad: Json, place: int):
        """The path says which it is."""
        records = form.records(SCRIPT)
        error = fitted([*records[:place], bad, *records[place:]], form.name)["error"]
        assert (error["code"], error["path"]) == ("invalid_request", f"$.messages[{place}]")

    @each_messages_format
    def test_no_messages_are_no_conversation(self, form: Format):
        """Nothing in, nothing out."""
        assert fitted([], form.name)["messages"] == []


class TestAuto:
    """`auto` tells the format by the messages."""

    @each_messages_format
    def test_every_format_is_told(self, form: Format):
        """With a call in it, a conversation is of one format."""
        answer = fitted(form.records(SCRIPT))
        assert (answer["format"], answer["messages"]) == (form.name, form.records(SCRIPT))

    @pytest.mark.parametrize("name", ["openai", "anthropic"])
    def test_bare_texts_are_openais(self, name: str):
        """Where nothing tells them apart, one answer is as good as the other."""
        bare = FORMATS[name].records([user("a"), model("b"), user("c")])
        assert (fitted(bare)["format"], fitted(bare)["messages"]) == ("openai", bare)
