"""Turns -> LangChain messages, in the dump that the list is in: flat, as dictionaries, or as constructors."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from contextc.transcript.outgoing import OutTurn
from contextc.transcript.rendering import media_mark, text_of
from contextc.transcript.turns import Media, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.arranging import behind_calls
from contextc.transcript.writers.contents import (
    JsonObject,
    address,
    arguments_object,
    inline,
    objects,
    stood_in,
    unchanged,
)
from contextc.transcript.writers.dialects import Dialect
from contextc.transcript.writers.utterances import Piece, Utterance, Written, utterances

ANYTHING = re.compile(r"(?s).+")

DIALECT = Dialect(name=ANYTHING, id=ANYTHING)

TYPES = {
    Role.SYSTEM: "system",
    Role.DEVELOPER: "system",
    Role.USER: "human",
    Role.ASSISTANT: "ai",
    Role.TOOL: "tool",
}

MORE = {Role.DEVELOPER: {"additional_kwargs": {"__openai_role__": "developer"}}}
"""How langchain-openai tells a developer from the system."""

CLASSES = {"system": "SystemMessage", "human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}

KINDS = ("image", "audio", "video")
"""What a block of a medium may be, if it is not a file; the first half of its MIME type."""

INVALID = "invalid_tool_call"

RAW_CALLS = ("tool_calls", "function_call")
"""Calls as the provider sent them; they count again where a message has none of its own."""


class Dump(NamedTuple):
    """How messages are written out."""

    wrap: Callable[[str, JsonObject], JsonObject]
    """A new message, of its type and its fields."""
    inner: str | None
    """The key of a message that holds its fields; nothing when they are the message."""


def _constructor(kind: str, fields: JsonObject) -> JsonObject:
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", CLASSES[kind]], "kwargs": fields}


def _flat(_: str, fields: JsonObject) -> JsonObject:
    return fields


def _data(kind: str, fields: JsonObject) -> JsonObject:
    return {"type": kind, "data": fields}


FLAT = Dump(_flat, None)
DATA = Dump(_data, "data")
CONSTRUCTOR = Dump(_constructor, "kwargs")


def write(turns: Sequence[OutTurn]) -> Written:
    """The messages; those of the system are among them."""
    dump = next((_dump(turn.message) for turn in turns if turn.message), FLAT)
    said = behind_calls(utterances(turns, DIALECT), shows=_never)
    return Written([message for one in said if (message := _message(one, dump))])


def _never(*_: object) -> bool:
    """Results take media."""
    return False


def _dump(message: JsonObject) -> Dump:
    """The dump that a message is in."""
    if message.get("type") == "constructor":
        return CONSTRUCTOR
    return DATA if isinstance(message.get("data"), dict) else FLAT


def _message(one: Utterance, dump: Dump) -> JsonObject | None:
    message = one.message
    if one.untouched:
        return message
    if message is None:
        fields = _fields(one, {"type": TYPES[one.role], **MORE.get(one.role, {})})
        return dump.wrap(TYPES[one.role], fields) if fields else None
    inner = _dump(message).inner
    fields = _fields(one, message if inner is None else cast(JsonObject, message[inner]))
    return fields if inner is None or fields is None else {**message, inner: fields}


def _fields(one: Utterance, before: JsonObject) -> JsonObject | None:
    """The fields of a message, made of those that it had."""
    if one.role is Role.TOOL:
        return _answer(one, before)
    said = _Said(one, before)
    for piece in one.pieces:
        said.take(piece)
    return said.fields()


def _answer(one: Utterance, before: JsonObject) -> JsonObject:
    [piece] = one.pieces
    result = piece.part
    assert isinstance(result, ToolResult)
    own = [unchanged(one.message, result, part) for part in result.parts]
    shown = [
        stood or (_medium(part) if isinstance(part, Media) else None)
        for part, stood in zip(result.parts, own, strict=True)
    ]
    content: Any = text_of(result)
    if any(shown):
        content = [block or _text(text_of(part)) for part, block in zip(result.parts, shown, strict=True)]
    if one.message is not None:
        return {**before, "content": content}
    name = {"name": result.name} if result.name else {}
    status = "error" if result.is_error else "success"
    return {"content": content, **before, **name, "tool_call_id": result.call_id, "status": status}


class _Said:
    """A message in the making."""

    def __init__(self, one: Utterance, before: JsonObject) -> None:
        self.one = one
        self.before = before
        self.content: list[Any] = []
        self.calls: list[JsonObject] = []
        self.invalid: list[JsonObject] = []
        self.thought = False
        """The provider's own account of what the model thought stays."""

    def take(self, piece: Piece) -> None:
        """The next part."""
        part, block = piece.part, piece.block
        if isinstance(part, ToolCall):
            self._call(part, block)
        elif block is not None:
            self.content.append(block)
        elif "additional_kwargs" in part.path:
            self.thought = True
        elif isinstance(part, Text):
            stood = stood_in(self.one.message, part)
            self.content.append({**stood, "text": part.text} if stood.get("type") == "text" else part.text)
        elif isinstance(part, Media):
            self.content.append(_medium(part) or media_mark(part))

    def _call(self, part: ToolCall, block: Any) -> None:
        """A call is in the list of calls, and in the content where it was there."""
        for stood in self._blocks(part):
            field = "args" if "args" in stood else "input"
            self.content.append(stood if block is not None else {**stood, field: arguments_object(part.arguments)})
        invalid = [one for one in objects([block]) if one.get("type") == INVALID]
        if invalid:
            self.invalid += invalid
            return
        made = {"name": part.name, "args": arguments_object(part.arguments), "id": part.id, "type": "tool_call"}
        given = [call for call in objects(self.before.get("tool_calls")) if call.get("id") == part.id]
        self.calls.append(given[0] if given and block is not None else made)

    def _blocks(self, part: ToolCall) -> list[JsonObject]:
        """The blocks of the content that are the call, too."""
        blocks = objects(self.before.get("content"))
        return [block for block in blocks if part.id is not None and block.get("id") == part.id]

    def fields(self) -> JsonObject | None:
        """The fields, if the message says anything."""
        if not (self.content or self.calls or self.invalid):
            return None
        fields = {"content": self._content(), **{key: self.before[key] for key in self.before if key != "content"}}
        if self.calls or "tool_calls" in fields:
            fields["tool_calls"] = self.calls
        if self.invalid or "invalid_tool_calls" in fields:
            fields["invalid_tool_calls"] = self.invalid
        gone = RAW_CALLS if self.thought else (*RAW_CALLS, "reasoning_content", "reasoning")
        for more in objects([fields.get("additional_kwargs")]):
            fields["additional_kwargs"] = {key: more[key] for key in more if key not in gone}
        return fields

    def _content(self) -> Any:
        """One text is no list, if it was none."""
        listed = isinstance(self.before.get("content"), list)
        if not self.content:
            return [] if listed else ""
        if len(self.content) == 1 and isinstance(self.content[0], str) and not listed:
            return self.content[0]
        return [_text(one) if isinstance(one, str) and not listed else one for one in self.content]


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}


def _medium(media: Media) -> JsonObject | None:
    """The block of a medium; nothing when it cannot be reached."""
    data = inline(media)
    if data and data.mime:
        return {"type": _kind(data.mime), "base64": data.data, "mime_type": data.mime}
    place = address(media)
    if place is None:
        return None
    mime = {"mime_type": place.mime} if place.mime else {}
    return {"type": _kind(place.mime or "image/"), "url": place.url, **mime}


def _kind(mime: str) -> str:
    half = mime.partition("/")[0]
    return half if half in KINDS else "file"
