"""Turns -> Gemini's contents: the user and the model in turn, what functions answered in the order of their calls."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from contextc.transcript.outgoing import OutTurn
from contextc.transcript.rendering import media_mark, text_of
from contextc.transcript.turns import Media, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.arranging import side, sides
from contextc.transcript.writers.contents import PDF, JsonObject, address, arguments_object, inline, unchanged
from contextc.transcript.writers.dialects import Dialect
from contextc.transcript.writers.utterances import Piece, Utterance, Written, leading, utterances, worth_saying

DIALECT = Dialect(name=re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}"), id=None, system=False)
"""Of `FunctionDeclaration.name` in the package google-genai. Calls go without ids: not every backend takes them."""

ROLES = {Role.USER: "user", Role.ASSISTANT: "model"}

IMAGES = frozenset({"image/heic", "image/heif", "image/jpeg", "image/png", "image/webp"})
"""Of the guide to images; GIF is not among them."""

KINDS = ("audio/", "text/", "video/")

RESPONSES = ("functionResponse", "function_response")


def write(turns: Sequence[OutTurn]) -> Written:
    """The contents, and the system's instruction."""
    system, rest = leading(turns)
    groups = sides(utterances(rest, DIALECT))
    return Written([content for group in groups if (content := _content(group))], _system(system))


def _system(turns: list[OutTurn]) -> Any:
    """As it was given, if it is one content."""
    if len(turns) == 1 and turns[0].untouched and turns[0].message:
        return turns[0].message
    said = [Piece(out.part, out.block) for turn in turns for out in turn.parts if worth_saying(out)]
    parts = [part for piece in said for part in _parts(piece)]
    return {"parts": parts} if parts else None


def _content(group: list[Utterance]) -> JsonObject | None:
    """One content, of all that is said in it."""
    first = group[0]
    if len(group) == 1 and first.untouched:
        return first.message
    fields: JsonObject = {}
    numbered: list[tuple[float, JsonObject]] = []
    for one in group:
        fields = {**(one.message or {}), **fields}
        numbered += _own(one) if one.untouched else _made(one)
    # Sorting keeps the order of what is no response, and that comes last.
    parts = [part for _, part in sorted(numbered, key=lambda pair: pair[0])]
    return {"role": ROLES.get(side(first.role), "user"), **fields, "parts": parts} if parts else None


LAST = float("inf")


def _own(one: Utterance) -> Iterator[tuple[float, JsonObject]]:
    """The parts of a content as it is."""
    numbers = iter([piece.number for piece in one.pieces if isinstance(piece.part, ToolResult)])
    for part in (one.message or {}).get("parts") or ():
        yield next(numbers, LAST) if _is_response(part) else LAST, part


def _made(one: Utterance) -> Iterator[tuple[float, JsonObject]]:
    for piece in one.pieces:
        for part in _parts(piece, one.message):
            yield piece.number if _is_response(part) else LAST, part


def _is_response(part: Any) -> bool:
    return isinstance(part, dict) and any(key in part for key in RESPONSES)


def _parts(piece: Piece, message: JsonObject | None = None) -> list[JsonObject]:
    """What a part of a turn is; thoughts and what is signed only as they were."""
    part, block = piece.part, piece.block
    if block is not None:
        return [{"text": block} if isinstance(block, str) else block]
    match part:
        case Text():
            return [{"text": part.text}]
        case Media():
            return [_medium(part)]
        case ToolCall():
            call = {"name": part.name, "args": arguments_object(part.arguments)}
            return [{"functionCall": call if part.id is None else {"id": part.id, **call}}]
        case ToolResult():
            return _response(part, message)
        case _:
            return []


def _response(part: ToolResult, message: JsonObject | None) -> list[JsonObject]:
    """A response, and behind it the media that were in none; what cannot be shown is told in its text."""
    media = [one for one in part.parts if isinstance(one, Media)]
    own = [block for one in media if (block := unchanged(message, part, one))]
    shown = [] if own else [block for one in media if "text" not in (block := _medium(one))]
    response: JsonObject = {} if part.call_id is None else {"id": part.call_id}
    said = {"name": part.name or "", "response": {"error" if part.is_error else "output": text_of(part)}}
    return [{"functionResponse": {**response, **said, **({"parts": own} if own else {})}}, *shown]


def _medium(media: Media) -> JsonObject:
    data = inline(media)
    if data and _is_taken(data.mime):
        return {"inlineData": {"mimeType": data.mime, "data": data.data}}
    place = address(media, "gs")
    if place and _is_taken(place.mime):
        return {"fileData": {"fileUri": place.url, "mimeType": place.mime}}
    return {"text": media_mark(media)}


def _is_taken(mime: str) -> bool:
    return mime in IMAGES or mime == PDF or mime.startswith(KINDS)
