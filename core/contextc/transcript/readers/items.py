"""An item of OpenAI Responses -> a turn; a type of item is a row of a table.

What the provider's own tools did by themselves (searches, listings, approvals) is kept whole.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from contextc.transcript.readers.blocks import NOTHING, Place, parts_of, tool_result, whole
from contextc.transcript.readers.values import source_text
from contextc.transcript.turns import (
    AnyPart,
    Compaction,
    Media,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)

ROLES = {str(role): role for role in (Role.SYSTEM, Role.DEVELOPER, Role.USER, Role.ASSISTANT)}

FAILED = ("failed", "incomplete")
"""The status of an output, when the tool did not do what it was asked."""

SHARED = ("function", "custom_tool", "mcp")
"""Types of call that are of many tools; a call of another type is of the one tool that the type names."""


class Item(NamedTuple):
    """An item in the making of its turn."""

    fields: dict[str, Raw]
    place: Place
    data: bytes

    def raw(self, key: str) -> bytes:
        """A value as it was written; null and what is absent are nothing."""
        data = bytes(self.fields.get(key, NOTHING))
        return b"" if data == b"null" else data

    def text(self, key: str) -> str | None:
        """A value that is a text."""
        data = self.raw(key)
        return source_text(data) if data.startswith(b'"') else None

    @property
    def type(self) -> str:
        """A message and a reference need not say what they are."""
        if self.raw("type"):
            return self.text("type") or ""
        return "message" if "role" in self.fields else "item_reference"

    @property
    def tool(self) -> str | None:
        """What is called, or answers: of `computer_call` and of `computer_call_output` the tool `computer`."""
        kind = self.type.removesuffix("_output").removesuffix("_call")
        if kind not in SHARED:
            return kind
        scope, name = self.text("namespace") or self.text("server_label"), self.text("name")
        # Two servers may have tools of one name.
        return f"{scope.rstrip('_')}__{name}" if scope and name else name

    @property
    def failed(self) -> bool:
        """Whether the status says so."""
        return self.text("status") in FAILED


def item_turn(place: Place, data: bytes) -> Turn | None:
    """The turn that the item at a place is; nothing when it is of no known type, or broken.

    >>> from contextc.transcript.records import Record
    >>> data = b'{"type": "function_call", "call_id": "c1", "name": "ping", "arguments": "{}"}'
    >>> item_turn(Place(Record(1, 0, 0, data)), data).parts[0].path
    ('arguments',)
    """
    try:
        item = Item(_FIELDS.decode(data), place, data)
    except (msgspec.DecodeError, UnicodeError):
        return None
    row = ITEMS.get(item.type)
    role = row and (row.role or ROLES.get(item.text("role") or ""))
    parts = row.read(item) if row and role else None
    return Turn(role=role, parts=tuple(parts), id=item.text("id")) if parts is not None else None


# The rows

Parts = list[AnyPart] | None
"""Nothing when the item is broken."""


def _whole(item: Item) -> Parts:
    return [whole(item.type, item.data, item.place)]


def _reference(item: Item) -> Parts:
    return _whole(item) if item.text("id") else None


def _message(item: Item) -> Parts:
    return parts_of(item.raw("content"), item.place.at("content"))


def _reasoning(item: Item) -> Parts:
    found = [part for key in ("summary", "content") for part in parts_of(item.raw(key), item.place.at(key))]
    text = "\n".join(part.text for part in found if isinstance(part, Text))
    return [Reasoning(text=text, signature=item.text("encrypted_content"), **item.place.fields)]


def _compaction(item: Item) -> Parts:
    return [Compaction(signature=item.text("encrypted_content"), **item.place.fields)]


def _image(item: Item) -> Parts:
    """What a model drew; where it drew nothing, the item is kept as it is."""
    data = item.text("result")
    if data is None:
        return _whole(item)
    format = item.text("output_format") or "png"
    mime = "image/svg+xml" if format == "svg" else f"image/{format}"
    return [Media(mime=mime, data=data, **item.place.at("result").fields)]


def _call(*keys: str, custom: bool = False) -> Callable[[Item], Parts]:
    """A call with its arguments at the first of the keys that is there."""

    def read(item: Item) -> Parts:
        if item.tool is None:
            return None
        key = next((key for key in keys if item.raw(key)), keys[0])
        call = ToolCall(
            id=item.text("call_id") or item.text("id"),
            name=item.tool,
            arguments=source_text(item.raw(key)),
            custom=custom,
            signature=item.text("fingerprint"),
            **item.place.at(key).fields,
        )
        return [call]

    return read


def _output(key: str = "output", call_id: str = "call_id") -> Callable[[Item], Parts]:
    def read(item: Item) -> Parts:
        return [_result(item, key, call_id, is_error=item.failed)]

    return read


def _result(item: Item, key: str, call_id: str, *, is_error: bool) -> ToolResult:
    place, id = item.place.at(key), item.text(call_id)
    return tool_result(item.raw(key), place, call_id=id, name=item.tool, is_error=is_error)


class Chunk(Struct, frozen=True):
    """What a command of a shell printed, and how it ended."""

    stdout: str
    stderr: str
    outcome: dict[str, Any]


def _shell_output(item: Item) -> Parts:
    """What every command printed; one that did not end well makes an error of the whole."""
    try:
        chunks = _CHUNKS.decode(item.raw("output"))
    except msgspec.DecodeError:
        return _output()(item)
    failed = item.failed or any(chunk.outcome.get("exit_code") != 0 for chunk in chunks)
    place = item.place.at("output")
    texts = [
        Text(text=text, **place.at(index, key).fields)
        for index, chunk in enumerate(chunks)
        for key, text in (("stdout", chunk.stdout), ("stderr", chunk.stderr))
        if text
    ]
    parts = tuple(texts)
    return [ToolResult(call_id=item.text("call_id"), name=item.tool, parts=parts, is_error=failed, **place.fields)]


def _mcp_call(item: Item) -> Parts:
    """A call that may hold its answer."""
    parts = _call("arguments")(item)
    key = "error" if item.raw("error") else "output"
    if parts and item.raw(key):
        parts.append(_result(item, key, "id", is_error=key == "error" or item.failed))
    return parts


class Row(NamedTuple):
    """A type of item."""

    read: Callable[[Item], Parts]
    role: Role | None = Role.ASSISTANT
    """Whose it is; nothing when the item says so."""


ITEMS: dict[str, Row] = {
    "message": Row(_message, None),
    "output_message": Row(_message, None),
    "reasoning": Row(_reasoning),
    "compaction": Row(_compaction),
    "compaction_summary": Row(_compaction),
    "context_compaction": Row(_compaction),
    "function_call": Row(_call("arguments")),
    "function_call_output": Row(_output(), Role.TOOL),
    "custom_tool_call": Row(_call("input", custom=True)),
    "custom_tool_call_output": Row(_output(), Role.TOOL),
    "local_shell_call": Row(_call("action")),
    "local_shell_call_output": Row(_output(call_id="id"), Role.TOOL),
    "shell_call": Row(_call("action")),
    "shell_call_output": Row(_shell_output, Role.TOOL),
    "apply_patch_call": Row(_call("operation")),
    "apply_patch_call_output": Row(_output(), Role.TOOL),
    "computer_call": Row(_call("action", "actions")),
    "computer_call_output": Row(_output(), Role.TOOL),
    "tool_search_call": Row(_call("arguments")),
    "tool_search_output": Row(_output("tools"), Role.TOOL),
    "program": Row(_call("code", custom=True)),
    "program_output": Row(_output("result"), Role.TOOL),
    "mcp_call": Row(_mcp_call),
    "image_generation_call": Row(_image),
    "additional_tools": Row(_whole, Role.DEVELOPER),
    "configuration_update": Row(_whole, Role.DEVELOPER),
    "agent_message": Row(_whole),
    "code_interpreter_call": Row(_whole),
    "compaction_trigger": Row(_whole),
    "file_search_call": Row(_whole),
    "item_reference": Row(_reference),
    "mcp_approval_request": Row(_whole),
    "mcp_approval_response": Row(_whole),
    "mcp_list_tools": Row(_whole),
    "web_search_call": Row(_whole),
}
"""Type of an item -> its reader."""

_FIELDS = msgspec.json.Decoder(dict[str, Raw])
_CHUNKS = msgspec.json.Decoder(list[Chunk])
