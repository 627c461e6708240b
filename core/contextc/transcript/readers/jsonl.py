"""JSON lines of `{"role": ..., "content": ...}`, or `[role, content]`: a turn a line; content is a text, blocks, or null."""

import msgspec

from contextc.errors import SegmentationFailed
from contextc.limits import DEPTH
from contextc.nesting import nests_deeper
from contextc.transcript.readers.blocks import BLOCKS, Place, parts_of
from contextc.transcript.readers.message import read_message
from contextc.transcript.records import Record, Source, decoded
from contextc.transcript.turns import AnyPart, Meta, Reading, Turn
from contextc.vocabulary import SegmentFormat


def detect(source: Source) -> bool:
    """Whether the first line that is not blank is a message."""
    if not source.lines:
        return False
    # A crash leaves lines of NULs.
    first = next((record for record in source if record.data.strip(b"\0")), None)
    return first is not None and _message(first) is not None


def read(source: Source, *, strict: bool) -> Reading | None:
    """The turns; nothing, or an error that names the line, when it is no transcript.

    Bad lines are skipped as long as they are no more than the good ones, unless the format was forced.
    """
    messages: list[tuple[Record, Turn]] = []
    bad: list[int] = []
    for record in source:
        turn = _message(record)
        if turn is not None:
            messages.append((record, turn))
        elif strict:
            raise SegmentationFailed(
                f"line {record.number} is no message: each line is an object with a string role and a content of text, "
                "of blocks, or null",
                path="$.transcript",
                data={"line": record.number},
            )
        else:
            bad.append(record.number)
    if strict and not messages:
        raise SegmentationFailed("the transcript has no non-blank line, so there is no message", path="$.transcript")
    if not messages or len(bad) > len(messages):
        return None
    return Reading(format=SegmentFormat.JSONL, turns=_covering(messages, len(source.data)), skipped=tuple(bad))


def _message(record: Record) -> Turn | None:
    if nests_deeper(record.data, DEPTH):
        return None
    turn = _pair(record) if record.data.lstrip()[:1] == b"[" else read_message(record)
    # Null is a content only beside calls; a block without the fields of its kind is none.
    odd = turn is None or any(isinstance(part, Meta) and part.kind in NO_BLOCKS for part in turn.parts)
    return None if odd or (turn is not None and not turn.parts and not _has_list(record.data)) else turn


def _pair(record: Record) -> Turn | None:
    try:
        role, content = _PAIR.decode(record.data)
    except (msgspec.DecodeError, UnicodeError):
        return None
    return Turn(role=role, parts=tuple(parts_of(content, Place(record, (1,)))))


def _has_list(data: bytes) -> bool:
    """Whether the content is a list; of a message without parts it is an empty one."""
    return isinstance(decoded(data), dict) and isinstance(decoded(data).get("content"), list)


NO_BLOCKS = frozenset({*BLOCKS, "block", "content"})
"""Kinds of block that are kept as they are only where their fields make no sense."""


def _covering(messages: list[tuple[Record, Turn]], length: int) -> list[Turn]:
    """What stands between two messages, blank or bad, belongs to the range of the first; what leads, to the first of all."""
    speaking = [place for place, (_, turn) in enumerate(messages) if turn.parts]
    starts = [0, *(messages[place][0].start for place in speaking[1:]), length]
    turns = [turn for _, turn in messages]
    for place, start, end in zip(speaking, starts, starts[1:], strict=False):
        turn = turns[place]
        turns[place] = msgspec.structs.replace(turn, parts=tuple(_moved(part, start, end) for part in turn.parts))
    return turns


def _moved(part: AnyPart, start: int, end: int) -> AnyPart:
    return msgspec.structs.replace(part, start=start, end=end)


_PAIR = msgspec.json.Decoder(tuple[str, msgspec.Raw])
