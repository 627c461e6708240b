"""Calls and results in messages (D11, D12): what goes out is taken by its provider, whatever the budget."""

import pytest

from cases.conversations import HOSTS, REPORTS, ROUNDS
from cases.fits import broken, fits
from cases.formats import Format, each_messages_format
from cases.heard import heard, said
from cases.script import Script

CONVERSATIONS = {"one long call": REPORTS, "three hosts": HOSTS, "ids used again": ROUNDS}

each_conversation = pytest.mark.parametrize("script", CONVERSATIONS.values(), ids=CONVERSATIONS)


@each_messages_format
@each_conversation
def test_every_law_holds_in_every_budget(form: Format, script: Script):
    """Valid, within the budget, each message accounted for, each result under its own call, nothing made up."""
    for request, answer in fits(form, script):
        if "error" not in answer:
            assert broken(form.name, request, answer) == []


@each_messages_format
@each_conversation
def test_the_smallest_budget_is_named(form: Format, script: Script):
    """What does not fit is refused with one number: that budget works, and one less does not."""
    (least,) = {answer["error"]["data"]["min_budget"] for _, answer in fits(form, script) if "error" in answer}
    assert "error" not in form.fitted(script, least)
    assert form.fitted(script, least - 1)["error"]["code"] == "pinned_does_not_fit"


@each_messages_format
@each_conversation
def test_the_newest_request_is_always_there(form: Format, script: Script):
    """What the user said last is whole in every answer."""
    newest = [turn.parts[0] for turn in script if turn.role == "user"][-1]
    for _, answer in fits(form, script):
        if "error" not in answer:
            assert newest in said(form.name, answer["messages"], "user")


class TestPrunedCall:
    """A call that is far too long, and its short result (D11)."""

    @each_messages_format
    def test_the_call_is_a_stub_with_its_result(self, form: Format):
        """Of the arguments only their handle is left; the id is the result's."""
        answer = form.fitted(REPORTS, 150)
        found = {piece.kind: piece for piece in heard(form.name, answer["messages"])}
        assert (found["call"].id, found["result"].id, found["result"].text) == (
            "call_1",
            "call_1",
            "ok, 6000 bytes written",
        )
        assert "_omitted" in found["call"].text
        assert answer["retrieval_handles"][0]["handle"] in found["call"].text

    @each_messages_format
    def test_the_record_names_the_call(self, form: Format):
        """Its part says which tool it is, and its decision where its arguments are."""
        answer = form.fitted(REPORTS, 150)
        (place,) = (place for place, part in enumerate(answer["parts"]) if part["kind"] == "tool_call")
        part, decision = answer["parts"][place], answer["decisions"][place]
        assert (part["tool"], part["call_id"], part.get("dangling")) == ("write_file", "call_1", None)
        assert decision["handle"] in [one["handle"] for one in answer["retrieval_handles"]]


class TestParallelCalls:
    """Three calls at once, two results in another order, one of them an error (D12)."""

    @each_messages_format
    def test_results_stand_under_their_calls(self, form: Format):
        """The timeout is a's and the 12 ms are c's."""
        answer = form.fitted(HOSTS)
        results = {piece.id: piece.text for piece in heard(form.name, answer["messages"]) if piece.kind == "result"}
        assert results == {"t_a": "a: timeout", "t_c": "c: 12 ms"}

    @each_messages_format
    def test_the_call_without_a_result_is_text(self, form: Format):
        """It is told that b was asked; no call waits, and nobody answers for it."""
        found = heard(form.name, form.fitted(HOSTS)["messages"])
        assert [piece.id for piece in found if piece.kind == "call"] == ["t_a", "t_c"]
        (label,) = (piece.text for piece in found if "t_b" in piece.text)
        assert label == '[call t_b ping, without a result] {"host":"b.test"}'

    @each_messages_format
    def test_it_is_reported(self, form: Format):
        """Its part, and no other, is marked as dangling."""
        assert [part["call_id"] for part in form.fitted(HOSTS)["parts"] if part.get("dangling")] == ["t_b"]

    @each_messages_format
    def test_an_error_stays_an_error(self, form: Format):
        """Where the format can tell, the result is one that failed."""
        parts = form.fitted(HOSTS)["parts"]
        assert [part["call_id"] for part in parts if part.get("is_error")] == (["t_a"] if form.fails else [])
