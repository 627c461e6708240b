"""A conversation -> messages in the shape of a provider: every way in which one may write the same is drawn."""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st

from contextc import MessagesFormat
from core.laws.conversations import Block, Call, Message, Odd, Picture, Result, Story, Text, Thought

Json = dict[str, Any]


class Shaped(NamedTuple):
    """What is sent."""

    messages: list[Json]
    system: Any = None
    """What is sent beside them."""


Shape = Callable[[st.DrawFn, Story], Shaped]


def _some(draw: st.DrawFn) -> bool:
    return draw(st.booleans())


def _only_text(blocks: Sequence[Block]) -> str | None:
    texts = [block.text for block in blocks if isinstance(block, Text)]
    return texts[0] if len(texts) == len(blocks) == 1 else None


def _kind(blocks: Sequence[Block], *kinds: type) -> list[Any]:
    return [block for block in blocks if isinstance(block, kinds)]


def _uri(picture: Picture) -> str:
    return f"data:{picture.mime};base64,{picture.data}"


def _results(message: Message) -> list[Result]:
    return _kind(message.blocks, Result)


# OpenAI, Chat Completions


def openai(draw: st.DrawFn, story: Story) -> Shaped:
    """A message a result; content is a text or parts, or absent beside calls."""
    return Shaped([made for message in story for made in _openai(draw, message)])


def _openai(draw: st.DrawFn, message: Message) -> list[Json]:
    if message.role == "tool":
        return [
            {"role": "tool", "tool_call_id": result.id, "content": _openai_content(draw, _as_texts(result.blocks))}
            for result in _results(message)
        ]
    said = [block for block in message.blocks if isinstance(block, (Text, Picture, Odd))]
    made: Json = {"role": message.role}
    if said or not message.calls:
        made["content"] = _openai_content(draw, said)
    elif _some(draw):
        made["content"] = None
    for thought in _kind(message.blocks, Thought):
        made["reasoning_content"] = thought.text or "Hm."
    if message.calls:
        made["tool_calls"] = [_openai_call(draw, call) for call in message.calls]
    if draw(st.integers(0, 9)) == 0:
        made["name"] = "mira"
    return [made]


def _as_texts(blocks: Sequence[Block]) -> list[Block]:
    return [Text("an image") if isinstance(block, Picture) else block for block in blocks]


def _openai_content(draw: st.DrawFn, blocks: Sequence[Block]) -> Any:
    if not blocks:
        return ""
    text = _only_text(blocks)
    return text if text is not None and _some(draw) else [_openai_part(block) for block in blocks]


def _openai_part(block: Block) -> Json:
    match block:
        case Text(text):
            return {"type": "text", "text": text}
        case Picture():
            return {"type": "image_url", "image_url": {"url": _uri(block), "detail": "low"}}
        case _:
            return {"type": "refusal", "refusal": "I may not say."}


def _openai_call(draw: st.DrawFn, call: Call) -> Json:
    if call.name == "ping" and _some(draw):
        return {"id": call.id, "type": "custom", "custom": {"name": "ping", "input": "a.test\nb.test"}}
    function = {"name": call.name, "arguments": _arguments(draw, call)}
    return {"id": call.id, "type": "function", "function": function}


def _arguments(draw: st.DrawFn, call: Call) -> str:
    """As models write them: with or without white space."""
    return json.dumps(call.arguments, ensure_ascii=_some(draw), separators=draw(st.sampled_from(((",", ":"), None))))


# OpenAI, Responses


def responses(draw: st.DrawFn, story: Story) -> Shaped:
    """An item for each message, thought, call and result."""
    items: list[Json] = []
    custom: set[str] = set()
    for message in story:
        items += [item for item in _items(draw, message, custom) if item]
    return Shaped(items)


def _items(draw: st.DrawFn, message: Message, custom: set[str]) -> list[Json]:
    if message.role == "tool":
        return [_output(draw, result, custom) for result in _results(message)]
    items: list[Json] = []
    said: list[Block] = []
    for block in message.blocks:
        match block:
            case Thought(text, seal):
                summary = [{"type": "summary_text", "text": text}] if text else []
                items.append({"type": "reasoning", "id": f"rs_{len(items)}", "summary": summary})
                if seal is not None:
                    items[-1]["encrypted_content"] = seal
            case Odd(number):
                action = {"type": "search", "query": "weir"}
                items.append({"type": "web_search_call", "id": f"ws_{number}", "status": "completed", "action": action})
            case Call():
                pass
            case _:
                said.append(block)
    if said or not (items or message.calls):
        items.append(_item(draw, message.role, said))
    return items + [_asking(draw, call, custom) for call in message.calls]


def _item(draw: st.DrawFn, role: str, blocks: Sequence[Block]) -> Json:
    if role == "assistant":
        content = [{"type": "output_text", "text": text, "annotations": []} for (text,) in _kind(blocks, Text)]
        return {"type": "message", "id": "msg_1", "role": role, "status": "completed", "content": content}
    text = _only_text(blocks)
    made: Json = {"type": "message"} if _some(draw) else {}
    return {
        **made,
        "role": role,
        "content": text if text is not None and _some(draw) else [_input(block) for block in blocks],
    }


