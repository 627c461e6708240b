"""A conversation that grows, request by request (langchain-ai/langchain#37815): what was sent stays as it was until one cut.

Whoever changes what was sent pays for all of it again, so the start must be the same to the byte, turn after turn.
"""

import json
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pytest

from cases.chats import compact
from cases.door import Json, ask, send
from cases.fits import broken
from cases.formats import Format, each_messages_format, fitted
from cases.script import Answer, Call, Script, model, tools, user

ROUNDS = 24
BUDGET = 1200


def work(number: int) -> Script:
    """A round: a request, two calls, an answer; about a hundred tokens."""
    ids = (f"t_{2 * number}", f"t_{2 * number + 1}")
    return [
        user(f"step {number}: look at module {number}"),
        model(f"reading {number}", *[Call(id, "Bash", {"command": f"cat {id}.py"}) for id in ids]),
        tools(*[Answer(id, f"def {id}(): return {number}\n" * 3) for id in ids]),
        model(f"module {number} is fine"),
    ]


SESSION: Script = [turn for number in range(ROUNDS) for turn in work(number)]


class Step(NamedTuple):
    """A request and its answer."""

    before: Json | None
    request: Json
    answer: Json

    @property
    def same(self) -> int:
        """The messages that are those of the answer before, byte for byte."""
        old = [compact(message) for message in self.before["messages"]] if self.before else []
        new = [compact(message) for message in self.answer["messages"]]
        pairs = enumerate(zip(old, new, strict=False))
        return next((place for place, (one, other) in pairs if one != other), min(len(old), len(new)))

    @property
    def is_cut(self) -> bool:
        """Whether something that was sent is not sent again as it was."""
        return self.before is not None and self.same < len(self.before["messages"])


@cache
def steps(form: Format, ends: tuple[int, ...]) -> list[Step]:
    """A request for every length of the conversation, each with the receipt of the one before."""
    found: list[Step] = []
    before: Json | None = None
    for end in ends:
        request = {"messages": form.records(SESSION[:end]), "format": form.name, "token_budget": BUDGET}
        if before is not None:
            request["receipt"] = before["receipt"]
        found.append(Step(before, request, ask("compile_messages", request)))
        before = found[-1].answer
    return found


BY_ROUND = tuple(range(4, len(SESSION) + 1, 4))
BY_MESSAGE = tuple([end for end in range(1, len(SESSION) + 1) if SESSION[end - 1].role != "assistant"])
"""As an agent asks: behind what the user says, and behind every result."""

each_rhythm = pytest.mark.parametrize("ends", [BY_ROUND, BY_MESSAGE], ids=["by round", "by message"])


@each_messages_format
@each_rhythm
class TestGrowing:
    """Two dozen rounds in a budget for ten."""

    def test_it_is_cut_a_few_times(self, form: Format, ends: tuple[int, ...]):
        """Each cut leaves room for rounds to come: of two dozen requests that do not fit, four are cut at most."""
        assert 1 <= sum(step.is_cut for step in steps(form, ends)) <= 4

    def test_a_cut_goes_well_below_the_budget(self, form: Format, ends: tuple[int, ...]):
        """What is sent then is no more than six tenths of the room, beside what is new or must stay."""
        for step in steps(form, ends):
            if step.is_cut:
                assert step.answer["insights"]["tokens_out"] <= 0.6 * BUDGET

    def test_between_two_cuts_it_only_grows(self, form: Format, ends: tuple[int, ...]):
        """All that was sent is sent again, and behind it what is new, whole."""
        for step in steps(form, ends):
            if step.before is not None and not step.is_cut:
                new = len(step.answer["messages"]) - len(step.before["messages"])
                assert step.answer["messages"][: step.same] == step.before["messages"]
                assert step.answer["messages"][step.same :] == step.request["messages"][-new:]

    def test_the_answer_tells_how_much_is_the_same(self, form: Format, ends: tuple[int, ...]):
        """Its count is the true one, and where it diverged is the first message that is not the same."""
        for step in steps(form, ends):
            prefix = step.answer.get("prefix")
            if step.before is None:
                assert prefix is None
            else:
                assert prefix["messages"] == step.same
                assert prefix.get("diverged_at") == (step.same if step.is_cut else None)
                assert bool(prefix.get("reason")) == step.is_cut

    def test_every_law_holds(self, form: Format, ends: tuple[int, ...]):
        """Valid, within the budget, each message accounted for, at every step."""
        for step in steps(form, ends):
            assert broken(form.name, step.request, step.answer) == []

    def test_the_receipt_is_small(self, form: Format, ends: tuple[int, ...]):
        """It has at most 64 bytes a message."""
        for step in steps(form, ends):
            count = len(step.request["messages"])
            assert count < 4 or len(compact(step.answer["receipt"])) <= 64 * count

    def test_the_newest_request_is_there(self, form: Format, ends: tuple[int, ...]):
        """Whatever was cut."""
        for end, step in zip(ends, steps(form, ends), strict=True):
            newest = [turn.parts[0] for turn in SESSION[:end] if turn.role == "user"][-1]
            assert str(newest) in json.dumps(step.answer["messages"])


