"""Turns in one line."""

import json
from typing import Any

from contextc.transcript.turns import AnyPart, Lane, Media, Text, ToolCall, ToolResult, Turn

GIF = "R0lGODlhQAHwAA=="
"""The start of a GIF of 320 by 240 pixels."""


def said(role: str, *parts: AnyPart | str, lane: Lane = Lane.MAIN) -> Turn:
    """A turn of texts and parts."""
    made = tuple(Text(text=part) if isinstance(part, str) else part for part in parts)
    return Turn(role=role, parts=made, lane=lane)


def call(id: str | None = "c", name: str = "Read", **arguments: Any) -> ToolCall:
    """A call."""
    return ToolCall(id=id, name=name, arguments=json.dumps(arguments))


def result(id: str | None = "c", text: str = "done", *, error: bool = False, name: str | None = None) -> ToolResult:
    """A result that is a text."""
    return ToolResult(call_id=id, name=name, parts=(Text(text=text),), is_error=error)


def asked(*calls: ToolCall) -> list[Turn]:
    """Calls of one turn each, and a result for each."""
    return [turn for one in calls for turn in (said("assistant", one), said("tool", result(one.id)))]


def image() -> Media:
    """A small image."""
    return Media(mime="image/gif", data=GIF)
