"""What each provider asks of a list of messages, told without the writers: an empty list of faults means that it is valid.

Sources: the types in the packages openai, anthropic, google-genai and langchain-core, and the errors of the APIs.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from contextc.vocabulary import MessagesFormat

Message = dict[str, Any]


def faults(messages: list[Message], format: MessagesFormat) -> list[str]:
    """What the provider would refuse, each with the place of its message."""
    return list(RULES[format](messages))


# OpenAI Chat Completions, and LangChain, which has the same rules in other words


class Chat(NamedTuple):
    """A message of a chat."""

    role: str
    content: Any
    calls: list[tuple[Any, Any]]
    """The id and the name of each."""
    answers: Any = None
    """The id of the call."""
    says: bool = False
    """It says something beside its content."""


BLOCKS = {
    "system": {"text"},
    "developer": {"text"},
    "user": {"text", "image_url", "input_audio", "file"},
    "assistant": {"text", "refusal"},
    "tool": {"text"},
    "function": {"text"},
}


def _openai(messages: list[Message]) -> Iterator[str]:
    said = [_openai_message(message) for message in messages]
    yield from _chat(said, re.compile(r"(?s).{1,40}"), re.compile(r"[a-zA-Z0-9_-]{1,64}"))
    for place, one in enumerate(said):
        kinds = [block.get("type") for block in one.content] if isinstance(one.content, list) else []
        for kind in kinds:
            if kind not in BLOCKS.get(one.role, ()):
                yield f"{place}: {one.role} with a block {kind}"


def _openai_message(message: Message) -> Chat:
    calls = [(call.get("id"), call.get(call.get("type"), {}).get("name")) for call in message.get("tool_calls", ())]
    says = any(message.get(key) for key in ("refusal", "function_call", "audio"))
    return Chat(str(message.get("role")), message.get("content"), calls, message.get("tool_call_id"), says)


LANGCHAIN_TYPES = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool", "function": "function"}


def _langchain(messages: list[Message]) -> Iterator[str]:
    found = [_langchain_fields(message) for message in messages]
    dumps = Counter(dump for dump, _, _ in found)
    if len(dumps) > 1:
        yield f"dumps of several forms: {', '.join(sorted(dumps))}"
    said = [_langchain_message(kind, fields) for _, kind, fields in found]
    yield from _chat(said, re.compile("(?s).+"), re.compile("(?s).+"))
    for place, (_, _, fields) in enumerate(found):
        if not isinstance(fields.get("content"), str | list):
            yield f"{place}: a content that is neither text nor list"
        if fields.get("status", "success") not in ("success", "error"):
            yield f"{place}: status {fields['status']}"
        for call in fields.get("tool_calls") or ():
            if not isinstance(call.get("args"), dict):
                yield f"{place}: arguments that are no object"


def _langchain_fields(message: Message) -> tuple[str, str, Message]:
    if message.get("type") == "constructor":
        kind = str(message["id"][-1]).removesuffix("Chunk").removesuffix("Message").lower()
        return "constructor", kind, message["kwargs"]
    if isinstance(message.get("data"), dict):
        return "data", str(message["type"]), message["data"]
    return "flat", str(message.get("type")), message


def _langchain_message(kind: str, fields: Message) -> Chat:
    listed = [*(fields.get("tool_calls") or ()), *(fields.get("invalid_tool_calls") or ())]
    calls = [(call.get("id"), call.get("name")) for call in listed]
    return Chat(LANGCHAIN_TYPES.get(kind, kind), fields.get("content"), calls, fields.get("tool_call_id"))


def _chat(said: list[Chat], ids: re.Pattern[str], names: re.Pattern[str]) -> Iterator[str]:
    open_calls: list[Any] = []
    for place, one in enumerate(said):
        if one.role not in BLOCKS:
            yield f"{place}: role {one.role}"
        if one.role == "tool":
            if one.answers not in open_calls:
                yield f"{place}: a result that answers no call right before it: {one.answers}"
            else:
                open_calls.remove(one.answers)
        elif one.role != "function":
            for id in open_calls:
                yield f"{place}: comes before the result of {id}"
            open_calls = [id for id, _ in one.calls]
        yield from _calls(place, one, ids, names)
        if not _says(one):
            yield f"{place}: {one.role} says nothing"
    if said and said[-1].role != "assistant":
        for id in open_calls:
            yield f"end: no result of {id}"


def _calls(place: int, one: Chat, ids: re.Pattern[str], names: re.Pattern[str]) -> Iterator[str]:
    for id, count in Counter(id for id, _ in one.calls).items():
        if count > 1:
            yield f"{place}: two calls {id}"
    for id, name in one.calls:
        if not (isinstance(id, str) and ids.fullmatch(id)):
            yield f"{place}: id {id!r}"
        if not (isinstance(name, str) and names.fullmatch(name)):
            yield f"{place}: name {name!r}"
    if one.calls and one.role != "assistant":
        yield f"{place}: {one.role} calls"


def _says(one: Chat) -> bool:
    if one.role in ("tool", "function"):
        return one.content is not None
    if isinstance(one.content, list):
        texts = [block if isinstance(block, str) else block.get("text", "-") for block in one.content]
        blank = "" in texts
        return not blank and (bool(one.content) or bool(one.calls) or one.says)
    return bool(one.content or one.calls or one.says)


# Anthropic Messages

SIDES = {
    "user": {"text", "image", "document", "search_result", "tool_result", "container_upload"},
    "assistant": {
        "text",
        "thinking",
        "redacted_thinking",
        "tool_use",
        "server_tool_use",
        "web_search_tool_result",
        "web_fetch_tool_result",
        "code_execution_tool_result",
        "bash_code_execution_tool_result",
        "text_editor_code_execution_tool_result",
        "tool_search_tool_result",
        "container_upload",
        "compaction",
    },
    "system": {"text"},
}
INNER = {"text", "image", "document", "search_result", "tool_reference"}
ANTHROPIC_ID = re.compile(r"[a-zA-Z0-9_-]+")
ANTHROPIC_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")


def _anthropic(messages: list[Message]) -> Iterator[str]:
    if messages and messages[0].get("role") != "user" and not _sums_up(messages[0]):
        yield "0: the first message is not the user's"
    runs: list[tuple[int, str, list[Message]]] = []
    for place, message in enumerate(messages):
        role, content = str(message.get("role")), message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if not blocks or not isinstance(blocks, list):
            yield f"{place}: {role} says nothing"
            continue
        for block in blocks:
            yield from _anthropic_block(place, role, block)
        if role == "assistant" and blocks[-1].get("type") in ("thinking", "redacted_thinking"):
            yield f"{place}: ends with a thought"
        # Neighbours of one role are one turn.
        if runs and runs[-1][1] == role:
            runs[-1][2].extend(blocks)
        else:
            runs.append((place, role, list(blocks)))
    yield from _anthropic_pairs(runs)


def _sums_up(message: Message) -> bool:
    """Whether it stands for all that was said before."""
    content = message.get("content")
    return isinstance(content, list) and any(block.get("type") == "compaction" for block in content)


def _anthropic_block(place: int, role: str, block: Message) -> Iterator[str]:
    kind = str(block.get("type"))
    if kind not in SIDES.get(role, ()):
        yield f"{place}: {role} with a block {kind}"
    if kind == "text" and not str(block.get("text")).strip():
        yield f"{place}: a text without a word"
    if kind == "tool_use":
        if not ANTHROPIC_ID.fullmatch(str(block.get("id"))):
            yield f"{place}: id {block.get('id')!r}"
        if not ANTHROPIC_NAME.fullmatch(str(block.get("name"))):
            yield f"{place}: name {block.get('name')!r}"
        if not isinstance(block.get("input"), dict):
            yield f"{place}: an input that is no object"
    content = block.get("content")
    if kind == "tool_result" and isinstance(content, list):
        for inner in content:
            if inner.get("type") not in INNER:
                yield f"{place}: a result with a block {inner.get('type')}"
            if inner.get("type") == "text" and not str(inner.get("text")).strip():
                yield f"{place}: a result with a text without a word"


def _anthropic_pairs(runs: list[tuple[int, str, list[Message]]]) -> Iterator[str]:
    used: set[Any] = set()
    called: list[Any] = []
    for place, role, blocks in runs:
        kinds = [block.get("type") for block in blocks]
        answered = [block.get("tool_use_id") for block in blocks if block.get("type") == "tool_result"]
        if "tool_result" in kinds[len(answered) :]:
            yield f"{place}: a result behind something else"
        for id in answered:
            if id not in called:
                yield f"{place}: a result that answers no call right before it: {id}"
        for id, count in Counter(answered).items():
            if count > 1:
                yield f"{place}: two results of {id}"
        for id in called:
            if id not in answered:
                yield f"{place}: comes before the result of {id}"
        called = [block.get("id") for block in blocks if role == "assistant" and block.get("type") == "tool_use"]
        for id in called:
            if id in used:
                yield f"{place}: two calls {id}"
            used.add(id)


# Gemini

FIELDS = {
    "text": "text",
    "inlineData": "medium",
    "inline_data": "medium",
    "fileData": "medium",
    "file_data": "medium",
    "functionCall": "call",
    "function_call": "call",
    "functionResponse": "response",
    "function_response": "response",
    "executableCode": "code",
    "executable_code": "code",
    "codeExecutionResult": "code",
    "code_execution_result": "code",
    "toolCall": "server",
    "tool_call": "server",
    "toolResponse": "server",
    "tool_response": "server",
}
GEMINI_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}")
SIGNATURES = ("thoughtSignature", "thought_signature")


def _gemini(messages: list[Message]) -> Iterator[str]:
    called: list[Message] = []
    before = "model"
    for place, content in enumerate(messages):
        role, parts = content.get("role", "user"), content.get("parts")
        if role not in ("user", "model", "function"):
            yield f"{place}: role {role}"
        side = "model" if role == "model" else "user"
        if side == before:
            yield f"{place}: {side} once more" if place else "0: the first content is not the user's"
        before = side
        if not parts or not isinstance(parts, list):
            yield f"{place}: {role} says nothing"
            continue
        for part in parts:
            yield from _gemini_part(place, side, part)
        yield from _gemini_pairs(place, called, _of_kind(parts, "response"))
        called = _of_kind(parts, "call")


def _gemini_part(place: int, side: str, part: Message) -> Iterator[str]:
    kinds = [FIELDS[key] for key in part if key in FIELDS]
    if len(kinds) != 1:
        yield f"{place}: a part of {len(kinds)} kinds"
    if part.get("text") == "" and not any(part.get(key) for key in SIGNATURES):
        yield f"{place}: a text that is empty"
    if "call" in kinds and side != "model":
        yield f"{place}: {side} calls"
    if "response" in kinds and side != "user":
        yield f"{place}: {side} answers"
    for kind, field in (("call", "args"), ("response", "response")):
        for one in _of_kind([part], kind):
            if not GEMINI_NAME.fullmatch(str(one.get("name"))):
                yield f"{place}: name {one.get('name')!r}"
            if not isinstance(one.get(field, {}), dict):
                yield f"{place}: {field} that are no object"


def _of_kind(parts: list[Message], kind: str) -> list[Message]:
    return [part[key] for part in parts for key in part if FIELDS.get(key) == kind]


def _gemini_pairs(place: int, called: list[Message], answered: list[Message]) -> Iterator[str]:
    if len(called) != len(answered):
        yield f"{place}: {len(answered)} responses to {len(called)} calls"
    if all("id" in one for one in (*called, *answered)):
        called = sorted(called, key=lambda call: str(call["id"]))
        answered = sorted(answered, key=lambda answer: str(answer["id"]))
    for call, answer in zip(called, answered, strict=False):
        if call.get("name") != answer.get("name") or call.get("id") != answer.get("id"):
            yield f"{place}: {answer.get('name')} answers {call.get('name')}"


# OpenAI Responses

OUTPUTS = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
    "local_shell_call": "local_shell_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
    "computer_call": "computer_call_output",
}
"""Calls that the caller answers."""

CALLERS = {output: call for call, output in OUTPUTS.items()}

NOT_THE_MODEL = {*CALLERS, "additional_tools", "compaction_trigger", "configuration_update", "mcp_approval_response"}

CONTENTS = {
    "user": {"input_text", "input_image", "input_file"},
    "system": {"input_text"},
    "developer": {"input_text"},
    "assistant": {"output_text", "refusal"},
}


def _responses(items: list[Message]) -> Iterator[str]:
    open_calls: dict[Any, str] = {}
    for place, item in enumerate(items):
        kind = str(item.get("type", "message"))
        id = item.get("call_id", item.get("id"))
        if kind == "message":
            yield from _responses_message(place, item)
        elif kind in OUTPUTS:
            if id in open_calls:
                yield f"{place}: two calls {id}"
            if not (isinstance(id, str) and 0 < len(id) <= 64):
                yield f"{place}: id {id!r}"
            open_calls[id] = kind
        elif kind in CALLERS and open_calls.pop(id, None) != CALLERS[kind]:
            yield f"{place}: a result that answers no call before it: {id}"
        if kind == "reasoning" and not (place + 1 < len(items) and _is_of_model(items[place + 1])):
            yield f"{place}: a thought with nothing behind it"
    last = len(items)
    while last and _is_of_model(items[last - 1]):
        last -= 1
    late = {item.get("call_id", item.get("id")) for item in items[last:]}
    for id in open_calls:
        if id not in late:
            yield f"end: no result of {id}"


def _responses_message(place: int, item: Message) -> Iterator[str]:
    role, content = str(item.get("role")), item.get("content")
    if role not in CONTENTS:
        yield f"{place}: role {role}"
    if not content:
        yield f"{place}: {role} says nothing"
    for block in content if isinstance(content, list) else ():
        if block.get("type") not in CONTENTS.get(role, ()):
            yield f"{place}: {role} with a block {block.get('type')}"
        if block.get("text") == "":
            yield f"{place}: a text that is empty"


def _is_of_model(item: Message) -> bool:
    kind = item.get("type", "message")
    return item.get("role") == "assistant" if kind == "message" else kind not in NOT_THE_MODEL


RULES: dict[MessagesFormat, Callable[[list[Message]], Iterator[str]]] = {
    MessagesFormat.OPENAI: _openai,
    MessagesFormat.OPENAI_RESPONSES: _responses,
    MessagesFormat.ANTHROPIC: _anthropic,
    MessagesFormat.GEMINI: _gemini,
    MessagesFormat.LANGCHAIN: _langchain,
}
