"""Calls and results in a session (D11, D12): matched by their ids, and never one without the other."""

import pytest

from cases.conversations import HOSTS, REPORTS
from cases.door import Json, ask, case, segmented
from cases.formats import Format, each_format
from cases.pairs import blocks, budgets, lone_results, refused


def paired(transcript: str) -> dict[str, tuple[str | None, str]]:
    """Text of every result -> the id and the tool of its call."""
    segments = segmented(transcript)["segments"]
    return {one["text"]: (one["call_id"], one["tool"]) for one in segments if one["kind"] == "tool_result"}


def dangling(transcript: str) -> list[str]:
    """The ids of calls without a result, and of results without a call."""
    return [one["call_id"] for one in segmented(transcript)["segments"] if one.get("dangling")]


class TestPrunedCall:
    """A call that is far too long, and its short result (D11)."""

    @each_format
    def test_no_result_stands_alone(self, form: Format):
        """Whatever the budget, a result stands behind its call, or behind the mark of it, or not at all."""
        answers = [answer["context"]["content"] for _, answer in budgets(form, REPORTS) if not refused(answer)]
        assert [content for content in answers if lone_results(content)] == []

    @each_format
    @pytest.mark.parametrize("budget", [60, 90, 200, 1000])
    def test_both_have_a_decision(self, form: Format, budget: int):
        """The record says what became of the call, and that its handle gives it back."""
        answer = form.compiled(REPORTS, budget)
        segments = answer["segmentation"]["segments"]
        (call,) = (place for place, one in enumerate(segments) if one["kind"] == "tool_call")
        decision = answer["context"]["decisions"][call]
        handles = [one["handle"] for one in answer["context"]["retrieval_handles"]]
        assert decision["handle"] in handles
        assert decision["reason"]

    @each_format
    @pytest.mark.parametrize("budget", [60, 90, 200, 1000])
    def test_the_last_request_is_whole(self, form: Format, budget: int):
        """What the user said last is there, whatever the call costs."""
        assert blocks(form.compiled(REPORTS, budget)["context"]["content"])[-1].text == "thanks, now tag the release"

    @each_format
    def test_with_a_mark_for_the_call_the_result_is_there(self, form: Format):
        """In a budget for everything else the call is a mark with its id, and its result is whole."""
        found = {block.what: block for block in blocks(form.compiled(REPORTS, 120)["context"]["content"])}
        assert (found["call"].id, found["result"].id, found["result"].text) == (
            "call_1",
            "call_1",
            "ok, 6000 bytes written",
        )


class TestParallelCalls:
    """Three calls at once, two results in another order, one of them an error (D12)."""

    @each_format
    def test_results_belong_to_the_calls_that_they_name(self, form: Format):
        """The timeout is a's and the 12 ms are c's, wherever they stand."""
        assert paired(form.transcript(HOSTS)) == {"c: 12 ms": ("t_c", "ping"), "a: timeout": ("t_a", "ping")}

    @each_format
    def test_the_call_without_a_result_is_reported(self, form: Format):
        """Of three calls b's dangles, and no result does."""
        assert dangling(form.transcript(HOSTS)) == ["t_b"]

    @each_format
    def test_the_labels_say_so(self, form: Format):
        """Every call and result has its id in the content, and the error is called one where the format can tell."""
        found = [(block.what, block.id) for block in blocks(form.compiled(HOSTS)["context"]["content"]) if block.id]
        failed = "error" if form.fails else "result"
        assert found[:3] == [("call", "t_a"), ("call", "t_b"), ("call", "t_c")]
        assert sorted(found[3:]) == sorted([(failed, "t_a"), ("result", "t_c")])

    @each_format
    def test_with_room_it_is_all_there(self, form: Format):
        """Nothing is left out, nothing is made up."""
        said = [block.text for block in blocks(form.compiled(HOSTS)["context"]["content"])]
        calls = [f'ping {{"host":"{host}.test"}}' for host in "abc"]
        assert said[:5] == ["check three hosts", "checking", *calls]
        assert sorted(said[5:7]) == ["a: timeout", "c: 12 ms"]
        assert said[7:] == ["[interrupted]", "b did not answer"]

    @each_format
    def test_no_result_stands_alone(self, form: Format):
        """Down to the smallest budget that works, no result is there without its call."""
        answers = [answer["context"]["content"] for _, answer in budgets(form, HOSTS) if not refused(answer)]
        assert answers
        assert [content for content in answers if lone_results(content)] == []

    @each_format
    def test_nothing_is_invented(self, form: Format):
        """In any budget, every text is one that was said, or the start or end of it."""
        said = [block.text for block in blocks(form.compiled(HOSTS)["context"]["content"])]
        for _, answer in budgets(form, HOSTS):
            if not refused(answer):
                found = [block.text for block in blocks(answer["context"]["content"])]
                assert [text for text in found if not any(text in one for one in said)] == []

    @each_format
    def test_a_refusal_names_the_smallest_budget(self, form: Format):
        """What is too small is refused with one number, and from that on every budget works."""
        answers = dict(budgets(form, HOSTS))
        least = {answer["error"]["data"]["min_budget"] for answer in answers.values() if refused(answer)}
        assert least <= {min(budget for budget, answer in answers.items() if not refused(answer))}
        assert {answer["error"]["code"] for answer in answers.values() if refused(answer)} == {"pinned_does_not_fit"}


def recorded(name: str, budget: int) -> Json:
    """The answer to a session as it was recorded."""
    return ask("compile_transcript", {**case(name)["request"], "token_budget": budget})


class TestRecordedLines:
    """The recorded sessions are generic lines, which have neither labels nor groups: the report tells the pairs."""

    @pytest.mark.parametrize("budget", [25, 60, 400])
    def test_the_interrupted_call_is_reported(self, budget: int):
        """The call of b dangles, a's result is an error, and each result names its call, in any budget."""
        answer = recorded("D12", budget)
        results = [one for one in answer["segmentation"]["segments"] if one["kind"] == "tool_result"]
        assert [(one["call_id"], one["tool"], one.get("is_error")) for one in results] == [
            ("t_c", "ping", None),
            ("t_a", "ping", True),
        ]
        assert [one["call_id"] for one in answer["segmentation"]["segments"] if one.get("dangling")] == ["t_b"]

    def test_with_room_it_is_all_there(self):
        """Nothing of D12 is left out within its 400 tokens."""
        assert recorded("D12", 400)["context"]["retrieval_handles"] == []

    @pytest.mark.parametrize("budget", [60, 400, 3000])
    def test_the_report_of_the_call_can_be_had(self, budget: int):
        """What is left out of D11's call is told by its decision, with a handle."""
        answer = recorded("D11", budget)
        decision = answer["context"]["decisions"][1]
        assert (decision["action"] == "preserve") == ("handle" not in decision)
