"""A conversation and what was selected of it -> the turns that go out, with a line where messages are left out."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from contextc.digest import fnv1a, handle
from contextc.model import Omission
from contextc.passes.admit import Source
from contextc.passes.emission import Emission, cut_mark, whole
from contextc.transcript.conversation import Conversation
from contextc.transcript.costs import LABEL_TOKENS, MESSAGE_TOKENS, Costs
from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.turns import AnyPart, Media, Meta, Reasoning, Role, Text, ToolCall, ToolResult, Turn, speaker
from contextc.vocabulary import MessagesFormat


class Outgoing(NamedTuple):
    """A conversation as it goes out."""

    turns: list[OutTurn]
    omissions: list[Omission]
    tokens: int
    emissions: dict[int, Emission]
    """What stands in the turns: what was selected, and gaps that cost less than the line that would tell of them."""


class Selector:
    """Makes turns of emissions; what a part costs is counted once."""

    def __init__(
        self, conversation: Conversation, sources: Sequence[Source], costs: Costs, target: MessagesFormat
    ) -> None:
        self.conversation = conversation
        self.sources = sources
        self.costs = costs
        self.target = target
        self.same = conversation.format is target
        self.known: dict[tuple[int, int], int] = {}

    def select(self, emissions: Mapping[int, Emission], upto: int | None = None) -> Outgoing:
        """The first `upto` turns, or all: those of which something was selected, and a line for every gap."""
        found = dict(emissions)
        turns: list[OutTurn] = []
        omissions: list[Omission] = []
        tokens = 0
        dropped = False
        of_turn = self.conversation.of_turn[:upto]
        for absent, numbers in groupby(range(len(of_turn)), lambda n: not any(seq in found for seq in of_turn[n])):
            run = list(numbers)
            if absent:
                omission = self._omission(run)
                note = Text(text=note_of(omission))
                cost = MESSAGE_TOKENS + self.costs.of_part(note)
                if omission.estimated_tokens > cost:
                    omissions.append(omission)
                    turns.append(OutTurn(role=Role.USER, parts=(OutPart(part=note),)))
                    tokens += cost
                    continue
                found.update({seq: whole(self.sources[seq]) for number in run for seq in of_turn[number]})
            for number in run:
                turn, cost = self._turn(number, of_turn[number], found)
                if not turn.parts:
                    dropped = True
                    continue
                if dropped and self.target in USER_FIRST:
                    # What stood between two messages of one role is gone, so they are one.
                    turn = replace(turn, untouched=False)
                dropped = False
                if self.target in USER_FIRST and speaker(turn.role) is Role.ASSISTANT and not any(map(_speaks, turns)):
                    note = Text(text=BEGINNING)
                    turns.append(OutTurn(role=Role.USER, parts=(OutPart(part=note),)))
                    tokens += MESSAGE_TOKENS + self.costs.of_part(note)
                turns.append(turn)
                tokens += cost
        return Outgoing(turns, omissions, tokens, found)

    def whole(self, number: int) -> int:
        """The tokens of a turn with all that it holds."""
        turn = self.conversation.turns[number]
        return self._frame(turn) + sum(self._cost(number, place, part) for place, part in enumerate(turn.parts))

    def _frame(self, turn: Turn) -> int:
        """What surrounds a turn: in another format, the words that say whose text or image it is, too."""
        if self.same:
            return MESSAGE_TOKENS
        results = [part for part in turn.parts if isinstance(part, ToolResult)]
        shown = sum(isinstance(one, Media) for result in results for one in result.parts)
        rules = speaker(turn.role) in (Role.SYSTEM, Role.DEVELOPER)
        # Some formats have a message for every call and every result.
        most = 1 + sum(isinstance(part, ToolCall | ToolResult) for part in turn.parts)
        return MESSAGE_TOKENS * most + LABEL_TOKENS * (shown + rules)

    def _cost(self, number: int, place: int, part: AnyPart) -> int:
        key = (number, place)
        if key not in self.known:
            self.known[key] = self.costs.of_part(part)
        return self.known[key]

    def _turn(self, number: int, seqs: range, emissions: Mapping[int, Emission]) -> tuple[OutTurn, int]:
        conversation = self.conversation
        turn = conversation.turns[number]
        of_part: dict[int, list[int]] = {}
        for seq in seqs:
            of_part.setdefault(conversation.slots[seq].part, []).append(seq)
        remade = number in conversation.remade
        message = conversation.messages[number] if self.same and not remade else None
        parts: list[OutPart] = []
        tokens = self._frame(turn)
        touched = message is None
        for place, part in enumerate(turn.parts):
            blank = isinstance(part, Text) and not part.text.strip() and (remade or self.target in NO_BLANK)
            if blank or (remade and isinstance(part, Reasoning)):
                touched = True
                continue
            label = conversation.unpaired.get((number, place))
            own = of_part[place]
            if label is None and all(seq in emissions and emissions[seq].complete for seq in own):
                parts.append(OutPart(part=part, block=_block(message, part) if message else None))
                tokens += self._cost(number, place, part)
                continue
            touched = True
            said = [self._said(seq, emissions) for seq in own]
            for made in _labelled(part, label, said) if label is not None else _cut(part, said):
                parts.append(OutPart(part=made))
                tokens += self.costs.of_part(made)
        role = turn.role or Role.USER
        return OutTurn(role=role, parts=tuple(parts), message=message, untouched=not touched), tokens

    def _said(self, seq: int, emissions: Mapping[int, Emission]) -> "Said":
        emission, source = emissions.get(seq), self.sources[seq]
        text = emission.text(source) if emission else ""
        if emission and (twin := TWIN.search(emission.mark)):
            # The model knows no fragments by their numbers, and only what goes out can be pointed at.
            survivor = emissions.get(int(twin[1]))
            text = SAME.format(source.handle) if survivor and survivor.complete else cut_mark(source)
        return Said(self.conversation.slots[seq].inner, text, emission is not None and emission.complete)

    def _omission(self, gap: Sequence[int]) -> Omission:
        conversation = self.conversation
        seqs = range(conversation.of_turn[gap[0]].start, conversation.of_turn[gap[-1]].stop)
        handles = list(dict.fromkeys(self.sources[seq].handle for seq in seqs))
        return Omission(
            handle=handle(fnv1a("\n".join(handles).encode())),
            first=gap[0],
            last=gap[-1],
            estimated_tokens=sum(map(self.whole, gap)),
            handles=handles,
        )


def note_of(omission: Omission) -> str:
    """The line that stands for messages which are left out."""
    count = omission.last - omission.first + 1
    what = "1 message" if count == 1 else f"{count:,} messages"
    return f"[… {what} left out, {omission.estimated_tokens:,} tokens: {omission.handle} …]"


def _block(message: dict[str, Any], part: AnyPart) -> Any:
    """The block of a message that a part was read from; a content that is one text has none."""
    last = max((place for place, key in enumerate(part.path) if isinstance(key, int)), default=-1)
    found: Any = message
    for key in part.path[: last + 1]:
        found = found[key]
    return found if last >= 0 else None


def _speaks(turn: OutTurn) -> bool:
    """Whether it is one of the two who take turns."""
    return speaker(turn.role) not in (Role.SYSTEM, Role.DEVELOPER)


class Said(NamedTuple):
    """What goes out of a fragment."""

    inner: int
    text: str
    whole: bool


def _labelled(part: AnyPart, label: str, said: list[Said]) -> list[AnyPart]:
    """As text, and what can be shown beside it."""
    if isinstance(part, ToolResult):
        parts = _inner(part, said)
        text = "\n".join([one.text for one in parts if isinstance(one, Text)])
        return [Text(text=f"{label}\n{text}".rstrip()), *(one for one in parts if isinstance(one, Media))]
    return [Text(text=f"{label} {''.join([one.text for one in said])}".rstrip())]


def _cut(part: AnyPart, said: list[Said]) -> list[AnyPart]:
    """A part of which only so much goes out; nothing of what makes no sense in parts."""
    text = "".join([one.text for one in said])
    match part:
        case Text():
            return [replace(part, text=text)]
        case ToolCall():
            arguments = text if part.custom else msgspec.json.encode({OMITTED: text}).decode()
            return [replace(part, arguments=arguments)]
        case Media():
            return [Text(text=text)]
        case ToolResult():
            return [replace(part, parts=tuple(_inner(part, said)))]
        case _:
            return []


def _inner(part: ToolResult, said: list[Said]) -> list[Text | Media | Meta]:
    """What goes out of a result: its texts in a row as one."""
    inner = part.parts or (Text(text=""),)
    found: list[Text | Media | Meta] = []
    for place, stretches in groupby(said, lambda one: one.inner):
        own = list(stretches)
        one = inner[place]
        if isinstance(one, Media | Meta) and all(stretch.whole for stretch in own):
            found.append(one)
            continue
        text = "".join([stretch.text for stretch in own])
        if found and isinstance(last := found[-1], Text):
            found[-1] = Text(text=f"{last.text}\n{text}")
        elif text:
            found.append(Text(text=text))
    return found


NO_BLANK = (MessagesFormat.ANTHROPIC, MessagesFormat.GEMINI)
"""Formats whose providers refuse a text without a word."""

USER_FIRST = (MessagesFormat.ANTHROPIC, MessagesFormat.GEMINI)
"""Formats in which the user speaks first."""

BEGINNING = "[… the model speaks first …]"
"""What the user says where only the model does."""

TWIN = re.compile(r"same as fragment #([0-9]+)")
SAME = "[… the same stands elsewhere in this conversation: {} …]"

OMITTED = "_omitted"
"""The one argument of a call whose arguments are left out."""
