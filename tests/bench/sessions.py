"""Longer and longer sessions: transcripts of `size` bytes, ordinary ones and ones made to be slow."""

from collections.abc import Callable
from functools import cache

from .claude_sessions import session as claude_session
from .long import BYTES, MB, filled
from .many import Body, Case
from .workloads import BUDGET, QUERY, dump, stamp_line, transcript

_ordinary = cache(transcript)


def _body(text: str, query: str = QUERY) -> Body:
    return {"query": query, "transcript": text, "token_budget": BUDGET}


def _plain(name: str, text: Callable[[int], str]) -> Case:
    return Case(name, lambda size: _body(text(size)), BYTES, "compile_transcript", "bytes", MB)


def _of(part: str) -> Callable[[int], str]:
    return lambda size: filled(part, size)


def _lines(form: str) -> Callable[[int], str]:
    """As many sessions as it takes, no two alike; whole messages, so that the last line of JSONL is no torn one."""

    def text(size: int) -> str:
        parts: list[str] = []
        left = size
        while left > 0:
            parts.append(_ordinary(form, len(parts)))
            left -= len(parts[-1].encode())
        joined = "".join(parts).encode()[:size]
        return joined[: joined.rfind(b"\n") + 1].decode()

    return text


def _numbered(line: str) -> Callable[[int], str]:
    """One line again and again, with another number in it each time."""
    return lambda size: "".join(line.format(at) for at in range(size // len(line.format(10**6))))


def _message(content: str) -> str:
    return dump({"role": "user", "content": content}).decode() + "\n"


def _decreasing(size: int) -> str:
    """Fences without a closer, each shorter than the one before, and a turn after each."""
    longest = int((2 * size) ** 0.5)
    return "".join("`" * length + "\nUser: go on\n" for length in range(longest, 2, -1))


CASES = (
    _plain("session, plain", _lines("plain")),
    _plain("session, JSONL", _lines("jsonl")),
    _plain("session, Claude Code", lambda size: claude_session(size).decode()),
    _plain("role markers alone", _of("User:\n")),
    _plain("role markers inside unclosed fences", _of("```a\nUser: x\n")),
    _plain("role markers inside one closed fence", lambda size: "User: x\n```\n" + filled("User: x\n", size) + "```\n"),
    _plain("role markers and fences of decreasing length", _decreasing),
    _plain("fences alone", _of("```\n")),
    _plain("one turn of equal lines", _of("the same\n")),
    _plain("one turn of distinct lines", _numbered("line {} of a long answer\n")),
    _plain("log runs of eight", _of((stamp_line() + "\n") * 8 + "and then\n")),
    _plain("log runs of seven", _of((stamp_line() + "\n") * 7 + "and then\n")),
    _plain("one turn, one line", _of("a word and ")),
    _plain("all newlines", _of("\n")),
    _plain("JSONL of one long message", lambda size: _message("a word and " * (size // 11))),
    _plain("JSONL of tiny messages", _numbered('["user", "{}"]\n')),
    _plain("JSONL of which half the lines are torn", _of(_message("yes") + "{torn\n")),
    _plain("JSONL of messages full of brackets", _of(_message("[{(" * 200))),
    _plain(
        "JSONL with deep nesting beside the content",
        _of('{"role":"user","content":"x","more":' + "[" * 60 + "]" * 60 + "}\n"),
    ),
)
