"""What a provider refuses in a list of messages, by its published rules: each check is told as a sentence."""

from collections.abc import Callable, Iterator
from typing import Any

from cases.door import Json

Complaints = Iterator[str]


def complaints(format: str, messages: list[Json]) -> list[str]:
    """All that a provider has against messages; nothing when it takes them."""
    return list(CHECKS[format](messages)) if messages else ["there is no message"]


def _blank(text: Any) -> bool:
    return not isinstance(text, str) or not text.strip()


def _answered(called: list[str], answers: list[str], *, last: bool) -> bool:
    """Whether every call has its answer; in the last message some may still be missing."""
    missing = sorted(called)
    for answer in answers:
        if answer not in missing:
            return False
        missing.remove(answer)
    return not missing or (last and bool(answers))


# OpenAI Chat Completions


def _openai(messages: list[Json]) -> Complaints:
    open_calls: set[str] = set()
    for place, message in enumerate(messages):
        role = message["role"]
        if role == "tool":
            if message["tool_call_id"] not in open_calls:
                yield f"message {place} answers {message['tool_call_id']}, which was not called right before"
            open_calls.discard(message["tool_call_id"])
        elif open_calls:
            yield f"message {place} stands before the results of {sorted(open_calls)}"
            open_calls.clear()
        calls = message.get("tool_calls")
        if calls is not None:
            if not calls:
                yield f"message {place} has an empty list of calls"
            open_calls = {call["id"] for call in calls}
            if len(open_calls) != len(calls):
                yield f"message {place} has one id twice"
        content = message.get("content")
        if content is None and not (role == "assistant" and calls):
            yield f"message {place} has no content"
        if content == []:
            yield f"message {place} has an empty list of parts"
    # Calls at the very end wait for their results.


# OpenAI Responses


def _responses(items: list[Json]) -> Complaints:
    calls: dict[str, int] = {}
    for place, item in enumerate(items):
        kind = item.get("type", "message")
        if kind == "function_call":
            if item["call_id"] in calls:
                yield f"item {place} calls under an id that has no result yet"
            calls[item["call_id"]] = place
        elif kind == "function_call_output":
            if calls.pop(item["call_id"], None) is None:
                yield f"item {place} answers {item['call_id']}, which was not called"
        elif kind == "reasoning":
            after = items[place + 1 :]
            if not after or (after[0].get("role") == "user" or after[0].get("type") == "function_call_output"):
                yield f"item {place} is reasoning without the item that it led to"
        elif kind == "message" and item.get("content") in (None, []):
            yield f"item {place} has no content"
    tail = max((place for place, item in enumerate(items) if item.get("role") == "user"), default=-1)
    for id, place in calls.items():
        if place < tail:
            yield f"item {place} calls {id}, and nothing answers"


# Anthropic Messages


def _anthropic(messages: list[Json]) -> Complaints:
    if messages[0]["role"] != "user":
        yield "the first message is not the user's"
    for place, message in enumerate(messages):
        if message["role"] not in ("user", "assistant"):
            yield f"message {place} is of {message['role']}"
        content = message.get("content")
        if isinstance(content, str):
            if _blank(content):
                yield f"message {place} is blank"
        elif not content:
            yield f"message {place} has no block"
        else:
            yield from _blocks(place, content)
    yield from _turns([(message["role"], _block_list(message.get("content"))) for message in messages])


def _block_list(content: Any) -> list[Json]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content or []


def _blocks(place: int, content: list[Json]) -> Complaints:
    for block in content:
        if block["type"] == "text" and _blank(block["text"]):
            yield f"message {place} has a blank text"
        if block["type"] == "tool_result":
            inner = _block_list(block.get("content", ""))
            if isinstance(block.get("content"), list) and any(b["type"] == "text" and not b["text"] for b in inner):
                yield f"message {place} has a result with an empty text"


def _turns(messages: list[tuple[str, list[Json]]]) -> Complaints:
    """Messages of one role in a row are one; its calls must be answered at the start of the next."""
    turns: list[tuple[str, list[Json]]] = []
    for role, blocks in messages:
        if turns and turns[-1][0] == role:
            turns[-1][1].extend(blocks)
        else:
            turns.append((role, list(blocks)))
    for place, (role, blocks) in enumerate(turns):
        before = turns[place - 1][1] if place else []
        called = [block["id"] for block in before if block["type"] == "tool_use"]
        answers = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        if role == "assistant":
            called = []
        if not _answered(called, answers, last=place == len(turns) - 1):
            yield f"turn {place} answers {answers}, and called was {called}"
        kinds = [block["type"] for block in blocks]
        if "tool_result" in kinds[len(answers) :]:
            yield f"turn {place} has a result behind something else"


# Gemini


def _gemini(contents: list[Json]) -> Complaints:
    before: list[Json] = []
    if contents[0]["role"] != "user":
        yield "the first content is not the user's"
    for place, content in enumerate(contents):
        parts = content.get("parts") or []
        if content["role"] not in ("user", "model"):
            yield f"content {place} is of {content['role']}"
        if not parts:
            yield f"content {place} has no part"
        if any("text" in part and not part.get("thought") and not part["text"] for part in parts):
            yield f"content {place} has an empty text"
        # The responses stand in the very next content, as many as there are calls.
        calls = [part["functionCall"]["name"] for part in before if "functionCall" in part]
        found = [part["functionResponse"]["name"] for part in parts if "functionResponse" in part]
        if not _answered(calls, found, last=place == len(contents) - 1):
            yield f"content {place} answers {found}, and called was {calls}"
        before = parts


# LangChain


def fields(message: Json) -> Json:
    """The fields of a message in any of the three dumps."""
    if message.get("type") == "constructor":
        return {**message["kwargs"], "type": message["kwargs"].get("type") or CLASS_TYPES[message["id"][-1]]}
    return {**message["data"], "type": message["type"]} if isinstance(message.get("data"), dict) else message


CLASS_TYPES = {"HumanMessage": "human", "AIMessage": "ai", "SystemMessage": "system", "ToolMessage": "tool"}


def _langchain(messages: list[Json]) -> Complaints:
    roles = {"human": "user", "ai": "assistant"}
    chat: list[Json] = []
    for message in map(fields, messages):
        calls = [{"id": call["id"]} for call in message.get("tool_calls") or ()]
        answer = {"tool_call_id": message["tool_call_id"]} if message["type"] == "tool" else {}
        made = {"role": roles.get(message["type"], message["type"]), "content": message.get("content")}
        chat.append({**made, **answer, **({"tool_calls": calls} if calls else {})})
    yield from _openai([{**message, "content": message["content"] or ""} for message in chat])


CHECKS: dict[str, Callable[[list[Json]], Complaints]] = {
    "openai": _openai,
    "openai_responses": _responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "langchain": _langchain,
}
