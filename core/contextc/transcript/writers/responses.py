"""Turns -> items of OpenAI Responses: a message, a call, or a result each; nothing is merged."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from contextc.transcript.outgoing import OutTurn
from contextc.transcript.rendering import media_mark, text_of
from contextc.transcript.turns import Media, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.contents import (
    PDF,
    WEB_IMAGES,
    JsonObject,
    address,
    arguments_object,
    inline,
    stood_in,
    unchanged,
)
from contextc.transcript.writers.dialects import Dialect
from contextc.transcript.writers.utterances import Piece, Utterance, Written, utterances

DIALECT = Dialect(name=re.compile(r"[a-zA-Z0-9_-]{1,128}"), id=re.compile(r"(?s).{1,64}"), adjacent=False)
"""Of the API's errors about `name` and `call_id`."""

MESSAGES = ("message", "output_message")


def write(turns: Sequence[OutTurn]) -> Written:
    """The items; messages of the system are among them."""
    return Written([item for one in utterances(turns, DIALECT) for item in _items(one)])


def _items(one: Utterance) -> Iterator[JsonObject]:
    message = one.message
    if message is not None and one.untouched:
        yield message
    elif message is None:
        yield from _made(one)
    elif message.get("type", "message") in MESSAGES:
        content = [_content(message, piece, one.role) for piece in one.pieces]
        text = content[0].get("text") if len(content) == 1 and not isinstance(message.get("content"), list) else None
        yield {**message, "content": content if text is None else text}
    else:
        # What stands for a call, or for an image, is no item of that type any more.
        said = [piece for piece in one.pieces if isinstance(piece.part, Text)]
        if len(said) < len(one.pieces):
            yield _remade(message, one)
        yield from _made(Utterance(one.role, said))


# Items that are made


def _made(one: Utterance) -> Iterator[JsonObject]:
    """The items of what another format said: a message for each run of texts and media."""
    said: list[Piece] = []
    for piece in one.pieces:
        if isinstance(piece.part, Text | Media):
            said.append(piece)
            if one.role is Role.USER:
                continue
            yield from _message(one.role, said)
        else:
            yield from _message(one.role, said)
            yield _item(piece)
        said = []
    yield from _message(one.role, said)


def _message(role: Role, said: list[Piece]) -> Iterator[JsonObject]:
    """One text is no list: the blocks of the model's own texts have fields that only its provider can fill."""
    content = [_content(None, piece, role) for piece in said]
    if content:
        text = content[0].get("text") if len(content) == 1 else None
        yield {"type": "message", "role": str(role), "content": content if text is None else text}


def _item(piece: Piece) -> JsonObject:
    part = piece.part
    if piece.block is not None:
        return cast(JsonObject, piece.block)
    if isinstance(part, ToolCall):
        given = {"input": part.arguments} if part.custom else {"arguments": part.arguments or "{}"}
        type = "custom_tool_call" if part.custom else "function_call"
        return {"type": type, "call_id": part.id, "name": part.name, **given}
    assert isinstance(part, ToolResult)
    type = "custom_tool_call_output" if piece.call and piece.call.custom else "function_call_output"
    return {"type": type, "call_id": part.call_id, "output": _output(part, None)}


def _content(message: JsonObject | None, piece: Piece, role: Role) -> JsonObject:
    """A block of a message; notes about what a text says do not outlive it."""
    part, block = piece.part, piece.block
    if block is not None:
        return {"type": _text_type(role), "text": block} if isinstance(block, str) else block
    if isinstance(part, Media):
        return (_medium(part) if role is Role.USER else None) or {"type": _text_type(role), "text": media_mark(part)}
    stood = stood_in(message, part)
    notes: JsonObject = {"annotations": []} if "annotations" in stood else {}
    return {**stood, "type": stood.get("type", _text_type(role)), "text": text_of(part), **notes}


def _text_type(role: Role) -> str:
    return "output_text" if role is Role.ASSISTANT else "input_text"


def _output(part: ToolResult, message: JsonObject | None) -> Any:
    """The text of a result, or its blocks where there are media in it."""
    own = [unchanged(message, part, one) for one in part.parts]
    blocks = [
        stood or (_medium(one) if isinstance(one, Media) else None) for one, stood in zip(part.parts, own, strict=True)
    ]
    if not any(blocks):
        return text_of(part)
    return [
        block or {"type": "input_text", "text": text_of(one)} for one, block in zip(part.parts, blocks, strict=True)
    ]


def _medium(media: Media) -> JsonObject | None:
    """The block that a medium is; nothing when the provider cannot take it."""
    data = inline(media)
    if data and data.mime in WEB_IMAGES:
        return {"type": "input_image", "detail": "auto", "image_url": data.uri}
    if data and data.mime == PDF:
        return {"type": "input_file", "filename": "file.pdf", "file_data": data.uri}
    place = address(media)
    if place and place.mime == PDF:
        return {"type": "input_file", "file_url": place.url}
    if place and (not place.mime or place.mime.startswith("image/")):
        return {"type": "input_image", "detail": "auto", "image_url": place.url}
    return None


# Items that are made anew


def _remade(message: JsonObject, one: Utterance) -> JsonObject:
    """An item that says something else now; one of a type that cannot is left as it was."""
    row = REMADE.get(str(message.get("type")), {})
    fields: JsonObject = {}
    for piece in one.pieces:
        part = piece.part
        if isinstance(part, ToolCall) and "call" in row:
            fields |= row["call"](part, message)
        elif isinstance(part, ToolResult) and "result" in row and not _is_as_it_was(part):
            fields |= row["result"](part, message)
    return {**message, **fields}


def _is_as_it_was(part: ToolResult) -> bool:
    """Whether all of it was read; what takes the place of something has no place of its own."""
    return bool(part.parts) and all(one.path for one in part.parts)


Remake = Callable[[Any, JsonObject], JsonObject]
"""What a call or a result says -> the fields of its item that say so."""


def _call(field: str, value: Callable[[str], Any] = str) -> Remake:
    return lambda part, _: {field: value(part.arguments)}


def _result(field: str, value: Callable[[ToolResult, JsonObject], Any]) -> Remake:
    return lambda part, message: {field: value(part, message)}


def _text(part: ToolResult, _: JsonObject) -> str:
    return text_of(part)


def _printed(part: ToolResult, _: JsonObject) -> list[JsonObject]:
    """All that the commands of a shell printed, as if there had been one."""
    outcome = {"type": "exit", "exit_code": 1 if part.is_error else 0}
    return [{"stdout": text_of(part), "stderr": "", "outcome": outcome}]


def _mcp(part: ToolResult, _: JsonObject) -> JsonObject:
    """The answer, or the error in the form in which a tool has one."""
    if not part.is_error:
        return {"output": text_of(part)}
    return {"error": {"type": "mcp_tool_execution_error", "content": [{"type": "text", "text": text_of(part)}]}}


REMADE: dict[str, dict[str, Remake]] = {
    "function_call": {"call": _call("arguments")},
    "function_call_output": {"result": _result("output", _output)},
    "custom_tool_call": {"call": _call("input")},
    "custom_tool_call_output": {"result": _result("output", _output)},
    "program": {"call": _call("code")},
    "program_output": {"result": _result("result", _text)},
    "tool_search_call": {"call": _call("arguments", arguments_object)},
    "local_shell_call_output": {"result": _result("output", _text)},
    "shell_call_output": {"result": _result("output", _printed)},
    "apply_patch_call_output": {"result": _result("output", _text)},
    "mcp_call": {"call": _call("arguments"), "result": _mcp},
}
"""Type of an item -> what says it anew."""
