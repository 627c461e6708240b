r"""How plain transcripts mark their speakers: a closed table of dialects, and what opens a turn in each.

A dialect other than the usual one counts only where the first line that is not blank is a marker of it: so a text that
quotes another dialect has none of its turns. Headings and bold words, which other documents have too, must name a user
and a model besides.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from contextc.fences import Fence, fence_lines, fences
from contextc.transcript.turns import Role, speaker

ROLES = (b"System:", b"User:", b"Human:", b"Assistant:", b"AI:", b"Tool:", b"### User", b"### Assistant")
"""What opens a turn in the usual dialect, at the start of a line, in this case; the role is the word in it."""

WORDS = rb"(?P<role>system|developer|user|human|assistant|ai|model|tool)"
"""Who can have a heading, or stand in bold, in any case."""

CHATML_ROLES = rb"(?P<role>system|developer|user|assistant|tool|function)"

COLON_OR_END = rb"[ \t]*(?::|(?=\r?$))"
"""Behind a word that is no part of a sentence."""

AIDER = b"# aider chat started at "
"""The line that a session begins with in a history of aider."""


class Opening(NamedTuple):
    """Where a turn begins."""

    start: int
    end: int
    """After what names the speaker."""
    role: str


class Dialect(NamedTuple):
    """A row."""

    name: str
    first: re.Pattern[bytes]
    """What the first line that is not blank begins with."""
    marker: re.Pattern[bytes]
    """What opens a turn: the group `marker`."""
    role: Callable[[re.Match[bytes]], str]
    closer: bytes = b""
    """What may end a turn."""
    needs: frozenset[Role] = frozenset()
    """Who must speak."""
    runs: bool = False
    """Every line is marked: one of the same speaker goes on with the turn."""


def dialect_of(data: bytes) -> Dialect | None:
    r"""The dialect that the first line tells; nothing where it has no marker.

    >>> [found.name if found else None for found in map(dialect_of, [b"\nUser: hi", b"<|im_start|>user\nhi", b"hi"])]
    ['words', 'chatml', None]
    """
    start = _first_line(data)
    possible = (dialect for dialect in DIALECTS if dialect.first.match(data, start))
    return next((dialect for dialect in possible if _speaks(data, dialect)), None)


def openings(data: bytes, dialect: Dialect) -> tuple[list[Opening], list[Fence]]:
    r"""Where turns begin, and the fences between: a marker inside of a closed one opens nothing.

    >>> [opening.role for opening in openings(b"User: a\n```\nAI: b\n```\nAI: c", USUAL)[0]]
    ['User', 'AI']
    """
    markers = list(_markers(data, dialect))
    # Behind a fence's last line, what closes the turn is no part of it.
    blank = data.replace(dialect.closer, b" " * len(dialect.closer)) if dialect.closer else data
    found = fences(fence_lines(blank), len(data), [marker.start for marker in markers])
    outside = _outside(markers, [fence for fence in found if fence.closing])
    return list(_runs(outside) if dialect.runs else outside), found


def closing(data: bytes, start: int, end: int, dialect: Dialect) -> int:
    r"""Where what closes a turn begins; its end where nothing does.

    >>> closing(b"<|im_start|>user\nhi<|im_end|>\n", 17, 30, CHATML)
    19
    """
    at = data.rfind(dialect.closer, start, end) if dialect.closer else -1
    return at if at >= 0 and not data[at + len(dialect.closer) : end].strip() else end


def _first_line(data: bytes) -> int:
    blank = _BLANK_LINES.match(data)
    return blank.end() if blank else 0


def _speaks(data: bytes, dialect: Dialect) -> bool:
    return not dialect.needs or dialect.needs <= {speaker(one.role) for one in openings(data, dialect)[0]}


def _markers(data: bytes, dialect: Dialect) -> Iterator[Opening]:
    found = dialect.marker.finditer(data)
    markers = (Opening(*match.span("marker"), dialect.role(match)) for match in found)
    return _runs(markers) if dialect.runs else markers


def _outside(markers: list[Opening], closed: list[Fence]) -> Iterator[Opening]:
    at = 0
    for marker in markers:
        while at < len(closed) and closed[at].end <= marker.start:
            at += 1
        if at == len(closed) or marker.start <= closed[at].start:
            yield marker


def _runs(markers: Iterable[Opening]) -> Iterator[Opening]:
    """The first marker of each run; what is repeated on every line does not lead the text."""
    for _, run in groupby(markers, key=attrgetter("role")):
        first, *more = run
        yield first._replace(end=first.start) if more else first


# The rows


def _word(match: re.Match[bytes]) -> str:
    return match["role"].decode()


def _bare(match: re.Match[bytes]) -> str:
    return match["marker"].strip(b"#: ").decode()


def _group(match: re.Match[bytes]) -> str:
    return next(name for name, text in match.groupdict().items() if text is not None and name != "marker")


def _row(
    name: str,
    marker: bytes,
    role: Callable[[re.Match[bytes]], str],
    *,
    before: bytes = b"^",
    first: bytes = b"",
    flags: re.RegexFlag = re.MULTILINE,
    closer: bytes = b"",
    needs: frozenset[Role] = frozenset(),
    runs: bool = False,
) -> Dialect:
    pattern = re.compile(before + b"(?P<marker>" + marker + b")", flags)
    return Dialect(name, re.compile(first or marker, flags), pattern, role, closer, needs, runs)


BOTH = frozenset({Role.USER, Role.ASSISTANT})
MARKDOWN = re.MULTILINE | re.IGNORECASE

USUAL = _row("words", b"|".join(map(re.escape, ROLES)), _bare)

CHATML = _row(
    "chatml",
    rb"<\|im_start\|>" + CHATML_ROLES + rb"(?:[ \t]+name=[^\n<]*)?[ \t]*(?:\r?\n|<\|im_sep\|>|\Z)",
    _word,
    # Inside of a turn, up to the token that ends it, all tokens are text.
    before=rb"(?:\A\s*|<\|im_end\|>\s*)",
    closer=b"<|im_end|>",
)

DIALECTS = (
    USUAL,
    CHATML,
    _row(
        "aider",
        rb"(?P<event>(?=# aider chat started at ))|(?P<user>####(?: |(?=[ \t]*\r?$)))|(?P<tool>>(?: |(?=\r?$)))"
        rb"|(?P<assistant>(?=[ \t]*\S))",
        _group,
        first=AIDER,
        runs=True,
    ),
    *[
        _row(
            f"headings of level {level}", b"#" * level + rb" " + WORDS + COLON_OR_END, _word, flags=MARKDOWN, needs=BOTH
        )
        for level in (2, 3, 4)
    ],
    _row("bold words", rb"\*\*" + WORDS + rb"(?::\*\*|\*\*" + COLON_OR_END + b")", _word, flags=MARKDOWN, needs=BOTH),
)
"""The first that fits counts."""

_BLANK_LINES = re.compile(rb"(?:[^\S\n]*\n)*")
