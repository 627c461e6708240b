"""LangChain messages in any of their three dumps: as dictionaries, as constructors, and flat; a list, `messages`, or lines."""

from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from contextc.transcript.readers.blocks import NOTHING, Place, parts_of, tool_result
from contextc.transcript.readers.chat import mostly, read_chat
from contextc.transcript.readers.items import item_turn
from contextc.transcript.readers.message import Calls, calls_of
from contextc.transcript.readers.values import elements, source_text, text_or_none
from contextc.transcript.records import Record, Source
from contextc.transcript.turns import AnyPart, Reading, Reasoning, Role, ToolCall, Turn, speaker
from contextc.vocabulary import SegmentFormat

TYPES = {
    "human": Role.USER,
    "ai": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "developer": Role.DEVELOPER,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
"""Type of a message -> who speaks; one of type `chat` says so itself."""

KNOWN = frozenset({*TYPES, "chat", "remove"})

OWN = ("human", "ai", "chat")
"""Types that no other format has beside a content."""

EMPTY = ("", "{}")
"""The arguments in a block whose call came in pieces."""


class _Call(Struct, frozen=True):
    name: Any = None
    args: Raw = NOTHING
    id: Any = None


class _Message(Struct, frozen=True):
    role: Any = None
    content: Raw = NOTHING
    name: Any = None
    id: Any = None
    tool_calls: list[_Call] | None = None
    invalid_tool_calls: list[_Call] | None = None
    tool_call_id: Any = None
    status: Any = None
    additional_kwargs: Raw = NOTHING


class _More(Calls, frozen=True, kw_only=True):
    """What a provider sent beside the message."""

    reasoning_content: Any = None
    reasoning: Raw = NOTHING
    openai_role: Any = msgspec.field(default=None, name="__openai_role__")


class _Dump(Struct, frozen=True):
    type: Any = None
    data: Raw = NOTHING
    id: Any = None
    kwargs: Raw = NOTHING


class _Found(NamedTuple):
    """A message in its dump."""

    type: str
    data: bytes
    place: Place


def detect(source: Source) -> bool:
    """Whether most of the first records are messages in one of the dumps, and one of them could be nothing else."""
    return any(_kind(value).own for value in source.sample) and mostly(source.sample, lambda value: _kind(value).known)


def read(source: Source, *, strict: bool) -> Reading:
    """A turn a message."""
    return read_chat(source, SegmentFormat.LANGCHAIN, strict=strict, read_one=_turn)


class _Kind(NamedTuple):
    known: bool
    """It may be a message."""
    own: bool
    """It can be nothing else."""


def _kind(value: dict[str, Any]) -> _Kind:
    if value.get("type") == "constructor":
        constructed = _last(value.get("id")) in KNOWN
        return _Kind(constructed, constructed)
    type, data = _short(value.get("type")), value.get("data")
    dumped = isinstance(data, dict) and "content" in data
    known = type in KNOWN and (dumped or "content" in value)
    return _Kind(known, known and (dumped or type in OWN or "additional_kwargs" in value))


def _short(name: object) -> str:
    """`AIMessageChunk` and `ai` are the same type.

    >>> _short("ToolMessage"), _short("AIMessageChunk"), _short("human")
    ('tool', 'ai', 'human')
    """
    return str(name).removesuffix("Chunk").removesuffix("Message").lower()


def _last(path: object) -> str:
    """The class that the path of a constructor leads to."""
    return _short((elements(path) or [None])[-1])


def _turn(record: Record) -> Turn | None:
    try:
        found = _find(record)
        message = _MESSAGE.decode(found.data)
    except (msgspec.DecodeError, UnicodeError):
        return None
    more = _more(message)
    role = TYPES.get(found.type) or (speaker(text_or_none(message.role)) if found.type == "chat" else None)
    if role is None:
        return None
    if more.openai_role == "developer":
        role = Role.DEVELOPER
    parts = _answer(message, found.place) if role is Role.TOOL else _parts(message, more, found.place)
    return Turn(role=role, parts=tuple(parts), id=text_or_none(message.id))


def _find(record: Record) -> _Found:
    dump = _DUMP.decode(record.data)
    if dump.type == "constructor":
        return _Found(_last(dump.id), bytes(dump.kwargs), Place(record, ("kwargs",)))
    if bytes(dump.data).startswith(b"{"):
        return _Found(_short(dump.type), bytes(dump.data), Place(record, ("data",)))
    return _Found(_short(dump.type), record.data, Place(record))


def _more(message: _Message) -> _More:
    try:
        return _MORE.decode(message.additional_kwargs)
    except msgspec.DecodeError:
        return _More()


def _answer(message: _Message, place: Place) -> list[AnyPart]:
    result = tool_result(
        message.content,
        place.at("content"),
        call_id=text_or_none(message.tool_call_id),
        name=text_or_none(message.name),
        is_error=message.status == "error",
    )
    return [result]


def _parts(message: _Message, more: _More, place: Place) -> list[AnyPart]:
    said = parts_of(message.content, place.at("content"))
    beside = place.at("additional_kwargs")
    calls = [
        *_calls("tool_calls", message.tool_calls, place),
        *_calls("invalid_tool_calls", message.invalid_tool_calls, place),
    ]
    thought = [] if any(isinstance(part, Reasoning) for part in said) else _thoughts(more, beside)
    return [*thought, *_each_once(said, calls or calls_of(more, beside))]


def _calls(key: str, calls: list[_Call] | None, place: Place) -> list[ToolCall]:
    return [
        ToolCall(
            id=text_or_none(call.id),
            name=text_or_none(call.name) or "",
            arguments=source_text(call.args),
            **place.at(key, index, "args").fields,
        )
        for index, call in enumerate(calls or ())
    ]


def _thoughts(more: _More, place: Place) -> list[AnyPart]:
    if isinstance(more.reasoning_content, str):
        return [Reasoning(text=more.reasoning_content, **place.at("reasoning_content").fields)]
    turn = item_turn(place.at("reasoning"), bytes(more.reasoning))
    return list(turn.parts) if turn else []


def _each_once(said: list[AnyPart], calls: list[ToolCall]) -> list[AnyPart]:
    """A call that is a block of the content, too, stands there, with the arguments as they were written first."""
    by_id = {call.id: call for call in calls if call.id is not None}
    parts: list[AnyPart] = []
    done: set[str | None] = set()
    for part in said:
        match part:
            case ToolCall(id=str(id)) if id in by_id:
                if id not in done:
                    parts.append(by_id[id] if part.arguments in EMPTY else part)
                done.add(id)
            case _:
                parts.append(part)
    return parts + [call for call in calls if call.id not in done]


_DUMP = msgspec.json.Decoder(_Dump)
_MESSAGE = msgspec.json.Decoder(_Message)
_MORE = msgspec.json.Decoder(_More)
