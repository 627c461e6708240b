"""A log -> the same log with each repeated line shown once and counted (spec 2.5 row 6, 2.6, 2.8, C8)."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from .chars import Line, is_blank, lines_of
from .differences import Differences
from .estimate import estimate
from .model import Collapse, Part

_CLOCK: Final = "[0-9]{2}:[0-9]{2}:[0-9]{2}"
_ISO: Final = f"[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}[T ]{_CLOCK}(?:[.,][0-9]+)?(?:Z|[+-][0-9]{{2}}:[0-9]{{2}})?"
_SYSLOG: Final = f"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?:[0-9]{{2}}| [0-9]) {_CLOCK}"
_VOLATILE: Final = re.compile(rf"(?:{_ISO}|{_SYSLOG})(?: ?\[[0-9A-Fa-f]+\])*")

_LOOKS_COUNTED: Final = re.compile(r" \(x[0-9]+\)\Z")


def mask(line: str) -> str | None:
    """The line with its time stamp and hexadecimal tags hidden; none without a time stamp."""
    match = _VOLATILE.match(line)
    return None if match is None else "\0TS\0" + line[match.end() :]


def _key(line: Line, normalize: bool) -> str:
    masked = mask(line.text) if normalize else None
    return line.text if masked is None else masked


def repeats(text: str, normalize: bool) -> bool:
    """Some line that is not blank occurs twice."""
    keys = [_key(line, normalize) for line in lines_of(text) if not is_blank(line.text)]
    return len(set(keys)) < len(keys)


def collapses(text: str, normalize: bool, on: Differences) -> bool:
    """Rule 6 applies; under C8 only where the collapse is shorter."""
    if not repeats(text, normalize):
        return False
    return "C8" not in on or estimate(collapse(text, normalize, on).part.text) < estimate(text)


def collapse(text: str, normalize: bool, on: Differences) -> Collapse:
    """The first line of each key in order of first appearance, counted."""
    lines = lines_of(text)
    counts = Counter(_key(line, normalize) for line in lines)
    kept: dict[str, Line] = {}
    for line in lines:
        kept.setdefault(_key(line, normalize), line)
    by_mask = normalize and len(kept) < len({line.text for line in lines})
    shown = [(line, counts[key]) for key, line in kept.items()]
    part = _true_form(text, shown) if "C8" in on else _reference_form(shown)
    return Collapse(part, by_mask)


def _reference_form(shown: list[tuple[Line, int]]) -> Part:
    texts = [line.text + (f" (x{count})" if count > 1 else "") for line, count in shown]
    return Part("\n".join(texts), tuple((line.start, line.end) for line, _ in shown))


def _true_form(text: str, shown: list[tuple[Line, int]]) -> Part:
    out: list[str] = []
    ranges: list[tuple[int, int]] = []
    for place, (line, count) in enumerate(shown, start=1):
        cut = place == len(shown) and not text.endswith("\n")
        out.append(line.text + _annotation(line.text, count) + ("" if cut else line.terminator))
        ranges.append((line.start, line.end if cut else line.stop))
    return Part("".join(out), tuple(ranges))


def _annotation(line: str, count: int) -> str:
    if is_blank(line) or (count == 1 and not _LOOKS_COUNTED.search(line)):
        return ""
    return f" (x{count})"
