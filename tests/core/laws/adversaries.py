"""A size -> an input of that size, made to be expensive: what each pass would stumble over if it were quadratic."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from contextc import (
    ChunkBoundary,
    ChunkPolicy,
    CompilePolicy,
    CompileRequest,
    ContextFragment,
    Recency,
    Truncation,
)
from core.laws.strategies import fragment, screenshot

AMPLE = 10_000_000


def _request(fragments: list[ContextFragment], budget: int, **policy: Any) -> CompileRequest:
    return CompileRequest(
        query="canary rollout status", fragments=fragments, token_budget=budget, policy=CompilePolicy(**policy)
    )


def _text(text: str, budget: int = 100, *, kind: str | None = None, **policy: Any) -> CompileRequest:
    return _request([fragment(text, kind=kind)], budget, **policy)


def _many(size: int, budget: int, text: str = "", **fields: Any) -> CompileRequest:
    """An eighth as many fragments, numbered so that all differ and are of one length."""
    return _request([fragment(f"{number:08}{text}", **fields) for number in range(size // 8)], budget)


def _case(number: int) -> str:
    """A text whose case spells a number, so that all are near-duplicates of each other."""
    return "".join(letter.upper() if number >> place & 1 else letter for place, letter in enumerate("canary rollouts"))


def _few_words(size: int, count: int, vocabulary: int, length: int) -> CompileRequest:
    """Texts of few different words, so that all of them share most of their shingles, and none enough."""
    letters = Random(size)
    words = [f"{'abcdefghij'[number // 10]}{'klmnopqrst'[number % 10]}" for number in range(vocabulary)]
    texts = [" ".join(letters.choices(words, k=length)) for _ in range(count)]
    return _request([fragment(text) for text in texts], AMPLE, near_dup_threshold=0.8)


def _screenshot(number: int, target: str) -> ContextFragment:
    return screenshot(b"%08d" % number, target)


def _shrinking_fences(size: int) -> str:
    """Fences each shorter than the one before, so that none closes another."""
    return "\n".join("`" * length for length in range(int((2 * size) ** 0.5) + 3, 3, -1))


def _growing_fences(size: int) -> str:
    """Fences each longer than the one before, so that each closes it."""
    return "\n".join("~" * length + "\nUser: a" for length in range(3, int((2 * size) ** 0.5) + 3))


REQUESTS: dict[str, Callable[[int], CompileRequest]] = {
    "all line feeds": lambda size: _text("\n" * size),
    "all line feeds in a log": lambda size: _text("\n" * size, kind="log"),
    "all white space": lambda size: _text(" " * size),
    "white space before marks that are no fence": lambda size: _text((" " * 500 + "a```\n") * (size // 500)),
    "one long word": lambda size: _text("a" * size),
    "all digits": lambda size: _text("1" * size),
    "digits in words": lambda size: _text("1 " * (size // 2)),
    "ideographs": lambda size: _text("漢" * size),
    "final sigmas": lambda size: _text("ΟΔΟΣ'" * (size // 5)),
    "a word of the query over and over": lambda size: _text("canary" * (size // 6)),
    "all backticks": lambda size: _text("`" * size),
    "marks within one line": lambda size: _text("a ``` " * (size // 6)),
    "all fences": lambda size: _text("```\n" * (size // 4)),
    "all openings": lambda size: _text("```x\n~~~y\n" * (size // 10)),
    "shrinking fences": lambda size: _text(_shrinking_fences(size)),
    "growing fences": lambda size: _text(_growing_fences(size)),
    "a fence over budget": lambda size: _text("```\n" + "x = 1\n" * (size // 6) + "```\n"),
    "a fence over budget, tail": lambda size: _text(
        "```\n" + "x = 1\n" * (size // 6) + "```\n", truncate=Truncation.TAIL
    ),
    "many fences in one piece": lambda size: _text(
        ("```\n" + "x = 1\n" * 20 + "```\n") * (size // 128), chunk=ChunkPolicy(max_chunk_bytes=AMPLE)
    ),
    "sentences": lambda size: _text("A. " * (size // 3), chunk=ChunkPolicy(boundary=ChunkBoundary.SENTENCE)),
    "pieces of 256 bytes, all taken": lambda size: _text("ab. " * size, size * 4, chunk=ChunkPolicy(max_chunk_bytes=1)),
    "paragraphs from both ends": lambda size: _text("ab.\n\n" * (size // 5), size // 8, truncate=Truncation.BOTH),
    "a log of one line": lambda size: _text("same line\n" * (size // 10), kind="log"),
    "a log of all lines": lambda size: _text("".join(f"{n:08}\n" for n in range(size // 9)), 200, kind="log"),
    "a log of pairs": lambda size: _text("".join(f"{n // 2:08}\n" for n in range(size // 9)), 200, kind="log"),
    "a log of brackets": lambda size: _text(
        "2026-07-18T10:23:45Z" + " [ab]" * (size // 5), kind="log", normalize_log_timestamps=True
    ),
    "almost a marker": lambda size: _text("do-" * (size // 3)),
    "copies": lambda size: _request([fragment("copy")] * (size // 8), 100),
    "copies of a log": lambda size: _request([fragment("copy\ncopy\n", kind="log")] * (size // 8), 100),
    "near-duplicates": lambda size: _request([fragment(_case(number)) for number in range(size // 8)], 100),
    "near-duplicates by content": lambda size: _request(
        [fragment(f"{_case(number)} is one text of many words") for number in range(size // 8)],
        AMPLE,
        near_dup_threshold=0.5,
        near_dup_dedup=False,
    ),
    "texts of few words": lambda size: _few_words(size, size // 60, 4, 30),
    "texts of some words": lambda size: _few_words(size, size // 60, 10, 30),
    "long texts of few words": lambda size: _few_words(size, 8, 10, size // 24),
    "short texts of few words": lambda size: _few_words(size, size // 12, 3, 6),
    "texts without room of few words": lambda size: replace(_few_words(size, size // 60, 4, 30), token_budget=100),
    "empty fragments": lambda size: _request([fragment("")] * (size // 8), 100),
    "equal scores": lambda size: _many(size, 100, score=0.5),
    "equal scores, all taken": lambda size: _many(size, AMPLE, score=0.5),
    "all too long": lambda size: _many(size, 33, "y" * 400),
    "all cached": lambda size: _many(size, 100, metadata={"cache": True}),
    "all pinned": lambda size: _many(size, AMPLE, pinned=True),
    "one group": lambda size: _many(size, 100, group="all"),
    "one group of marks": lambda size: _many(size, 4 * size, "y" * 400, group="all"),
    "one group of whole members": lambda size: _many(size, 100, group="all", metadata={"whole": True}),
    "copies in groups": lambda size: _request(
        [fragment("copy" * (1 + 20 * (n % 2)), group=f"{n % 5}") for n in range(size // 8)], 100
    ),
    "all superseded": lambda size: _many(size, 100, metadata={"superseded": True}),
    "copies that are superseded": lambda size: _request(
        [fragment("copy", metadata={"superseded": n % 3 > 0}) for n in range(size // 8)], 100
    ),
    "all labelled": lambda size: _many(size, 4 * size, label="x" * 200),
    "one share": lambda size: _text("ab. " * size, size * 4, chunk=ChunkPolicy(max_chunk_bytes=1), largest_share=0.5),
    "one share from both ends": lambda size: _text(
        "ab.\n\n" * (size // 5), size // 8, truncate=Truncation.BOTH, largest_share=0.5
    ),
    "a share each": lambda size: replace(_many(size, 8 * size, "y " * 40), policy=CompilePolicy(largest_share=0.001)),
    "one turn each": lambda size: _request(
        _many(size, 100, metadata={"turn": 1}).fragments, 100, recency=Recency(turns=3, ramp=0.1)
    ),
    "screenshots of one target": lambda size: _request([_screenshot(n, "home") for n in range(size // 8)], 100),
    "screenshots of a target each": lambda size: _request([_screenshot(n, f"{n:08}") for n in range(size // 8)], 100),
    "one image over and over": lambda size: _request([_screenshot(7, f"{n:08}") for n in range(size // 8)], AMPLE),
}

TRANSCRIPTS: dict[str, Callable[[int], str]] = {
    "all turns": lambda size: "User: hi\n" * (size // 9),
    "turns in fences": lambda size: "```\nUser: a\n```\n" * (size // 16),
    "openings in turns": lambda size: "```x\nUser: a\n~~~\nAI: b\n" * (size // 23),
    "shrinking fences": _shrinking_fences,
    "growing fences": _growing_fences,
    "line feeds": lambda size: "\n" * size,
    "code and prose": lambda size: "```\na\n```\np\n" * (size // 12),
    "log lines": lambda size: "".join(f"2026-07-18T10:23:45Z {number:08}\n" for number in range(size // 30)),
    "logs and prose": lambda size: ("2026-07-18T10:23:45Z x\n" * 8 + "prose\n") * (size // 190),
    "messages": lambda size: '{"role":"user","content":"hi"}\n' * (size // 31),
    "bad messages": lambda size: '["user","hi"]\n[\n' * (size // 16),
    "a long message": lambda size: '["user","' + "\\n" * (size // 2) + '"]',
}

TEXTS: dict[str, Callable[[int], str]] = {
    "line feeds": lambda size: "\n" * size,
    "sentences": lambda size: "A. " * (size // 3),
    "one long word": lambda size: "a" * size,
    "fences": lambda size: "```\n" * (size // 4),
}
