"""OpenAI Chat Completions: `{"messages": [{"role", "content", "tool_calls", "tool_call_id"}]}`, or the list alone."""

from typing import Any

from contextc.transcript.readers.chat import chat_turn, mostly, read_chat
from contextc.transcript.records import Source
from contextc.transcript.turns import Reading
from contextc.vocabulary import SegmentFormat

HOLDS = frozenset({"content", "tool_calls", "function_call", "refusal", "audio"})

ROLES = frozenset({"developer", "system", "user", "assistant", "tool", "function"})


def detect(source: Source) -> bool:
    """Whether most messages of a document have one of the roles and what such messages hold, and are of no type."""
    return not source.lines and mostly(source.sample, _is_message)


def _is_message(message: dict[str, Any]) -> bool:
    return str(message.get("role")) in ROLES and "type" not in message and not HOLDS.isdisjoint(message)


def read(source: Source, *, strict: bool) -> Reading:
    """A turn a message."""
    return read_chat(source, SegmentFormat.OPENAI, strict=strict, read_one=chat_turn)
