"""Messages and a budget -> the messages that fit it, valid for their provider, and the record of every decision.

What was sent before stays as it was, as long as that is cheaper: a receipt says what it was.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from contextc.compiler import ContextCompiler, Prepared
from contextc.conform import conform
from contextc.errors import InvalidRequest, PinnedDoesNotFit
from contextc.model import (
    CompilationInsights,
    CompiledContext,
    CompilePolicy,
    CompileRequest,
    MessagePart,
    MessagesContext,
    MessagesInput,
    StablePrefix,
)
from contextc.passes.admit import usable_tokens
from contextc.passes.assemble import Layout
from contextc.passes.emission import Emission, whole
from contextc.passes.pack import Packing
from contextc.settings import merge, thousandths
from contextc.transcript.conversation import Conversation, from_messages, from_reading
from contextc.transcript.costs import Costs
from contextc.transcript.lanes import defaults
from contextc.transcript.receipts import Plan, bounded, plan_of, receipt_of
from contextc.transcript.selection import Outgoing, Selector
from contextc.transcript.turns import Compaction, Media, Reading, Reasoning, ToolCall, ToolResult
from contextc.transcript.writers import Written, write
from contextc.vocabulary import MessagesFormat

PREFIX_SAVING = 0.5
PREFIX_TARGET = 0.6
"""Defaults of the policy, which has their arithmetic."""

ROUNDS = 8
"""Tries at a budget for the texts that leaves room for what surrounds them."""
CLOSE = 50
"""A budget that is known to a fiftieth is known."""

Emissions = Mapping[int, Emission]


def compile_messages(request: MessagesInput, compiler: ContextCompiler | None = None) -> MessagesContext:
    """The messages that fit; errors are subclasses of `ContextcError`.

    >>> request = MessagesInput(messages=[{"role": "user", "content": "hi"}], token_budget=100)
    >>> compile_messages(request).messages
    [{'role': 'user', 'content': 'hi'}]
    """
    conform(request, MessagesInput, "$")
    conversation = from_messages(request.messages, request.format)
    return _Job(request, conversation, conversation.format, compiler or ContextCompiler()).run()


def compile_reading(reading: Reading, request: MessagesInput, compiler: ContextCompiler) -> MessagesContext:
    """The messages that a session, read from any format, becomes in the format of the request."""
    conform(request, MessagesInput, "$")
    if request.format is MessagesFormat.AUTO:
        raise InvalidRequest("name the format that the messages are to have", path="$.format")
    return _Job(request, from_reading(reading), request.format, compiler).run()


class _Job:
    """One request on its way."""

    def __init__(
        self,
        request: MessagesInput,
        conversation: Conversation,
        target: MessagesFormat,
        compiler: ContextCompiler,
    ) -> None:
        self.request = request
        self.conversation = conversation
        self.target = target
        self.policy = merge(merge(defaults(request.query), compiler.policy), request.policy)
        asked = CompileRequest(
            query=request.query,
            fragments=conversation.fragments,
            token_budget=request.token_budget,
            project=request.project,
            target_model=request.target_model,
            policy=merge(self.policy, CompilePolicy(elision_marks=True)),
        )
        prepared = compiler.prepare(asked, most=compiler.limits.segments)
        settings = prepared.settings
        costs = Costs(settings.estimator, settings.images)
        self.prepared = _priced(prepared, conversation, costs)
        self.beside = costs.beside(request.system) + costs.beside(request.tools)
        self.usable = usable_tokens(asked, settings)
        self.room = self.usable - self.beside
        self.selector = Selector(conversation, self.prepared.sources, costs, target)

    def run(self) -> MessagesContext:
        """Select, write, and say what was done."""
        before = None
        if self.request.receipt is not None:
            before = plan_of(self.request.receipt, self.conversation, self.prepared.sources, self.target)
        choice = self._choose(before)
        written = write(choice.turns, self.target)
        return self._answer(choice, written, before)

    def _choose(self, before: Plan | None) -> Outgoing:
        """What was sent before and all that is new, if that fits and pays; else what is best of it all."""
        out = self.selector.select(self._kept(before))
        if before is None:
            return out if out.tokens <= self.room else self._fit(self.room, out)
        share = PREFIX_SAVING if self.policy.prefix_saving is None else self.policy.prefix_saving
        # Whole numbers, so that the answer is the same everywhere.
        pays = self._saving(out.emissions) * 1000 >= out.tokens * thousandths(share)
        if out.tokens <= self.room and not pays:
            return out
        target = PREFIX_TARGET if self.policy.prefix_target is None else self.policy.prefix_target
        return self._fit(self.room * thousandths(target) // 1000, out)

    def _kept(self, before: Plan | None) -> dict[int, Emission]:
        turns, emissions = (before.turns, before.emissions) if before else (0, {})
        first = self.conversation.of_turn[turns].start if turns < len(self.conversation.of_turn) else None
        new = [] if first is None else self.prepared.sources[first:]
        return {**emissions, **{source.seq: whole(source) for source in new}}

    def _saving(self, kept: Emissions) -> int:
        """Tokens of what is sent in full and stands for nothing any more: copies, and results that are superseded."""
        standings = self.prepared.standings
        return sum(
            standings[seq].source.tokens
            for seq, emission in kept.items()
            if emission.complete and not standings[seq].packable
        )

    def _fit(self, goal: int, everything: Outgoing) -> Outgoing:
        """The best that costs no more than the goal; at least what is pinned, if that fits the room."""
        packing = self.prepared.pack(max(1, goal))
        least = min(self._steps(packing, packing.reserved), everything, key=lambda one: one.tokens)
        if least.tokens > self.room:
            raise self._does_not_fit(least.tokens)
        best, low, high = least, 0, goal + 1
        usable = goal
        for _ in range(ROUNDS):
            choice = self._steps(packing, len(packing.steps))
            if choice.tokens <= goal:
                low = usable
                best = max(best, choice, key=lambda one: (one.tokens <= goal, one.tokens))
            else:
                high = usable
            # What surrounds the texts is not the packer's to count, so the budget for them is searched for.
            if choice.tokens == goal or high - low <= max(1, goal // CLOSE):
                break
            guess = usable - (choice.tokens - goal)
            usable = guess if low < guess < high else (low + high) // 2
            packing = self.prepared.pack(max(1, usable))
        return best

    def _steps(self, packing: Packing, count: int) -> Outgoing:
        emissions: dict[int, Emission] = {}
        for step in packing.steps[:count]:
            emissions.update(step)
        emissions = bounded(self.conversation, emissions, self.prepared.sources)
        return self.selector.select(emissions)

    def _does_not_fit(self, least: int) -> PinnedDoesNotFit:
        budget = least + self.beside + self.request.token_budget - self.usable
        return PinnedDoesNotFit(
            f"what must stay needs {least + self.beside} tokens and {self.usable} are usable: the system text, the tools, the "
            f"newest message of the user and what is pinned; a token_budget of {budget} is the smallest that works",
            path="$.token_budget",
            data={"min_budget": budget},
        )

    def _answer(self, choice: Outgoing, written: Written, before: Plan | None) -> MessagesContext:
        context = self._context(choice)
        return MessagesContext(
            messages=written.messages,
            format=self.target,
            system=written.system,
            parts=[self._part(seq) for seq in range(len(self.conversation.slots))],
            decisions=context.decisions,
            omissions=choice.omissions,
            retrieval_handles=context.retrieval_handles,
            insights=self._insights(context.insights, choice),
            risk=context.risk,
            warnings=context.warnings,
            receipt=receipt_of(self.conversation, choice.emissions, self.target),
            prefix=self._prefix(before, choice, written) if before else None,
        )

    def _context(self, choice: Outgoing) -> CompiledContext:
        """The decisions, by what went out in the end: a copy that is sent in full stands for itself."""
        sources = self.prepared.sources
        standings = list(self.prepared.standings)
        for seq, emission in choice.emissions.items():
            if emission.complete and not standings[seq].packable:
                standings[seq] = replace(standings[seq], twin=None, superseded=None)
        texts = {
            seq: emission.text(sources[seq]) for seq, emission in choice.emissions.items() if not emission.complete
        }
        layout = Layout(dict(choice.emissions), texts, [], "", choice.tokens, {}, 0)
        prepared: Prepared = self.prepared._replace(standings=standings)
        return prepared.answer(layout, max(1, self.room))

    def _insights(self, insights: CompilationInsights, choice: Outgoing) -> CompilationInsights:
        tokens_in = self.beside + sum(map(self.selector.whole, range(len(self.conversation.turns))))
        tokens_out = self.beside + choice.tokens
        return replace(
            insights, tokens_in=tokens_in, tokens_out=tokens_out, tokens_saved=max(0, tokens_in - tokens_out)
        )

    def _part(self, seq: int) -> MessagePart:
        slot = self.conversation.slots[seq]
        turn = self.conversation.turns[slot.turn]
        part, key = turn.parts[slot.part], (slot.turn, slot.part)
        pairing = self.conversation.pairing
        tool = call_id = error = dangling = None
        if isinstance(part, ToolCall):
            tool, call_id, dangling = part.name, part.id, key not in pairing.result_of
        elif isinstance(part, ToolResult):
            call = pairing.call_of.get(key)
            made = self.conversation.turns[call[0]].parts[call[1]] if call else None
            tool = made.name if isinstance(made, ToolCall) else part.name
            call_id, error, dangling = part.call_id, part.is_error, call is None
        return MessagePart(
            message=slot.turn,
            role=turn.role,
            kind=slot.kind,
            fragment_id=self.prepared.sources[seq].id,
            tool=tool,
            call_id=call_id,
            is_error=error or None,
            dangling=dangling or None,
        )

    def _prefix(self, before: Plan, choice: Outgoing, written: Written) -> StablePrefix:
        """How far the messages are those of the answer before, as far as it can be known."""
        kept = self.selector.select(before.emissions, before.turns)
        old = write(kept.turns, self.target).messages
        same = _common(old, written.messages)
        tokens = self.selector.costs.estimate(_json(written.messages[:same]).decode())
        if same == len(old) and before.turns == before.total:
            return StablePrefix(messages=same, estimated_tokens=tokens)
        if same == len(old):
            why = f"message {before.turns} of the request is not the one that it was"
        elif choice.tokens <= self.room and dict(choice.emissions).items() >= before.emissions.items():
            why = "the message was continued"
        else:
            why = "it was cut anew"
        return StablePrefix(messages=same, estimated_tokens=tokens, diverged_at=same, reason=why)


def _priced(prepared: Prepared, conversation: Conversation, costs: Costs) -> Prepared:
    """What is more than its text, at its price: media that cannot be read here, and what only the provider can read."""
    sources, standings = list(prepared.sources), list(prepared.standings)
    for seq, slot in enumerate(conversation.slots):
        part = conversation.turns[slot.turn].parts[slot.part]
        if isinstance(part, Media | Reasoning | Compaction):
            sources[seq] = replace(sources[seq], tokens=costs.of_part(part))
            standings[seq] = replace(standings[seq], source=sources[seq])
    return prepared._replace(sources=sources, standings=standings)


def _common(old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]) -> int:
    count = 0
    for one, other in zip(old, new, strict=False):
        if _json([one]) != _json([other]):
            break
        count += 1
    return count


def _json(value: object) -> bytes:
    return msgspec.json.encode(value)
