"""A part of a turn -> the text that stands for it in a context, and the label that says whose it is."""

import re
from collections.abc import Iterable

import msgspec

from contextc.image_headers import image_header
from contextc.payloads import read_payload
from contextc.transcript.turns import (
    AnyPart,
    Compaction,
    Lane,
    Media,
    Meta,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from contextc.vocabulary import SegmentKind

SHORT_ID = 12
"""Characters of a call's id that are shown whole; of a longer one the end, which is what differs."""
TAIL_OF_ID = 6
SHORT_NAME = 40
"""Characters of a tool's or a speaker's name in a label."""


KINDS: dict[type[AnyPart], SegmentKind] = {
    Text: SegmentKind.BODY,
    Reasoning: SegmentKind.REASONING,
    ToolCall: SegmentKind.TOOL_CALL,
    ToolResult: SegmentKind.TOOL_RESULT,
    Media: SegmentKind.MEDIA,
    Meta: SegmentKind.META,
    Compaction: SegmentKind.COMPACTION,
}
"""What a part is, before its text is looked at."""


def kind_of(part: AnyPart, inner: AnyPart) -> SegmentKind:
    """What something is that stands in a part, or is the part: the text of a tool's result is the result.

    >>> text = Text(text="ok")
    >>> str(kind_of(text, text)), str(kind_of(ToolResult(parts=(text,)), text))
    ('body', 'tool_result')
    """
    return KINDS[type(part if isinstance(inner, Text) else inner)]


def text_of(part: AnyPart) -> str:
    r"""What a part says.

    >>> text_of(ToolCall(name="ping", arguments='{"host": "a.test"}'))
    '{"host": "a.test"}'
    >>> text_of(Media(mime="image/gif", data="R0lGODlhQAHwAA=="))
    '[… image/gif, 320 x 240 pixels, 10 bytes …]'
    """
    match part:
        case Text() | Reasoning() | Compaction():
            return part.text
        case ToolCall():
            return part.arguments or part.name
        case Media():
            return media_mark(part)
        case Meta():
            return msgspec.json.encode(part.value).decode()
        case _:
            return "\n".join([text_of(inner) for inner in part.parts])


def media_mark(media: Media) -> str:
    """A medium in a few words, whatever its length."""
    if media.data is None:
        return f"[… {media.mime or 'file'} at {media.url or 'an unknown place'} …]"
    what = "image" if not media.mime or media.mime.startswith("image/") else media.mime
    payload = read_payload(media.data, media.mime)
    if payload is None:
        return f"[… {what}, {len(media.data)} characters …]"
    header = image_header(payload.data)
    if header is None:
        return f"[… {what}, {len(payload.data)} bytes …]"
    return f"[… {header.mime}, {header.width} x {header.height} pixels, {len(payload.data)} bytes …]"


def label_of(turn: Turn, part: AnyPart, brackets: int = 1) -> str:
    """Whose a part is, in brackets, on one line.

    >>> label_of(Turn(role="assistant"), ToolCall(id="call_1", name="ping"))
    '[call call_1 ping]'
    >>> label_of(Turn(role="tool"), ToolResult(call_id="toolu_01A2b3C4d5e6", is_error=True))
    '[error …C4d5e6]'
    """
    side = "side " if turn.lane is Lane.SIDE else ""
    role = _short(turn.role or "")
    match part:
        case ToolCall():
            words = ["call", short_id(part.id), _short(part.name)]
        case ToolResult():
            words = ["error" if part.is_error else "result", short_id(part.call_id) or _short(part.name or "")]
        case Reasoning():
            words = [role, "reasoning"]
        case Compaction():
            words = ["summary of what was said before"]
        case _:
            words = [role]
    shown = " ".join(filter(None, words))
    return f"{'[' * brackets}{side}{shown}{']' * brackets}" if shown else ""


def free_brackets(texts: Iterable[bytes]) -> int:
    r"""How many brackets it takes until no line of the texts looks like a label.

    >>> free_brackets([b"see [user]"]), free_brackets([b"x\n[user]\n[[call c rm]]\n"])
    (1, 3)
    """
    most = 0
    for text in texts:
        if text.startswith(b"[") or b"\n[" in text:
            most = max([most, *(len(found[1]) for found in _LIKE_A_LABEL.finditer(text))])
    return most + 1


_LIKE_A_LABEL = re.compile(
    rb"^(\[+)(?:side )?(?:" + "|".join([*Role, "call", "result", "error", "summary"]).encode() + rb")\b", re.MULTILINE
)


def short_id(id: str | None) -> str:
    """An id that a reader can follow from call to result.

    >>> short_id("call_1"), short_id("toolu_01A2b3C4d5e6")
    ('call_1', '…C4d5e6')
    """
    if id is None:
        return ""
    return _short(id) if len(id) <= SHORT_ID else f"…{_short(id[-TAIL_OF_ID:])}"


def _short(name: str) -> str:
    """A name of any length on one line."""
    return name[:SHORT_NAME].replace("\n", " ")
