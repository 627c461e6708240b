"""Ids of calls (D12, sipeed/picoclaw#2528): they come again in every turn, are missing, or name nothing."""

import re

import pytest

from cases import chats
from cases.chats import compact
from cases.conversations import ROUNDS, TOOLS
from cases.door import Json, segmented
from cases.formats import FORMATS, Format, compiled_transcript, each_format
from cases.pairs import blocks, budgets, lone_results, refused
from cases.script import Answer, Call, Script, model, tools, user


def results(transcript: str) -> list[Json]:
    """The results of a transcript, with their texts."""
    return [one for one in segmented(transcript)["segments"] if one["kind"] == "tool_result"]


class TestIdsUsedAgain:
    """`call_0` in every turn."""

    @each_format
    def test_a_result_belongs_to_the_call_of_its_turn(self, form: Format):
        """Each result has the tool that was called in its round, and no id is taken for one of another round."""
        found = sorted((int(one["text"].split()[1]) % 100, one["tool"]) for one in results(form.transcript(ROUNDS)))
        assert found == sorted([(number, name) for number, name in enumerate(TOOLS) for _ in range(2)])

    @each_format
    def test_nothing_dangles(self, form: Format):
        """Every call has its result, though others have the same id."""
        segments = segmented(form.transcript(ROUNDS))["segments"]
        assert [one for one in segments if one.get("dangling")] == []

    @each_format
    def test_no_result_is_without_the_call_of_its_own_round(self, form: Format):
        """In any budget, of two rounds with one id no result stands behind the other's call."""
        for _, answer in budgets(form, ROUNDS):
            if not refused(answer):
                assert foreign(answer["context"]["content"]) == []
                assert lone_results(answer["context"]["content"]) == []

    @each_format
    def test_the_last_call_may_be_open(self, form: Format):
        """A call that was cut off dangles, and only that one."""
        script = [*ROUNDS, user("once more"), model(Call("call_0", "ping", {"round": 7}))]
        segments = segmented(form.transcript(script))["segments"]
        assert [one["text"] for one in segments if one.get("dangling")] == ['{"round":7}']

    @each_format
    def test_a_result_that_was_lost_gets_none_from_elsewhere(self, form: Format):
        """An interrupted call stays open when a later one has its id and an answer."""
        script = [ROUNDS[0], ROUNDS[1], user("[interrupted]"), *ROUNDS[3:]]
        segments = segmented(form.transcript(script))["segments"]
        expected = ['{"round":0}', '{"round":100}']
        assert [one["text"] for one in segments if one.get("dangling")] == expected


def foreign(content: str) -> list[str]:
    """Results behind a call of another round."""
    number = {"call_0": "", "call_1": ""}
    found: list[str] = []
    for block in blocks(content):
        digits = re.findall(r"\d+", block.text)
        if block.what == "call" and digits:
            number[str(block.id)] = digits[0]
        elif block.what in ("result", "error") and digits and number[str(block.id)] != digits[0]:
            found.append(block.text)
    return found


class TestNoIds:
    """Gemini's calls need no ids: a result answers the first open call of its name."""

    def transcript(self, script: Script) -> str:
        """The contents without ids."""
        return re.sub(r'"id":"[^"]*",', "", compact({"contents": chats.gemini(script)}))

    def test_other_names_in_another_order(self):
        """A result belongs to the call of the function that it names."""
        script = [
            user("look"),
            model(Call("1", "ping", {"host": "a"}), Call("2", "date", {})),
            tools(Answer("2", "Monday"), Answer("1", "12 ms")),
        ]
        assert [(one["text"], one["tool"]) for one in results(self.transcript(script))] == [
            ("Monday", "date"),
            ("12 ms", "ping"),
        ]

    def test_one_name_in_order(self):
        """Of several calls of one function the first that is open is answered."""
        script = [user("look"), model(*[Call(host, "ping", {"host": host}) for host in "abc"])]
        script += [tools(Answer("a", "12 ms"), Answer("b", "timeout", failed=True)), user("[interrupted]")]
        segments = segmented(self.transcript(script))["segments"]
        assert [one["text"] for one in segments if one.get("dangling")] == ['{"host":"c"}']

    def test_a_label_names_the_tool(self):
        """Without an id, a result is labelled by the function that answers."""
        script = [user("look"), model(Call("1", "ping", {})), tools(Answer("1", "12 ms"))]
        content = compiled_transcript(self.transcript(script))["context"]["content"]
        assert content.endswith("[result ping]\n12 ms")


APART = {name: form for name, form in FORMATS.items() if name != "gemini_cli"}
"""Formats in which results stand apart from their calls."""

apart_from_calls = pytest.mark.parametrize("form", APART.values(), ids=APART)


class TestIdsOfNothing:
    """A result whose call is not in the session."""

    SCRIPT: Script = [user("go on"), *ROUNDS[1:3], tools(Answer("lost_9", "from nowhere")), model("done")]

    @apart_from_calls
    def test_it_is_reported(self, form: Format):
        """The report says that it dangles, and nothing else does."""
        segments = segmented(form.transcript(self.SCRIPT))["segments"]
        assert [one["text"] for one in segments if one.get("dangling")] == ["from nowhere"]

    @apart_from_calls
    def test_it_is_labelled(self, form: Format):
        """Its text is there under the id that nothing has, never under another."""
        found = blocks(form.compiled(self.SCRIPT)["context"]["content"])
        assert [(block.what, block.id) for block in found if block.text == "from nowhere"] == [("result", "lost_9")]

    @apart_from_calls
    def test_a_second_result_of_a_call_is_none(self, form: Format):
        """What answers a call that has its answer already dangles."""
        script = [*ROUNDS[:3], tools(Answer("call_0", "and again")), model("done")]
        segments = segmented(form.transcript(script))["segments"]
        assert [one["text"] for one in segments if one.get("dangling")] == ["and again"]
