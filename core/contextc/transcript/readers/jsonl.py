"""JSON lines of `{"role": ..., "content": ...}`, or `[role, content]`: a turn a line; content is a text, or blocks."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from contextc.errors import SegmentationFailed
from contextc.limits import DEPTH
from contextc.nesting import nests_deeper
from contextc.transcript.readers.blocks import Content, text_of
from contextc.transcript.turns import Reading, Turn
from contextc.vocabulary import SegmentFormat


class _Message(Struct):
    role: str
    content: Content


_OBJECT = msgspec.json.Decoder(_Message)
_ARRAY = msgspec.json.Decoder(tuple[str, Content])


def detect(data: bytes) -> Reading | None:
    """The turns, if the first line that is not blank and at least half of all are messages; bad lines are skipped."""
    messages: list[tuple[int, _Message]] = []
    bad = 0
    for _, start, line in _lines(data):
        message = _message(line)
        if message:
            messages.append((start, message))
        elif messages:
            bad += 1
        else:
            return None
    if not messages or bad > len(messages):
        return None
    return Reading(SegmentFormat.JSONL, _turns(messages, len(data)), bad)


def read(data: bytes) -> Reading:
    """The turns; a line that is no message is an error that names it."""
    messages: list[tuple[int, _Message]] = []
    for number, start, line in _lines(data):
        message = _message(line)
        if message is None:
            raise SegmentationFailed(
                f"line {number} is no message: each line is an object with a string role and a content of text, of blocks of text, or images",
                path="$.transcript",
                data={"line": number},
            )
        messages.append((start, message))
    if not messages:
        raise SegmentationFailed("the transcript has no non-blank line, so there is no message", path="$.transcript")
    return Reading(SegmentFormat.JSONL, _turns(messages, len(data)))


def _lines(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Number, start and text of every line that is not blank."""
    start = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        text = line.rstrip(b"\r")
        if text:
            yield number, start, text
        start += len(line) + 1


def _message(line: bytes) -> _Message | None:
    if nests_deeper(line, DEPTH):
        return None
    try:
        return _Message(*_ARRAY.decode(line)) if line.lstrip()[:1] == b"[" else _OBJECT.decode(line)
    except msgspec.ValidationError:
        return _last_of_repeated(line)
    except msgspec.DecodeError:
        return None


def _last_of_repeated(line: bytes) -> _Message | None:
    """The message of a line in which a key is repeated, and only its last value is right."""
    try:
        return msgspec.convert(msgspec.json.decode(line), _Message)
    except msgspec.DecodeError:
        return None


def _turns(messages: list[tuple[int, _Message]], length: int) -> list[Turn]:
    """What stands between two messages, blank or bad, belongs to the range of the first; what leads, to the first of all."""
    starts = [0, *(start for start, _ in messages[1:]), length]
    return [
        Turn(message.role, start, end, text_of(message.content))
        for (_, message), start, end in zip(messages, starts, starts[1:], strict=False)
    ]
