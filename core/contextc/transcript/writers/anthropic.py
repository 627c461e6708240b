"""Turns -> Anthropic Messages: the user and the assistant in turn, results first in the message behind their calls."""

import re
from collections.abc import Sequence
from typing import Any

from contextc.transcript.outgoing import OutTurn
from contextc.transcript.rendering import media_mark, text_of
from contextc.transcript.turns import AnyPart, Media, Meta, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.arranging import side, sides
from contextc.transcript.writers.contents import (
    PDF,
    WEB_IMAGES,
    JsonObject,
    address,
    arguments_object,
    inline,
    plain_text,
    stood_in,
    unchanged,
)
from contextc.transcript.writers.dialects import Dialect
from contextc.transcript.writers.utterances import Piece, Utterance, Written, leading, utterances, worth_saying

DIALECT = Dialect(
    name=re.compile(r"[a-zA-Z0-9_-]{1,128}"),
    id=re.compile(r"[a-zA-Z0-9_-]+"),
    system=False,
)
"""The patterns that the API names in its errors. No two calls of a request have one id."""

THOUGHTS = ("thinking", "redacted_thinking")
"""Blocks with which no message ends."""


def write(turns: Sequence[OutTurn]) -> Written:
    """The messages, and the system's text or blocks."""
    system, rest = leading(turns)
    groups = sides(utterances(rest, DIALECT))
    return Written([message for group in groups if (message := _message(group))], _system(system))


def _system(turns: list[OutTurn]) -> Any:
    """As it was given, if it is one message; one text is no list."""
    if len(turns) == 1 and turns[0].untouched and turns[0].message:
        return turns[0].message.get("content")
    said = [(turn.message, out) for turn in turns for out in turn.parts if worth_saying(out)]
    made = [_block(message, Piece(out.part, out.block), Role.SYSTEM) for message, out in said]
    blocks = [block for block in made if block]
    text = plain_text(blocks)
    return text if text is not None else blocks or None


def _message(group: list[Utterance]) -> JsonObject | None:
    """One message, of all that is said in it."""
    first = group[0]
    if len(group) == 1 and first.untouched:
        return first.message
    role = side(first.role)
    fields: JsonObject = {}
    blocks: list[JsonObject] = []
    for one in group:
        fields = {**(one.message or {}), **fields}
        blocks += _own(one.message) if one.untouched else [_block(one.message, piece, role) for piece in one.pieces]
    blocks = [block for block in blocks if block]
    if role is Role.ASSISTANT:
        while blocks and blocks[-1].get("type") in THOUGHTS:
            blocks.pop()
    else:
        blocks.sort(key=lambda block: block.get("type") != "tool_result")
    if not blocks:
        return None
    text = None if isinstance(fields.get("content"), list) else plain_text(blocks)
    return {"role": str(role), **fields, "content": blocks if text is None else text}


def _own(message: JsonObject | None) -> list[JsonObject]:
    """The blocks of a message as it is."""
    content: Any = (message or {}).get("content")
    return [_text(content)] if isinstance(content, str) else list(content or ())


def _block(message: JsonObject | None, piece: Piece, role: Role) -> JsonObject:
    """The block of a part; an empty one for what has no place."""
    part, block = piece.part, piece.block
    if block is not None:
        return _text(block) if isinstance(block, str) else block
    match part:
        case Text():
            return {**_like(message, part, "text"), **_text(part.text)}
        case ToolCall():
            made = {"type": "tool_use", "id": part.id, "name": part.name, "input": arguments_object(part.arguments)}
            return {**_like(message, part, "tool_use"), **made}
        case ToolResult():
            return _result(message, part)
        case Media():
            return _text(media_mark(part)) if role is Role.ASSISTANT else _medium(part)
        case _:
            return {}


def _like(message: JsonObject | None, part: AnyPart, type: str) -> JsonObject:
    """The block that stood there, if it was of the same type: what marks the cache stays."""
    block = stood_in(message, part)
    return block if block.get("type") == type else {}


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}


def _result(message: JsonObject | None, part: ToolResult) -> JsonObject:
    block = {**_like(message, part, "tool_result"), "type": "tool_result", "tool_use_id": part.call_id}
    block.pop("content", None)
    said = [one for one in part.parts if not isinstance(one, Text) or one.text.strip()]
    inner = [unchanged(message, part, one) or _inner(one) for one in said]
    text = plain_text(inner)
    if inner:
        block["content"] = inner if text is None else text
    if part.is_error:
        block["is_error"] = True
    return block


def _inner(part: Text | Media | Meta) -> JsonObject:
    return _medium(part) if isinstance(part, Media) else _text(text_of(part))


def _medium(media: Media) -> JsonObject:
    source = _source(media)
    if source is None:
        return _text(media_mark(media))
    mime, fields = source
    return {"type": "document" if mime == PDF else "image", "source": fields}


def _source(media: Media) -> tuple[str, JsonObject] | None:
    data = inline(media)
    if data and (data.mime in WEB_IMAGES or data.mime == PDF):
        return data.mime, {"type": "base64", "media_type": data.mime, "data": data.data}
    place = address(media)
    if place and (place.mime in ("", PDF) or place.mime.startswith("image/")):
        return place.mime, {"type": "url", "url": place.url}
    return None
