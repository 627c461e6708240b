"""Plain transcripts: a line that begins with a role and a colon, or with a role as a heading, opens a turn."""

import re

from contextc.fences import Fence, fence_lines, fences
from contextc.transcript.turns import Reading, Turn
from contextc.vocabulary import SegmentFormat

ROLES = (b"System:", b"User:", b"Human:", b"Assistant:", b"AI:", b"Tool:", b"### User", b"### Assistant")
"""What opens a turn, at the start of a line, in this case; the role is the word in it."""

_MARKER = re.compile(rb"(?<=\n)(?:" + b"|".join(map(re.escape, ROLES)) + rb")")
_FIRST = re.compile(_MARKER.pattern.removeprefix(rb"(?<=\n)"))


def read(data: bytes) -> Reading:
    """The turns of a plain transcript; text before the first marker is a turn without a role."""
    if not data:
        return Reading(SegmentFormat.PLAIN, [])
    first = _FIRST.match(data)
    markers = [*([first] if first else []), *_MARKER.finditer(data, 1)]
    found = fences(fence_lines(data), len(data), [marker.start() for marker in markers])
    closed = [fence for fence in found if fence.closing]
    openings: list[tuple[int, str | None]] = []
    at = 0
    for marker in markers:
        while at < len(closed) and closed[at].end <= marker.start():
            at += 1
        if at == len(closed) or marker.start() < closed[at].start:
            openings.append((marker.start(), marker[0].strip(b"#: ").decode()))
    if not openings or openings[0][0] > 0:
        openings.insert(0, (0, None))
    ends = [start for start, _ in openings[1:]] + [len(data)]
    turns: list[Turn] = []
    at = 0
    for (start, role), end in zip(openings, ends, strict=True):
        inside: list[Fence] = []
        while at < len(found) and found[at].start < end:
            inside.append(found[at])
            at += 1
        turns.append(Turn(role, start, end, fences=tuple(inside)))
    return Reading(SegmentFormat.PLAIN, turns)
