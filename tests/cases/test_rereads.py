"""Files that are read again, and results that come again (NousResearch/hermes-agent#90949): the latest stays.

A word that points at an earlier place is worth something only if that place is still there.
"""

import re

import pytest

from cases.door import Json
from cases.fits import broken, fits
from cases.formats import Format, each_format, each_messages_format
from cases.heard import heard
from cases.pairs import blocks, budgets, lone_results, refused
from cases.script import Answer, Call, Script, asked, model, tools, user

RULE = "retrieve.superseded_result"


def version(number: int) -> str:
    """What a file holds after so many edits."""
    return "\n".join([f"version {number}", *[f"line {line} of version {number}" for line in range(20)]])


READS: Script = [
    user("fix the parser"),
    *asked("r_1", "Read", version(1), file_path="/w/parser.py"),
    *asked("e_1", "Edit", "edited", file_path="/w/parser.py", old="1", new="2"),
    *asked("r_2", "Read", version(2), file_path="/w/parser.py"),
    *asked("o_1", "Read", "other file", file_path="/w/lexer.py"),
    *asked("e_2", "Edit", "edited", file_path="/w/parser.py", old="2", new="3"),
    *asked("r_3", "Read", version(3), file_path="/w/parser.py"),
    model("it is fixed"),
    user("sure?"),
]
"""A file is read three times, each time with other lines."""


def superseded(answer: Json) -> list[str]:
    """The ids of the calls whose results are superseded."""
    segments = answer["segmentation"]["segments"]
    decisions = answer["context"]["decisions"]
    return [
        segment["call_id"] for segment, decision in zip(segments, decisions, strict=True) if decision["rule_id"] == RULE
    ]


class TestTranscript:
    """A session in which a file is read again."""

    @each_format
    def test_only_the_latest_is_there(self, form: Format):
        """With room or without, the first two are left out for the third."""
        answer = form.compiled(READS)
        results = {block.id: block.text for block in blocks(answer["context"]["content"]) if block.what == "result"}
        assert superseded(answer) == ["r_1", "r_2"]
        assert results["r_3"] == version(3)
        assert results["o_1"] == "other file"
        assert (results.get("r_1", ""), results.get("r_2", "")) == ("", "")

    @each_format
    def test_the_others_can_be_had(self, form: Format):
        """Each that was superseded has a handle, and its reason says by what kind of result."""
        context = form.compiled(READS)["context"]
        old = [decision for decision in context["decisions"] if decision["rule_id"] == RULE]
        handles = [one["handle"] for one in context["retrieval_handles"]]
        assert [decision["handle"] in handles for decision in old] == [True, True]
        assert all(decision["reason"] for decision in old)

    @each_format
    def test_the_rule_can_be_switched_off(self, form: Format):
        """Then all three versions are there."""
        answer = form.compiled(READS, disabled_rules=[RULE])
        assert [number for number in (1, 2, 3) if version(number) not in answer["context"]["content"]] == []

    @each_format
    def test_no_result_stands_alone(self, form: Format):
        """In any budget the pairs are whole."""
        for _, answer in budgets(form, READS):
            if not refused(answer):
                assert lone_results(answer["context"]["content"]) == []

    @each_format
    def test_in_a_small_budget_the_latest_is_the_one(self, form: Format):
        """No text of an older version is there at any budget."""
        for _, answer in budgets(form, READS):
            if not refused(answer):
                assert re.findall("of version [12]", answer["context"]["content"]) == []


def reads(*calls: tuple[str, Json, str, bool]) -> Script:
    """A session of calls: the tool, its arguments, the answer, and whether it failed."""
    script: Script = [user("go")]
    for number, (name, arguments, text, failed) in enumerate(calls):
        script += [model(Call(f"c_{number}", name, arguments)), tools(Answer(f"c_{number}", text, failed=failed))]
    return [*script, model("done"), user("sure?")]


