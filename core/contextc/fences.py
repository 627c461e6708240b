"""UTF-8 text -> the spans of its fenced code, in linear time.

A fence opens at a line whose first characters after white space are three or more backticks or tildes; it closes at a
line of the same character, at least as many, with nothing behind them (CommonMark 0.31, section 4.5, except that any
indentation counts). Both lines belong to the span.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from msgspec import Struct

from contextc.text import WS_IN_LINE_BYTES

_TICKS = re.compile(rb"```|~~~")
_FENCE_LINE = re.compile(rb"%s*(`{3,}|~{3,})([^\n]*)\n?" % WS_IN_LINE_BYTES)
_BLANK = re.compile(rb"%s*" % WS_IN_LINE_BYTES)


class FenceLine(Struct, frozen=True):
    """A line that can open or close a fence."""

    start: int
    end: int
    """After the line feed."""
    mark: int
    """The byte that the fence is made of."""
    length: int
    opens: bool
    closes: bool


class Fence(Struct, frozen=True):
    """A span of fenced code."""

    start: int
    end: int
    opening: tuple[int, int]
    closing: tuple[int, int] | None
    """`None`: it never closes."""


def fence_lines(data: bytes) -> list[FenceLine]:
    r"""The fence lines of a text, in order.

    >>> [line.length for line in fence_lines(b"a\n````py\n```\n")]
    [4, 3]
    """
    lines: list[FenceLine] = []
    at = 0
    while hit := _TICKS.search(data, at):
        # Looking back no further than the last line end seen keeps a text of one long line linear.
        start = max(data.rfind(b"\n", at, hit.start()) + 1, at)
        if line := _FENCE_LINE.match(data, start):
            run, info = line[1], line[2]
            lines.append(
                FenceLine(
                    start=line.start(),
                    end=line.end(),
                    mark=run[0],
                    length=len(run),
                    opens=run[0] == 126 or b"`" not in info,
                    closes=_BLANK.fullmatch(info) is not None,
                )
            )
            at = line.end()
        else:
            end = data.find(b"\n", hit.end())
            at = len(data) if end < 0 else end + 1
    return lines


def fences(lines: Sequence[FenceLine], length: int, stops: Sequence[int] = ()) -> list[Fence]:
    r"""The fences of a text of `length` bytes; one without a closing line ends at the next of `stops`, else at the end.

    >>> text = b"```\na\n~~~\n```\nb\n~~~\nc"
    >>> [(fence.start, fence.end) for fence in fences(fence_lines(text), len(text))]
    [(0, 14), (16, 21)]
    """
    longest = _longest_closer_from(lines)
    starts = [line.start for line in lines]
    found: list[Fence] = []
    at = 0
    while at < len(lines):
        opener = lines[at]
        if not opener.opens:
            at += 1
        elif longest[opener.mark][at + 1] >= opener.length:
            at += 1
            while not (lines[at].closes and lines[at].mark == opener.mark and lines[at].length >= opener.length):
                at += 1
            closer = lines[at]
            found.append(Fence(opener.start, closer.end, (opener.start, opener.end), (closer.start, closer.end)))
            at += 1
        else:
            stop = bisect_right(stops, opener.start)
            end = stops[stop] if stop < len(stops) else length
            found.append(Fence(opener.start, end, (opener.start, opener.end), None))
            at = bisect_left(starts, end)
    return found


def _longest_closer_from(lines: Sequence[FenceLine]) -> dict[int, list[int]]:
    """For each mark and index: the longest closing run from that line on."""
    longest = {96: [0] * (len(lines) + 1), 126: [0] * (len(lines) + 1)}
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        for mark, lengths in longest.items():
            lengths[index] = max(lengths[index + 1], line.length if line.closes and line.mark == mark else 0)
    return longest


def has_fence(data: bytes) -> bool:
    r"""Whether some line opens a fence.

    >>> has_fence(b"see ~~~ there"), has_fence(b"see\n  ~~~ there")
    (False, True)
    """
    return any(line.opens for line in fence_lines(data))
