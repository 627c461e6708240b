"""A piece that does not fit -> the longest part of it that does, cut where a reader would cut."""

import re
from bisect import bisect_left
from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from contextc.fences import Fence, fence_lines, fences
from contextc.passes.chunk import PARAGRAPH_END, Piece, up
from contextc.passes.logs import Collapse, collapse_lines, log_lines
from contextc.text import WS_BYTES, WS_CHARACTER_BYTES, plain_space
from contextc.vocabulary import Truncation

Estimate = Callable[[str], int]

_IDEOGRAPH = (
    rb"(?:[\xe3-\xe9][\x80-\xbf]{2}|[\xea-\xed][\x80-\xbf]{2}|\xef[\xa4-\xbd][\x80-\xbf]|\xf0[\xa0-\xbf][\x80-\xbf]{2})"
)
_STOPS = rb"\xe3\x80\x82|\xef\xbc[\x81\x9f\x8c\x9b]|\xe3\x80\x81|\xef\xbd\xa1"
"""。！？，；、｡ end a sentence or a clause without white space."""

BLANK = re.compile(rb"%s*" % WS_BYTES)
WS = re.compile(WS_CHARACTER_BYTES)
TRIM_BYTES = 512
LINE_END = re.compile(rb"\n")
WORD_END = re.compile(rb"%s+|%s" % (WS_CHARACTER_BYTES, _IDEOGRAPH))
"""For a window of a few bytes; the levels are for plain white space, of which there may be any number."""
LEVELS: tuple[re.Pattern[bytes], ...] = (
    PARAGRAPH_END,
    LINE_END,
    re.compile(rb"[.!?]%s+|(?:%s)%s*" % (WS_BYTES, _STOPS, WS_BYTES)),
    re.compile(rb"%s+|%s" % (WS_BYTES, _IDEOGRAPH)),
)
"""What a part may end with, coarsest first: paragraph, line, sentence or clause, word or ideograph."""

_CHARACTER = re.compile(rb"[\x00-\x7f\xc0-\xff][\x80-\xbf]*")


class Part(NamedTuple):
    """What is kept of a piece: from its start up to `cut`, or from `cut` on."""

    cut: int
    """A byte offset in the text that the piece belongs to."""
    tokens: int
    fence_line: bytes = b""
    """The other end of a fence that was cut, repeated so that the part stays well-formed."""


def recut(data: bytes, piece: Piece, room: int, usable: int, estimate: Estimate, *, tail: bool) -> Part | None:
    """The part of the piece that fits the room: its head, or its tail.

    Of all levels, the coarsest whose longest part fills half the room; else the longest part. Fences are not cut, unless
    one exceeds the usable budget: then between its lines.

    >>> from contextc.tokens import HeuristicEstimator
    >>> text = b"One sentence. Another one that is longer."
    >>> recut(text, Piece(0, len(text)), 8, 100, HeuristicEstimator().estimate, tail=False)
    Part(cut=14, tokens=4, fence_line=b'')
    """
    text = data[piece.start : piece.end]
    cutter = _Cutter(text, room, usable, estimate, tail=tail)
    if cutter.whole_fence:
        return None
    longest: Part | None = None
    for level in (*LEVELS, _CHARACTER):
        if level is _CHARACTER and longest:
            break
        part = cutter.longest(level)
        if part and part.tokens * 2 >= room:
            longest = part
            break
        if part and (longest is None or (part.cut < longest.cut if tail else part.cut > longest.cut)):
            longest = part
    if longest is None or BLANK.fullmatch(cutter.plain, *((longest.cut,) if tail else (0, longest.cut))):
        return None
    return longest._replace(cut=piece.start + longest.cut)


