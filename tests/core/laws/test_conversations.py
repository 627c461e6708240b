"""Law 10: messages that fit."""

import json
from collections.abc import Sequence
from itertools import pairwise, takewhile
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contextc import (
    CompilePolicy,
    ContextAction,
    ContextCompiler,
    ContextDecision,
    FidelityRisk,
    MessagesContext,
    MessagesFormat,
    compile_messages,
)
from contextc.digest import fnv1a
from contextc.errors import PinnedDoesNotFit
from contextc.settings import thousandths
from contextc.transcript.messages import compile_reading
from contextc.transcript.turns import AnyPart, Media, Reasoning, Role, Text, ToolCall, ToolResult, Turn, speaker
from contextc_wire import call
from contextc_wire.codec import encode
from core.laws import exchanges, strategies
from core.laws.conversations import BLANK, LOST, SPOKEN, THOUGHT, broken, sound
from core.laws.exchanges import Case, Price, answered, reading, room, turns
from core.laws.shapes import SHAPES
from core.transcript.writers.valid import faults
from fuzz.answers import answer, code
from fuzz.mutate import mutated

Json = dict[str, Any]

any_case = st.one_of(exchanges.cases(), exchanges.damaged())
grown = exchanges.growing()

QUIET = frozenset({"reasoning", "meta", "compaction"})
"""Kinds of which nothing is there unless all is."""

FORGIVEN = ("the first", "once more", "end: no result")
"""Faults that may stay if they came in: who speaks first or twice, and a call that waits for its result at the end.

Nothing is made up, and what is untouched goes out as it was.
"""


# How an answer is read


def is_whole(decision: ContextDecision) -> bool:
    """Whether the answer says that all of a part is there."""
    return decision.action not in (ContextAction.DROP, ContextAction.RETRIEVE) and decision.emitted is None


def omitted(reply: MessagesContext) -> list[int]:
    """The messages that stand in the answer as a line for several."""
    return [place for one in reply.omissions for place in range(one.first, one.last + 1)]


def kept(reply: MessagesContext) -> list[int]:
    """The others."""
    return sorted({part.message for part in reply.parts} - set(omitted(reply)))


def decisions(reply: MessagesContext, place: int) -> list[ContextDecision]:
    """What was decided about the parts of a message."""
    pairs = zip(reply.parts, reply.decisions, strict=True)
    return [decision for part, decision in pairs if part.message == place]


def blocks(message: Json) -> list[Any]:
    """The blocks of a message, whatever its dump; a text is a block."""
    fields = next((message[key] for key in ("data", "kwargs") if isinstance(message.get(key), dict)), message)
    content = fields.get("parts", fields.get("content"))
    return content if isinstance(content, list) else [{"type": "text", "text": content}]


def holds(outer: Json, inner: Json) -> bool:
    """Whether a message is the other, or has all its blocks."""
    theirs = [encode(block) for block in blocks(outer)]
    return encode(outer) == encode(inner) or all(encode(block) in theirs for block in blocks(inner))


def in_order(outer: Sequence[Json], inner: Sequence[Json]) -> bool:
    """Whether messages are there, one after the other; two may have become one."""
    at = 0
    for one in inner:
        at = next((place for place in range(at, len(outer)) if holds(outer[place], one)), len(outer))
        if at == len(outer):
            return False
    return True


def said_by(found: Sequence[Turn], *roles: Role) -> list[list[str]]:
    """What every message of these speakers says and shows."""
    return [
        [part.text for part in turn.parts if isinstance(part, Text)] + images(turn.parts)
        for turn in found
        if speaker(turn.role) in roles
    ]


def images(parts: Sequence[AnyPart]) -> list[str]:
    """The images in parts, and in what tools answered, in base64."""
    inner = [one for part in parts for one in (part.parts if isinstance(part, ToolResult) else (part,))]
    return [one.data.rpartition(",")[2] for one in inner if isinstance(one, Media) and one.data]


