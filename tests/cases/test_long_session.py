"""A session of ten megabytes, most of it screenshots (DF01): it is read whole, fits, and ends with what was said last."""

import json
import tracemalloc
from functools import cache

import pytest

from cases.door import Json, ask, case, estimated, send
from cases.fits import broken
from cases.formats import Format, each_format, each_messages_format
from cases.heard import said
from cases.pairs import blocks, lone_results
from cases.recipes import expand
from cases.script import Answer, Call, Image, Script, model, tools, user

GIVEN = case("DF01")
TRANSCRIPT: str = GIVEN["fs"][0]["content"]
REQUEST: Json = {
    "query": GIVEN["request"]["query"],
    "token_budget": GIVEN["request"]["token_budget"],
    "segmentation": GIVEN["request"]["segmentation"],
    "transcript": TRANSCRIPT,
}
FINAL = "FINAL: module 7 leaks a file handle"


@cache
def compiled(budget: int = 4000, query: str = REQUEST["query"]) -> Json:
    """The answer to the recorded session."""
    return ask("compile_transcript", {**REQUEST, "token_budget": budget, "query": query})


class TestRecorded:
    """The recorded session: 1,300 rounds, eight screenshots, a last line."""

    def test_it_is_a_session(self):
        """Its envelope is known, and no line of 3,909 is skipped."""
        segmentation = compiled()["segmentation"]
        assert (segmentation["format_detected"], segmentation.get("skipped_lines", 0)) == ("claude_code", 0)

    @pytest.mark.parametrize(
        ("budget", "query"),
        [
            (200, REQUEST["query"]),
            (4000, REQUEST["query"]),
            (4000, ""),
            (4000, "quarterly report"),
            (30_000, REQUEST["query"]),
        ],
    )
    def test_the_final_line_is_there(self, budget: int, query: str):
        """At the end, in any budget, whatever is asked."""
        assert compiled(budget, query)["context"]["content"].endswith(f"[assistant]\n{FINAL}")

    @pytest.mark.parametrize("budget", [200, 4000, 30_000])
    def test_the_budget_holds(self, budget: int):
        """What is there costs no more than was allowed, and nearly that."""
        (tokens,) = estimated(compiled(budget)["context"]["content"])
        assert 0.8 * budget <= tokens <= budget

    def test_all_rounds_are_read(self):
        """Requests, answers, calls and results of every round are segments, and the screenshots and the end."""
        kinds = [segment["kind"] for segment in compiled()["segmentation"]["segments"]]
        assert {kind: kinds.count(kind) for kind in set(kinds)} == {
            "body": 2601,
            "tool_call": 1300,
            "tool_result": 1300,
            "media": 8,
        }

    def test_no_word_of_the_envelope_is_said(self):
        """Ids and names of fields are no conversation."""
        content = compiled()["context"]["content"]
        assert [word for word in ("parentUuid", "uuid", "tool_use", "base64") if word in content] == []

    def test_the_images_cost_next_to_nothing(self):
        """Nine tenths of the file are base64, of which a mark each is counted."""
        assert compiled()["context"]["insights"]["tokens_in"] < len(TRANSCRIPT) / 200

    def test_what_is_there_is_in_order_and_as_it_was(self):
        """Rounds come one after the other, each word as it was written, and no result without its call."""
        content = compiled()["context"]["content"]
        asked = [block.text for block in blocks(content) if block.what == "user"]
        numbers = [int(text.split()[1].rstrip(":")) for text in asked]
        assert numbers == sorted(numbers)
        assert asked == [f"request {number}: check module {number % 17}" for number in numbers]
        assert {block.id for block in lone_results(content)} <= {"tx"}

    def test_what_is_not_there_can_be_had(self):
        """Every decision that left something out has a handle, and the handle is listed."""
        context = compiled()["context"]
        handles = {one["handle"] for one in context["retrieval_handles"]}
        left_out = [one for one in context["decisions"] if one["action"] == "retrieve"]
        assert left_out
        assert [one for one in left_out if one["handle"] not in handles] == []

    def test_it_takes_a_few_times_its_size(self):
        """At its peak the compiler holds less than five times the file beside the request."""
        request = json.dumps(REQUEST).encode()
        tracemalloc.start()
        try:
            send("compile_transcript", request)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 5 * len(TRANSCRIPT)


SCREENSHOT: str = expand({"$b64png": {"width": 1440, "height": 900, "pad": 200_000, "seed": 41}})

LONG: Script = [
    *[
        turn
        for number in range(150)
        for turn in (
            user(f"request {number}: check module {number % 17}"),
            model(f"working on {number}", Call(f"t{number}", "Bash", {"command": f"run {number}"})),
            tools(Answer(f"t{number}", f"exit 0 after {number % 50} ms")),
        )
    ],
    *[
        turn
        for number in range(4)
        for turn in (
            model(Call(f"s{number}", "screenshot", {"page": number})),
            tools(Answer(f"s{number}", (Image(SCREENSHOT),))),
        )
    ],
    model(FINAL),
]
"""The same in small: 150 rounds, four screenshots."""


class TestEveryFormat:
    """A long session of every format."""

    @each_format
    @pytest.mark.parametrize("budget", [200, 1500])
    def test_the_final_line_is_there(self, form: Format, budget: int):
        """At the end, within the budget, and every pair whole."""
        answer = form.compiled(LONG, budget, REQUEST["query"])
        content = answer["context"]["content"]
        assert content.endswith(f"[assistant]\n{FINAL}")
        assert estimated(content)[0] <= budget
        assert lone_results(content) == []

    @each_format
    def test_the_images_cost_next_to_nothing(self, form: Format):
        """A mark each is counted."""
        assert form.compiled(LONG, 1500)["context"]["insights"]["tokens_in"] < 10_000

    @each_messages_format
    @pytest.mark.parametrize("budget", [2500, 6000, 12_000])
    def test_messages_end_with_it(self, form: Format, budget: int):
        """What the model said last goes out last, and every law holds."""
        answer = form.fitted(LONG, budget, query=REQUEST["query"])
        request = {"messages": form.records(LONG), "format": form.name, "token_budget": budget}
        assert said(form.name, answer["messages"], "assistant")[-1] == FINAL
        assert broken(form.name, request, answer) == []