class _Cutter:
    """The cut points of one piece, and which of them leave a part that fits."""

    def __init__(self, text: bytes, room: int, usable: int, estimate: Estimate, *, tail: bool) -> None:
        self.plain = plain_space(text)
        self.text, self.room, self.estimate, self.tail = text, room, estimate, tail
        self.fences = fences(fence_lines(text), len(text))
        self.oversized = [fence for fence in self.fences if estimate(text[fence.start : fence.end].decode()) > usable]
        first = self.fences[0] if self.fences else None
        self.whole_fence = first is not None and first.end - first.start == len(text) and first not in self.oversized
        self.start, self.end = (0, 0) if self.whole_fence else self._window()

    def _window(self) -> tuple[int, int]:
        """As much of the text as can fit, found by doubling: a cut beyond it is not worth looking at."""
        size = 4 * self.room + 64
        while size < len(self.text):
            part = self.text[-size:] if self.tail else self.text[:size]
            if self.estimate(part.decode(errors="ignore")) > self.room:
                break
            size *= 2
        # Plain white space has no characters of several bytes any more, so the window must not begin or end within one.
        if self.tail:
            return up(self.text, max(0, len(self.text) - size)), len(self.text)
        return 0, up(self.text, min(size, len(self.text)))

    def longest(self, level: re.Pattern[bytes]) -> Part | None:
        """The longest part that ends, or begins, at a cut point of the level."""
        cuts = [cut for cut in self._cuts(level) if 0 < cut < len(self.text) and self._allowed(cut, level)]
        if not self.tail:
            cuts.reverse()
        # Longest first; a part of a part costs less, so the first that fits is found by halving.
        place = bisect_left(cuts, True, key=lambda cut: self._tokens(cut) <= self.room)
        if place == len(cuts):
            return None
        return Part(cuts[place], self._tokens(cuts[place]), self._fence_line(cuts[place]))

    def _cuts(self, level: re.Pattern[bytes]) -> list[int]:
        return [
            found.end()
            for found in level.finditer(self.text if level is _CHARACTER else self.plain, self.start, self.end)
        ]

    def _allowed(self, cut: int, level: re.Pattern[bytes]) -> bool:
        fence = self._around(cut)
        if fence is None:
            return True
        # Between the lines of an oversized fence, and never so that nothing but its two ends is left.
        last = fence.closing[0] if fence.closing and self.tail else fence.end
        return fence in self.oversized and level is LINE_END and fence.opening[1] < cut < last

    def _around(self, cut: int) -> Fence | None:
        place = bisect_left(self.fences, cut, key=lambda fence: fence.end)
        fence = self.fences[place] if place < len(self.fences) else None
        return fence if fence and fence.start < cut < fence.end else None

    def _fence_line(self, cut: int) -> bytes:
        fence = self._around(cut)
        line = fence and (fence.opening if self.tail else fence.closing)
        return self.text[line[0] : line[1]] if line else b""

    def _tokens(self, cut: int) -> int:
        line = self._fence_line(cut)
        part = line + self.text[cut:] if self.tail else self.text[:cut] + line
        return self.estimate(part.decode())


def trimmed(data: bytes, head: int, tail: int) -> tuple[int, int]:
    """The ends of what is kept, moved to the nearest end of a line, else of a word, where they cut through one.

    No end moves by more than a piece of `TRIM_BYTES`; what is one word is cut as it is.

    >>> trimmed(b"one two three", 10, 13)
    (8, 13)
    """
    if head and _inside_word(data, head):
        cuts = [found.end() for found in WORD_END.finditer(data, max(0, head - TRIM_BYTES), head)]
        lines = [cut for cut in cuts if data[cut - 1] == 10 and cut > head - TRIM_BYTES // 2]
        head = (lines or cuts or [head])[-1]
    if tail < len(data) and _inside_word(data, tail):
        ends = [found.end() for found in WORD_END.finditer(data, tail, min(len(data), tail + TRIM_BYTES))]
        cuts = [cut for cut in ends if cut < len(data)]
        lines = [cut for cut in cuts if data[cut - 1] == 10 and cut < tail + TRIM_BYTES // 2]
        tail = (lines or cuts or [tail])[0]
    return head, tail


def _inside_word(data: bytes, cut: int) -> bool:
    """Whether the bytes on both sides of a cut are of one word."""
    window = data[max(0, cut - 4) : cut]
    before = [found.end() for found in WORD_END.finditer(window)]
    return not (before and before[-1] == len(window)) and WS.match(data, cut) is None


class LogPart(NamedTuple):
    """The lines of a log that are kept, collapsed: from its start, from its end."""

    ends: tuple[Collapse | None, Collapse | None]
    tokens: int


def recut_log(data: bytes, room: int, estimate: Estimate, *, mask_timestamps: bool, end: Truncation) -> LogPart | None:
    r"""The collapse of as many lines of a log as fit the room, from its end, its start, or half from each.

    >>> from contextc.tokens import HeuristicEstimator
    >>> count = HeuristicEstimator().estimate
    >>> recut_log(b"a\nb\nb\n", 4, count, mask_timestamps=False, end=Truncation.TAIL).ends[1].text
    'b (x2)\n'
    """
    lines = log_lines(data)
    count = len(lines) - (not lines[-1])
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))

    def head(kept: int) -> Collapse:
        return collapse_lines([*lines[:kept], b""], 0, mask_timestamps=mask_timestamps)

    def tail(kept: int) -> Collapse:
        return collapse_lines(lines[count - kept :], starts[count - kept], mask_timestamps=mask_timestamps)

    first = last = 0
    if end is not Truncation.TAIL:
        first = _most(count, room // 2 if end is Truncation.BOTH else room, lambda kept: estimate(head(kept).text))
    tokens = estimate(head(first).text) if first else 0
    if end is not Truncation.HEAD:
        last = _most(count - first, room - tokens, lambda kept: estimate(tail(kept).text))
        tokens += estimate(tail(last).text) if last else 0
    return LogPart((head(first) if first else None, tail(last) if last else None), tokens) if first or last else None


def _most(limit: int, room: int, cost: Callable[[int], int]) -> int:
    """The largest number up to the limit whose cost fits, by doubling and halving."""
    upper = 1
    while upper < limit and cost(upper) <= room:
        upper *= 2
    return bisect_left(range(1, min(upper, limit) + 1), True, key=lambda kept: cost(kept) > room)