def _input(block: Block) -> Json:
    match block:
        case Picture():
            return {"type": "input_image", "detail": "auto", "image_url": _uri(block)}
        case Text(text):
            return {"type": "input_text", "text": text}
        case _:
            return {"type": "input_file", "file_id": "file-1"}


def _asking(draw: st.DrawFn, call: Call, custom: set[str]) -> Json:
    if call.name == "ping" and (call.id in custom or _some(draw)):
        custom.add(call.id)
        return {"type": "custom_tool_call", "call_id": call.id, "name": "ping", "input": "a.test\nb.test"}
    made = {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": _arguments(draw, call)}
    return {**made, "id": f"fc_{call.id}", "status": "completed"} if _some(draw) else made


def _output(draw: st.DrawFn, result: Result, custom: set[str]) -> Json:
    kind = "custom_tool_call_output" if result.name == "ping" and result.id in custom else "function_call_output"
    text = _only_text(result.blocks)
    output = text if text is not None and _some(draw) else [_input(block) for block in result.blocks]
    made = {"type": kind, "call_id": result.id, "output": output or ""}
    return {**made, "status": "incomplete"} if result.failed and kind == "function_call_output" else made


# Anthropic


def anthropic(draw: st.DrawFn, story: Story) -> Shaped:
    """Results open a message of the user; what the system says first stands beside the messages."""
    rest, system = _beside(story)
    messages: list[Json] = []
    for message in rest:
        made = _anthropic(draw, message)
        last = messages[-1] if messages else None
        # What the user says behind results may stand in their message.
        if last and message.role == "user" and isinstance(last["content"], list) and last.pop("joins", False):
            content = made["content"]
            last["content"] += [{"type": "text", "text": content}] if isinstance(content, str) else content
            continue
        if message.role == "tool" and _some(draw):
            made["joins"] = True
        messages.append(made)
    for message in messages:
        message.pop("joins", None)
    return Shaped(messages, [{"type": "text", "text": text} for text in system] if _some(draw) else "\n".join(system))


def _beside(story: Story) -> tuple[Story, list[str]]:
    """What is said, and what the system says before everybody."""
    first = next((at for at, message in enumerate(story) if message.role not in ("system", "developer")), len(story))
    return story[first:], [text for message in story[:first] for text in message.texts]


def _anthropic(draw: st.DrawFn, message: Message) -> Json:
    role = {"tool": "user", "developer": "system"}.get(message.role, message.role)
    text = _only_text(message.blocks)
    if text is not None and _some(draw):
        return {"role": role, "content": text}
    # A thought cannot be the last.
    return {"role": role, "content": [made for block in message.blocks if (made := _anthropic_block(draw, block))]}


def _anthropic_block(draw: st.DrawFn, block: Block) -> Json | None:
    match block:
        case Text(text):
            cached = draw(st.integers(0, 9)) == 0
            return {"type": "text", "text": text, **({"cache_control": {"type": "ephemeral"}} if cached else {})}
        case Picture(mime, data):
            return {"type": "image", "source": {"type": "base64", "media_type": mime, "data": data}}
        case Thought(text, seal):
            if seal is None:
                return None
            hidden = {"type": "redacted_thinking", "data": seal}
            return {"type": "thinking", "thinking": text, "signature": seal} if text else hidden
        case Call(id, name, arguments):
            return {"type": "tool_use", "id": id, "name": name, "input": arguments}
        case Result():
            return _anthropic_result(draw, block)
        case Odd():
            return None


def _anthropic_result(draw: st.DrawFn, result: Result) -> Json:
    made: Json = {"type": "tool_result", "tool_use_id": result.id}
    text = _only_text(result.blocks)
    if result.blocks:
        many = [_anthropic_block(draw, block) for block in result.blocks]
        made["content"] = text if text is not None and _some(draw) else many
    elif _some(draw):
        made["content"] = ""
    if result.failed:
        made["is_error"] = True
    return made


# Gemini


def gemini(draw: st.DrawFn, story: Story) -> Shaped:
    """Two speakers in turn; what functions answer is the user's, in the order of the calls; ids are rare."""
    rest, system = _beside(story)
    ids = _some(draw)
    contents: list[Json] = []
    asked: list[str] = []
    for message in rest:
        made = _content(draw, message, asked, ids=ids)
        asked = [call.id for call in message.calls] or asked
        if contents and contents[-1]["role"] == made["role"]:
            contents[-1]["parts"] += made["parts"]
        else:
            contents.append(made)
    instruction = {"parts": [{"text": text} for text in system]}
    return Shaped(contents, instruction if system and _some(draw) else "\n".join(system))


def _content(draw: st.DrawFn, message: Message, asked: Sequence[str], *, ids: bool) -> Json:
    role = {"assistant": "model", "tool": "user", "developer": "system"}.get(message.role, message.role)
    sealed = next((thought.seal for thought in _kind(message.blocks, Thought) if thought.seal), None)
    places = {id: place for place, id in enumerate(asked)}
    blocks = sorted(message.blocks, key=lambda block: places.get(block.id, 0) if isinstance(block, Result) else 0)
    parts = [part for block in blocks if (part := _gemini_part(draw, block, ids=ids))]
    signed = next((part for part in parts if "functionCall" in part), parts[-1] if parts else None)
    if sealed and signed and not signed.get("thought"):
        signed["thoughtSignature"] = sealed
    return {"role": role, "parts": parts}


def _gemini_part(draw: st.DrawFn, block: Block, *, ids: bool) -> Json | None:
    match block:
        case Text(text):
            return {"text": text}
        case Picture(mime, data):
            return {"inlineData": {"mimeType": mime, "data": data}}
        case Thought(text):
            return {"text": text, "thought": True} if text else None
        case Call(id, name, arguments):
            return {"functionCall": {**({"id": id} if ids else {}), "name": name, "args": arguments}}
        case Result(id, name, inner, failed):
            texts = [text for (text,) in _kind(inner, Text)]
            key = "error" if failed else draw(st.sampled_from(("output", "result")))
            response: Json = {key: texts[0]} if len(texts) == 1 else {key: texts, "count": len(texts)}
            return {"functionResponse": {**({"id": id} if ids else {}), "name": name, "response": response}}
        case Odd():
            return {"executableCode": {"language": "PYTHON", "code": "print(142)"}}


# LangChain

LANGCHAIN = {"user": "human", "assistant": "ai", "system": "system", "developer": "system", "tool": "tool"}
CLASSES = {"human": "HumanMessage", "ai": "AIMessage", "system": "SystemMessage", "tool": "ToolMessage"}


def langchain(draw: st.DrawFn, story: Story) -> Shaped:
    """One of the three dumps."""
    dump = draw(st.sampled_from((_dictionary, _constructor, _flat)))
    return Shaped([dump(type, data) for message in story for type, data in _langchain(draw, message)])


def _dictionary(type: str, data: Json) -> Json:
    return {"type": type, "data": {**data, "type": type}}


def _constructor(type: str, data: Json) -> Json:
    path = ["langchain", "schema", "messages", CLASSES[type]]
    return {"lc": 1, "type": "constructor", "id": path, "kwargs": {**data, "type": type}}


def _flat(type: str, data: Json) -> Json:
    return {**data, "type": type}


def _langchain(draw: st.DrawFn, message: Message) -> list[tuple[str, Json]]:
    type = LANGCHAIN[message.role]
    beside: Json = {"additional_kwargs": {}, "response_metadata": {}}
    if message.role == "developer":
        beside["additional_kwargs"] = {"__openai_role__": "developer"}
    if message.role == "tool":
        return [
            (
                type,
                {
                    "content": _langchain_content(draw, result.blocks),
                    **beside,
                    "name": result.name,
                    "tool_call_id": result.id,
                    "status": "error" if result.failed else "success",
                },
            )
            for result in _results(message)
        ]
    said = list(message.blocks)
    if not _some(draw):
        said = [block for block in said if not isinstance(block, Call)]
    made = {"content": _langchain_content(draw, said), **beside}
    if message.role == "assistant":
        calls = [{"name": c.name, "args": c.arguments, "id": c.id, "type": "tool_call"} for c in message.calls]
        made |= {"tool_calls": calls, "invalid_tool_calls": []}
    return [(type, made)]


def _langchain_content(draw: st.DrawFn, blocks: Sequence[Block]) -> Any:
    if not blocks:
        return ""
    text = _only_text(blocks)
    return text if text is not None and _some(draw) else [_langchain_block(draw, block) for block in blocks]


def _langchain_block(draw: st.DrawFn, block: Block) -> Any:
    match block:
        case Text(text):
            return text if draw(st.integers(0, 5)) == 0 else {"type": "text", "text": text}
        case Picture(mime, data):
            url = {"type": "image_url", "image_url": {"url": _uri(block)}}
            return url if _some(draw) else {"type": "image", "base64": data, "mime_type": mime}
        case Thought(text, seal):
            signed = {"type": "thinking", "thinking": text, "signature": seal}
            return {"type": "reasoning", "reasoning": text} if seal is None else signed
        case Call(id, name, arguments):
            return {"type": "tool_use", "id": id, "name": name, "input": arguments}
        case Odd(number):
            return {"type": "non_standard", "value": {"mood": number}}
        case Result():
            return {"type": "text", "text": "answered"}


SHAPES: dict[MessagesFormat, Shape] = {
    MessagesFormat.OPENAI: openai,
    MessagesFormat.OPENAI_RESPONSES: responses,
    MessagesFormat.ANTHROPIC: anthropic,
    MessagesFormat.GEMINI: gemini,
    MessagesFormat.LANGCHAIN: langchain,
}
"""Format -> how its messages are written."""

REUSES = frozenset({MessagesFormat.OPENAI, MessagesFormat.GEMINI, MessagesFormat.LANGCHAIN})
"""Formats whose providers take an id that came before."""
