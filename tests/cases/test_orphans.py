"""Pairs that are broken when they come in (langchain-ai/langchain#29637, google-gemini/gemini-cli#5718) go out valid.

Trimmers, crashes and interruptions leave them so. Nothing is made up for what is missing: it is text with a label.
"""

import re

import pytest

from cases import chats
from cases.door import Json
from cases.fits import broken, fits
from cases.formats import MESSAGES, Format, each_messages_format, fitted
from cases.heard import Heard, heard
from cases.providers import complaints
from cases.script import Answer, Call, Script, Turn, model, tools, user


def ping(*ids: str) -> Turn:
    """Calls."""
    return model("trying", *[Call(id, "ping", {"host": id}) for id in ids])


def pong(*ids: str) -> Turn:
    """Results."""
    return tools(*[Answer(id, f"answer for {id}") for id in ids])


BROKEN: dict[str, Script] = {
    "a result without its call": [user("go"), pong("a"), model("so"), user("and now?")],
    "a result first of all": [pong("a"), user("go"), model("so"), user("and now?")],
    "a call that was interrupted": [user("go"), ping("a"), user("stop"), model("so"), user("and now?")],
    "a call that nobody answered": [user("go"), ping("a"), model("so"), user("and now?")],
    "one of two results": [user("go"), ping("a", "b"), pong("b"), model("so"), user("and now?")],
    "a result too many": [user("go"), ping("a"), pong("a", "b"), model("so"), user("and now?")],
    "a result twice": [user("go"), ping("a"), pong("a"), model("so"), pong("a"), user("and now?")],
    "a result before its call": [user("go"), pong("a"), ping("a"), user("and now?")],
    "a result after a word": [user("go"), ping("a"), user("hurry"), pong("a"), model("so"), user("and now?")],
    "calls at the end": [user("go"), ping("a", "b")],
    "calls at the end, one answered": [user("go"), ping("a", "b"), pong("a")],
    "results alone": [pong("a", "b")],
    "results in two messages": [user("go"), ping("a", "b"), pong("b"), pong("a"), model("so"), user("and now?")],
    "calls in two messages": [user("go"), ping("a"), ping("b"), pong("a"), pong("b"), user("and now?")],
    "the model first": [model("hello"), user("go"), ping("a"), pong("a"), user("and now?")],
}
"""Conversations as they are found."""

each_broken = pytest.mark.parametrize("script", BROKEN.values(), ids=BROKEN)


def texts(form: Format, messages: list[Json]) -> str:
    """All that is heard."""
    return "\n".join([piece.text for piece in heard(form.name, messages)])


class TestBroken:
    """What goes out of what was broken."""

    @each_messages_format
    @each_broken
    def test_every_law_holds_in_every_budget(self, form: Format, script: Script):
        """Valid, within the budget, each message accounted for, each result under its own call, nothing made up."""
        for request, answer in fits(form, script):
            if "error" not in answer:
                assert broken(form.name, request, answer) == []

    @each_messages_format
    @each_broken
    def test_with_room_nothing_is_lost(self, form: Format, script: Script):
        """Every text and every result is there, as itself or as a text."""
        answer = form.fitted(script)
        given = [
            part if isinstance(part, str) else part.content
            for turn in script
            for part in turn.parts
            if isinstance(part, str | Answer)
        ]
        assert [text for text in given if str(text) not in texts(form, answer["messages"])] == []

    @each_messages_format
    @each_broken
    def test_it_comes_back_as_it_went_out(self, form: Format, script: Script):
        """What went out once is valid, so it goes out again unchanged."""
        once = form.fitted(script)["messages"]
        assert fitted(once, form.name)["messages"] == once

    @pytest.mark.parametrize("name", [name for name in MESSAGES if name != "gemini"])
    def test_results_may_come_in_two_messages(self, name: str):
        """Each answers its call, whichever comes first."""
        script = [user("go"), ping("a", "b"), pong("b"), pong("a"), model("so"), user("and now?")]
        for request, answer in fits(MESSAGES[name], script):
            if "error" not in answer:
                assert broken(MESSAGES[name].name, request, answer) == []

    @each_messages_format
    def test_labels_name_what_is_missing(self, form: Format):
        """A call and a result that stand alone say so, with their ids."""
        found = texts(form, form.fitted(BROKEN["a call that was interrupted"])["messages"])
        assert '[call a ping, without a result] {"host":"a"}' in found
        found = texts(form, form.fitted(BROKEN["a result without its call"])["messages"])
        assert "[result a, without a call]\nanswer for a" in found

    @each_messages_format
    def test_what_waits_at_the_end_is_a_call(self, form: Format):
        """The last calls are not made text: their results come with the next request."""
        script = BROKEN["calls at the end"]
        assert form.fitted(script)["messages"] == form.records(script)