def least_of(case: Case) -> int | None:
    """The smallest budget, as the refusal names it; nothing for an answer."""
    try:
        compile_messages(case.request)
    except PinnedDoesNotFit as error:
        return int(error.data["min_budget"])
    return None


def answers(case: Case) -> list[MessagesContext]:
    """The answers to a conversation that grows, each with the receipt of the one before, until it fits no more."""
    found: list[MessagesContext] = []
    receipt = None
    for cut in case.cuts:
        request = replace(case.request, messages=case.request.messages[:cut], receipt=receipt)
        try:
            found.append(compile_messages(request))
        except PinnedDoesNotFit:
            break
        receipt = json.loads(encode(found[-1].receipt))
    return found


def came(case: Case, reply: MessagesContext) -> list[Json]:
    """The messages that an answer is about."""
    return case.request.messages[: reply.parts[-1].message + 1]


def common(before: Sequence[Json], after: Sequence[Json]) -> int:
    """How many messages are the same, byte for byte."""
    pairs = zip(before, after, strict=False)
    return len(list(takewhile(lambda pair: encode(pair[0]) == encode(pair[1]), pairs)))


def sealed(messages: list[Json]) -> list[Any]:
    """Every block with a signature."""
    every = [one for message in messages for one in (message, *blocks(message)) if isinstance(one, dict)]
    return [one for one in every if not SEALS.isdisjoint(one) or one.get("type") == "redacted_thinking"]


SEALS = frozenset({"signature", "encrypted_content", "thoughtSignature"})


def thoughts_of(found: list[Turn]) -> dict[str | None, list[str]]:
    """By a call the signatures of what the same speaker thought before it."""
    thoughts: dict[str | None, list[str]] = {}
    seals: list[str] = []
    for turn in found:
        if speaker(turn.role) is not Role.ASSISTANT:
            seals = []
        for part in turn.parts:
            if isinstance(part, Reasoning) and part.signature:
                seals = [*seals, part.signature]
            elif isinstance(part, ToolCall):
                thoughts[part.id] = seals
    return thoughts


# The laws


class TestBudget:
    """What goes out costs no more than there is room for, by a count of its own."""

    @strategies.examples
    @given(any_case)
    def test_messages_fit(self, case: Case):
        """What the messages cost that go out is at most what is left for them."""
        assert Price(case.request).messages(answered(case).messages) <= room(case.request)

    @strategies.examples
    @given(any_case)
    def test_cost_is_told(self, case: Case):
        """The answer tells what they cost with what is beside them; only messages that became one are told as several."""
        reply, price = answered(case), Price(case.request)
        over = reply.insights.tokens_out - price.messages(reply.messages) - price.beside
        # The line that says that the model speaks first may be one more.
        joined = len(kept(reply)) + len(reply.omissions) + 1 - len(reply.messages)

        assert over in range(0, 4 * joined + 1, 4)

    @strategies.examples
    @given(any_case)
    def test_smallest_budget_is_named(self, case: Case):
        """The budget that `pinned_does_not_fit` names works; one less is refused with the same number."""
        least = least_of(case.under(token_budget=case.reserve + 1))

        assert least is not None
        assert least_of(case.under(token_budget=least)) is None
        assert least == least_of(case.under(token_budget=least - 1))


