"""Anthropic Messages: `{"system", "messages": [{"role", "content"}]}`, or the list alone.

Cline and Roo keep their tasks in this form, with fields of their own that are not read.
"""

from contextc.transcript.readers.chat import block_types, chat_turn, mostly, read_chat
from contextc.transcript.records import Source
from contextc.transcript.turns import Reading
from contextc.vocabulary import SegmentFormat

ROLES = frozenset({"system", "user", "assistant"})

BLOCKS = frozenset(
    {
        "compaction",
        "container_upload",
        "document",
        "image",
        "mcp_tool_use",
        "redacted_thinking",
        "search_result",
        "server_tool_use",
        "thinking",
        "tool_result",
        "tool_use",
    }
)
"""Kinds of block that tell these messages from those of others."""


def detect(source: Source) -> bool:
    """Whether most messages of a document have one of the roles, and something in it is Anthropic's alone.

    That is a system text beside them, an answer that says why it stopped, or a kind of block.
    """
    if source.lines or not mostly(source.sample, lambda message: str(message.get("role")) in ROLES):
        return False
    calls = any(message.get("tool_calls") or message.get("tool_call_id") for message in source.sample)
    told = "system" in source.head or any("stop_reason" in message for message in source.sample)
    return not calls and (told or bool(block_types(source.sample) & BLOCKS))


def read(source: Source, *, strict: bool) -> Reading:
    """A turn a message."""
    return read_chat(source, SegmentFormat.ANTHROPIC, strict=strict, read_one=chat_turn)
