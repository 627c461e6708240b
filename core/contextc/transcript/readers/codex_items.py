"""An item of a Codex rollout -> a turn: items of OpenAI Responses, and what is Codex's own about them."""

import re

import msgspec
from msgspec import Struct, structs

from contextc.transcript.readers.blocks import Place
from contextc.transcript.readers.items import item_turn
from contextc.transcript.turns import AnyPart, Role, Text, ToolResult, Turn

SNAPSHOT = "ghost_snapshot"
"""The one type of item that no model sees."""

INJECTED = (
    "# AGENTS.md instructions",
    "<environment_context>",
    "<recommended_plugins>",
    "<skill>",
    "<subagent_notification>",
    "<turn_aborted>",
    "<user_instructions>",
    "<user_shell_command>",
)
"""How messages begin that the program writes in the name of the user."""

TYPED = "user."
"""How the kinds of content begin that the user wrote, where they are named."""


class _PassedOn(Struct, frozen=True):
    content_item_kinds: tuple[str, ...] = ()


class _Message(Struct, frozen=True):
    type: object = None
    passed_on: _PassedOn = msgspec.field(default_factory=_PassedOn, name="internal_chat_message_metadata_passthrough")


_EXIT = re.compile(r"^(?:Exit code:|Process exited with code) (-?[0-9]{1,9})$", re.MULTILINE)
"""How a command ended, in the lines before what it printed."""

OUTPUT = "\nOutput:\n"
"""What ends those lines."""

_METADATA = re.compile(r"\s*\{\s*\"exit_code\"\s*:\s*(-?[0-9]{1,9})[^{}]*\}\s*\}\s*")
"""How a command ended, behind what it printed: versions of 2025 write both as JSON."""


def turn_of(place: Place, data: bytes) -> Turn | None:
    """The turn of an item; what the program says in the name of the user is an event, a command that failed an error."""
    turn = item_turn(place, data)
    if turn is None:
        return None
    role = Role.EVENT if turn.role == Role.USER and _is_injected(turn, data) else turn.role
    return structs.replace(turn, role=role, parts=tuple(map(_judged, turn.parts)))


def _judged(part: AnyPart) -> AnyPart:
    """A result as an error, if it says so in words."""
    first = part.parts[0] if isinstance(part, ToolResult) and part.parts else None
    if isinstance(first, Text) and _has_failed(first.text):
        return structs.replace(part, is_error=True)
    return part


def _has_failed(text: str) -> bool:
    head, framed, _ = text.partition(OUTPUT)
    found = _EXIT.search(head) if framed else _METADATA.fullmatch(text.rpartition('"metadata":')[2])
    return found is not None and int(found[1]) != 0


def _is_injected(turn: Turn, data: bytes) -> bool:
    try:
        kinds = _MESSAGE.decode(data).passed_on.content_item_kinds
    except msgspec.ValidationError:
        kinds = ()
    if kinds:
        return not any(kind.startswith(TYPED) for kind in kinds)
    texts = [part.text.lstrip() if isinstance(part, Text) else "" for part in turn.parts]
    return bool(texts) and all(text.startswith(INJECTED) for text in texts)


def is_snapshot(data: bytes) -> bool:
    """Whether an item is one that no model sees."""
    return _MESSAGE.decode(data).type == SNAPSHOT


_MESSAGE = msgspec.json.Decoder(_Message)