class TestValid:
    """What goes out is what the provider takes."""

    @strategies.examples
    @given(exchanges.cases())
    def test_sound_conversations_stay_sound(self, case: Case):
        """Of a conversation that the provider takes, it takes what is left."""
        assert faults(case.request.messages, case.format) == []
        assert faults(answered(case).messages, case.format) == []

    @strategies.examples
    @given(exchanges.cases(broken(LOST)))
    def test_lost_calls_and_results_are_text(self, case: Case):
        """A call without a result, or a result without a call, is said in words."""
        assert faults_of(case) == []

    @strategies.examples
    @given(exchanges.cases(broken(SPOKEN)))
    def test_words_between_are_moved_or_end_the_calls(self, case: Case):
        """Whoever speaks between a call and its result, a result follows its call or both are text."""
        assert faults_of(case) == []

    @strategies.examples
    @given(exchanges.cases(broken(BLANK)))
    def test_blank_messages_go(self, case: Case):
        """No text without a word goes out where it would be refused."""
        assert faults_of(case) == []

    @strategies.examples
    @given(exchanges.cases(broken(THOUGHT)))
    def test_thoughts_alone_go(self, case: Case):
        """A thought goes with what was said behind it."""
        assert faults_of(case) == []

    @strategies.examples
    @given(exchanges.damaged())
    def test_broken_conversations_become_sound(self, case: Case):
        """Whatever is wrong with what comes in, what goes out is right."""
        assert faults_of(case) == []

    @strategies.examples
    @given(exchanges.cases(), st.sampled_from(tuple(SHAPES)))
    def test_sessions_become_messages(self, case: Case, format: MessagesFormat):
        """Messages of any other provider are made that fit, and that it takes."""
        asked = replace(case.request, messages=[], format=format)
        try:
            reply = compile_reading(reading(case), asked, ContextCompiler())
        except PinnedDoesNotFit:
            return

        assert faults(reply.messages, format) == []
        assert Price(asked).messages(reply.messages) <= room(asked)


def faults_of(case: Case) -> list[str]:
    """What the provider would refuse of an answer, but for what must stay as it came in."""
    before = faults(case.request.messages, case.format)
    forgiven = [words for words in FORGIVEN if any(words in fault for fault in before)]
    found = faults(answered(case).messages, case.format)
    return [fault for fault in found if not any(words in fault for words in forgiven)]


class TestAccount:
    """Every message of the request is in the answer, or in one omission."""

    @strategies.examples
    @given(any_case)
    def test_every_part_is_decided(self, case: Case):
        """Parts name every message, in order, each with a decision."""
        reply = answered(case)
        places = [part.message for part in reply.parts]

        assert sorted(places) == places
        assert list(range(len(case.request.messages))) == sorted(set(places))
        assert [part.fragment_id for part in reply.parts] == [one.fragment_id for one in reply.decisions]

    @strategies.examples
    @given(any_case)
    def test_omissions_tell_what_they_stand_for(self, case: Case):
        """An omission has the handles of all that its messages hold, its own is their hash, and it stands in the answer."""
        reply = answered(case)
        for one in reply.omissions:
            inside = [made for place in range(one.first, one.last + 1) for made in decisions(reply, place)]
            handles = list(dict.fromkeys(str(made.handle) for made in inside))
            assert not any(map(is_whole, inside))
            assert handles == one.handles
            assert f"ctx://source/{fnv1a(chr(10).join(handles).encode())}" == one.handle
            assert one.handle in json.dumps(reply.messages)
        assert sorted(set(omitted(reply))) == omitted(reply)

    @strategies.examples
    @given(any_case)
    def test_no_message_is_lost(self, case: Case):
        """Of a message in no omission something is there: a part as it was, or a mark with its handle."""
        reply = answered(case)
        shown = json.dumps([reply.messages, reply.system])
        for place in kept(reply):
            kinds = {str(part.kind) for part in reply.parts if part.message == place}
            made = decisions(reply, place)
            marked = any(decision.handle and decision.handle in shown for decision in made)
            assert any(map(is_whole, made)) or marked or kinds <= QUIET

    @strategies.examples
    @given(any_case)
    def test_no_image_is_lost(self, case: Case):
        """An image that is kept by its decision is there."""
        reply = answered(case)
        whole = [part for part, made in zip(reply.parts, reply.decisions, strict=True) if is_whole(made)]
        there = [image for turn in turns(reply.messages, case.format) for image in images(turn.parts)]

        assert len([part for part in whole if part.kind == "media"]) == len(there)

    @strategies.examples
    @given(exchanges.cases())
    def test_whole_messages_are_what_came_in(self, case: Case):
        """A message of which all is there is the value that was sent, and messages keep their order."""
        reply, messages = answered(case), case.request.messages
        whole = [messages[place] for place in kept(reply) if all(map(is_whole, decisions(reply, place)))]

        assert in_order(reply.messages, whole)


