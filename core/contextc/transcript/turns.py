"""What every reader of a transcript produces: turns of parts, each with its place in the source."""

from typing import Any

from msgspec import Struct

from contextc.fences import Fence
from contextc.vocabulary import SegmentFormat, StrEnum


class Role(StrEnum):
    """Who speaks; `tool` answers calls, `event` is the program that kept the record."""

    SYSTEM = "system"
    DEVELOPER = "developer"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    EVENT = "event"


class Lane(StrEnum):
    """The conversation, or one that a tool of it had with a model of its own."""

    MAIN = "main"
    SIDE = "side"


class Part(Struct, frozen=True, kw_only=True):
    """A piece of a turn, and where it was found."""

    start: int = 0
    end: int = 0
    """The byte range in the transcript: of the text itself if it stands there as it is, else of the record that holds it."""
    record: int = 0
    """The place of that record among all: its line, or its index in the list of messages."""
    path: tuple[str | int, ...] = ()
    """Keys and indexes that lead from the record to the value which holds the text."""


class Text(Part, frozen=True, kw_only=True):
    """What was said."""

    text: str
    verbatim: bool = False
    """The byte range holds the text itself, not an encoding of it."""
    fences: tuple[Fence, ...] | None = None
    """Fenced code in the text, where its reader had to look for it."""
    lead: int = 0
    """Characters at the start that name the speaker."""
    trail: int = 0
    """Characters at the end that close the turn."""
    signature: str | None = None
    """What the provider checks beside the text."""


class Reasoning(Part, frozen=True, kw_only=True):
    """What a model thought before it spoke."""

    text: str = ""
    signature: str | None = None
    """What its provider checks: a signature, or the whole in encrypted form. Never edited."""


class ToolCall(Part, frozen=True, kw_only=True):
    """What a tool was asked."""

    id: str | None = None
    name: str
    arguments: str = ""
    """As they were written: JSON as a rule, any text for a custom tool."""
    custom: bool = False
    """The arguments are free text."""
    signature: str | None = None
    """What the provider checks beside the call."""


class Media(Part, frozen=True, kw_only=True):
    """An image or another file."""

    mime: str = ""
    data: str | None = None
    """Its bytes in base64."""
    url: str | None = None
    """Where it is, or the provider's id of it."""
    signature: str | None = None
    """What the provider checks beside the medium."""


class Meta(Part, frozen=True, kw_only=True):
    """A block that no provider but its own understands: kept whole or left out, never cut."""

    kind: str
    value: Any = None


class ToolResult(Part, frozen=True, kw_only=True):
    """What a tool answered."""

    call_id: str | None = None
    name: str | None = None
    parts: tuple[Text | Media | Meta, ...] = ()
    is_error: bool = False


class Compaction(Part, frozen=True, kw_only=True):
    """What stands for all that was said before it: a summary, or its provider's own form of one."""

    text: str = ""
    signature: str | None = None


AnyPart = Text | Reasoning | ToolCall | ToolResult | Media | Meta | Compaction


class Turn(Struct, frozen=True, kw_only=True):
    """What one speaker said in one go."""

    role: str | None
    """One of `Role`; in plain transcripts and generic lines the word that stands there."""
    parts: tuple[AnyPart, ...] = ()
    lane: Lane = Lane.MAIN
    id: str | None = None
    """The message's own id."""


class Reading(Struct, frozen=True, kw_only=True):
    """A transcript as turns, in the order of the conversation."""

    format: SegmentFormat
    turns: list[Turn]
    skipped: tuple[int, ...] = ()
    """Numbers of the records that could not be read: lines from 1 on, elements of a list from 0 on."""
    abandoned: int = 0
    """Turns that were rewound, or that lie on a branch which was given up."""


SPEAKERS: dict[str, Role] = {
    **{str(role): role for role in Role},
    "human": Role.USER,
    "ai": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "gemini": Role.ASSISTANT,
    "function": Role.TOOL,
}
"""What formats call a speaker, in lower case."""


def speaker(role: str | None) -> Role | None:
    """Who a role is, whatever its spelling.

    >>> str(speaker("Human")), speaker("narrator")
    ('user', None)
    """
    return SPEAKERS.get(role.lower()) if role is not None and role.isascii() else None
