"""What the caller names -> texts in UTF-8, and what they are: files, a transcript or a request.

The first row that fits decides; `--as` decides instead of the table.

| input | read as |
|---|---|
| several inputs, or a folder | files: a fragment each |
| a JSON object that holds `fragments` or `transcript` | a request |
| a session or messages in JSON, or a role (`User:`) that opens the first line | a transcript |
| any other text on stdin | a transcript: logs and code in it are told apart |
| any other file | files: one fragment |

No input at all is stdin. Blank lines do not count as the first. The text of a file loses a byte-order mark.
A session goes to the compiler as the bytes that were read: it may be large.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from contextc.limits import Limits
from contextc.nesting import nests_deeper
from contextc.transcript.readers import READERS
from contextc.transcript.readers.plain import opens
from contextc.transcript.records import source
from contextc.transcript.segment import BOM
from contextc.vocabulary import SegmentFormat, StrEnum
from contextc_host.cli.faults import Fault
from contextc_host.cli.lines import amount, readable
from contextc_host.cli.progress import Progress
from contextc_host.cli.reading import check_text, is_stream, is_text, read, stdin_is_keyboard
from contextc_host.cli.streams import STDIN
from contextc_host.cli.walking import walk


class Shape(StrEnum):
    """What an input is."""

    REQUEST = "request"
    TRANSCRIPT = "transcript"
    FILES = "files"


class Given(NamedTuple):
    """A text that was read."""

    name: str
    """As it is shown; escapes stand for what is no UTF-8."""
    data: bytes
    piped: bool = False
    """It came through stdin or another stream that a shell passes."""

    @property
    def body(self) -> bytes:
        """Its bytes without a byte-order mark."""
        return self.data.removeprefix(BOM)

    @property
    def text(self) -> str:
        """All of it, a byte-order mark included."""
        return self.data.decode()


class Inputs(NamedTuple):
    """Everything that was read."""

    shape: Shape
    given: list[Given]
    left_out: Counter[str] = Counter()
    """How many entries of walked folders were left out, by reason."""

    @property
    def size(self) -> int:
        """Bytes of all texts together."""
        return sum(len(one.data) for one in self.given)


class Rule(NamedTuple):
    """A row of the table above."""

    what: str
    read_as: str
    shape: Shape
    fits: Callable[[Sequence[Given], Limits], bool]


def gather(
    paths: Sequence[str],
    limits: Limits,
    progress: Progress,
    *,
    shape: Shape | None = None,
    exclude: Sequence[str] = (),
) -> Inputs:
    """Read what the caller named, folders with all that is in them, and decide what it is."""
    if not paths and stdin_is_keyboard():
        raise Fault("there is nothing to read: name files, or pipe text in (`-` reads the keyboard)")
    paths = paths or [STDIN]
    if paths.count(STDIN) > 1:
        raise Fault("stdin can be read only once: name `-` once")
    left_out: Counter[str] = Counter()
    alone = len(paths) == 1 and not _is_folder(paths[0])
    if not alone and shape not in (None, Shape.FILES):
        raise Fault(f"a {shape} is one input: name one file, or leave out `--as {shape}`")
    pile = _Pile(limits)
    if alone:
        pile.add(_read(paths[0], limits.request_bytes, progress))
    for path in () if alone else paths:
        if _is_folder(path):
            _walk(path, exclude, pile, progress, left_out)
        else:
            pile.add(_read(path, limits.fragment_bytes, progress))
    given = pile.given
    if alone and given[0].piped and not given[0].data:
        raise Fault("it is empty: there is nothing to compile", name=given[0].name)
    return Inputs(shape or decide(given, limits, alone=alone), given, left_out)


def read_one(path: str | None, limits: Limits, progress: Progress) -> Given:
    """The one text that a command works on."""
    inputs = gather([] if path is None else [path], limits, progress, shape=Shape.TRANSCRIPT)
    return inputs.given[0]


def decide(given: Sequence[Given], limits: Limits, *, alone: bool) -> Shape:
    """The shape by the first row of the table that fits."""
    return next(rule.shape for rule in RULES if rule.fits(given if alone else (), limits))


def _is_folder(path: str) -> bool:
    return path != STDIN and os.path.isdir(path)  # noqa: PTH112  (Path.is_dir raises where it may not look)


def _read(path: str, most: int, progress: Progress) -> Given:
    name = "stdin" if path == STDIN else readable(path)
    data = read(path, most, progress)
    check_text(data, name)
    return Given(name, data, piped=is_stream(path))


class _Pile:
    """What was read so far; growing past what can be compiled is a fault, before it fills the memory."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.given: list[Given] = []
        self.size = 0

    def add(self, given: Given) -> None:
        """Put a text on it."""
        self.given.append(given)
        self.size += len(given.data)
        if len(self.given) > self.limits.fragments:
            count = amount(self.limits.fragments, "file")
            raise Fault(f"more than {count} were named or found: name fewer, or use --exclude")
        if self.size > self.limits.request_bytes:
            raise Fault(f"the files have more than {self.limits.request_bytes:,} bytes: name fewer, or use --exclude")