class TestStays:
    """What the user said last, and what the system and the developer say, is there."""

    @strategies.examples
    @given(st.one_of(any_case, exchanges.cases(sound(echo=True))))
    def test_newest_message(self, case: Case):
        """All that the user said and showed last stands in one message of the user, whole, said before or not."""
        newest = [*filter(str.strip, case.newest.texts), *(one.data for one in case.newest.pictures)]
        said = said_by(turns(answered(case).messages, case.format), Role.USER)

        assert any(all(one in texts for one in newest) for texts in said) or not newest

    @strategies.examples
    @given(any_case)
    def test_rules(self, case: Case):
        """Texts of the system and the developer are there whole, among the messages or beside them."""
        reply = answered(case)
        found = turns(reply.messages, case.format)
        shown = [text for texts in said_by(found, Role.SYSTEM, Role.DEVELOPER, Role.USER) for text in texts]
        beside = json.dumps([reply.system, case.request.system])
        rules = [rule for rule in case.rules if rule.strip()]

        assert [
            one for one in rules if not any(one in text for text in [*shown, beside]) and quoted(one) not in beside
        ] == []


def quoted(text: str) -> str:
    """A text as it stands in JSON."""
    return json.dumps(text)[1:-1]


class TestUntouched:
    """Where there is room for all, all goes out as it came."""

    @strategies.examples
    @given(exchanges.cases(ample=True))
    def test_round_trip(self, case: Case):
        """The messages are the same values, and nothing is at risk."""
        reply = answered(case)

        assert case.request.messages == reply.messages
        assert (reply.omissions, reply.retrieval_handles, reply.risk) == ([], [], FidelityRisk.LOW)
        assert all(map(is_whole, reply.decisions))

    @strategies.examples
    @given(exchanges.damaged())
    def test_mended_once(self, case: Case):
        """What was mended needs no mending: it comes out as it goes in."""
        mended = answered(case.under(token_budget=exchanges.AMPLE)).messages
        again = compile_messages(case.under(messages=mended, token_budget=exchanges.AMPLE).request)

        assert mended == again.messages

    @strategies.examples
    @given(exchanges.cases(ample=True))
    def test_format_is_found(self, case: Case):
        """`auto` takes messages for what they are; bare texts are OpenAI's."""
        found = compile_messages(case.under(format=MessagesFormat.AUTO).request)

        assert found.format in (case.format, MessagesFormat.OPENAI)
        assert case.request.messages == found.messages


class TestSeals:
    """What a provider has signed is as it was, or gone."""

    @strategies.examples
    @given(exchanges.cases(sound(seals=True)))
    def test_seals_are_as_they_were(self, case: Case):
        """Each block with a signature is one that came in."""
        before = {encode(block) for block in sealed(case.request.messages)}

        assert [block for block in sealed(answered(case).messages) if encode(block) not in before] == []

    @strategies.examples
    @given(exchanges.cases(sound(seals=True)))
    def test_calls_have_their_seals(self, case: Case):
        """A call that goes out has before it what was thought before it."""
        before = thoughts_of(turns(case.request.messages, case.format))
        after = thoughts_of(turns(answered(case).messages, case.format))

        assert {id: before[id] for id in after} == after


