"""Receipts: what they hold, how long they are, and that nothing but what was given is taken back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.compiler import ContextCompiler
from contextc.errors import ContextcError, InvalidReceipt
from contextc.model import CompileRequest
from contextc.passes.admit import Source
from contextc.passes.emission import Emission, copy_mark, cut_mark, whole
from contextc.transcript.conversation import Conversation, from_messages
from contextc.transcript.receipts import LARGEST_PLAN, _checksum, bounded, code_of, plan_of, receipt_of
from contextc.vocabulary import MessagesFormat

TEXT = "Füße im Wind, "


def conversation(*texts: str, parts: int = 1) -> tuple[Conversation, list[Source]]:
    """Messages of so many parts each, and what the compiler makes of them."""
    messages = [
        {"role": "user", "content": [{"type": "text", "text": f"{text}{n}" if n else text} for n in range(parts)]}
        for text in texts
    ]
    found = from_messages(messages, MessagesFormat.OPENAI)
    request = CompileRequest(query="", fragments=found.fragments, token_budget=100)
    return found, ContextCompiler().prepare(request, most=10_000).sources


def stub(source: Source) -> Emission:
    """A mark in place of a part."""
    return Emission(tail=len(source.data), mark=cut_mark(source))


def cut(source: Source, head: int, tail: int, **fields: Any) -> Emission:
    """The two ends of a part."""
    return Emission(head=head, tail=tail, taken=2, mark=cut_mark(source), **fields)


def back(found: Conversation, sources: list[Source], emissions: dict[int, Emission]) -> dict[int, Emission]:
    """What a receipt gives back after it went through JSON."""
    receipt = json.loads(json.dumps(receipt_of(found, emissions, "openai")))
    return plan_of(receipt, found, sources, "openai").emissions


def test_it_gives_back_what_went_out():
    """Whole, cut, with a fence mended, as a mark, as a copy's mark, or not at all."""
    found, sources = conversation(*[f"{TEXT}{n}" * 9 for n in range(6)])
    emissions = {
        0: whole(sources[0]),
        1: cut(sources[1], 3, 32, recut=True),
        2: cut(sources[2], 0, 3, opening=b"```py\n", closing=b"```"),
        3: stub(sources[3]),
        4: Emission(tail=len(sources[4].data), mark=copy_mark(sources[4], 2)),
    }
    assert back(found, sources, emissions) == emissions


def test_parts_that_fared_alike_are_counted():
    """Twenty results that went out whole take three characters."""
    found, sources = conversation("a", parts=20)
    assert code_of(found.of_turn[0], {source.seq: whole(source) for source in sources}) == "w20"


def test_a_message_that_is_left_out_is_a_dash():
    """Nothing of it went out."""
    found, _ = conversation("a", parts=3)
    assert code_of(found.of_turn[0], {}) == "-"


def test_a_part_without_an_emission_is_a_mark():
    """Beside others it cannot have gone out otherwise."""
    found, sources = conversation("a", parts=2)
    assert back(found, sources, {0: whole(sources[0])}) == {0: whole(sources[0]), 1: stub(sources[1])}


@given(st.lists(st.integers(0, 3), min_size=1, max_size=10), st.integers(1, 3))
def test_a_message_takes_64_bytes_at_most(kinds: list[int], count: int):
    """Where plans of cut parts would be longer, the last of them become marks."""
    found, sources = conversation(*[TEXT * (9 + n) for n in range(count)], parts=len(kinds))
    made = [
        whole,
        lambda source: cut(source, 100_000, 200_000),
        stub,
        lambda source: cut(source, 9, 99, closing=b"```\n"),
    ]
    emissions = {source.seq: made[kinds[source.seq % len(kinds)]](source) for source in sources}
    emissions = bounded(found, emissions, sources)
    plans = receipt_of(found, emissions, "openai")["messages"]
    assert max(len(json.dumps(plan)) + 1 for plan in plans) <= 64
    assert max(len(code_of(seqs, emissions)) for seqs in found.of_turn) <= LARGEST_PLAN