def _walk(folder: str, exclude: Sequence[str], pile: _Pile, progress: Progress, left_out: Counter[str]) -> None:
    before = len(pile.given)
    for path in walk(folder, exclude, left_out):
        found = _look_into(path, pile.limits, progress)
        if isinstance(found, Given):
            pile.add(found)
        else:
            left_out[found] += 1
    if len(pile.given) == before:
        found = ", ".join(f"{count:,} {reason}" for reason, count in sorted(left_out.items()))
        raise Fault(f"no text file is below it{f' (left out: {found})' if found else ''}", name=readable(folder))


def _look_into(path: str, limits: Limits, progress: Progress) -> Given | str:
    """A file that was found, or why it is left out."""
    try:
        if os.path.getsize(path) > limits.fragment_bytes:  # noqa: PTH202
            return "too large"
        data = read(path, limits.fragment_bytes, progress)
    except (OSError, Fault):
        return "unreadable"
    if not data:
        return "empty"
    return Given(readable(path), data) if is_text(data) else "no text in UTF-8"


# The rows


def method_of(data: bytes, limits: Limits) -> str | None:
    """The method that a request is meant for, or nothing when the text is no request.

    >>> method_of(b'{"query": "q", "fragments": []}', Limits()), method_of(b'{"name": "left-pad"}', Limits())
    ('compile', None)
    """
    if not _OBJECT.match(data) or not any(key in data for key in _KEYS) or _is_lines(data):
        return None
    if nests_deeper(data, limits.depth):
        return None
    try:
        held = msgspec.json.decode(data, type=_Held)
    except msgspec.DecodeError as error:
        if _MEANT.match(data):
            raise Fault(f"it looks like a request and is no JSON: {error} (`--as files` takes it as text)") from None
        return None
    return next((method for key, method in METHOD_OF_KEY.items() if getattr(held, key) is not UNSET), None)


METHOD_OF_KEY = {"fragments": "compile", "transcript": "compile_transcript"}
"""What makes a JSON object a request, and for which method."""


class _Held(Struct):
    fragments: Raw | UnsetType = UNSET
    transcript: Raw | UnsetType = UNSET


_OBJECT = re.compile(rb"[ \t\r\n]*\{")
_MEANT = re.compile(rb'[ \t\r\n]*\{.{0,65536}"(?:fragments|transcript)"\s*:', re.DOTALL)
_LINE = re.compile(rb"[ \t\r\n]*+([^\n]++)\n[ \t\r\n]*+.")
"""A line, and something after it."""
_KEYS = [f'"{key}"'.encode() for key in METHOD_OF_KEY]
"""What a request holds; most large files do not, and are not decoded to see it."""


def _is_lines(data: bytes) -> bool:
    """Whether the first line is JSON by itself, and not the last."""
    line = _LINE.match(data)
    if line is None:
        return False
    try:
        msgspec.json.decode(line[1], type=Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _always(_: Sequence[Given], __: Limits) -> bool:
    return True


def _several(given: Sequence[Given], _: Limits) -> bool:
    return not given


def _request(given: Sequence[Given], limits: Limits) -> bool:
    try:
        return method_of(given[0].body, limits) is not None
    except Fault as fault:
        raise Fault(str(fault), name=given[0].name) from None


def _transcript(given: Sequence[Given], _: Limits) -> bool:
    data = given[0].body
    if opens(data):
        return True
    looked_at = source(data)
    return any(row.detect(looked_at) for name, row in READERS.items() if name is not SegmentFormat.PLAIN)


def _piped(given: Sequence[Given], _: Limits) -> bool:
    return given[0].piped


RULES = (
    Rule("several inputs, or a folder", "files: a fragment each", Shape.FILES, _several),
    Rule("a JSON object that holds `fragments` or `transcript`", "a request", Shape.REQUEST, _request),
    Rule(
        "a session or messages in JSON, or a role (`User:`) that opens the first line",
        "a transcript",
        Shape.TRANSCRIPT,
        _transcript,
    ),
    Rule("any other text on stdin", "a transcript: logs and code in it are told apart", Shape.TRANSCRIPT, _piped),
    Rule("any other file", "files: one fragment", Shape.FILES, _always),
)
"""The table of the module's first lines; a row is asked when those above it did not fit, `_several` with nothing."""
