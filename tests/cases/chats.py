"""A conversation -> the messages of a provider, or of a library: OpenAI, Anthropic, Gemini, LangChain."""

import json
from collections.abc import Callable
from typing import Any

from cases.door import Json
from cases.script import Answer, Call, Image, Part, Script, Thought, Turn, names


def compact(value: Any) -> str:
    """JSON as it is sent."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _data_uri(image: Image) -> str:
    return f"data:image/png;base64,{image.data}"


def _content(parts: list[Json], kind: str = "text") -> str | list[Json]:
    """A lone text stands without a block around it."""
    return parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == kind else parts


# OpenAI Chat Completions


def openai(script: Script) -> list[Json]:
    """Calls beside the content, a message for every result; images in results follow in a message of the user."""
    return [message for turn in script for message in (_results(turn) if turn.role == "tool" else [_chat(turn)])]


def _chat(turn: Turn) -> Json:
    calls = [
        {
            "id": part.id,
            "type": "function",
            "function": {"name": part.name, "arguments": compact(part.arguments)},
        }
        for part in turn.parts
        if isinstance(part, Call)
    ]
    said = [_chat_part(part) for part in turn.parts if isinstance(part, str | Image)]
    thought = "\n".join([part.text for part in turn.parts if isinstance(part, Thought)])
    return {
        "role": turn.role,
        **({"reasoning_content": thought} if thought else {}),
        "content": _content(said) if said else None,
        **({"tool_calls": calls} if calls else {}),
    }


def _chat_part(part: str | Image) -> Json:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    return {"type": "image_url", "image_url": {"url": _data_uri(part)}}


def _results(turn: Turn) -> list[Json]:
    found = [part for part in turn.parts if isinstance(part, Answer)]
    messages = [
        {
            "role": "tool",
            "tool_call_id": part.id,
            "content": "\n".join([item for item in part.items if isinstance(item, str)]),
        }
        for part in found
    ]
    shown = [_chat_part(item) for part in found for item in part.items if isinstance(item, Image)]
    return [*messages, {"role": "user", "content": shown}] if shown else messages


# OpenAI Responses


def responses(script: Script) -> list[Json]:
    """An item for everything."""
    return [item for turn in script for item in _items(turn)]


def _items(turn: Turn) -> list[Json]:
    items: list[Json] = []
    said = "output_text" if turn.role == "assistant" else "input_text"
    for part in turn.parts:
        match part:
            case str() | Image():
                block = _item_part(part, said)
                if items and items[-1]["type"] == "message":
                    items[-1]["content"].append(block)
                else:
                    items.append({"type": "message", "role": turn.role, "content": [block]})
            case Call():
                arguments = compact(part.arguments)
                items.append({"type": "function_call", "call_id": part.id, "name": part.name, "arguments": arguments})
            case Answer():
                items.append(_output(part))
            case Thought():
                summary = [{"type": "summary_text", "text": part.text}]
                sealed = {"encrypted_content": part.signature}
                items.append({"type": "reasoning", "id": f"rs_{part.signature}", "summary": summary, **sealed})
    return items


def _item_part(part: str | Image, kind: str) -> Json:
    return (
        {"type": kind, "text": part} if isinstance(part, str) else {"type": "input_image", "image_url": _data_uri(part)}
    )


def _output(answer: Answer) -> Json:
    output = _content([_item_part(item, "input_text") for item in answer.items], "input_text")
    item = {"type": "function_call_output", "call_id": answer.id, "output": output}
    return {**item, "status": "incomplete"} if answer.failed else item


# Anthropic Messages


def anthropic(script: Script) -> list[Json]:
    """Everything is a block, and results are the user's."""
    roles = {"tool": "user"}
    return [
        {"role": roles.get(turn.role, turn.role), "content": _content([_block(part) for part in turn.parts])}
        for turn in script
    ]


def _block(part: Part) -> Json:
    match part:
        case str():
            return {"type": "text", "text": part}
        case Image():
            return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": part.data}}
        case Call():
            return {"type": "tool_use", "id": part.id, "name": part.name, "input": part.arguments}
        case Answer():
            content = _content([_block(item) for item in part.items])
            block = {"type": "tool_result", "tool_use_id": part.id, "content": content}
            return {**block, "is_error": True} if part.failed else block
        case Thought():
            return {"type": "thinking", "thinking": part.text, "signature": part.signature}


# Gemini


def gemini(script: Script) -> list[Json]:
    """Parts; a response names its function."""
    known = names(script)
    roles = {"assistant": "model", "tool": "user"}
    return [
        {
            "role": roles.get(turn.role, turn.role),
            "parts": [
                gemini_part(part, known.get((place, part.id), "")) if isinstance(part, Answer) else gemini_part(part)
                for part in turn.parts
            ],
        }
        for place, turn in enumerate(script)
    ]


def gemini_part(part: Part, name: str = "") -> Json:
    """One part; of a result that of the function with this name."""
    match part:
        case str():
            return {"text": part}
        case Image():
            return {"inlineData": {"mimeType": "image/png", "data": part.data}}
        case Call():
            return {"functionCall": {"id": part.id, "name": part.name, "args": part.arguments}}
        case Answer():
            said = "\n".join([item for item in part.items if isinstance(item, str)])
            shown = [gemini_part(item) for item in part.items if isinstance(item, Image)]
            response = {"id": part.id, "name": name, "response": {"error" if part.failed else "output": said}}
            return {"functionResponse": {**response, "parts": shown} if shown else response}
        case Thought():
            return {"text": part.text, "thought": True, "thoughtSignature": part.signature}


# LangChain


def langchain(script: Script) -> list[tuple[str, Json]]:
    """The type of every message, and its fields."""
    types = {"user": "human", "assistant": "ai"}
    found: list[tuple[str, Json]] = []
    for turn in script:
        if turn.role == "tool":
            found += [("tool", _tool_message(part)) for part in turn.parts if isinstance(part, Answer)]
        else:
            type = types.get(turn.role, turn.role)
            found.append((type, {**_message(turn), "type": type}))
    return found


def _message(turn: Turn) -> Json:
    calls = [
        {"name": part.name, "args": part.arguments, "id": part.id, "type": "tool_call"}
        for part in turn.parts
        if isinstance(part, Call)
    ]
    said = [_library_block(part) for part in turn.parts if not isinstance(part, Call)]
    plain: Json = {"content": _content(said) if said else "", "additional_kwargs": {}, "response_metadata": {}}
    return {**plain, "tool_calls": calls, "invalid_tool_calls": []} if turn.role == "assistant" else plain


def _library_block(part: Part) -> Json:
    if isinstance(part, Image):
        return {"type": "image", "base64": part.data, "mime_type": "image/png"}
    return _block(part)


def _tool_message(answer: Answer) -> Json:
    return {
        "content": _content([_library_block(item) for item in answer.items]),
        "additional_kwargs": {},
        "response_metadata": {},
        "type": "tool",
        "tool_call_id": answer.id,
        "status": "error" if answer.failed else "success",
    }


CLASSES = {"human": "HumanMessage", "ai": "AIMessage", "system": "SystemMessage", "tool": "ToolMessage"}

DUMPS: dict[str, Callable[[str, Json], Json]] = {
    "dictionaries": lambda kind, fields: {"type": kind, "data": fields},
    "constructors": lambda kind, fields: {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", CLASSES[kind]],
        "kwargs": fields,
    },
    "flat": lambda _, fields: fields,
}
"""The three forms in which LangChain writes its messages down."""
