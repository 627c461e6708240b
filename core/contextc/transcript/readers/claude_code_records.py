"""A line of a Claude Code session -> what it is to the conversation; a type of record is a row of a table."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from contextc.transcript.readers.blocks import NOTHING, Place, parts_of
from contextc.transcript.readers.claude_code_tree import Entry, Kept, Kind
from contextc.transcript.readers.values import text_or_none
from contextc.transcript.records import Record
from contextc.transcript.turns import AnyPart, Compaction, Role, Text, ToolResult

NOISE = frozenset(
    {
        "agent-color",
        "agent-name",
        "agent-setting",
        "ai-title",
        "artifact-autoreact-ledger",
        "artifact-comment-monitor",
        "atis-latch",
        "bridge-session",
        "custom-title",
        "file-history-snapshot",
        "frame-link",
        "last-prompt",
        "mode",
        "permission-mode",
        "pr-link",
        "progress",
        "queue-operation",
        "rate_limit_event",
        "result",
        "stream_event",
        "summary",
        "tag",
        "worktree-state",
    }
)
"""Types of record that hold nothing of the conversation, or a copy of it; those with `_` stand in printed streams alone."""

PROGRAM = "<synthetic>"
"""The model of answers that no model gave."""

COMMANDS = ("<command-name>", "<command-message>", "<bash-input>")
"""How messages begin that say what command the user gave."""

OUTPUTS = ("<local-command-stdout>", "<local-command-stderr>", "<bash-stdout>", "<bash-stderr>")
"""How messages begin that say what a command printed."""

NOTES = (*OUTPUTS, "<task-notification>", "[Request interrupted by user")
"""How messages begin that the program writes in the name of the user."""


class _Line(Struct, frozen=True, rename="camel"):
    """Every field that some type of record has."""

    type: str
    subtype: Any = None
    uuid: Any = None
    parent_uuid: Any | UnsetType = UNSET
    logical_parent_uuid: Any = None
    session_id: Any = None
    is_sidechain: Any = None
    agent_id: Any = None
    parent_tool_use_id: Any = msgspec.field(default=None, name="parent_tool_use_id")
    is_meta: Any = None
    is_visible_in_transcript_only: Any = None
    is_compact_summary: Any = None
    is_api_error_message: Any = None
    compact_metadata: Any = None
    message: Raw = NOTHING
    attachment: Raw = NOTHING


class _Message(Struct, frozen=True):
    id: Any = None
    model: Any = None
    content: Raw = NOTHING


class _Messages(Struct, frozen=True, rename="camel"):
    anchor_uuid: str
    uuids: tuple[str, ...]
    all_uuids: tuple[str, ...] = ()


class _Segment(Struct, frozen=True, rename="camel"):
    anchor_uuid: str
    head_uuid: str
    tail_uuid: str


class _Metadata(Struct, frozen=True, rename="camel"):
    preserved_messages: _Messages | None = None
    preserved_segment: _Segment | None = None


class _Attachment(Struct, frozen=True, rename="camel"):
    type: Any = None
    command_mode: Any = None
    prompt: Raw = NOTHING


def entry_of(record: Record) -> Entry | None:
    """The entry that a record is; nothing when it is broken, or of no known type."""
    try:
        line = _LINE.decode(record.data)
        row = ROWS.get(line.type)
        entry = row(line, record) if row else None
    except (msgspec.DecodeError, UnicodeError):
        return None
    if entry is None:
        return None
    parent = text_or_none(line.parent_uuid) or text_or_none(line.logical_parent_uuid)
    entry.uuid = text_or_none(line.uuid)
    entry.parent = parent
    entry.is_root = line.parent_uuid is None and parent is None and entry.kind is not Kind.BOUNDARY
    entry.session = text_or_none(line.session_id)
    entry.side = line.is_sidechain is True or bool(line.agent_id) or bool(line.parent_tool_use_id)
    return entry


def is_output(entry: Entry, command: Entry) -> bool:
    """Whether an entry is what the command before it printed, without the model."""
    event = entry.kind is Kind.EVENT and command.kind is Kind.PROMPT
    return event and _begins(entry, OUTPUTS) and _begins(command, COMMANDS)


def _begins(entry: Entry, words: tuple[str, ...]) -> bool:
    first = entry.parts[0] if entry.parts else None
    return isinstance(first, Text) and first.text.startswith(words)


# The rows


def _user(line: _Line, record: Record) -> Entry:
    place = Place(record, ("message", "content"))
    parts = parts_of(_MESSAGE.decode(line.message).content, place)
    entry = Entry(kind=Kind.PROMPT, number=record.number, role=Role.USER, parts=tuple(parts))
    if any(isinstance(part, ToolResult) for part in parts):
        entry.kind = Kind.RESULT
    elif line.is_compact_summary is True:
        entry.parts = _summary(parts, place)
    elif line.is_meta is True or line.is_visible_in_transcript_only is True or _begins(entry, NOTES):
        entry.be_event()
    return entry


def _summary(parts: list[AnyPart], place: Place) -> tuple[AnyPart, ...]:
    text = "\n".join(part.text for part in parts if isinstance(part, Text))
    return Compaction(text=text, **place.fields), *(part for part in parts if not isinstance(part, Text))


def _assistant(line: _Line, record: Record) -> Entry:
    message = _MESSAGE.decode(line.message)
    parts = tuple(parts_of(message.content, Place(record, ("message", "content"))))
    if line.is_api_error_message is True or message.model == PROGRAM:
        return Entry(kind=Kind.EVENT, number=record.number, parts=parts)
    return Entry(kind=Kind.ANSWER, number=record.number, id=text_or_none(message.id), role=Role.ASSISTANT, parts=parts)


def _system(line: _Line, record: Record) -> Entry:
    if line.subtype != "compact_boundary":
        return _noise(line, record)
    return Entry(kind=Kind.BOUNDARY, number=record.number, kept=_kept(line.compact_metadata))


def _kept(metadata: object) -> Kept:
    """What a boundary keeps: each record by its name, or in older versions the ends of a range."""
    try:
        found = msgspec.convert(metadata, _Metadata)
    except msgspec.ValidationError:
        return Kept()
    messages, segment = found.preserved_messages, found.preserved_segment
    if messages:
        return Kept(messages.anchor_uuid, messages.uuids, messages.all_uuids)
    if segment:
        return Kept(segment.anchor_uuid, (segment.head_uuid,), (segment.tail_uuid,), is_range=True)
    return Kept()


def _attachment(line: _Line, record: Record) -> Entry:
    """What a user writes while a tool runs is no message, but nothing else holds it."""
    attachment = _ATTACHMENT.decode(line.attachment)
    if attachment.type != "queued_command":
        return _noise(line, record)
    parts = parts_of(attachment.prompt, Place(record, ("attachment", "prompt")))
    role = Role.USER if attachment.command_mode in (None, "prompt") else Role.EVENT
    return Entry(kind=Kind.EVENT, number=record.number, role=role, parts=tuple(parts))


def _noise(_: _Line, record: Record) -> Entry:
    return Entry(kind=Kind.NOISE, number=record.number)


ROWS: dict[str, Callable[[_Line, Record], Entry]] = {
    "user": _user,
    "assistant": _assistant,
    "system": _system,
    "attachment": _attachment,
    **dict.fromkeys(sorted(NOISE), _noise),
}
"""Type of record -> its reader."""

_LINE = msgspec.json.Decoder(_Line)
_MESSAGE = msgspec.json.Decoder(_Message)
_ATTACHMENT = msgspec.json.Decoder(_Attachment)
