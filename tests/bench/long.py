"""Longer and longer texts: requests of one fragment of `size` bytes, ordinary ones and ones made to be slow."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from . import texts
from .corpus import code
from .many import EVERYTHING, Body, Case, body, doubling
from .workloads import BUDGET, SEED, log_text

MB = 1_000_000
BYTES = doubling(15_625, 64 * MB)
"""Up to 64 MB; from so little that a quadratic case shows before it hangs."""

PROHIBITION = "the agent must not"


@cache
def _prose() -> str:
    return texts.prose(Random(SEED), MB)


@cache
def _code() -> str:
    # A single character outside ASCII sends all of a text down another path, so every size has to have one.
    return "# na\u00efve\n" + code()[: MB - 9]


@cache
def _han() -> str:
    return texts.unspaced(Random(4), MB // 3)


def filled(part: str, size: int) -> str:
    """A text of `size` bytes, made of one part again and again."""
    return part * (size // len(part.encode())) + part[: size % len(part.encode())]


def distinct_lines(size: int) -> str:
    """A log of which no line repeats, with or without its time stamp."""
    count = size // 64
    return "".join(f"2026-11-30T10:00:00Z worker {at:>8} has nothing new to say about it\n" for at in range(count))


def _decreasing(size: int) -> str:
    longest = int((2 * size) ** 0.5)
    return "".join("`" * length + "\n" for length in range(longest, 2, -1))


def _alternating(size: int) -> str:
    """Openers of both kinds, each of which closes nothing."""
    return filled("```a\n~~~b\n", size)


def _times(size: int) -> str:
    """Log lines that are nothing but time stamps and ids."""
    return filled("2026-11-30T10:00:00Z" + " [deadbeef]" * 40 + "\n", size)


def _one(text: Callable[[int], str], budget: int = BUDGET, kind: str | None = None, **policy: Any) -> Any:
    return lambda size: body([{"content": text(size), **({"kind": kind} if kind else {})}], budget, **policy)


def _of(part: str) -> Callable[[int], str]:
    return lambda size: filled(part, size)


def _chunks(size: int) -> Body:
    return {"text": "x" * size, "policy": {"max_chunk_bytes": 1, "overlap_bytes": 16}}


def _nested(size: int) -> list[Any]:
    """Brackets and nothing else, as deep as they may nest."""
    column: list[Any] = []
    for _ in range(50):
        column = [column]
    return [column] * (size // 103)


def _long(name: str, text: Callable[[int], str], **more: Any) -> Case:
    return Case(name, _one(text, **more), BYTES, unit="bytes", judged_from=MB)


CASES = (
    _long("prose", lambda size: filled(_prose(), size)),
    _long("prose, all fits", lambda size: filled(_prose(), size), budget=EVERYTHING),
    _long("prose, both ends", lambda size: filled(_prose(), size), truncate="both"),
    _long("code", lambda size: filled(_code(), size), kind="code"),
    _long("Han, Kana or Hangul", lambda size: filled(_han(), size)),
    _long("log", lambda size: filled(log_text(), size), kind="log", normalize_log_timestamps=True),
    _long("log of distinct lines", distinct_lines, kind="log"),
    _long("log of one repeated line, small budget", _of("the same again\n"), kind="log", budget=5),
    _long("log of two repeated lines, small budget", _of("the same again\nand\n"), kind="log", budget=7),
    _long("log, small budget", lambda size: filled(log_text(), size), kind="log", budget=500),
    _long("log of time stamps", _times, kind="log", normalize_log_timestamps=True),
    _long("tool result", lambda size: filled(_prose(), size), kind="tool_result"),
    _long("one long word", _of("x")),
    _long("one long line", _of("a word and ")),
    _long("all spaces", _of(" ")),
    _long("all newlines", _of("\n")),
    _long("blank-looking lines", _of(" \t \n")),
    _long("blank-looking lines, no-break spaces", _of("\u00a0\u00a0\n")),
    _long("all fences", _of("```\n")),
    _long("all fences, all fits", _of("```\nx\n```\n"), budget=EVERYTHING),
    _long("fences of both kinds that do not close", _alternating),
    _long("one long fence, small budget", lambda size: "```\n" + filled("x = 1\n", size) + "```", budget=100),
    _long("all backticks", _of("`")),
    _long("lines of backticks", _of("`" * 99 + "\n")),
    _long("decreasing fence lengths", _decreasing),
    _long("tildes in a line", _of("~~~ a ")),
    _long("nested quotes", _of('"\\"\\\\"')),
    _long("backslashes", _of("\\")),
    _long("line ends as JSON escapes", _of("a\n")),
    _long("brackets", _of("[]{}")),
    _long("digits", _of("7")),
    _long("full stops", _of(". ")),
    _long("almost prohibitions", _of("xdo notx ")),
    _long("beginnings of prohibitions", _of("must ")),
    _long("prohibition at the very end", lambda size: filled(_prose(), size).lower()[:-20] + PROHIBITION),
    _long("hyphens, and markers that begin with one", _of("-"), constraint_markers=["- x"]),
    _long("256 markers", lambda size: filled(_prose(), size), constraint_markers=[f"never {i}" for i in range(256)]),
    _long("capital sigmas", _of("\u03a3'\u03a3...")),
    Case("chunks of one byte that overlap", _chunks, doubling(15_625, MB), "chunk", "bytes", 125_000),
    Case("brackets that nest", lambda size: {"echo": _nested(size)}, BYTES, "echo", "bytes", MB),
    Case(
        "chunks of ordinary size",
        lambda size: {"text": filled(_prose(), size), "policy": {"overlap_bytes": 200}},
        BYTES,
        "chunk",
        "bytes",
        MB,
    ),
)