class TestPrefix:
    """What was sent stays as it was, until it is cut once."""

    @strategies.examples
    @given(grown)
    def test_sent_messages_stay(self, case: Case):
        """The answer tells how many of its messages are those of the answer before, byte for byte."""
        for before, after in pairwise(answers(case)):
            same = common(before.messages, after.messages)
            assert after.prefix
            assert same == after.prefix.messages
            assert (None if same == len(before.messages) else same) == after.prefix.diverged_at

    @strategies.examples
    @given(grown)
    def test_it_is_sent_as_long_as_it_fits(self, case: Case):
        """While all that is new fits, it is there whole, and where it is cut, it is cut to the share that the policy names."""
        policy, price = case.request.policy or CompilePolicy(), Price(case.request)
        share = thousandths(0.6 if policy.prefix_target is None else policy.prefix_target)
        for reply in answers(case)[1:]:
            assert reply.prefix
            if reply.prefix.reason == "it was cut anew":
                tiny = case.under(messages=came(case, reply), token_budget=case.reserve + 1)
                least = (least_of(tiny) or 0) - case.reserve
                assert reply.insights.tokens_out <= max(price.beside + room(case.request) * share // 1000, least)

    @strategies.examples
    @given(grown)
    def test_answers_fit(self, case: Case):
        """With a receipt, too, what goes out fits, and is sound where what came in is."""
        for reply in answers(case):
            assert Price(case.request).messages(reply.messages) <= room(case.request)
            assert faults(came(case, reply), case.format) or faults(reply.messages, case.format) == []

    @strategies.examples
    @given(grown)
    def test_receipts_are_short(self, case: Case):
        """A receipt has at most 64 bytes a message, and is the same after a way through JSON."""
        for reply in answers(case):
            plans = reply.receipt["messages"]
            assert len(came(case, reply)) == len(plans)
            assert max(len(encode(plan)) + 1 for plan in plans) <= 64
            assert json.loads(encode(reply.receipt)) == reply.receipt

    @strategies.examples
    @given(exchanges.cases())
    def test_same_again(self, case: Case):
        """The receipt of an answer gives the same answer again, if nothing is new and a cut never pays."""
        policy = replace(case.request.policy or CompilePolicy(), prefix_saving=1.0)
        first = answered(case.under(policy=policy))
        again = answered(case.under(policy=policy, receipt=first.receipt))

        assert first == replace(again, prefix=None)

    @strategies.examples
    @given(exchanges.cases(most=2), st.data())
    def test_foreign_receipts_are_refused(self, case: Case, data: st.DataObject):
        """A receipt that was changed is `invalid_receipt`."""
        receipt = dict(answered(case).receipt)
        key = data.draw(st.sampled_from(sorted(receipt)))
        value = data.draw(exchanges.values)
        if key == "messages" and data.draw(st.booleans()):
            value = list(receipt[key])
            place = data.draw(st.integers(0, len(value) - 1))
            value[place] = data.draw(st.sampled_from(("", "-", "00000000w", value[place][:8] + "s", 1, None)))
        changed = {**receipt, key: value}
        if encode(changed) != encode(receipt):
            assert code("compile_messages", encode(case.under(receipt=changed).request)) == "invalid_receipt"


class TestTotal:
    """Every request is answered, the same way each time."""

    @strategies.examples
    @given(any_case)
    def test_pure(self, case: Case):
        """The same request gives the same bytes each time, and by the door of bytes what Python gets."""
        request = encode(case.request)

        assert call("compile_messages", request) == call("compile_messages", request) == encode(answered(case))

    @strategies.examples
    @given(
        st.lists(exchanges.scraps, max_size=4), st.sampled_from(tuple(MessagesFormat)), st.sampled_from((1, 40, 9000))
    )
    def test_any_objects_are_answered_or_refused(self, messages: list[Any], format: MessagesFormat, budget: int):
        """Objects that look like messages a little get an answer, or an error that says whose fault it is."""
        request = {"messages": messages, "format": format, "token_budget": budget}

        assert code("compile_messages", encode(request)) in (None, "invalid_request", "pinned_does_not_fit")

    @strategies.examples
    @given(exchanges.values)
    def test_any_value_is_answered_or_refused(self, value: Any):
        """Whatever stands in the place of the messages."""
        request = {"messages": value, "token_budget": 90}

        assert code("compile_messages", encode(request)) in (None, "invalid_request", "pinned_does_not_fit")

    @strategies.examples
    @given(any_case, st.integers(0, 2**32))
    def test_mutated_requests_are_answered_or_refused(self, case: Case, seed: int):
        """A request of which some bytes or values are others gets one well-formed answer."""
        answer("compile_messages", mutated(Random(seed), encode(case.request)))
