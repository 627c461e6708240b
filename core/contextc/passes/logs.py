"""Log text -> its lines without the repeats: the first line of every key, with a count where one stands for several."""

import re
from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct

from contextc.text import is_blank_line

_STAMP = re.compile(
    rb"(?:"
    # ISO 8601: a fraction needs digits, an offset needs both its parts; what is incomplete stays in the line.
    rb"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})?"
    # syslog, RFC 3164: the day is padded with a space
    rb"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?:[0-9]{2}| [0-9]) [0-9]{2}:[0-9]{2}:[0-9]{2}"
    rb")"
)
_HEX_ID = re.compile(rb" ?\[[0-9A-Fa-f]+\]")
_STAMP_STARTS = frozenset(b"%c" % byte for byte in b"0123456789JFMASOND")
_MASK = b"\0TS\0"
_COUNT = re.compile(rb" \(x[0-9]+\)\Z")


class Collapse(Struct, frozen=True, gc=False):
    """A log without its repeats."""

    text: str
    ranges: list[tuple[int, int]]
    """Byte ranges of the log whose lines stand in the text; neighbours are joined."""
    masked: bool
    """Whether lines were taken as equal that differ in their leading time."""
    repeats: bool
    """Whether a line that is not blank occurs twice."""


def mask(line: bytes) -> bytes:
    r"""A line without what changes from one occurrence to the next: its leading time and bracketed hex ids.

    >>> mask(b"2026-07-18T10:23:45Z [deadbeef] started")
    b'\x00TS\x00 started'
    """
    stamp = _STAMP.match(line) if line[:1] in _STAMP_STARTS else None
    if not stamp:
        return line
    end = stamp.end()
    # A loop, because a pattern that repeats a group keeps a record of every repeat.
    while hex_id := _HEX_ID.match(line, end):
        end = hex_id.end()
    return _MASK + line[end:]


def log_lines(data: bytes) -> list[bytes]:
    r"""The lines of a log, each without its LF; the last is empty when the log ends in one.

    >>> log_lines(b"a\r\nb\n")
    [b'a\r', b'b', b'']
    """
    return data.split(b"\n")


def collapse(data: bytes, *, mask_timestamps: bool) -> Collapse:
    r"""Keep the first line of every key, in order, and say how often each came.

    A line that already ends like a count always gets one of its own, so a count is never mistaken for text.

    >>> collapse(b"up\nup\n\n\ndown (x2)\n", mask_timestamps=False).text
    'up (x2)\n\ndown (x2) (x1)\n'
    """
    return collapse_lines(log_lines(data), 0, mask_timestamps=mask_timestamps)


def collapse_lines(lines: Sequence[bytes], offset: int, *, mask_timestamps: bool) -> Collapse:
    """The same for lines of which the first begins at byte `offset`."""
    ends_in_lf = not lines[-1]
    body = lines[:-1] if ends_in_lf else lines
    # A carriage return before the line feed is no part of the line; one at the very end of the text is.
    bare = [line[:-1] if line.endswith(b"\r") else line for line in body]
    if body and not ends_in_lf:
        bare[-1] = body[-1]
    keys = [mask(line) for line in bare] if mask_timestamps else bare
    counts: dict[bytes, int] = {}
    firsts: list[int] = []
    for index, key in enumerate(keys):
        seen = counts.get(key, 0)
        counts[key] = seen + 1
        if not seen:
            firsts.append(index)
    starts = list(accumulate((len(line) + 1 for line in body), initial=offset))
    kept: list[bytes] = []
    ranges: list[tuple[int, int]] = []
    for index in firsts:
        line, count = bare[index], counts[keys[index]]
        if (count > 1 and not is_blank_line(line)) or _COUNT.search(line):
            line += b" (x%d)" % count
        start, end = starts[index], starts[index + 1]
        line_end = body[index][len(bare[index]) :]
        if index == firsts[-1] and not ends_in_lf:
            end, line_end = start + len(bare[index]), b""
        kept.append(line + line_end)
        if ranges and ranges[-1][1] == start:
            ranges[-1] = (ranges[-1][0], end)
        else:
            ranges.append((start, end))
    text = b"\n".join(kept) + (b"\n" if ends_in_lf and kept else b"")
    return Collapse(
        text=text.decode(),
        ranges=ranges,
        masked=mask_timestamps and len(counts) < len(set(bare)),
        repeats=any(count > 1 and not is_blank_line(key) for key, count in counts.items()),
    )
