"""The content of a message, in blocks of any provider -> parts; a kind of block is a row of a table."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from contextc.transcript.readers.values import elements, first_text, members, source_text, text_or_none
from contextc.transcript.records import Record
from contextc.transcript.turns import AnyPart, Compaction, Media, Meta, Reasoning, Text, ToolCall, ToolResult

NOTHING = Raw(b"")


class Block(Struct, frozen=True):
    """Every field that some kind of block has; each kind reads its own."""

    type: Any = None
    text: Any = msgspec.UNSET
    """Null is a text that says nothing; a block without one is none."""
    refusal: Any = None
    id: Any = None
    name: Any = None
    input: Raw = NOTHING
    args: Raw = NOTHING
    arguments: Raw = NOTHING
    call_id: Any = None
    tool_use_id: Any = None
    content: Raw = NOTHING
    is_error: Any = None
    thinking: Any = None
    reasoning: Any = None
    summary: Any = None
    extras: Any = None
    signature: Any = None
    encrypted_content: Any = None
    data: Any = None
    source: Any = None
    image_url: Any = None
    input_audio: Any = None
    file: Any = None
    file_id: Any = None
    file_data: Any = None
    file_url: Any = None
    url: Any = None
    base64: Any = None
    mime_type: Any = None


class Place(NamedTuple):
    """Where a part is found: its record, and the way from there."""

    record: Record
    path: tuple[str | int, ...] = ()

    def at(self, *keys: str | int) -> "Place":
        """Further in."""
        return self._replace(path=self.path + keys)

    @property
    def fields(self) -> dict[str, Any]:
        """What every part says of its place."""
        return {
            "start": self.record.start,
            "end": self.record.end,
            "record": self.record.number,
            "path": self.path,
        }


def parts_of(content: Raw | bytes, place: Place) -> list[AnyPart]:
    r"""The parts of a content: a text, a block, or a list of both; null has none, anything else is kept as it is.

    >>> place = Place(Record(1, 0, 0, b""), ("content",))
    >>> [part.path for part in parts_of(b'[{"type": "text", "text": "hi"}, "there"]', place)]
    [('content', 0, 'text'), ('content', 1)]
    """
    data = bytes(content)
    if not data:
        return []
    if data.startswith(b"{"):
        return [_part(data, place)]
    try:
        value = _CONTENT.decode(data)
    except msgspec.ValidationError:
        return [whole("content", data, place)]
    if value is None:
        return []
    if isinstance(value, str):
        return [Text(text=value, **place.fields)]
    items = [(index, bytes(item)) for index, item in enumerate(value)]
    return [_part(item, place.at(index)) for index, item in items if item != b"null"]


def _part(data: bytes, place: Place) -> AnyPart:
    if data.startswith(b'"'):
        return Text(text=msgspec.json.decode(data), **place.fields)
    try:
        block = _BLOCK.decode(data)
    except msgspec.ValidationError:
        return whole("block", data, place)
    made = BLOCKS[block.type](block, place) if isinstance(block.type, str) and block.type in BLOCKS else None
    return made or whole(text_or_none(block.type) or "block", data, place)


def whole(kind: str, data: bytes, place: Place) -> Meta:
    """A JSON value that is kept as it is."""
    try:
        value: Any = msgspec.json.decode(data)
    except msgspec.DecodeError:
        # A number may be JSON and still be too large for any number here.
        value = data.decode()
    return Meta(kind=kind, value=value, **place.fields)


# The rows


def _text(field: str) -> Callable[[Block, Place], AnyPart | None]:
    def read(block: Block, place: Place) -> AnyPart | None:
        text = getattr(block, field)
        if text is None and field == "text":
            text = ""
        return Text(text=text, **place.at(field).fields) if isinstance(text, str) else None

    return read


def _thinking(block: Block, place: Place) -> AnyPart:
    text = first_text(block.thinking, block.reasoning, block.text)
    if text is None:
        text = "\n".join(one for item in elements(block.summary) if (one := text_or_none(members(item).get("text"))))
    signature = first_text(block.signature, members(block.extras).get("signature"), block.encrypted_content)
    return Reasoning(text=text, signature=signature, **place.fields)


def _redacted(block: Block, place: Place) -> AnyPart:
    return Reasoning(signature=text_or_none(block.data) or "", **place.fields)


def _call(field: str) -> Callable[[Block, Place], AnyPart | None]:
    def read(block: Block, place: Place) -> AnyPart | None:
        return ToolCall(
            id=first_text(block.call_id, block.id),
            name=text_or_none(block.name) or "",
            arguments=source_text(getattr(block, field)),
            signature=text_or_none(block.signature),
            **place.at(field).fields,
        )

    return read


def _result(block: Block, place: Place) -> AnyPart:
    return tool_result(
        block.content, place.at("content"), call_id=text_or_none(block.tool_use_id), is_error=block.is_error is True
    )


def tool_result(
    content: Raw | bytes,
    place: Place,
    *,
    call_id: str | None,
    name: str | None = None,
    is_error: bool = False,
) -> ToolResult:
    """What a tool answered, whatever form its content has; an object that is no block is read as it was written."""
    found = parts_of(content, place)
    data = bytes(content)
    if data.startswith(b"{") and isinstance(found[0], Meta):
        found = [Text(text=data.decode(), **place.fields)]
    parts = tuple(part for part in found if isinstance(part, Text | Media | Meta))
    return ToolResult(call_id=call_id, name=name, parts=parts, is_error=is_error, **place.fields)


def _media(block: Block, place: Place) -> AnyPart | None:
    """The first field that says where the bytes are; each provider has its own."""
    source = members(block.source)
    text = text_or_none(source.get("data"))
    if source.get("type") == "text" and text is not None:
        return Text(text=text, **place.at("source", "data").fields)
    mime = first_text(source.get("media_type"), block.mime_type)
    inner = [members(field) for field in (block.image_url, block.input_audio, block.file)]
    for fields in (source, *inner, {"url": block.image_url, "data": block.base64 or block.data}, _fields(block)):
        data = first_text(fields.get("data"), fields.get("file_data"))
        url = first_text(fields.get("url"), fields.get("file_id"), fields.get("file_url"))
        if url is not None and url[:5].lower() == "data:":
            data, url = url, None
        if data is not None or url is not None:
            return Media(mime=mime or _mime(data, fields), data=data, url=url, **place.fields)
    return None


def _fields(block: Block) -> dict[str, Any]:
    return {"url": block.url, "file_data": block.file_data, "file_id": block.file_id, "file_url": block.file_url}


def _mime(data: str | None, fields: dict[str, Any]) -> str:
    if data is not None and data[:5].lower() == "data:":
        return data[5:].partition(",")[0].partition(";")[0]
    form = fields.get("format")
    return f"audio/{form}" if isinstance(form, str) else ""


def _compaction(block: Block, place: Place) -> AnyPart:
    data = bytes(block.content)
    text = source_text(data) if data.startswith(b'"') else ""
    signature = first_text(block.encrypted_content, block.signature)
    return Compaction(text=text, signature=signature, **place.fields)


BLOCKS: dict[str, Callable[[Block, Place], AnyPart | None]] = {
    "text": _text("text"),
    "input_text": _text("text"),
    "output_text": _text("text"),
    "summary_text": _text("text"),
    "reasoning_text": _text("text"),
    "text-plain": _text("text"),
    "refusal": _text("refusal"),
    "thinking": _thinking,
    "reasoning": _thinking,
    "redacted_thinking": _redacted,
    "tool_use": _call("input"),
    "tool_call": _call("args"),
    "invalid_tool_call": _call("args"),
    "function_call": _call("arguments"),
    "tool_result": _result,
    "image": _media,
    "image_url": _media,
    "input_image": _media,
    "computer_screenshot": _media,
    "input_audio": _media,
    "audio": _media,
    "video": _media,
    "file": _media,
    "input_file": _media,
    "document": _media,
    "compaction": _compaction,
}
"""Kind of block -> its reader; nothing means that its fields make no sense, so it is kept as it is."""

_CONTENT = msgspec.json.Decoder(str | list[Raw] | None)
_BLOCK = msgspec.json.Decoder(Block)