WHOLE = {"file_path": "/w/a.py"}
PART = {"file_path": "/w/a.py", "offset": 100, "limit": 50}
CASES: dict[str, tuple[Script, list[str]]] = {
    "the same command": (reads(("Bash", {"c": 1}, "x", False), ("Bash", {"c": 1}, "y", False)), ["c_0"]),
    "keys in another order": (
        reads(("Bash", {"a": 1, "b": 2}, "x", False), ("Bash", {"b": 2, "a": 1}, "y", False)),
        ["c_0"],
    ),
    "another command": (reads(("Bash", {"c": 1}, "x", False), ("Bash", {"c": 2}, "y", False)), []),
    "another tool": (reads(("Bash", {"c": 1}, "x", False), ("Shell", {"c": 1}, "y", False)), []),
    "another file": (reads(("Read", WHOLE, "x", False), ("Read", {"file_path": "/w/b.py"}, "y", False)), []),
    "a part, then the whole": (reads(("Read", PART, "x", False), ("Read", WHOLE, "y", False)), ["c_0"]),
    "the whole, then a part": (reads(("Read", WHOLE, "x", False), ("Read", PART, "y", False)), []),
    "the same part": (reads(("Read", PART, "x", False), ("Read", PART, "y", False)), ["c_0"]),
    "two parts": (reads(("Read", PART, "x", False), ("Read", {**PART, "offset": 9}, "y", False)), []),
    "a tool that writes": (reads(("Write", WHOLE, "x", False), ("Write", {**WHOLE, "text": "z"}, "y", False)), []),
}
FAILURES: dict[str, tuple[Script, list[str]]] = {
    "a failure behind a success": (reads(("Read", WHOLE, "x", False), ("Read", WHOLE, "gone", True)), []),
    "a success behind a failure": (reads(("Read", WHOLE, "gone", True), ("Read", WHOLE, "y", False)), ["c_0"]),
    "two failures": (reads(("Read", WHOLE, "gone", True), ("Read", WHOLE, "gone too", True)), ["c_0"]),
}


class TestWhatSupersedes:
    """The same tool with the same arguments, and files as a whole."""

    @each_format
    @pytest.mark.parametrize("name", CASES)
    def test_the_same_question_is_answered_anew(self, form: Format, name: str):
        """What asks for the same, or for it and more, supersedes; nothing else does."""
        script, expected = CASES[name]
        assert superseded(form.compiled(script)) == expected

    @each_format
    @pytest.mark.parametrize("name", FAILURES)
    def test_a_failure_supersedes_failures(self, form: Format, name: str):
        """What was seen once is not lost because it cannot be seen again."""
        script, expected = FAILURES[name]
        answer = form.compiled(script)
        assert superseded(answer) == (expected if form.fails else ["c_0"])


class TestMessages:
    """Messages in which a file is read again."""

    @each_messages_format
    def test_what_fits_is_not_touched(self, form: Format):
        """With room every version goes out: nothing is saved by leaving one out."""
        assert form.fitted(READS)["messages"] == form.records(READS)

    @each_messages_format
    def test_what_does_not_fit_loses_the_old_versions(self, form: Format):
        """As soon as something must go, it is they, and the latest is whole."""
        whole = form.fitted(READS)["insights"]["tokens_in"]
        answer = form.fitted(READS, whole - 60)
        results = {piece.id: piece.text for piece in heard(form.name, answer["messages"]) if piece.kind == "result"}
        assert results["r_3"] == version(3)
        assert [id for id in ("r_1", "r_2") if "of version" in results.get(id, "")] == []

    @each_messages_format
    def test_every_law_holds_in_every_budget(self, form: Format):
        """Valid, within the budget, each message accounted for."""
        for request, answer in fits(form, READS):
            if "error" not in answer:
                assert broken(form.name, request, answer) == []

    @each_messages_format
    def test_in_any_budget_no_old_version_is_newer_than_what_is_there(self, form: Format):
        """Once the conversation is cut, no line of an older version goes out."""
        for request, answer in fits(form, READS):
            if "error" not in answer and answer["messages"] != request["messages"]:
                said = "\n".join([piece.text for piece in heard(form.name, answer["messages"])])
                assert re.findall("of version [12]", said) == []


COPIES: Script = [
    user("compare"),
    *asked("a_1", "cat", version(7), path="one"),
    *asked("a_2", "cat", version(7), path="two"),
    *asked("a_3", "cat", version(7), path="three"),
    model("they are the same " * 20),
    user("sure?"),
]
"""Three results of one text, each asked for in another way."""


class TestCopies:
    """A mark that says where the same text stands."""

    SAME = re.compile(r"\[… same as fragment #(\d+): (ctx://source/\d+) …\]")

    @each_format
    def test_one_of_them_is_whole(self, form: Format):
        """With room the text is there once, and the other two are marks."""
        content = form.compiled(COPIES)["context"]["content"]
        assert (content.count("line 19 of version 7"), len(self.SAME.findall(content))) == (1, 2)

    @each_format
    def test_what_a_mark_points_at_is_there(self, form: Format):
        """In any budget: where a copy is a mark, the text that it stands for is in the content."""
        for _, answer in budgets(form, COPIES):
            if not refused(answer) and self.SAME.search(answer["context"]["content"]):
                assert version(7) in answer["context"]["content"]

    @each_messages_format
    def test_in_messages_it_is_there_as_well(self, form: Format):
        """In any budget: where a copy is a mark, its text goes out."""
        for _, answer in fits(form, COPIES):
            if "error" not in answer:
                said = "\n".join([piece.text for piece in heard(form.name, answer["messages"])])
                assert version(7) in said or not self.SAME.search(said)
