"""Messages in a document or in lines, a turn each: what the readers of providers' messages share."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from contextc.limits import DEPTH
from contextc.nesting import nests_deeper
from contextc.transcript.readers.blocks import NOTHING, Place, parts_of
from contextc.transcript.readers.message import read_message
from contextc.transcript.readers.skips import Skips
from contextc.transcript.readers.values import elements, members, text_or_none
from contextc.transcript.records import Record, Source
from contextc.transcript.turns import Reading, Role, Turn, speaker
from contextc.vocabulary import SegmentFormat


def read_chat(
    source: Source,
    format: SegmentFormat,
    *,
    strict: bool,
    read_one: Callable[[Record], Turn | None],
    system: str = "system",
) -> Reading:
    """A turn a record; the text that a document has beside its messages, under the name `system`, leads."""
    skips = Skips(format, strict=strict)
    turns: list[Turn] = []
    parts = parts_of(source.head.get(system, NOTHING), Place(Record(0, 0, 0, b""), (system,)))
    if parts:
        turns.append(Turn(role=Role.SYSTEM, parts=tuple(parts)))
    for record in source:
        turn = None if nests_deeper(record.data, DEPTH) else read_one(record)
        if turn is None:
            skips.add(record, "no message that can be read")
        else:
            turns.append(turn)
    return Reading(format=format, turns=turns, skipped=tuple(skips.numbers))


def chat_turn(record: Record) -> Turn | None:
    """The turn that a message is, whoever spoke; nothing when it is none, or nobody's.

    >>> str(chat_turn(Record(1, 0, 0, b'{"role": "function", "name": "ping", "content": "1 ms"}')).role)
    'tool'
    """
    turn = read_message(record)
    role = speaker(turn.role) if turn else None
    return replace(turn, role=role) if turn and role else None


def mostly(sample: Sequence[dict[str, Any]], known: Callable[[dict[str, Any]], bool]) -> bool:
    """Whether more of the first records are known than not: a bad one here or there is no reason to give up."""
    return 2 * sum(map(known, sample)) > len(sample)


def block_types(sample: Iterable[dict[str, Any]]) -> set[str]:
    """The kinds of block that the contents of messages hold."""
    blocks = [members(block) for message in sample for block in elements(message.get("content"))]
    return {kind for block in blocks if (kind := text_or_none(block.get("type")))}
