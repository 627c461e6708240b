"""`compile_messages` and its like for sessions: what they do beside the laws of tests/core/laws/test_conversations.py."""

import pytest

from contextc.compiler import ContextCompiler
from contextc.errors import BudgetTooSmall, InvalidRequest, PinnedDoesNotFit
from contextc.model import CompilePolicy, MessagesContext, MessagesInput
from contextc.tokens import HeuristicEstimator
from contextc.transcript.messages import compile_messages, compile_reading
from contextc.transcript.readers import read
from contextc.transcript.turns import Reading
from contextc.vocabulary import MessagesFormat, SegmentFormat
from core.transcript.build import call, result, said

COMPILER = ContextCompiler(estimator=HeuristicEstimator())
LONG = "word " * 200


def user(text: str) -> dict:
    """A message of the user."""
    return {"role": "user", "content": text}


def model(text: str) -> dict:
    """A message of the model."""
    return {"role": "assistant", "content": text}


def compiled(messages: list[dict], budget: int, **fields: object) -> MessagesContext:
    """The answer."""
    return compile_messages(MessagesInput(messages=messages, token_budget=budget, **fields), COMPILER)


TALK = [user(LONG), model(LONG), user("go on")]


def test_what_fits_is_what_came_in():
    """The messages are the very objects."""
    answer = compiled(TALK, 1000)
    assert all(one is other for one, other in zip(TALK, answer.messages, strict=True))


def test_an_omission_is_one_line():
    """It tells how many messages, how many tokens, and where they are."""
    answer = compiled(TALK, 60)
    (omission,) = answer.omissions
    assert answer.messages[0]["content"] == f"[… 2 messages left out, 808 tokens: {omission.handle} …]"
    assert (omission.first, omission.last, omission.estimated_tokens) == (0, 1, 808)


def test_one_message_is_one():
    """The line knows its grammar."""
    assert compiled([model(LONG), user("go on")], 60).messages[0]["content"].startswith("[… 1 message left out")


def test_what_costs_less_than_the_line_is_no_omission():
    """A short message is cheaper than to say that it is not there."""
    messages = [user("hi"), model(LONG), user("go on")]
    assert compiled(messages, 60).messages[0] == user("hi")


def test_the_reserve_is_left_free():
    """It belongs to the answer of the model."""
    answer = compiled(TALK, 300, policy=CompilePolicy(response_reserve_tokens=250))
    assert answer.insights.tokens_out <= 50


def test_a_reserve_of_everything_is_an_error():
    """As in compile."""
    with pytest.raises(BudgetTooSmall):
        compiled(TALK, 10, policy=CompilePolicy(response_reserve_tokens=10))


def test_the_reserve_counts_in_the_smallest_budget():
    """What the error names works."""
    policy = CompilePolicy(response_reserve_tokens=100)
    with pytest.raises(PinnedDoesNotFit) as caught:
        compiled(TALK, 101, policy=policy)
    assert compiled(TALK, caught.value.data["min_budget"], policy=policy).messages[-1] == user("go on")


def test_a_receipt_keeps_what_was_sent():
    """What comes behind is whole."""
    first = compiled(TALK, 300)
    more = [*TALK, model("yes"), user("and now?")]
    second = compiled(more, 400, receipt=first.receipt)
    assert second.messages == [*first.messages, *more[3:]]
    assert (second.prefix.messages, second.prefix.diverged_at) == (len(first.messages), None)


def test_what_does_not_fit_any_more_is_cut_once():
    """To less than it may have, so that the next cut is far."""
    first = compiled(TALK, 300)
    second = compiled([*TALK, model(LONG), user("and now?")], 300, receipt=first.receipt)
    assert second.insights.tokens_out <= 180
    assert second.prefix.reason == "it was cut anew"


def test_where_the_history_changed_the_prefix_ends():
    """It tells which message of the request is another one."""
    first = compiled(TALK, 1000)
    second = compiled([TALK[0], model("other"), *TALK[2:]], 1000, receipt=first.receipt)
    assert (second.prefix.messages, second.prefix.diverged_at) == (1, 1)
    assert second.prefix.reason == "message 1 of the request is not the one that it was"


def test_copies_come_to_a_threshold():
    """What stands for nothing any more is left out when it is half of what is sent."""
    talk = [user(LONG), model("a"), user(LONG), model("b"), user("go on")]
    first = compiled(talk[:3], 1000)
    kept = compiled(talk, 1000, receipt=first.receipt, policy=CompilePolicy(prefix_saving=1.0))
    cut = compiled(talk, 1000, receipt=first.receipt, policy=CompilePolicy(prefix_saving=0.1))
    assert (kept.messages == talk, cut.messages == talk) == (True, False)


def test_a_message_that_goes_on_is_no_cut():
    """A line that ends the messages takes the next words of the user into its own."""
    talk = [{"role": "user", "content": [{"type": "text", "text": "go"}]}, model(LONG)]
    first = compiled(talk, 60, format=MessagesFormat.ANTHROPIC)
    second = compiled([*talk, user("and now?")], 200, format=MessagesFormat.ANTHROPIC, receipt=first.receipt)
    assert second.prefix.reason == "the message was continued"


def test_a_session_needs_a_format():
    """Nobody can guess for whom its messages are."""
    with pytest.raises(InvalidRequest) as caught:
        compile_reading(
            Reading(format=SegmentFormat.CODEX, turns=[]), MessagesInput(messages=[], token_budget=9), COMPILER
        )
    assert caught.value.path == "$.format"


def test_a_session_becomes_messages():
    """Calls and results are the target's."""
    turns = [said("user", "go"), said("assistant", call(path="a")), said("tool", result())]
    request = MessagesInput(messages=[], token_budget=99, format=MessagesFormat.ANTHROPIC)
    answer = compile_reading(Reading(format=SegmentFormat.CODEX, turns=turns), request, COMPILER)
    assert [message["role"] for message in answer.messages] == ["user", "assistant", "user"]


def test_the_speaker_of_a_plain_turn_is_its_role():
    """The words that name it are not said twice."""
    reading = read(b"User: hi\nAssistant: yes\n", SegmentFormat.AUTO)
    request = MessagesInput(messages=[], token_budget=99, format=MessagesFormat.OPENAI)
    assert compile_reading(reading, request, COMPILER).messages == [user("hi"), model("yes")]
