"""A transcript of JSON lines -> one piece a line, or (C18) one a block (spec 5.3, C18, C25)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

from .chars import byte_length, lines_of
from .differences import Differences
from .headers import read_header
from .model import Refused
from .payloads import forgiving_bytes
from .turns import Kind, Piece

CALLS: Final = frozenset({"tool_calls", "tool_call_id", "function_call", "refusal", "reasoning_content"})
"""Fields of a message that make calls, answers or thoughts of it."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text in a message, and what it is."""

    text: str
    kind: Kind = "body"


@dataclass(frozen=True, slots=True)
class Message:
    """A line that is one, a text a block."""

    role: str
    texts: tuple[Said, ...]


def jsonl_pieces(text: str, *, forced: bool, on: Differences) -> tuple[list[Piece], list[int]] | None:
    """The pieces and the numbers of the skipped lines; none when the text is no such transcript."""
    raw = [text[line.start : line.stop] for line in lines_of(text)]
    read = [_message(line.rstrip("\r\n"), on) for line in raw]
    blank = [not line.rstrip("\r\n") for line in raw]
    bad = [at for at, message in enumerate(read, 1) if message is None and not blank[at - 1]]
    good = sum(message is not None for message in read)
    tolerated = "C25" in on and not forced and good >= len(bad) and _starts_well(read, blank)
    if not good or (bad and not tolerated):
        if forced:
            raise Refused("segmentation_failed")
        return None
    edges = [0, *accumulate(map(byte_length, raw))]
    speaking = [at for at, message in enumerate(read) if message is not None and message.texts]
    # What stands between two messages belongs to the first of them, and what stands before all to the first of all.
    starts = [edges[at] if at != speaking[0] else 0 for at in speaking]
    ends = [*starts[1:], edges[-1]][: len(starts)]
    ranges = dict(zip(speaking, zip(starts, ends, strict=True), strict=True))
    turns = [(at, message) for at, message in enumerate(read) if message is not None]
    shared = [_shared(message, turn, *ranges[at]) for turn, (at, message) in enumerate(turns) if at in ranges]
    return [piece for pieces in shared for piece in pieces], bad


def _shared(message: Message, turn: int, start: int, end: int) -> list[Piece]:
    """The texts of a message share its range in proportion to their lengths."""
    done = [0, *accumulate(byte_length(said.text) for said in message.texts)]
    total = max(1, done[-1])
    edges = [start + (end - start) * part // total for part in done[:-1]] + [end]
    return [
        Piece(turn, message.role, said.kind, said.text, True, edges[at], edges[at + 1])
        for at, said in enumerate(message.texts)
    ]


def _starts_well(read: list[Message | None], blank: list[bool]) -> bool:
    return False not in blank or read[blank.index(False)] is not None


def _message(line: str, on: Differences) -> Message | None:
    """What a line says; none when it is not a message."""
    try:
        value = json.loads(line, object_pairs_hook=_Pairs, parse_constant=_no_constant, parse_int=_Number)
    except (ValueError, RecursionError):
        return None
    if _has_surrogate(value):
        return None
    if isinstance(value, _Pairs):
        names = [key for key, _ in value]
        if "C25" not in on and (names.count("role") > 1 or names.count("content") > 1):
            return None
        fields = dict(value)
        role, content = fields.get("role"), fields.get("content")
        if "C18" in on and (role == "function" or not CALLS.isdisjoint(fields)):
            msg = "calls are beyond the oracle"
            raise NotImplementedError(msg)
    elif isinstance(value, list) and len(value) == 2:
        role, content = value
    else:
        return None
    if not _is_string(role):
        return None
    if _is_string(content):
        return Message(str(role), (Said(str(content)),))
    return _of_blocks(str(role), content) if "C18" in on and type(content) is list else None


def _of_blocks(role: str, content: list[Any]) -> Message | None:
    """A message of blocks (C18)."""
    found = [_block(block) for block in content]
    known = [said for said in found if said is not None]
    return Message(role, tuple(known)) if len(known) == len(found) else None


def _block(block: Any) -> Said | None:
    """The text of a block; none when it is no block."""
    if _is_string(block):
        return Said(str(block))
    if not isinstance(block, _Pairs):
        return None
    fields = dict(block)
    kind = fields.get("type")
    if kind == "text":
        return Said(str(fields["text"])) if _is_string(fields.get("text")) else None
    if kind == "image":
        return Said(_mark(fields), "media")
    if not _is_string(kind):
        return None
    msg = f"blocks of the kind {kind} are beyond the oracle"
    raise NotImplementedError(msg)


def _mark(fields: dict[str, Any]) -> str:
    """An image in a few words."""
    source = dict(fields["source"]) if isinstance(fields.get("source"), _Pairs) else {}
    mime = source.get("media_type") or "image/"
    if not _is_string(source.get("data")) or source.get("type") == "text" or not str(mime).startswith("image/"):
        msg = "an image that is anything but base64 is beyond the oracle"
        raise NotImplementedError(msg)
    return f"[… {_image(str(source['data']))} …]"


def _image(data: str) -> str:
    """An image in a few words."""
    raw = forgiving_bytes(data)
    if raw is None:
        return f"image, {len(data)} characters"
    header = read_header(raw)
    if header is None:
        return f"image, {len(raw)} bytes"
    return f"{header.mime}, {header.width} x {header.height} pixels, {len(raw)} bytes"


class _Pairs(list[tuple[str, Any]]):
    """The members of a JSON object in order, repetitions kept."""


class _Number(str):
    """A JSON integer; told apart from a JSON string."""

    __slots__ = ()


def _is_string(value: Any) -> bool:
    return type(value) is str


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _has_surrogate(value: Any) -> bool:
    if isinstance(value, str):
        return re.search("[\ud800-\udfff]", value) is not None
    if isinstance(value, list | tuple):
        return any(map(_has_surrogate, value))
    return False
