"""UTF-8 text -> the spans of its fenced code, in linear time.

A fence opens at a line whose first characters after white space are three or more backticks or tildes; it closes at a
line of the same character, at least as many, with nothing behind them (CommonMark 0.31, section 4.5, except that any
indentation counts). Both lines belong to the span.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct

from contextc.text import is_blank_line

TICK, TILDE = b"`~"


class FenceLine(Struct, frozen=True, gc=False):
    """A line that can open or close a fence."""

    start: int
    end: int
    """After the line feed."""
    mark: int
    """The byte that the fence is made of."""
    length: int
    opens: bool
    closes: bool


class Fence(Struct, frozen=True, gc=False):
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
    ticks, tildes = data.find(b"```"), data.find(b"~~~")
    while ticks >= 0 or tildes >= 0:
        hit = ticks if tildes < 0 or 0 <= ticks < tildes else tildes
        # Looking back no further than the last line end seen keeps a text of one long line linear.
        start = max(data.rfind(b"\n", at, hit) + 1, at)
        end = data.find(b"\n", hit + 3)
        at = len(data) if end < 0 else end + 1
        if start == hit or is_blank_line(data[start:hit]):
            mark = data[hit]
            rest = data[hit:at].rstrip(b"\n")
            info = rest.lstrip(b"`" if mark == TICK else b"~")
            opens = mark == TILDE or b"`" not in info
            lines.append(FenceLine(start, at, mark, len(rest) - len(info), opens, is_blank_line(info)))
        if 0 <= ticks < at:
            ticks = data.find(b"```", at)
        if 0 <= tildes < at:
            tildes = data.find(b"~~~", at)
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
    longest: dict[int, list[int]] = {}
    for mark in (TICK, TILDE):
        closers = [line.length if line.closes and line.mark == mark else 0 for line in reversed(lines)]
        longest[mark] = list(accumulate(closers, max, initial=0))[::-1]
    return longest


def has_fence(data: bytes) -> bool:
    r"""Whether some line opens a fence.

    >>> has_fence(b"see ~~~ there"), has_fence(b"see\n  ~~~ there")
    (False, True)
    """
    return any(line.opens for line in fence_lines(data))
