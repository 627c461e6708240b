"""Messages, or a session of any format -> a conversation: turns, and a fragment for everything in them that may be left out.

A message is kept or left out with all that it holds; a call goes with its results, and with the reasoning before it.
"""

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from contextc.blobs import blobs
from contextc.errors import InvalidRequest
from contextc.model import ContextFragment, MediaRef
from contextc.payloads import read_payload
from contextc.transcript.lanes import UNPINNED, metadata_of, standings
from contextc.transcript.pairing import Key, Pairing, pair
from contextc.transcript.readers import READERS
from contextc.transcript.records import SAMPLE, Record, Source
from contextc.transcript.rendering import kind_of, text_of
from contextc.transcript.superseding import superseded
from contextc.transcript.turns import (
    AnyPart,
    Compaction,
    Lane,
    Media,
    Meta,
    Reading,
    Reasoning,
    Role,
    Text,
    ToolResult,
    Turn,
    speaker,
)
from contextc.transcript.validity import chains_of, remade, repeated, silence, unpaired
from contextc.vocabulary import MessagesFormat, SegmentFormat, SegmentKind

FORMATS = [SegmentFormat(str(format)) for format in MessagesFormat]
"""The formats of messages among those of transcripts."""


UNCUT_ITEMS = frozenset(
    {
        "apply_patch_call",
        "computer_call",
        "computer_call_output",
        "local_shell_call",
        "shell_call",
        "tool_search_output",
    }
)
"""Items of OpenAI's Responses whose fields are no text: a shorter one would be another one."""


class Slot(Struct, frozen=True):
    """The fragment of a part, or of a part of a tool's result, or of a stretch of its text."""

    turn: int
    part: int
    inner: int
    """The place in a result's parts."""
    kind: SegmentKind


class Conversation(Struct, frozen=True, kw_only=True):
    """What the model is to be told, in order."""

    format: MessagesFormat
    """The format of `messages`; of a session `auto`."""
    turns: list[Turn]
    messages: list[dict[str, Any]]
    """The message of every turn; nothing for a session's."""
    encoded: list[bytes]
    """Of every turn: its message as JSON, by which it is known again."""
    pairing: Pairing
    unpaired: dict[Key, str]
    """Calls without a result and results without a call, where a provider would refuse them, and their labels as text."""
    remade: set[int]
    """Turns whose messages no provider takes as they are: they say nothing, or one would have to be said in two."""
    slots: list[Slot]
    of_turn: list[range]
    """The slots of every turn."""
    fragments: list[ContextFragment]


def from_messages(messages: list[dict[str, Any]], format: MessagesFormat) -> Conversation:
    """The conversation of a request; `InvalidRequest` at the message that is none.

    >>> found = from_messages([{"role": "user", "content": "hi"}], MessagesFormat.AUTO)
    >>> str(found.format), [fragment.content for fragment in found.fragments]
    ('openai', ['hi'])
    """
    encoded = [msgspec.json.encode(message) for message in messages]
    records = [Record(place, 0, 0, data) for place, data in enumerate(encoded)]
    source = Source(b"", records, {}, messages[:SAMPLE])
    known = SegmentFormat(str(format)) if format is not MessagesFormat.AUTO else _detect(source)
    reading = READERS[known].read(source, strict=False)
    bad = reading.skipped[0] if reading and reading.skipped else None
    if reading is None or bad is not None:
        raise InvalidRequest(
            f"this is no message of the format {known}: name another format, or mend it", path=f"$.messages[{bad or 0}]"
        )
    by_record: dict[int, list[Turn]] = {place: [] for place in range(len(messages))}
    for turn in reading.turns:
        by_record[turn.parts[0].record if turn.parts else 0].append(turn)
    turns = [_one(by_record[place], place) for place in range(len(messages))]
    return _conversation(turns, MessagesFormat(str(known)), messages, encoded)


def from_reading(reading: Reading) -> Conversation:
    """The conversation that a session was: its main lane, without what the program noted beside it."""
    turns = [
        replace(turn, role=str(speaker(turn.role) or Role.USER), parts=tuple(map(_spoken, turn.parts)))
        for turn in reading.turns
        if turn.lane is Lane.MAIN and speaker(turn.role) is not Role.EVENT and turn.parts
    ]
    encoded = [msgspec.json.encode([turn.role, [text_of(part) for part in turn.parts]]) for turn in turns]
    return _conversation(turns, MessagesFormat.AUTO, [], encoded)