class TestCounts:
    """Gemini takes as many responses as there were calls, in the content behind them."""

    ROUNDS: Script = [
        turn
        for number in range(4)
        for turn in (
            user(f"step {number}"),
            ping(*[f"c{place}" for place in range(number + 1)]),
            pong(*[f"c{place}" for place in range(number, -1, -1)]),
        )
    ]

    def bare(self, script: Script) -> list[Json]:
        """Contents whose calls have no ids."""
        contents = chats.gemini(script)
        for content in contents:
            for part in content["parts"]:
                for call in part.values():
                    if isinstance(call, dict):
                        call.pop("id", None)
        return contents

    def test_every_budget_keeps_the_count(self):
        """With ids or without, no answer has a call more than it has responses."""
        for contents in (self.bare(self.ROUNDS), chats.gemini(self.ROUNDS)):
            for budget in range(60, 600, 7):
                answer = fitted(contents, "gemini", budget)
                assert "error" in answer or complaints("gemini", answer["messages"]) == []

    def test_without_ids_it_comes_back_without(self):
        """No id is made up where the conversation has none."""
        contents = self.bare(self.ROUNDS)
        assert fitted(contents, "gemini")["messages"] == contents

    def test_a_lost_response_makes_its_call_text(self):
        """Of three calls and two responses two calls are left, and one is told."""
        contents = self.bare([user("go"), ping("a", "b", "c"), pong("a", "b"), user("and now?")])
        answer = fitted(contents, "gemini")
        calls = [piece for piece in heard("gemini", answer["messages"]) if piece.kind == "call"]
        assert calls == [Heard("call", '{"host":"a"}'), Heard("call", '{"host":"b"}')]
        assert "without a result" in texts(MESSAGES["gemini"], answer["messages"])


class TestOldForms:
    """OpenAI's messages of 2023, with one call each and no ids."""

    MESSAGES: tuple[Json, ...] = (
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "function_call": {"name": "ping", "arguments": '{"host": "a"}'}},
        {"role": "function", "name": "ping", "content": "12 ms"},
        {"role": "user", "content": "and now?"},
    )

    def test_they_come_back_as_they_were(self):
        """A conversation that fits is not made anew."""
        assert fitted(list(self.MESSAGES), "openai")["messages"] == list(self.MESSAGES)

    def test_a_function_answers_the_call_of_its_name(self):
        """Neither dangles, and the result names its tool."""
        parts = fitted(list(self.MESSAGES), "openai")["parts"]
        assert [part for part in parts if part.get("dangling")] == []
        assert [part["tool"] for part in parts if part["kind"] == "tool_result"] == ["ping"]

    def test_pruned_it_is_never_half_of_a_pair(self):
        """In every budget there is a call before a result."""
        for budget in range(10, 80):
            answer = fitted(list(self.MESSAGES), "openai", budget)
            if "error" not in answer:
                roles = [message["role"] for message in answer["messages"]]
                called = ["function_call" in message for message in answer["messages"]]
                assert [called[place - 1] for place, role in enumerate(roles) if role == "function"] in ([], [True])


def test_a_label_has_no_other_id():
    """The words for a pair that is broken are told from those for one that is whole."""
    labels = re.findall(
        r"\[(?:call|result) a[^\]]*\]",
        texts(MESSAGES["openai"], MESSAGES["openai"].fitted(BROKEN["a result twice"])["messages"]),
    )
    assert labels == ["[result a, without a call]"]