def test_short_plans_stay_as_they_are():
    """Nothing is made a mark without need."""
    found, sources = conversation(TEXT * 9)
    emissions = {0: cut(sources[0], 1, 9)}
    assert bounded(found, emissions, sources) == emissions


def test_a_changed_message_ends_what_is_the_same():
    """From there on everything is new."""
    before, sources = conversation("a", "b", "c")
    receipt = receipt_of(before, {source.seq: whole(source) for source in sources}, "openai")
    after, sources = conversation("a", "B", "c")
    plan = plan_of(receipt, after, sources, "openai")
    assert (plan.turns, plan.total, sorted(plan.emissions)) == (1, 3, [0])


def test_fewer_messages_are_a_change():
    """Those that are left are the same."""
    before, sources = conversation("a", "b")
    receipt = receipt_of(before, {source.seq: whole(source) for source in sources}, "openai")
    after, sources = conversation("a")
    assert plan_of(receipt, after, sources, "openai")[1:] == (1, 2)


def test_the_receipt_of_nothing_begins_anything():
    """An empty conversation has no message that could be another."""
    before, _ = conversation()
    after, sources = conversation("a")
    assert plan_of(receipt_of(before, {}, "openai"), after, sources, "openai") == ({}, 0, 0)


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"v": None},
        {"format": "anthropic"},
        {"sum": "00000000"},
        {"messages": None},
        {"messages": "w"},
        {"messages": [1]},
        {"messages": []},
        {"messages": ["\ud800"]},
    ],
)
def test_a_foreign_receipt_is_refused(change: dict[str, Any]):
    """Another version, another format, or anything that was changed."""
    found, sources = conversation("a")
    receipt = {**receipt_of(found, {0: whole(sources[0])}, "openai"), **change}
    with pytest.raises(InvalidReceipt) as caught:
        plan_of(receipt, found, sources, "openai")
    assert caught.value.path == "$.receipt"


def test_the_receipt_of_another_conversation_is_refused():
    """Not one of its messages is the same."""
    before, sources = conversation("a")
    receipt = receipt_of(before, {0: whole(sources[0])}, "openai")
    after, sources = conversation("b")
    with pytest.raises(InvalidReceipt):
        plan_of(receipt, after, sources, "openai")


@pytest.mark.parametrize(
    "code",
    [
        "",
        "w2",
        "w2,w",
        "x",
        "w,w",
        "p1",
        "p2.1.1.0",
        "p0.999.1.0",
        "p1.2.1.0",
        "p3.5.1.0",
        "w999999",
        "-,w",
        "s0w",
        "p0.1.1.0~zz",
    ],
)
def test_a_plan_that_fits_nothing_is_refused(code: str):
    """Even with a sum that is right: parts that are not there, cuts outside or inside a character."""
    found, sources = conversation("aüb")
    receipt = receipt_of(found, {0: whole(sources[0])}, "openai")
    plan = [receipt["messages"][0][:8] + code]
    forged = {**receipt, "messages": plan, "sum": receipt_sum(plan)}
    with pytest.raises(InvalidReceipt):
        plan_of(forged, found, sources, "openai")


def receipt_sum(plans: list[str]) -> str:
    """The sum that such plans have, taken from the module so that forging is possible at all."""
    return _checksum(plans)


@given(
    st.dictionaries(
        st.sampled_from(["v", "format", "sum", "messages"]),
        st.one_of(st.none(), st.integers(), st.text(max_size=9), st.lists(st.text(max_size=20), max_size=3)),
    )
)
def test_any_object_is_refused_with_its_path(receipt: dict[str, Any]):
    """Nothing that a caller sends ends in anything but this error."""
    found, sources = conversation("a")
    with pytest.raises(ContextcError) as caught:
        plan_of(receipt, found, sources, "openai")
    assert caught.value.code == "invalid_receipt"
