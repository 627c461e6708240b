"""W1-W4: requests like those of an agent, the same on every run of one Python version.

Each is the name of a method and the bytes of a request, so that everything from the wire inwards can be timed on it.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from contextc.fences import has_fence

from . import texts
from .corpus import code, manual, pieces

SEED = 20261130
QUERY = "why does the billing worker retry the refund ledger sync after a connection reset"
BUDGET = 32_000
MESSAGES = 5_041
LINES, MESSAGES_IN_LOG = 8_941, 2_971


@dataclass(frozen=True)
class Workload:
    """A request, and what it is made of."""

    name: str
    method: str
    request: bytes
    size: int
    """Bytes of the texts in it, in UTF-8: what MB/s speaks of."""
    about: str

    @property
    def digest(self) -> str:
        """Two runs with the same digest saw the same bytes; real text differs from one Python version to the next."""
        return hashlib.sha256(self.request).hexdigest()[:12]


def fragments(count: int, size: int, seed: int) -> list[dict[str, Any]]:
    """Fragments of about `size` characters: 60 % unique, 20 % copies, 20 % edited copies, shuffled."""
    random = Random(seed)
    unique = count - 2 * (count // 5)
    made: list[dict[str, Any]] = [
        {"kind": "code", "content": piece} for piece in pieces(code(), size, random)[: unique * 3 // 10]
    ]
    made += [{"content": piece} for piece in pieces(manual(), size, random)[: unique * 4 // 10]]
    while len(made) < unique:
        kind, length = random.random(), int(size * (0.7 + 0.6 * random.random()))
        if kind < 0.35:
            made.append({"kind": "tool_result", "content": texts.json_lines(random, length - 120)})
        elif kind < 0.7:
            made.append({"kind": "log", "content": texts.log(random, length - 60, 0.2)})
        elif kind < 0.95:
            made.append({"content": texts.prose(random, length - 150)})
        else:
            made.append({"content": texts.unspaced(random, length // 3)})
    copies = [dict(random.choice(made)) for _ in range(count // 5)]
    near = [dict(random.choice(made)) for _ in range(count // 5)]
    for fragment in near:
        fragment["content"] = texts.edited(random, fragment["content"])
    mixed = made + copies + near
    random.shuffle(mixed)
    for fragment in mixed:
        fragment["priority"] = random.choice((0, 0, 0, 1, 2, 5))
        fragment["metadata"] = {"source": f"src/{random.randint(1, 400)}.txt"}
    return mixed


def compile_request(name: str, parts: list[dict[str, Any]], about: str, **more: Any) -> Workload:
    """A workload of fragments."""
    body = {"query": QUERY, "fragments": parts, "token_budget": BUDGET, **more}
    size = sum(len(part["content"].encode()) for part in parts)
    return Workload(name, "compile", dump(body), size, about)


@cache
def messages(session: int = 0) -> list[tuple[str, str]]:
    """An agent's session: a question, some calls with their results, an answer; again and again."""
    random = Random(SEED + 20 + 1_000 * session)
    sources, docs = _unfenced(code(), 5_000, random), _unfenced(manual(), 2_500, random)
    made = [("System", texts.prose(random, 1_800))]
    seen: list[str] = []
    while len(made) < MESSAGES:
        made.append(("User", " ".join(texts.sentence(random) for _ in range(random.randint(1, 4)))))
        for _ in range(random.randint(1, 6)):
            call = {"tool": random.choice(("read_file", "bash", "search")), "path": f"src/{texts.word(random)}.py"}
            thought = " ".join(texts.sentence(random) for _ in range(random.randint(1, 8)))
            made.append(("Assistant", f"{thought}\n\n```json\n{json.dumps(call)}\n```"))
            seen.append(_result(random, sources, docs, seen))
            del seen[:-60]
            made.append(("Tool", seen[-1]))
        made.append(("Assistant", texts.prose(random, random.randint(200, 3_420))))
    return made[:MESSAGES]


def _unfenced(text: str, size: int, random: Random) -> list[str]:
    # A heading underlined with tildes opens a fence, and a session in which one swallows the rest is no typical one.
    return [piece for piece in pieces(text, size, random) if not has_fence(piece.encode())]


def _result(random: Random, sources: list[str], docs: list[str], seen: list[str]) -> str:
    kind = random.random()
    if seen and kind < 0.15:
        again = random.choice(seen)
        return texts.edited(random, again) if random.random() < 0.5 else again
    if kind < 0.57:
        return random.choice(sources)
    if kind < 0.78:
        return random.choice(docs)
    if kind < 0.88:
        return texts.json_lines(random, random.randint(400, 8_000))
    if kind < 0.97:
        return texts.log(random, random.randint(400, 8_000))
    return texts.unspaced(random, random.randint(100, 900))


def transcript(form: str, session: int = 0) -> str:
    """A session as `plain` text or as `jsonl`."""
    if form == "plain":
        return "".join(f"{role}: {content}\n\n" for role, content in messages(session))
    return "".join(
        json.dumps({"role": role.lower(), "content": content}, ensure_ascii=False) + "\n"
        for role, content in messages(session)
    )


def log_text() -> str:
    """A megabyte of log: 8,941 lines, of which 2,971 are distinct apart from their time stamps."""
    random = Random(SEED + 30)
    said: dict[str, None] = {}
    while len(said) < MESSAGES_IN_LOG:
        said[f"{texts.message(random)} host=n{random.randint(1, 8)}.a"] = None
    distinct = list(said)
    second, at = 0.0, 0
    lines: list[str] = []
    for left in range(LINES, 0, -1):
        second += random.random() * 1.4
        # New messages come as often as it takes to have said them all at the end; old ones are recent ones.
        if at == 0 or random.random() * left < len(distinct) - at:
            at += 1
            lines.append(distinct[at - 1])
        else:
            lines.append(distinct[random.randrange(max(0, at - 40), at)])
        lines[-1] = texts.stamp(second) + lines[-1]
    return "\n".join(lines) + "\n"


def stamp_line() -> str:
    """A line of a log."""
    return texts.stamp(0.0) + texts.message(Random(SEED))


def dump(body: object) -> bytes:
    """A request as compact JSON."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _w1() -> Workload:
    return compile_request("W1", fragments(1_000, 2_000, SEED), "1,000 fragments of about 2 kB")


def _w2() -> Workload:
    return compile_request("W2", fragments(10_000, 560, SEED + 10), "10,000 fragments of about 560 bytes")


def _session(name: str, form: str) -> Workload:
    text = transcript(form)
    body = {"query": QUERY, "transcript": text, "token_budget": BUDGET}
    about = f"one session of {MESSAGES:,} messages, {form}"
    return Workload(name, "compile_transcript", dump(body), len(text.encode()), about)


def _w4() -> Workload:
    about = f"one log of {LINES:,} lines, {MESSAGES_IN_LOG:,} of them distinct apart from the time stamp"
    policy = {"normalize_log_timestamps": True}
    return compile_request("W4", [{"kind": "log", "content": log_text()}], about, policy=policy)


WORKLOADS: dict[str, Callable[[], Workload]] = {
    "W1": _w1,
    "W2": _w2,
    "W3": lambda: _session("W3", "plain"),
    "W3j": lambda: _session("W3j", "jsonl"),
    "W4": _w4,
}
