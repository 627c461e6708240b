"""Gemini's API: `{"systemInstruction", "contents": [{"role": "user" | "model", "parts"}]}`, or the contents alone."""

import msgspec
from msgspec import Raw, Struct

from contextc.limits import DEPTH
from contextc.nesting import nests_deeper
from contextc.transcript.readers.blocks import NOTHING, Place
from contextc.transcript.readers.gemini_parts import PARTS, fields_of, parts_of
from contextc.transcript.readers.skips import Skips
from contextc.transcript.readers.values import elements, members
from contextc.transcript.records import Record, Source
from contextc.transcript.turns import AnyPart, Reading, Role, Text, ToolResult, Turn, speaker
from contextc.vocabulary import SegmentFormat

SYSTEM = ("systemInstruction", "system_instruction")

OTHERS = ("type", "kind", "part_kind")
"""Keys of parts and messages in formats that have parts as well: AI SDK, OpenTelemetry, Pydantic AI."""


class _Content(Struct, frozen=True):
    role: str | None = None
    parts: Raw = NOTHING


def detect(source: Source) -> bool:
    """Whether every content has parts, and one of them is of a kind that is Gemini's."""
    if any(key in message for message in source.sample for key in ("content", *OTHERS)):
        return False
    parts = [members(part) for message in source.sample for part in elements(message.get("parts"))]
    return not any(key in part for part in parts for key in OTHERS) and any(
        not PARTS.keys().isdisjoint(part) for part in parts
    )


def read(source: Source, *, strict: bool) -> Reading:
    """A turn a content; the system's instruction leads."""
    skips = Skips(SegmentFormat.GEMINI, strict=strict)
    turns: list[Turn] = []
    for key in SYSTEM:
        if key in source.head:
            turns.append(Turn(role=Role.SYSTEM, parts=tuple(_instruction(source.head[key], key))))
    for record in source:
        turn = None if nests_deeper(record.data, DEPTH) else _turn(record)
        if turn is None:
            skips.add(record, "no content with parts")
        else:
            turns.append(turn)
    return Reading(format=SegmentFormat.GEMINI, turns=turns, skipped=tuple(skips.numbers))


def _instruction(raw: Raw, key: str) -> list[AnyPart]:
    """A content, or a text or parts alone as the libraries allow."""
    place = Place(Record(0, 0, 0, b""), (key,))
    fields = fields_of(raw)
    return parts_of(fields["parts"], place.at("parts")) if "parts" in fields else parts_of(raw, place)


def _turn(record: Record) -> Turn | None:
    try:
        content = _CONTENT.decode(record.data)
    except (msgspec.DecodeError, UnicodeError):
        return None
    role = speaker(content.role or "user")
    if role is None or not (content.role or content.parts):
        return None
    parts = parts_of(content.parts, Place(record, ("parts",)))
    return Turn(role=role_of(role, parts), parts=tuple(parts))


def role_of(role: Role, parts: list[AnyPart]) -> Role:
    """The tool's where the user says nothing beside what functions answered.

    >>> role_of(Role.USER, [ToolResult(name="ping")])
    <Role.TOOL: 'tool'>
    """
    answers = any(isinstance(part, ToolResult) for part in parts)
    said = any(isinstance(part, Text) for part in parts)
    return Role.TOOL if role is Role.USER and answers and not said else role


_CONTENT = msgspec.json.Decoder(_Content)
