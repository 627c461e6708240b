"""The newest request of the user (anthropics/claude-code#22376): it stays whole, in all its parts, whatever is cut."""

import pytest

from cases.fits import broken
from cases.formats import (
    FORMATS,
    MESSAGES,
    Format,
    compiled_transcript,
    each_format,
    each_messages_format,
    fitted,
)
from cases.heard import heard, said
from cases.pairs import refused
from cases.recipes import expand
from cases.script import Answer, Call, Image, Script, asked, model, tools, user

PARTS = (
    "Please do five things.",
    "1. Rename the flag to --dry-run.\n2. Keep the old name for a year.\n3. Write the change down.",
    "```sh\nmake test\nmake lint\n```\n4. Both must pass.",
    "5. Do not touch the file LICENSE.",
)
"""A request that was typed in several parts, with a fence in one."""

WORK: Script = [
    turn
    for number in range(12)
    for turn in asked(f"t_{number}", "Bash", f"line {number} of the output\n" * 60, command=f"run {number}")
]
"""What was done about it: far more than fits."""

SESSION: Script = [
    user("first request, which is done"),
    model("it is done " * 50),
    user(*PARTS),
    *WORK,
    model("so far so good"),
]


def complete(content: str) -> list[str]:
    """The parts that are not in a content."""
    # Code is a block of its own, so what stands around a fence does, too.
    pieces = [piece for part in PARTS for piece in part.replace("```\n4.", "```\n\n4.").split("\n\n")]
    return [piece for piece in pieces if piece not in content]


class TestSession:
    """A session that ends in work, not in the request."""

    @each_format
    @pytest.mark.parametrize("budget", [150, 200, 400, 1000, 4000])
    def test_the_request_is_whole(self, form: Format, budget: int):
        """Every part of it is there, whatever came after it."""
        assert complete(form.compiled(SESSION, budget)["context"]["content"]) == []

    @each_format
    def test_no_smaller_budget_cuts_it(self, form: Format):
        """Down to what it needs, it is whole; below, the compiler refuses and says how much it needs."""
        for budget in range(1, 150, 3):
            answer = form.compiled(SESSION, budget)
            if refused(answer):
                least = answer["error"]["data"]["min_budget"]
                assert complete(form.compiled(SESSION, least)["context"]["content"]) == []
            else:
                assert complete(answer["context"]["content"]) == []

    @each_format
    def test_results_are_no_requests(self, form: Format):
        """What tools answer under the user's name does not take its place."""
        content = form.compiled(SESSION, 160)["context"]["content"]
        assert "\n[user]\n" in f"\n{content}"
        assert complete(content) == []

    @each_format
    def test_with_an_older_request_the_newest_is_whole(self, form: Format):
        """Of two requests that do not both fit, it is the newer."""
        script = [user("old words " * 300), *SESSION[1:]]
        content = form.compiled(script, 220)["context"]["content"]
        assert complete(content) == []
        assert "old words " * 300 not in content


class TestMessages:
    """The same as messages."""

    @each_messages_format
    @pytest.mark.parametrize("budget", [150, 200, 400, 1000, 4000])
    def test_the_request_is_whole(self, form: Format, budget: int):
        """All its parts are the user's, as they were."""
        found = said(form.name, form.fitted(SESSION, budget)["messages"], "user")
        assert [part for part in PARTS if part not in found] == []

    @each_messages_format
    @pytest.mark.parametrize("budget", [150, 200, 400, 1000, 4000])
    def test_every_law_holds(self, form: Format, budget: int):
        """Valid, and within the budget."""
        request = {"messages": form.records(SESSION), "format": form.name, "token_budget": budget}
        assert broken(form.name, request, form.fitted(SESSION, budget)) == []

    @each_messages_format
    def test_a_request_with_an_image_is_whole(self, form: Format):
        """A picture that the user shows is a part of what is asked."""
        image = Image(expand({"$b64png": {"width": 300, "height": 200}}))
        script = [*SESSION[:2], user(*PARTS, image), *WORK]
        asked_for = heard(form.name, form.records([user(*PARTS, image)]))
        found = heard(form.name, form.fitted(script, 400)["messages"])
        assert [piece for piece in found if piece in asked_for] == asked_for

    @each_messages_format
    def test_the_answer_says_what_was_cut(self, form: Format):
        """Nothing goes without a word: every message that is not there is named, with its tokens and a handle."""
        answer = form.fitted(SESSION, 400)
        lost = {place for gap in answer["omissions"] for place in range(gap["first"], gap["last"] + 1)}
        whole = [message for message in form.records(SESSION) if message in answer["messages"]]
        assert lost
        assert all(gap["estimated_tokens"] > 0 and gap["handles"] for gap in answer["omissions"])
        assert len(whole) + len(lost) <= len(form.records(SESSION))


class TestPlacesOfText:
    """A request beside results in one message of the user."""

    SCRIPT: Script = [
        user("first request " * 40),
        model("on it", Call("t_1", "Bash", {"command": "make"})),
        tools(Answer("t_1", "output\n" * 200)),
    ]

    @pytest.mark.parametrize("name", ["anthropic", "gemini"])
    @pytest.mark.parametrize("budget", [120, 200, 400])
    def test_it_is_the_newest_request(self, name: str, budget: int):
        """What the user adds to the results of tools is what the user said last."""
        form = MESSAGES[name]
        records = form.records(self.SCRIPT)
        block = {"anthropic": {"type": "text", "text": PARTS[0]}, "gemini": {"text": PARTS[0]}}[name]
        key = {"anthropic": "content", "gemini": "parts"}[name]
        records[-1] = {**records[-1], key: [*records[-1][key], block]}
        found = said(name, fitted(records, name, budget)["messages"], "user")
        assert [text for text in found if PARTS[0] in text] != []

    def test_in_a_session_as_well(self):
        """The same in a record of Claude Code."""
        form = FORMATS["claude_code"]
        records = form.records(self.SCRIPT)
        records[-1]["message"]["content"].append({"type": "text", "text": PARTS[0]})
        assert PARTS[0] in compiled_transcript(form.framed(records), 40)["context"]["content"]