@each_messages_format
class TestAgain:
    """The same once more."""

    def test_the_same_request_gives_the_same_bytes(self, form: Format):
        """Order and numbers hang on the request alone."""
        *_, last = steps(form, BY_ROUND[:14])
        assert send("compile_messages", last.request) == send("compile_messages", last.request)

    def test_nothing_new_changes_nothing(self, form: Format):
        """With the receipt of an answer, the request that it answered is answered alike."""
        for step in steps(form, BY_ROUND):
            again = fitted(step.request["messages"], form.name, BUDGET, receipt=step.answer["receipt"])
            assert again["messages"] == step.answer["messages"]
            assert again["receipt"] == step.answer["receipt"]
            assert again["prefix"].get("diverged_at") is None

    def test_what_went_out_goes_out_again(self, form: Format):
        """Cut once, a conversation that fits is not cut a second time (arcee-ai/nac#147)."""
        once = form.fitted(SESSION, BUDGET)["messages"]
        assert fitted(once, form.name, BUDGET)["messages"] == once

    def test_without_a_receipt_it_may_be_cut_every_time(self, form: Format):
        """Only the receipt keeps the start: so it is worth its bytes."""
        answers = [form.fitted(SESSION[:end], BUDGET)["messages"] for end in BY_ROUND[-6:]]
        moved = [new[: len(old)] != old for old, new in pairwise(answers)]
        assert any(moved)


@each_messages_format
class TestChanged:
    """Conversations that are not what they were."""

    def test_an_edited_message_is_told(self, form: Format):
        """From the message on that the user has changed, nothing is the same, and the answer says which."""
        script = [*SESSION[:8], user("step 2: look elsewhere"), *SESSION[9:12]]
        first = form.fitted(SESSION[:12])
        answer = form.fitted(script, receipt=first["receipt"])
        assert answer["messages"] == form.records(script)
        assert answer["prefix"]["messages"] == answer["prefix"]["diverged_at"] == len(form.records(SESSION[:8]))

    def test_a_shorter_conversation_begins_alike(self, form: Format):
        """What was taken back is no longer there, and the rest is as it was."""
        first = form.fitted(SESSION[:12])
        answer = form.fitted(SESSION[:8], receipt=first["receipt"])
        assert answer["messages"] == form.records(SESSION[:8])

    def test_a_receipt_of_another_conversation_is_refused(self, form: Format):
        """The error is about the receipt, so a caller can leave it out."""
        receipt = form.fitted([user("something else"), *SESSION[1:4]])["receipt"]
        error = form.fitted(SESSION[:8], receipt=receipt)["error"]
        assert (error["code"], error["path"]) == ("invalid_receipt", "$.receipt")

    @pytest.mark.parametrize(
        "change", [{"v": 2}, {"v": "1"}, {"format": "x"}, {"messages": []}, {"messages": None}, {"sum": ""}]
    )
    def test_a_receipt_that_was_changed_is_refused(self, form: Format, change: Json):
        """Nobody but the answer makes receipts."""
        receipt = {**form.fitted(SESSION[:8])["receipt"], **change}
        assert form.fitted(SESSION[:8], receipt=receipt)["error"]["code"] == "invalid_receipt"

    @pytest.mark.parametrize("receipt", [{}, {"v": 1}, {"messages": ["x"]}])
    def test_what_is_no_receipt_is_refused(self, form: Format, receipt: Json):
        """An object of other keys is none."""
        assert form.fitted(SESSION[:8], receipt=receipt)["error"]["code"] == "invalid_receipt"


@each_messages_format
@pytest.mark.parametrize("budget", [400, 600, 900, 1300, 2500])
def test_the_budget_is_used(form: Format, budget: int):
    """Where rounds of a hundred tokens are left out, no more than two of them would still fit."""
    assert form.fitted(SESSION, budget)["insights"]["tokens_out"] >= budget - 250
