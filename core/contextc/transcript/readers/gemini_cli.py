"""Sessions of Gemini CLI: JSON lines that are replayed, or one document `{"sessionId", "projectHash", "messages"}`.

A line is a message, which replaces the earlier one of its id in place; `{"$set": {"messages"}}`, which replaces them all;
`{"$rewindTo": id}`, which takes away that message and all after it, or all when none has the id; or what the session is.
What the program told the user (`info`, `error`, `warning`) no model has seen, so it makes no turn.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct, field

from contextc.limits import DEPTH
from contextc.nesting import nests_deeper
from contextc.transcript.readers.blocks import Place, whole
from contextc.transcript.readers.gemini import role_of
from contextc.transcript.readers.gemini_parts import NULL, Fields, arguments_in, fields_of, parts_of, text_in
from contextc.transcript.readers.skips import Skips
from contextc.transcript.records import Record, Source
from contextc.transcript.turns import (
    AnyPart,
    Compaction,
    Media,
    Meta,
    Reading,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from contextc.vocabulary import SegmentFormat

SPEAKERS = ("user", "gemini")
NOTICES = ("info", "error", "warning")
FAILED = ("error", "cancelled")
"""How a call ended that has no good result."""

SNAPSHOT = re.compile(r"\s*<state_snapshot>")
"""What the summary of a compressed conversation begins with."""


class _Message(Struct, frozen=True):
    id: str
    type: str
    content: Raw = NULL
    toolCalls: list[Raw] | None = None  # noqa: N815  (the format's own word)
    thoughts: list[Raw] | None = None


class _State(Struct, frozen=True):
    messages: list[Raw] | None = None


class _Line(Struct, frozen=True):
    id: Any = None
    rewind: str | None = field(name="$rewindTo", default=None)
    set: _State | None = field(name="$set", default=None)
    sessionId: Any = None  # noqa: N815
    projectHash: Any = None  # noqa: N815
    messages: list[Raw] = []


class _Kept(NamedTuple):
    """A message, and where it stands."""

    message: _Message
    place: Place


def detect(source: Source) -> bool:
    """Whether a record, or the document, says which session of which project it is."""
    heads = source.sample if source.lines else [source.head]
    return any("sessionId" in head and "projectHash" in head for head in heads)


def read(source: Source, *, strict: bool) -> Reading:
    """What was said in the end."""
    skips = Skips(SegmentFormat.GEMINI_CLI, strict=strict)
    session = _Session()
    for record in source:
        if nests_deeper(record.data, DEPTH) or not session.replay(record):
            skips.add(record, "no record of a session")
    turns = _turns(session.messages.values())
    skipped = tuple(skips.numbers)
    return Reading(format=SegmentFormat.GEMINI_CLI, turns=turns, skipped=skipped, abandoned=session.abandoned)


class _Session:
    """The messages as they stand after a record."""

    def __init__(self) -> None:
        self.messages: dict[str, _Kept] = {}
        self.abandoned = 0

    def replay(self, record: Record) -> bool:
        """Take a record; whether it, and all in it, is known."""
        try:
            line = _LINE.decode(record.data)
        except (msgspec.DecodeError, UnicodeError):
            return False
        place = Place(record)
        if line.rewind is not None:
            self._rewind(line.rewind)
            return True
        if line.id is not None:
            return self._take(record.data, place)
        if line.set is not None:
            return line.set.messages is None or self._replace(line.set.messages, place.at("$set", "messages"))
        return line.sessionId is not None and self._take_all(line.messages, place.at("messages"))

    def _take(self, raw: Raw | bytes, place: Place) -> bool:
        try:
            message = _MESSAGE.decode(raw)
        except (msgspec.DecodeError, UnicodeError):
            return False
        if message.type not in SPEAKERS + NOTICES:
            return False
        self.messages[message.id] = _Kept(message, place)
        return True

    def _take_all(self, messages: list[Raw], place: Place) -> bool:
        known = [self._take(raw, place.at(index)) for index, raw in enumerate(messages)]
        return all(known)

    def _replace(self, messages: list[Raw], place: Place) -> bool:
        before, self.messages = self.messages, {}
        known = self._take_all(messages, place)
        self._abandon([kept for id, kept in before.items() if id not in self.messages])
        return known

    def _rewind(self, to: str) -> None:
        gone: list[_Kept] = []
        while self.messages:
            id, kept = self.messages.popitem()
            gone.append(kept)
            if id == to:
                break
        self._abandon(gone[::-1])

    def _abandon(self, messages: list[_Kept]) -> None:
        self.abandoned += len(_turns(messages))


def _turns(messages: Iterable[_Kept]) -> list[Turn]:
    turns: list[Turn] = []
    answered: set[str | None] = set()
    for message, place in messages:
        if message.type == "gemini":
            parts, results = _model(message, place)
            answered = {result.call_id for result in results}
            turns.append(Turn(role=Role.ASSISTANT, parts=tuple(parts), id=message.id))
            if results:
                turns.append(Turn(role=Role.TOOL, parts=tuple(results)))
        elif message.type == "user":
            said = [_summary(part) for part in _said(message, place)]
            parts = _unanswered(said, answered)
            if parts or not said:
                turns.append(Turn(role=role_of(Role.USER, parts), parts=tuple(parts), id=message.id))
    return turns


def _said(message: _Message, place: Place) -> list[AnyPart]:
    """The content; a model that only calls is recorded with an empty text."""
    parts = parts_of(message.content, place.at("content"))
    return [part for part in parts if not isinstance(part, Text) or part.text or part.signature]


def _summary(part: AnyPart) -> AnyPart:
    if not isinstance(part, Text) or not SNAPSHOT.match(part.text):
        return part
    return Compaction(text=part.text, start=part.start, end=part.end, record=part.record, path=part.path)


def _unanswered(parts: list[AnyPart], answered: set[str | None]) -> list[AnyPart]:
    """Without the results that stand beside their calls already, and what came with them."""
    results = [part for part in parts if isinstance(part, ToolResult)]
    if not results or any(result.call_id not in answered for result in results):
        return parts
    return [part for part in parts if isinstance(part, Text)]


def _model(message: _Message, place: Place) -> tuple[list[AnyPart], list[ToolResult]]:
    """What the model said, and what its tools answered.

    Newer versions repeat calls and thoughts in the content, as they were sent; older ones have them beside it alone.
    """
    parts = _said(message, place)
    if not any(isinstance(part, Reasoning) for part in parts):
        thoughts = enumerate(message.thoughts or ())
        parts[:0] = [_thought(fields_of(raw), place.at("thoughts", index)) for index, raw in thoughts]
    made = {part.id for part in parts if isinstance(part, ToolCall)}
    results: list[ToolResult] = []
    for index, raw in enumerate(message.toolCalls or ()):
        call, at = fields_of(raw), place.at("toolCalls", index)
        id, name = text_in(call, "id"), text_in(call, "name")
        if name is None:
            parts.append(whole("toolCall", bytes(raw), at))
            continue
        if id is None or id not in made:
            parts.append(ToolCall(id=id, name=name, arguments=arguments_in(call), **at.at("args").fields))
        if bytes(call.get("result", NULL)) != b"null":
            results.append(_result(call, id, name, at.at("result")))
    return parts, results


def _thought(thought: Fields, place: Place) -> AnyPart:
    said = (text_in(thought, "subject"), text_in(thought, "description"))
    return Reasoning(text="\n".join(filter(None, said)), **place.fields)


def _result(call: Fields, id: str | None, name: str, place: Place) -> ToolResult:
    """The answer to a call; the parts may hold those to calls beside it, each followed by what came with it."""
    parts: list[AnyPart] = []
    failed = text_in(call, "status") in FAILED
    mine = True
    for part in parts_of(call["result"], place):
        if isinstance(part, ToolResult):
            mine = part.call_id in (None, id)
            failed = failed or (mine and part.is_error)
        if mine:
            parts += part.parts if isinstance(part, ToolResult) else [part]
    said = tuple(part for part in parts if isinstance(part, Text | Media | Meta))
    return ToolResult(call_id=id, name=name, parts=said, is_error=failed, **place.fields)


_LINE = msgspec.json.Decoder(_Line)
_MESSAGE = msgspec.json.Decoder(_Message)
