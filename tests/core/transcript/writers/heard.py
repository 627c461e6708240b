"""What was written, read again: as turns that go out once more, and as what they say in few words."""

import json
import re
from typing import Any

from contextc.transcript.conversation import from_messages
from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.pairing import pair
from contextc.transcript.readers import read
from contextc.transcript.rendering import text_of
from contextc.transcript.turns import AnyPart, Role, Text, ToolCall, ToolResult, Turn
from contextc.transcript.writers import Written
from contextc.vocabulary import MessagesFormat, SegmentFormat
from core.transcript.writers.drawn import document

KEYS = {MessagesFormat.GEMINI: "contents", MessagesFormat.OPENAI_RESPONSES: "input"}


def heard(written: Written, format: MessagesFormat) -> list[Turn]:
    """The turns that the format's reader finds."""
    if not written.messages:
        return []
    data = document(written.messages, written.system, KEYS.get(format, "messages"))
    return read(data, SegmentFormat(str(format))).turns


def again(messages: list[dict[str, Any]], format: MessagesFormat, *, untouched: bool) -> list[OutTurn]:
    """Messages as turns that go out in the same format."""
    turns = from_messages(messages, format).turns
    return [
        OutTurn(
            role=turn.role or Role.USER,
            parts=tuple(OutPart(part=part, block=_block(message, part)) for part in turn.parts),
            message=message,
            untouched=untouched,
        )
        for turn, message in zip(turns, messages, strict=True)
    ]


def _block(message: Any, part: AnyPart) -> Any:
    last = max((place for place, key in enumerate(part.path) if isinstance(key, int)), default=-1)
    for key in part.path[: last + 1]:
        message = message[key]
    return message if last >= 0 else None


MARK = re.compile("\\[… [^…]* …]")
"""What stands for a medium."""


class Gist:
    """Who said what, and what was asked and answered."""

    def __init__(self, turns: list[Turn]) -> None:
        self.said: dict[str, list[str]] = {"system": [], "user": [], "assistant": []}
        self.calls: list[tuple[str, Any]] = []
        self.answers: dict[int, str] = {}
        self.failed: set[int] = set()
        number: dict[tuple[int, int], int] = {}
        pairing = pair(turns)
        for place, turn in enumerate(turns):
            for index, part in enumerate(turn.parts):
                key = (place, index)
                match part:
                    case Text():
                        # What stands for a medium differs with what its block says of it.
                        self.said[SIDES[str(turn.role)]] += [part.text] if MARK.sub("", part.text) else []
                    case ToolCall():
                        number[key] = len(self.calls)
                        self.calls.append((part.name, _arguments(part)))
                    case ToolResult():
                        call = number[pairing.call_of[key]]
                        self.answers[call] = MARK.sub("[…]", text_of(part))
                        self.failed |= {call} if part.is_error else set()
                    case _:
                        pass


SIDES = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "tool": "user",
    "human": "user",
    "assistant": "assistant",
    "model": "assistant",
    "ai": "assistant",
}


def _arguments(call: ToolCall) -> Any:
    """An object; free text is one where a format has objects alone."""
    if call.custom:
        return {"input": call.arguments}
    return json.loads(call.arguments)
