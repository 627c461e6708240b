"""A conversation -> a transcript in every format: sessions of agents, and documents and lines of messages."""

from collections.abc import Callable
from itertools import count
from typing import NamedTuple

import pytest

from cases import chats
from cases.chats import compact
from cases.door import Json, ask
from cases.script import Answer, Call, Script, answers

Records = Callable[[Script], list[Json]]


class Format(NamedTuple):
    """A form that people's conversations have."""

    name: str
    """As `segmentation.format` names it."""
    records: Records
    key: str | None = None
    """Where a document keeps its messages; nothing when each is a line."""
    messages: bool = False
    """`compile_messages` takes it, too."""
    fails: bool = True
    """A result can say that it is an error."""

    def transcript(self, script: Script) -> str:
        """The conversation as a file."""
        return self.framed(self.records(script))

    def framed(self, records: list[Json]) -> str:
        """Records as a file."""
        if self.key is not None:
            return compact({self.key: records})
        return "".join([compact(record) + "\n" for record in records])

    def compiled(self, script: Script, budget: int = 10_000, query: str = "", **policy: object) -> Json:
        """The answer to the conversation as a transcript."""
        return compiled_transcript(self.transcript(script), budget, query, **policy)

    def fitted(self, script: Script, budget: int = 10_000, **more: object) -> Json:
        """The answer to the conversation as messages."""
        return fitted(self.records(script), self.name, budget, **more)


def compiled_transcript(transcript: str, budget: int = 10_000, query: str = "", **policy: object) -> Json:
    """The answer to a transcript."""
    return ask(
        "compile_transcript", {"query": query, "transcript": transcript, "token_budget": budget, "policy": policy}
    )


def fitted(messages: list[Json], format: str = "auto", budget: int = 10_000, **more: object) -> Json:
    """The answer to messages."""
    return ask("compile_messages", {"messages": messages, "format": format, "token_budget": budget, **more})


def _claude_code(script: Script) -> list[Json]:
    """A record a message, and one for every result, each of which names the one before."""
    records: list[Json] = []
    for number, message in enumerate(chats.anthropic(script)):
        speaks = {"type": message["role"], "sessionId": "s", "isSidechain": False}
        contents = [message["content"]]
        if isinstance(contents[0], list) and contents[0][0]["type"] == "tool_result":
            contents = [[block] for block in contents[0]]
        for content in contents:
            own = {"id": f"msg_{number}"} if message["role"] == "assistant" else {}
            links = {"uuid": f"u{len(records)}", "parentUuid": f"u{len(records) - 1}" if records else None}
            records.append({**links, **speaks, "message": {**own, "role": message["role"], "content": content}})
    return records


def _codex(script: Script) -> list[Json]:
    """Items of Responses in envelopes, behind a header; nothing in them says that a tool failed."""
    clock = count()

    def wrapped(type: str, payload: Json) -> Json:
        return {"timestamp": f"2026-01-05T10:00:00.{next(clock):03}Z", "type": type, "payload": payload}

    items = [{key: value for key, value in item.items() if key != "status"} for item in chats.responses(script)]
    return [wrapped("session_meta", {"id": "s", "cwd": "/w"}), *[wrapped("response_item", item) for item in items]]


def _gemini_cli(script: Script) -> list[Json]:
    """Calls stand with their results in the message of the model."""
    given = answers(script)
    records: list[Json] = [{"sessionId": "s", "projectHash": "p", "kind": "main"}]
    for place, turn in enumerate(script):
        if turn.role == "tool":
            continue
        said = [chats.gemini_part(part) for part in turn.parts if not isinstance(part, Call | Answer)]
        kind = "gemini" if turn.role == "assistant" else turn.role
        record: Json = {"id": f"m{place}", "type": kind, "content": said}
        calls = [part for part in turn.parts if isinstance(part, Call)]
        if calls:
            record["toolCalls"] = [_call(part, given.get(place, {}).get(part.id)) for part in calls]
        records.append(record)
    return records


def _call(call: Call, answer: Answer | None) -> Json:
    made = {"id": call.id, "name": call.name, "args": call.arguments}
    if answer is None:
        return {**made, "status": "executing"}
    status = "error" if answer.failed else "success"
    return {**made, "result": [chats.gemini_part(answer, call.name)], "status": status}


def _dump(name: str) -> Records:
    return lambda script: [chats.DUMPS[name](type, fields) for type, fields in chats.langchain(script)]


FORMATS = {
    "claude_code": Format("claude_code", _claude_code),
    "codex": Format("codex", _codex, fails=False),
    "gemini_cli": Format("gemini_cli", _gemini_cli),
    "openai": Format("openai", chats.openai, "messages", messages=True, fails=False),
    "openai_responses": Format("openai_responses", chats.responses, "input", messages=True),
    "anthropic": Format("anthropic", chats.anthropic, "messages", messages=True),
    "gemini": Format("gemini", chats.gemini, "contents", messages=True),
    "langchain dictionaries": Format("langchain", _dump("dictionaries"), "messages", messages=True),
    "langchain constructors": Format("langchain", _dump("constructors"), "messages", messages=True),
    "langchain flat": Format("langchain", _dump("flat"), "messages", messages=True),
}
"""Every format with calls of tools, by a name for humans."""

LINES = {
    "jsonl": Format("jsonl", chats.anthropic),
    **{name: form for name, form in FORMATS.items() if form.key is None},
    **{
        f"lines of {name}": form._replace(key=None)
        for name, form in FORMATS.items()
        if form.name in ("openai_responses", "gemini", "langchain")
    },
}
"""Every format that grows by a line a record."""

MESSAGES = {name: form for name, form in FORMATS.items() if form.messages}

each_format = pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
each_line_format = pytest.mark.parametrize("form", LINES.values(), ids=LINES)
each_messages_format = pytest.mark.parametrize("form", MESSAGES.values(), ids=MESSAGES)
