"""A message as OpenAI's and Anthropic's chats have it -> role and parts: what it says, what it calls, what it answers."""

from typing import Any

import msgspec
from msgspec import Raw, Struct

from contextc.transcript.readers.blocks import NOTHING, Place, parts_of, tool_result
from contextc.transcript.readers.values import members, source_text, text_or_none
from contextc.transcript.records import Record
from contextc.transcript.turns import AnyPart, Media, Reasoning, Text, ToolCall, Turn


class _Function(Struct, frozen=True):
    name: Any = None
    arguments: Raw = NOTHING
    input: Raw = NOTHING


class _Call(Struct, frozen=True):
    id: Any = None
    type: Any = None
    function: _Function | None = None
    custom: _Function | None = None


class Calls(Struct, frozen=True, kw_only=True):
    """The calls of a message: those of now, and the one that a message of the older form had."""

    tool_calls: list[_Call] | None = None
    function_call: _Function | None = None


class _Message(Calls, frozen=True, kw_only=True):
    role: str
    content: Raw = NOTHING
    id: Any = None
    name: Any = None
    tool_call_id: Any = None
    refusal: Any = None
    audio: Any = None
    reasoning_content: Any = None
    is_error: Any = None


def read_message(record: Record) -> Turn | None:
    """The turn that a message is; nothing when it is none.

    >>> turn = read_message(Record(1, 0, 0, b'{"role": "tool", "tool_call_id": "c1", "content": "done"}'))
    >>> turn.parts[0].call_id, turn.parts[0].parts[0].text
    ('c1', 'done')
    """
    try:
        message = _MESSAGE.decode(record.data)
    except (msgspec.DecodeError, UnicodeError):
        return None
    place = Place(record)
    return Turn(role=message.role, parts=tuple(_parts(message, place)), id=text_or_none(message.id))


def _parts(message: _Message, place: Place) -> list[AnyPart]:
    call_id = text_or_none(message.tool_call_id)
    if call_id is not None or message.role == "function":
        name = text_or_none(message.name)
        error = message.is_error is True
        return [tool_result(message.content, place.at("content"), call_id=call_id, name=name, is_error=error)]
    parts: list[AnyPart] = []
    if isinstance(message.reasoning_content, str) and message.reasoning_content:
        parts.append(Reasoning(text=message.reasoning_content, **place.at("reasoning_content").fields))
    parts += parts_of(message.content, place.at("content"))
    if isinstance(message.refusal, str):
        parts.append(Text(text=message.refusal, **place.at("refusal").fields))
    return [*parts, *_spoken(members(message.audio), place.at("audio")), *calls_of(message, place)]


def _spoken(audio: dict[str, Any], place: Place) -> list[AnyPart]:
    """What a model said aloud: its words where they are known, and the sound or its id."""
    words, data, id = (text_or_none(audio.get(key)) for key in ("transcript", "data", "id"))
    said: list[AnyPart] = [Text(text=words, **place.at("transcript").fields)] if words else []
    return [*said, Media(data=data, url=id, **place.fields)] if data or id else said


def calls_of(calls: Calls, place: Place) -> list[ToolCall]:
    """The calls of the message at a place."""
    numbered = enumerate(calls.tool_calls or ())
    found = [call for index, one in numbered if (call := _call(one, place.at("tool_calls", index)))]
    if calls.function_call:
        found.append(_function(None, calls.function_call, place.at("function_call", "arguments")))
    return found


def _call(call: _Call, place: Place) -> ToolCall | None:
    id = text_or_none(call.id)
    if call.custom:
        arguments = source_text(call.custom.input)
        name = text_or_none(call.custom.name) or ""
        return ToolCall(id=id, name=name, arguments=arguments, custom=True, **place.at("custom", "input").fields)
    return _function(id, call.function, place.at("function", "arguments")) if call.function else None


def _function(id: str | None, function: _Function, place: Place) -> ToolCall:
    name = text_or_none(function.name) or ""
    return ToolCall(id=id, name=name, arguments=source_text(function.arguments), **place.fields)


_MESSAGE = msgspec.json.Decoder(_Message)
