"""A transcript of JSON lines -> one piece a line (spec 5.3, C18, C25)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .chars import byte_length, lines_of
from .differences import Differences
from .headers import read_header
from .model import Refused
from .payloads import forgiving_bytes
from .turns import Piece


def jsonl_pieces(text: str, *, forced: bool, on: Differences) -> tuple[list[Piece], int] | None:
    """The pieces and the number of skipped lines; none when the text is no such transcript."""
    raw = [text[line.start : line.stop] for line in lines_of(text)]
    read = [_message(line.rstrip("\r\n"), on) for line in raw]
    blank = [not line.rstrip("\r\n") for line in raw]
    bad = sum(message is None and not empty for message, empty in zip(read, blank, strict=True))
    good = sum(message is not None for message in read)
    tolerated = "C25" in on and not forced and good >= bad and _starts_well(read, blank)
    if not good or (bad and not tolerated):
        if forced:
            raise Refused("segmentation_failed")
        return None
    pieces: list[Piece] = []
    end = 0
    for line, message in zip(raw, read, strict=True):
        start, end = end, end + byte_length(line)
        if message is not None:
            start = start if pieces else 0
            pieces.append(Piece(len(pieces), message[0], "body", message[1], True, start, end))
        elif pieces:
            pieces[-1] = replace(pieces[-1], end=end)
    return pieces, bad


def _starts_well(read: list[tuple[str, str] | None], blank: list[bool]) -> bool:
    return False not in blank or read[blank.index(False)] is not None


def _message(line: str, on: Differences) -> tuple[str, str] | None:
    """Role and content of a line; none when it is not a message."""
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
    elif isinstance(value, list) and len(value) == 2:
        role, content = value
    else:
        return None
    text = _text_of(content, on)
    return None if text is None or not _is_string(role) else (str(role), text)


def _text_of(content: Any, on: Differences, kinds: Sequence[str] = ("text", "image", "tool_result")) -> str | None:
    """A text as it is; under C18 also blocks of these kinds, a block a line.  None when anything else is there."""
    if _is_string(content):
        return str(content)
    if "C18" not in on or type(content) is not list:
        return None
    texts = [_block(dict(block), on, kinds) if isinstance(block, _Pairs) else None for block in content]
    known = [text for text in texts if text is not None]
    return "\n".join(known) if len(known) == len(texts) else None


def _block(block: dict[str, Any], on: Differences, kinds: Sequence[str]) -> str | None:
    kind = block.get("type")
    if not _is_string(kind) or kind not in kinds:
        return None
    if kind == "text":
        return str(block["text"]) if _is_string(block.get("text")) else None
    if kind == "tool_result":
        return _text_of(block.get("content"), on, ("text", "image"))
    source = dict(block["source"]) if isinstance(block.get("source"), _Pairs) else {}
    readable = _is_string(source.get("data")) and _is_string(source.get("media_type", ""))
    if source.get("type", "base64") != "base64" or not readable:
        return None
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
