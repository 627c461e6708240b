"""Parts of Gemini's contents -> parts of a turn; a kind of part is a row of a table, in either spelling of its key."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec import Raw

from contextc.transcript.readers.blocks import Place, whole
from contextc.transcript.readers.values import source_text
from contextc.transcript.turns import AnyPart, Media, Meta, Reasoning, Text, ToolCall, ToolResult

Fields = Mapping[str, Raw]
"""An object whose values are still in JSON."""

SAYS = ("output", "result", "content", "error")
"""The one key of a response which is a text: what functions answer with that have nothing else to say."""


def parts_of(content: Raw | bytes, place: Place) -> list[AnyPart]:
    r"""The parts of a content: a text, a part, or a list of both; null has none, anything else is kept as it is.

    >>> from contextc.transcript.records import Record
    >>> place = Place(Record(1, 0, 0, b""), ("parts",))
    >>> [part.path for part in parts_of(b'["hi", {"text": "there"}]', place)]
    [('parts', 0), ('parts', 1, 'text')]
    """
    data = bytes(content)
    if not data.startswith(b"["):
        return [] if data in (b"", b"null") else [part_of(data, place)]
    return [part_of(bytes(item), place.at(index)) for index, item in enumerate(_LIST.decode(data))]


def part_of(data: bytes, place: Place) -> AnyPart:
    """One part; of a kind that is not known, or without sense, it is kept as it is.

    >>> from contextc.transcript.records import Record
    >>> call = part_of(b'{"functionCall": {"name": "ping", "args": {"n": 1.0}}}', Place(Record(1, 0, 0, b"")))
    >>> call.name, call.arguments
    ('ping', '{"n": 1.0}')
    """
    if data.startswith(b'"'):
        return Text(text=msgspec.json.decode(data, type=str), **place.fields)
    fields = fields_of(data)
    for key, read in PARTS.items():
        made = read(fields[key], fields, place.at(key)) if key in fields else None
        if made:
            return made
    kind = next((key for key, value in fields.items() if bytes(value).startswith(b"{")), "part")
    return whole(kind, data, place)


def fields_of(raw: Raw | bytes) -> Fields:
    """The fields of an object; anything else has none."""
    data = bytes(raw)
    return _OBJECT.decode(data) if data.startswith(b"{") else {}


def text_in(fields: Fields, *keys: str) -> str | None:
    """The text in the first of the fields that holds one.

    >>> text_in({"mime_type": Raw(b'"image/png"')}, "mimeType", "mime_type")
    'image/png'
    """
    found = (bytes(fields.get(key, NULL)) for key in keys)
    return next((source_text(data) for data in found if data.startswith(b'"')), None)


# The rows


def _text(value: Raw, part: Fields, place: Place) -> AnyPart | None:
    data = bytes(value)
    if not data.startswith(b'"'):
        return None
    text = msgspec.json.decode(data, type=str)
    if bytes(part.get("thought", NULL)) == b"true":
        return Reasoning(text=text, signature=_signature(part), **place.fields)
    return Text(text=text, signature=_signature(part), **place.fields)


def _inline(value: Raw, part: Fields, place: Place) -> AnyPart | None:
    blob = fields_of(value)
    data = text_in(blob, "data")
    mime = text_in(blob, "mimeType", "mime_type") or ""
    return None if data is None else Media(mime=mime, data=data, signature=_signature(part), **place.fields)


def _file(value: Raw, part: Fields, place: Place) -> AnyPart | None:
    file = fields_of(value)
    url = text_in(file, "fileUri", "file_uri")
    mime = text_in(file, "mimeType", "mime_type") or ""
    return None if url is None else Media(mime=mime, url=url, signature=_signature(part), **place.fields)


def _call(value: Raw, part: Fields, place: Place) -> AnyPart | None:
    call = fields_of(value)
    name = text_in(call, "name")
    if name is None:
        return None
    return ToolCall(
        id=text_in(call, "id"),
        name=name,
        arguments=arguments_in(call),
        signature=_signature(part),
        **place.at("args").fields,
    )


def arguments_in(call: Fields) -> str:
    """The arguments of a call as they were written."""
    args = call.get("args", NULL)
    return "" if bytes(args) == b"null" else source_text(args)


def _response(value: Raw, _: Fields, place: Place) -> AnyPart | None:
    response = fields_of(value)
    name = text_in(response, "name")
    if name is None:
        return None
    given = response.get("response", NULL)
    parts = [*_said(given, place.at("response")), *parts_of(response.get("parts", NULL), place.at("parts"))]
    return ToolResult(
        call_id=text_in(response, "id"),
        name=name,
        parts=tuple(part for part in parts if isinstance(part, Text | Media | Meta)),
        is_error=bytes(fields_of(given).get("error", NULL)) != b"null",
        **place.fields,
    )


def _said(response: Raw, place: Place) -> list[AnyPart]:
    """The text of a response: what its only key says, else all of it, in JSON without white space."""
    fields = fields_of(response)
    key = next(iter(fields), None)
    if key is None:
        return []
    if len(fields) == 1 and key in SAYS and bytes(fields[key]).startswith(b'"'):
        return [Text(text=source_text(fields[key]), **place.at(key).fields)]
    return [Text(text=msgspec.json.format(bytes(response), indent=-1).decode(), **place.fields)]


def _signature(part: Fields) -> str | None:
    return text_in(part, "thoughtSignature", "thought_signature")


PARTS: dict[str, Callable[[Raw, Fields, Place], AnyPart | None]] = {
    "inlineData": _inline,
    "inline_data": _inline,
    "fileData": _file,
    "file_data": _file,
    "functionCall": _call,
    "function_call": _call,
    "functionResponse": _response,
    "function_response": _response,
    "text": _text,
}
"""Key of a part -> its reader; nothing means that its value makes no sense. A text beside anything else is not looked at."""

NULL = Raw(b"null")
_LIST = msgspec.json.Decoder(list[Raw])
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
