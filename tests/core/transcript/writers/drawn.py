"""Conversations drawn at random, as they go out: every call answered before the assistant speaks again."""

import json
from typing import Any

from hypothesis import strategies as st

from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.turns import (
    AnyPart,
    Compaction,
    Media,
    Meta,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from core.transcript.build import GIF
from core.transcript.readers.shown import PNG

words = st.text('aZ0é漢\n"\\<{ ', min_size=1, max_size=12).map(lambda text: f"x{text}x")
texts = words.map(lambda text: Text(text=text))
names = st.sampled_from(["ping", "read_file", "Bash"])
objects = st.dictionaries(st.sampled_from(["a", "path", "n"]), st.none() | st.integers(0, 9) | words, max_size=2)

media = st.sampled_from(
    [
        Media(mime="image/png", data=PNG),
        Media(mime="", data=f"data:image/gif;base64,{GIF}"),
        Media(mime="application/pdf", data="JVBERi0xLjEKJSVFT0YK"),
        Media(mime="audio/mpeg", data="SUQz"),
        Media(mime="application/zip", data="UEsDBA=="),
        Media(mime="image/png", data="no base64!"),
        Media(mime="image/jpeg", url="https://a.test/b"),
        Media(url="https://a.test/b.pdf"),
        Media(url="https://a.test/page"),
        Media(url="file-123"),
    ]
)

foreign = st.sampled_from(
    [
        Reasoning(text="hm", signature="s"),
        Meta(kind="server_tool_use", value={"type": "server_tool_use"}),
        Text(text=" "),
    ]
)
"""What another provider's messages have no place for."""

ids = st.sampled_from(["own", "same", "odd", "none"])


class Call:
    """A call and its result, to be."""

    def __init__(self, draw: st.DrawFn, number: int, kind: str) -> None:
        id = {"own": f"id_{number}", "same": "call_0", "odd": f"ö {number}" * 20, "none": None}[kind]
        # Calls of one turn have ids of their own, or none, whoever made them.
        id = f"{id}_{number}" if kind == "same" and number % 2 else id
        custom = draw(st.integers(0, 4)) == 0
        arguments = draw(words) if custom else json.dumps(draw(objects))
        self.call = ToolCall(id=id, name=draw(names), arguments=arguments, custom=custom)
        inner = draw(st.lists(texts | media, max_size=2))
        self.result = ToolResult(
            call_id=id,
            name=self.call.name if id is None else None,
            parts=tuple(inner),
            is_error=draw(st.booleans()),
        )


def out(role: Role, *parts: AnyPart) -> OutTurn:
    """A turn that is built."""
    return OutTurn(role=role, parts=tuple(OutPart(part=part) for part in parts))


@st.composite
def conversations(draw: st.DrawFn) -> list[OutTurn]:
    """The turns of another format: nothing of them has a message or a block."""
    turns = [out(Role.SYSTEM, text) for text in draw(st.lists(texts, max_size=2))]
    turns += [out(Role.USER, *draw(st.lists(texts | media, min_size=1, max_size=3)))]
    number = 0
    for _ in range(draw(st.integers(0, 4))):
        kind = draw(ids)
        calls = [Call(draw, number + index, kind) for index in range(draw(st.integers(0, 3)))]
        number += len(calls)
        turns += draw(_assistant([one.call for one in calls]))
        turns += draw(_answers([one.result for one in calls], ordered=kind == "none"))
        turns += draw(st.lists(_users, min_size=0 if calls else 1, max_size=2))
    return turns


_users = st.lists(texts | media, min_size=1, max_size=2).map(lambda parts: out(Role.USER, *parts)) | words.map(
    lambda text: out(Role.ASSISTANT, Compaction(text=text))
)


@st.composite
def _assistant(draw: st.DrawFn, calls: list[ToolCall]) -> list[OutTurn]:
    """Calls with texts around them, in one turn or more."""
    parts: list[AnyPart] = list(calls)
    for extra in draw(st.lists(texts | foreign | media, max_size=3)):
        parts.insert(draw(st.integers(0, len(parts))), extra)
    if draw(st.booleans()):
        return [out(Role.ASSISTANT, part) for part in parts]
    return [out(Role.ASSISTANT, *parts)]


@st.composite
def _answers(draw: st.DrawFn, results: list[ToolResult], *, ordered: bool) -> list[OutTurn]:
    """Results in any order, in one turn or more, with what the user said meanwhile."""
    parts: list[AnyPart] = list(results if ordered else draw(st.permutations(results)))
    for extra in draw(st.lists(texts, max_size=1)) if parts else []:
        parts.insert(draw(st.integers(0, len(parts))), extra)
    if draw(st.booleans()):
        return [out(Role.TOOL if isinstance(part, ToolResult) else Role.USER, part) for part in parts]
    return [out(Role.USER, *parts)] if parts else []


anything: st.SearchStrategy[AnyPart] = st.one_of(
    texts,
    media,
    foreign,
    words.map(lambda text: Compaction(text=text)),
    st.builds(ToolCall, id=st.sampled_from(["a", "b", None]), name=names, arguments=words),
    st.builds(ToolResult, call_id=st.sampled_from(["a", "b", None]), name=names, parts=texts.map(lambda text: (text,))),
)

wild = st.lists(
    st.tuples(st.sampled_from(list(Role)), st.lists(anything, max_size=3)).map(lambda pair: out(pair[0], *pair[1])),
    max_size=8,
)
"""Turns of any speaker with parts of any kind, whether they make sense or not."""


def document(messages: list[Any], system: Any, key: str) -> bytes:
    """A request with the messages, as it is sent."""
    names = {"messages": "system", "contents": "systemInstruction", "input": "instructions"}
    beside = {} if system is None else {names[key]: system}
    return json.dumps({**beside, key: messages}, ensure_ascii=False).encode()