def _spoken(part: AnyPart) -> AnyPart:
    """A text without what names its speaker, and what closes the turn."""
    if not isinstance(part, Text) or not part.verbatim:
        return part
    return Text(text=part.text[part.lead : len(part.text) - part.trail].strip())


def _detect(source: Source) -> SegmentFormat:
    found = (format for format, reader in READERS.items() if format in FORMATS and reader.detect(source))
    return next(found, SegmentFormat.OPENAI)


def _one(turns: list[Turn], place: int) -> Turn:
    """A message is one turn; one that says nothing says an empty text."""
    if not turns:
        return Turn(role=None, parts=(silence(place),))
    parts = tuple(part for turn in turns for part in turn.parts)
    return replace(turns[0], parts=parts or (silence(place),))


def _conversation(
    turns: list[Turn], format: MessagesFormat, messages: list[dict[str, Any]], encoded: list[bytes]
) -> Conversation:
    pairing = pair(turns)
    chains = chains_of(turns, pairing)
    old = superseded(turns, pairing)
    found = standings(turns, pairing, old)
    slots: list[Slot] = []
    of_turn: list[range] = []
    fragments: list[ContextFragment] = []
    for number, turn in enumerate(turns):
        first, run = len(slots), chains[number]
        for place, part in enumerate(turn.parts):
            key = (number, place)
            metadata = {**metadata_of(turn, part, found[key], superseded=key in old), "turn": number}
            uncut = messages and messages[number].get("type") in UNCUT_ITEMS
            if uncut or found[key].pinned or _is_whole(part):
                metadata["whole"] = True
            for inner, kind, one in _pieces(part):
                media = _media(one)
                slots.append(Slot(number, place, inner, kind))
                fragments.append(
                    ContextFragment(
                        content="" if media else text_of(one),
                        media=media,
                        kind=None if kind is SegmentKind.BODY else str(kind),
                        metadata=metadata,
                        priority=found[key].priority,
                        group=f"messages {number if run is None else run}",
                        pinned=(found[key].pinned and kind not in UNPINNED) or None,
                    )
                )
        of_turn.append(range(first, len(slots)))
    return Conversation(
        format=format,
        turns=turns,
        messages=messages,
        encoded=encoded,
        pairing=pairing,
        unpaired=unpaired(turns, pairing, chains),
        remade=remade(turns, chains, format, messages) | repeated(turns, pairing, format),
        slots=slots,
        of_turn=of_turn,
        fragments=fragments,
    )


def _pieces(part: AnyPart) -> Iterator[tuple[int, SegmentKind, AnyPart]]:
    """What a part is made of: the parts of a result, and of a text what is base64 and what is not."""
    if not isinstance(part, ToolResult):
        yield from ((0, kind, one) for kind, one in _stretches(part, part))
        return
    for inner, one in enumerate(part.parts or (Text(text=""),)):
        yield from ((inner, kind, stretch) for kind, stretch in _stretches(part, one))


def _stretches(part: AnyPart, one: AnyPart) -> Iterator[tuple[SegmentKind, AnyPart]]:
    kind = kind_of(part, one)
    data = one.text.encode() if isinstance(one, Text) else b""
    found = list(blobs(data))
    if not found:
        yield kind, one
        return
    for place, (start, end) in enumerate(pairwise([0, *chain.from_iterable(found), len(data)])):
        if start < end:
            yield SegmentKind.BASE64 if place % 2 else kind, Text(text=data[start:end].decode())


def _is_whole(part: AnyPart) -> bool:
    """Whether it is worth nothing in parts: what a provider has signed or sealed, and what nobody else understands."""
    return isinstance(part, Meta) or (isinstance(part, Reasoning | Compaction) and part.signature is not None)


def _media(part: AnyPart) -> MediaRef | None:
    """An image that can be priced; another medium is a mark in words."""
    if not isinstance(part, Media) or part.data is None or read_payload(part.data, part.mime) is None:
        return None
    return MediaRef(mime=part.mime, bytes_b64=part.data)
