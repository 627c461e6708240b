"""Messages of a provider -> what a model hears: who says, calls or answers what, read as a stranger would read it."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cases.door import Json
from cases.providers import fields


class Heard(NamedTuple):
    """A piece of a conversation."""

    kind: str
    """`user`, `assistant` or `system` for a text, else `call`, `result`, `image` or `thought`."""
    text: str
    """What is said; of a call the arguments as JSON."""
    id: str | None = None


def heard(format: str, messages: list[Json]) -> list[Heard]:
    """All pieces, in order."""
    return [piece for message in messages for piece in READERS[format](message)]


def said(format: str, messages: list[Json], kind: str) -> list[str]:
    """The texts of a kind."""
    return [piece.text for piece in heard(format, messages) if piece.kind == kind]


def _list(content: Any) -> list[Any]:
    """A content as a list of blocks."""
    if content is None:
        return []
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _joined(content: Any) -> str:
    return "\n".join([block.get("text", "") for block in _list(content) if isinstance(block, dict)])


def _images(content: Any) -> Iterator[Heard]:
    for block in _list(content):
        if isinstance(block, dict) and block.get("type") in ("image", "image_url", "input_image"):
            yield Heard("image", _compact(block))


def _openai(message: Json) -> Iterator[Heard]:
    if message["role"] == "tool":
        yield Heard("result", _joined(message.get("content")), message["tool_call_id"])
        return
    if message.get("reasoning_content"):
        yield Heard("thought", message["reasoning_content"])
    for block in _list(message.get("content")):
        if block["type"] == "text":
            yield Heard(message["role"], block["text"])
    yield from _images(message.get("content"))
    for call in message.get("tool_calls") or ():
        yield Heard("call", call["function"]["arguments"], call["id"])


def _item(item: Json) -> Iterator[Heard]:
    kind = item.get("type", "message")
    if kind == "message":
        for block in _list(item.get("content")):
            if "text" in block:
                yield Heard(item["role"], block["text"])
        yield from _images(item.get("content"))
    elif kind == "function_call":
        yield Heard("call", item["arguments"], item["call_id"])
    elif kind == "function_call_output":
        yield Heard("result", _joined(item.get("output")), item["call_id"])
        yield from _images(item.get("output"))
    else:
        yield Heard("thought", _compact(item))


def _anthropic(message: Json) -> Iterator[Heard]:
    for block in _list(message.get("content")):
        match block["type"]:
            case "text":
                yield Heard(message["role"], block["text"])
            case "tool_use":
                yield Heard("call", _compact(block["input"]), block["id"])
            case "tool_result":
                yield Heard("result", _joined(block.get("content")), block["tool_use_id"])
                yield from _images(block.get("content"))
            case "image":
                yield Heard("image", _compact(block))
            case _:
                yield Heard("thought", _compact(block))


def _gemini(content: Json) -> Iterator[Heard]:
    role = "assistant" if content["role"] == "model" else content["role"]
    for part in content.get("parts") or ():
        if "functionCall" in part:
            yield Heard("call", _compact(part["functionCall"].get("args", {})), part["functionCall"].get("id"))
        elif "functionResponse" in part:
            response = part["functionResponse"]
            yield Heard("result", _response(response.get("response") or {}), response.get("id"))
            yield from (Heard("image", _compact(inner)) for inner in response.get("parts", ()))
        elif "inlineData" in part:
            yield Heard("image", _compact(part))
        else:
            yield Heard("thought" if part.get("thought") else role, part["text"])


def _response(response: Json) -> str:
    values = list(response.values())
    if not values:
        return ""
    return values[0] if len(values) == 1 and isinstance(values[0], str) else _compact(response)


def _langchain(message: Json) -> Iterator[Heard]:
    found = fields(message)
    if found["type"] == "tool":
        yield Heard("result", _joined(found.get("content")), found["tool_call_id"])
        yield from _images(found.get("content"))
        return
    role = {"human": "user", "ai": "assistant"}.get(found["type"], found["type"])
    for block in _list(found.get("content")):
        if block["type"] == "text":
            yield Heard(role, block["text"])
        elif block["type"] not in ("image", "tool_use", "tool_call"):
            yield Heard("thought", _compact(block))
    yield from _images(found.get("content"))
    for call in found.get("tool_calls") or ():
        yield Heard("call", _compact(call["args"]), call["id"])


READERS: dict[str, Callable[[Json], Iterator[Heard]]] = {
    "openai": _openai,
    "openai_responses": _item,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "langchain": _langchain,
}
