"""Turns -> OpenAI Chat Completions: a message a result, right behind its calls; images of results shown by the user."""

import re
from collections.abc import Sequence
from typing import Any

from contextc.transcript.outgoing import OutTurn
from contextc.transcript.rendering import media_mark, text_of
from contextc.transcript.turns import Media, Reasoning, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.arranging import behind_calls
from contextc.transcript.writers.contents import PDF, WEB_IMAGES, JsonObject, address, inline, stood_in, unchanged
from contextc.transcript.writers.dialects import Dialect
from contextc.transcript.writers.utterances import Piece, Utterance, Written, utterances

DIALECT = Dialect(name=re.compile(r"[a-zA-Z0-9_-]{1,64}"), id=re.compile(r"(?s).{1,40}"))
"""Of `FunctionDefinition.name` in the package openai, and of the API's error about `tool_calls[].id`."""

SAID = ("audio", "content", "function_call", "reasoning_content", "refusal", "tool_calls")
"""Fields of a message that hold what it says."""

AUDIO = {
    "audio/mp3": "mp3",
    "audio/mpeg": "mp3",
    "audio/wav": "wav",
    "audio/wave": "wav",
    "audio/x-wav": "wav",
}


def write(turns: Sequence[OutTurn]) -> Written:
    """The messages; those of the system are among them."""
    said = behind_calls(utterances(turns, DIALECT), shows=_is_shown)
    return Written([message for one in said if (message := _message(one))])


def _is_shown(one: Utterance, result: ToolResult, media: Media) -> bool:
    """Whether it cannot stay where it is, and the user can show it."""
    return not unchanged(one.message, result, media) and _medium(media) is not None


def _message(one: Utterance) -> JsonObject | None:
    if one.untouched:
        return one.message
    if one.role is Role.TOOL:
        return _answer(one)
    said = _Said(one)
    for piece in one.pieces:
        said.take(piece)
    return said.message()


def _answer(one: Utterance) -> JsonObject:
    """The message of one result: a text, or blocks if there were."""
    [piece] = one.pieces
    result = piece.part
    assert isinstance(result, ToolResult)
    fields = one.message or {"role": "tool", "tool_call_id": result.call_id}
    content: Any = text_of(result)
    if isinstance(fields.get("content"), list):
        content = [unchanged(one.message, result, part) or _text(text_of(part)) for part in result.parts]
    return {**fields, "content": content or ""}


class _Said:
    """A message in the making."""

    def __init__(self, one: Utterance) -> None:
        self.one = one
        self.before: JsonObject = one.message or {}
        self.content: list[Any] = []
        self.calls: list[JsonObject] = []
        self.beside: JsonObject = {}
        """What is said in fields of its own."""
        self.spoken: list[Any] = []
        """The words of the sound."""

    def take(self, piece: Piece) -> None:
        """The next part."""
        part, block = piece.part, piece.block
        field = part.path[0] if part.path and self.one.message else None
        if isinstance(part, ToolCall):
            self._call(part, block)
        elif block is not None:
            self.content.append(block)
        elif isinstance(part, Text | Reasoning) and field in ("refusal", "reasoning_content"):
            self.beside[str(field)] = part.text
        elif field == "audio" and isinstance(part, Text):
            self.spoken.append(part.text)
        elif field == "audio":
            self.beside["audio"] = self.before["audio"]
        elif isinstance(part, Text):
            self.content.append(_like(self.one.message, part))
        elif isinstance(part, Media):
            # Only the user shows anything.
            shown = _medium(part) if self.one.role is Role.USER else None
            self.content.append(shown or media_mark(part))

    def _call(self, part: ToolCall, block: Any) -> None:
        if block is not None:
            self.calls.append(block)
        elif "function_call" in self.before:
            self.beside["function_call"] = {"name": part.name, "arguments": part.arguments}
        else:
            # An empty text is no JSON, and some servers read the arguments.
            function = {"name": part.name, "arguments": part.arguments or "{}"}
            what = {"custom": {"name": part.name, "input": part.arguments}} if part.custom else {"function": function}
            type = "custom" if part.custom else "function"
            self.calls.append({**stood_in(self.one.message, part), "id": part.id, "type": type, **what})

    def message(self) -> JsonObject | None:
        """The message, if it says anything."""
        kept = {key: value for key, value in self.before.items() if key not in SAID}
        if "audio" not in self.beside:
            self.content += self.spoken
        calls = {"tool_calls": self.calls} if self.calls else {}
        if not (self.content or self.calls or self.beside.keys() - {"reasoning_content"}):
            return None
        said = {"content": self._content()} if self.content or self.calls or "content" in self.before else {}
        return {"role": str(self.one.role), **kept, **said, **self.beside, **calls}

    def _content(self) -> Any:
        """One text is no list, if it was none."""
        if not self.content:
            return None
        listed = isinstance(self.before.get("content"), list)
        if len(self.content) == 1 and isinstance(self.content[0], str) and not listed:
            return self.content[0]
        return [_text(one) if isinstance(one, str) else one for one in self.content]


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}


def _like(message: JsonObject | None, part: Text) -> Any:
    """A text; in the block where one stood, with what that says of the cache."""
    block = stood_in(message, part)
    return {**block, "text": part.text} if block.get("type") == "text" else part.text


def _medium(media: Media) -> JsonObject | None:
    """The part of a content that a medium is; nothing when the provider cannot take it."""
    data = inline(media)
    if data:
        if data.mime in WEB_IMAGES:
            return {"type": "image_url", "image_url": {"url": data.uri}}
        if data.mime in AUDIO:
            return {"type": "input_audio", "input_audio": {"data": data.data, "format": AUDIO[data.mime]}}
        if data.mime == PDF:
            return {"type": "file", "file": {"filename": "file.pdf", "file_data": data.uri}}
    place = address(media)
    if place and (not place.mime or place.mime.startswith("image/")):
        return {"type": "image_url", "image_url": {"url": place.url}}
    return None
