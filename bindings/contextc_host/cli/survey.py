"""A transcript -> where its tokens are: by kind, by role, by tool, and in its largest parts.

Texts are counted by the calibrated estimator, each distinct one once, and media by their pixels; a medium counts as the
model would be charged for it, not as the few words that stand for it in a context. The fields of `Survey` are the keys of
`contextc transcript --json`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct, field

from contextc.images import ImageTokenEstimator
from contextc.payloads import read_payload
from contextc.tokens import TokenEstimator
from contextc.transcript.pairing import Key
from contextc.transcript.segment import SKIPPED_SHOWN, Segmented
from contextc.transcript.spans import Span
from contextc.transcript.superseding import superseded
from contextc.transcript.turns import AnyPart, Lane, Media, Role, ToolCall, ToolResult, Turn, speaker
from contextc.vocabulary import SegmentFormat, SegmentKind
from contextc_host.cli.lines import snippet

LARGEST = 10
"""Parts that are named with their place."""


class Share(Struct):
    """A part of the transcript."""

    turns: int = 0
    tokens: int = 0


class Kind(Struct):
    """What says something."""

    kind: str
    """A kind of segment; of plain text who speaks: `user`, `assistant`, `system`, `event` or `text`."""
    segments: int = 0
    tokens: int = 0


class Speaker(Struct):
    """Who says it."""

    role: str | None
    turns: int = 0
    parts: int = 0
    tokens: int = 0


class Tool(Struct):
    """A tool, and the tokens of what it is asked and answers."""

    tool: str | None
    """Nothing for a result of which no call is known."""
    calls: int = 0
    results: int = 0
    errors: int = 0
    dangling: int = 0
    """Calls without a result, and results without a call."""
    tokens: int = 0


class Large(Struct):
    """One of the largest parts."""

    tokens: int
    record: int | None
    """Its line, or its index in the list of messages; nothing in a plain transcript."""
    byte_start: int
    byte_end: int
    turn: int
    role: str | None
    kind: str
    """Of most of its tokens."""
    tool: str | None
    text: str
    """Its first words."""


class Survey(Struct):
    """A transcript in numbers; lists begin with what has most tokens."""

    format: SegmentFormat
    bytes: int
    turns: int
    parts: int
    segments: int
    tokens: int
    skipped_records: int
    skipped: list[int]
    """The numbers of the first of them."""
    abandoned_turns: int
    side: Share
    """Conversations that tools had with models of their own."""
    superseded: Share
    """Results that a later one has made worthless, and the turns that hold them."""
    kinds: list[Kind] = field(default_factory=list[Kind])
    roles: list[Speaker] = field(default_factory=list[Speaker])
    tools: list[Tool] = field(default_factory=list[Tool])
    largest: list[Large] = field(default_factory=list[Large])


class _Count(NamedTuple):
    span: Span
    kind: str
    tokens: int


def survey(data: bytes, segmented: Segmented, estimator: TokenEstimator, images: ImageTokenEstimator) -> Survey:
    """Count a transcript that was cut into segments."""
    reading, turns = segmented.reading, segmented.reading.turns
    counts = list(_counts(segmented, estimator, images))
    kinds: dict[str, Kind] = {}
    of_part: dict[Key, int] = {}
    for count in counts:
        kind = kinds.setdefault(count.kind, Kind(count.kind))
        kind.segments += 1
        kind.tokens += count.tokens
        of_part[count.span.key] = of_part.get(count.span.key, 0) + count.tokens
    side = [number for number, turn in enumerate(turns) if turn.lane is Lane.SIDE]
    old = superseded(turns, segmented.pairing)
    of_turn = [sum(of_part.get((number, place), 0) for place in range(len(t.parts))) for number, t in enumerate(turns)]
    return Survey(
        format=reading.format,
        bytes=len(data),
        turns=len(turns),
        parts=sum(len(turn.parts) for turn in turns),
        segments=len(counts),
        tokens=sum(of_turn),
        skipped_records=len(reading.skipped),
        skipped=list(reading.skipped[:SKIPPED_SHOWN]),
        abandoned_turns=reading.abandoned,
        side=Share(len(side), sum(of_turn[number] for number in side)),
        superseded=Share(len({key[0] for key in old}), sum(of_part.get(key, 0) for key in old)),
        kinds=sorted(kinds.values(), key=lambda kind: -kind.tokens),
        roles=_speakers(turns, of_turn),
        tools=_tools(segmented, of_part),
        largest=_largest(segmented, counts, of_part),
    )


def _counts(segmented: Segmented, estimator: TokenEstimator, images: ImageTokenEstimator) -> Iterator[_Count]:
    """The tokens of every segment."""
    turns = segmented.reading.turns
    texts: dict[str, int] = {}
    media: dict[tuple[str, str | None, str | None], int] = {}
    left: dict[Key, Iterator[Media]] = {}
    for span in segmented.spans:
        turn = turns[span.key[0]]
        if span.kind is SegmentKind.MEDIA:
            # A segment stands for each medium of a part, in their order.
            medium = next(left.setdefault(span.key, _media(turn.parts[span.key[1]])))
            same = (medium.mime, medium.data, medium.url)
            if same not in media:
                media[same] = _image_tokens(medium, images)
            tokens = media[same]
        else:
            if span.text not in texts:
                texts[span.text] = estimator.estimate(span.text)
            tokens = texts[span.text]
        yield _Count(span, _kind(span, turn), tokens)


def _media(part: AnyPart) -> Iterator[Media]:
    inner = part.parts if isinstance(part, ToolResult) else (part,)
    return (one for one in inner if isinstance(one, Media))


def _image_tokens(media: Media, images: ImageTokenEstimator) -> int:
    payload = None if media.data is None else read_payload(media.data, media.mime)
    mime, data = payload or (media.mime, b"")
    return images.estimate(mime, data, media.data or "")


def _kind(span: Span, turn: Turn) -> str:
    if span.kind is not SegmentKind.BODY:
        return str(span.kind)
    return SPOKEN.get(speaker(turn.role), "text")


SPOKEN: dict[Role | None, str] = {
    Role.SYSTEM: "system",
    Role.DEVELOPER: "system",
    Role.USER: "user",
    Role.ASSISTANT: "assistant",
    Role.TOOL: str(SegmentKind.TOOL_RESULT),
    Role.EVENT: "event",
}
"""What text is called by who speaks."""


def _speakers(turns: list[Turn], of_turn: list[int]) -> list[Speaker]:
    found: dict[str | None, Speaker] = {}
    for turn, tokens in zip(turns, of_turn, strict=True):
        one = found.setdefault(turn.role, Speaker(turn.role and str(turn.role)))
        one.turns += 1
        one.parts += len(turn.parts)
        one.tokens += tokens
    return sorted(found.values(), key=lambda one: -one.tokens)


def _tools(segmented: Segmented, of_part: dict[Key, int]) -> list[Tool]:
    pairing = segmented.pairing
    found: dict[str | None, Tool] = {}
    for number, turn in enumerate(segmented.reading.turns):
        for place, part in enumerate(turn.parts):
            if not isinstance(part, ToolCall | ToolResult):
                continue
            key = (number, place)
            name = _tool(key, segmented)
            one = found.setdefault(name, Tool(name))
            one.tokens += of_part.get(key, 0)
            if isinstance(part, ToolCall):
                one.calls += 1
                one.dangling += key not in pairing.result_of
            else:
                one.results += 1
                one.errors += part.is_error
                one.dangling += key not in pairing.call_of
    return sorted(found.values(), key=lambda one: -one.tokens)


def _tool(key: Key, segmented: Segmented) -> str | None:
    """The tool that a part is about."""
    turn, place = segmented.pairing.call_of.get(key, key)
    part = segmented.reading.turns[turn].parts[place]
    return (part.name or None) if isinstance(part, ToolCall | ToolResult) else None


def _largest(segmented: Segmented, counts: list[_Count], of_part: dict[Key, int]) -> list[Large]:
    """The parts with most tokens, those that come first before others as large."""
    keys = sorted(of_part, key=lambda key: -of_part[key])[:LARGEST]
    of_key: dict[Key, list[_Count]] = {key: [] for key in keys}
    for count in counts:
        if count.span.key in of_key:
            of_key[count.span.key].append(count)
    return [_large(key, of_part[key], of_key[key], segmented) for key in keys]


def _large(key: Key, tokens: int, counts: list[_Count], segmented: Segmented) -> Large:
    turn = segmented.reading.turns[key[0]]
    most = max(counts, key=lambda count: count.tokens)
    return Large(
        tokens=tokens,
        record=None if segmented.reading.format is SegmentFormat.PLAIN else turn.parts[key[1]].record,
        byte_start=counts[0].span.start + segmented.offset,
        byte_end=counts[-1].span.end + segmented.offset,
        turn=key[0],
        role=turn.role and str(turn.role),
        kind=most.kind,
        tool=_tool(key, segmented),
        text=snippet(counts[0].span.text[:SNIPPET]),
    )


SNIPPET = 4096
"""Bytes in which first words are looked for."""
