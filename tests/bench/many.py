"""More and more fragments: requests of `count` fragments, ordinary ones and ones made to be slow."""

import base64
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from . import texts
from .workloads import BUDGET, QUERY, SEED, fragments

MOST = 65_536
EVERYTHING = 10_000_000
"""A budget into which everything fits."""

Body = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A family of requests that grow in one number."""

    name: str
    make: Callable[[int], Body]
    """The request of a size; its cost should double with it."""
    sizes: tuple[int, ...]
    method: str = "compile"
    unit: str = "fragments"
    judged_from: int = 1_024
    """Smaller sizes only show a quadratic case before it hangs; below, a budget may still hold everything."""


def doubling(least: int, most: int) -> tuple[int, ...]:
    """Sizes, each twice the one before."""
    return (least, *doubling(2 * least, most)) if least <= most else ()


def body(parts: list[Body], budget: int = BUDGET, query: str = QUERY, **policy: Any) -> Body:
    """A compile request."""
    return {"query": query, "fragments": parts, "token_budget": budget, **({"policy": policy} if policy else {})}


@cache
def _ordinary() -> list[Body]:
    return fragments(MOST, 560, SEED + 40)


def ordinary(count: int) -> list[Body]:
    """Fragments like those of W2."""
    return _ordinary()[:count]


def short(count: int) -> list[Body]:
    """The same, cut so that all of any number fit."""
    return [{**part, "content": part["content"][:200]} for part in ordinary(count)]


def spelled(count: int) -> Iterator[str]:
    """Texts that differ in the case of their letters alone."""
    letters = string.ascii_lowercase
    for number in range(count):
        yield "".join(a.upper() if number >> place & 1 else a for place, a in enumerate(letters)) + " is one text"


def _near(count: int) -> list[Body]:
    return [{"content": text} for text in spelled(count)]


def _edited(count: int) -> list[Body]:
    words = texts.prose(Random(SEED), 500).split()
    return [{"content": " ".join([*words[: at % 80], f"w{at}", *words[at % 80 + 1 :]])} for at in range(count)]


def _words(count: int) -> str:
    return " ".join(f"term{number}" for number in range(count))


def _screenshots(count: int, *, equal: bool) -> list[Body]:
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (64).to_bytes(4, "big") + (48).to_bytes(4, "big")
    return [
        {
            "kind": "screenshot",
            "metadata": {"target": "window"},
            "media": {
                "mime": "image/png",
                "bytes_b64": base64.b64encode(png + (0 if equal else number).to_bytes(4, "big")).decode(),
            },
        }
        for number in range(count)
    ]


def _none_fits(count: int) -> Body:
    """Fences that are too long for what is left, and too short to be cut."""
    fence = "```\n" + "some code in a fence\n" * 6 + "```\n"
    pinned = {"content": "word " * 100, "pinned": True}
    return body([pinned, *({"content": f"{fence}{number}"} for number in range(count - 1))], budget=250)


def _long_words(count: int) -> Body:
    """Words without a place to cut them, in a budget that is used up at once."""
    return body([{"content": "x" * 400 + str(number)} for number in range(count)], budget=40)


def _grouped(count: int, members: int, budget: int) -> Body:
    return body(
        [{**part, "group": f"g{place // members}"} for place, part in enumerate(short(count))],
        budget,
    )


def _logs(count: int) -> Body:
    random = Random(SEED)
    logs = [texts.log(random, 800, 0.5) for _ in range(512)]
    return body([{"content": f"{logs[place % 512]}{place}\n", "kind": "log"} for place in range(count)], 2_000)


def _marked(count: int, name: str) -> Body:
    mark: Body = {"pinned": True} if name == "pinned" else {"metadata": {name: True}}
    return body([{**part, **mark} for part in short(count)], EVERYTHING)


FRAGMENTS = doubling(64, MOST)
"""From so few that a quadratic case shows before it hangs."""

CASES = (
    Case("ordinary fragments", lambda n: body(ordinary(n)), FRAGMENTS),
    Case("short fragments, all fit", lambda n: body(short(n), EVERYTHING), FRAGMENTS),
    Case(
        "ordinary fragments, marks at cuts",
        lambda n: body(ordinary(n), elision_marks=True, truncate="both"),
        FRAGMENTS,
    ),
    Case("tiny fragments", lambda n: body([{"content": f"note {at}"} for at in range(n)]), FRAGMENTS),
    Case("copies of one text", lambda n: body([{"content": "one and the same"}] * n), FRAGMENTS),
    Case("near-duplicates of one text", lambda n: body(_near(n)), FRAGMENTS),
    Case("one text, each time with another word", lambda n: body(_edited(n)), FRAGMENTS),
    Case("equal scores", lambda n: body([{**part, "score": 0.5} for part in ordinary(n)]), FRAGMENTS),
    Case("screenshots of one target", lambda n: body(_screenshots(n, equal=False)), FRAGMENTS),
    Case("copies of one screenshot", lambda n: body(_screenshots(n, equal=True)), FRAGMENTS),
    Case("none fits: fences", _none_fits, FRAGMENTS),
    Case("none fits: long words", _long_words, FRAGMENTS),
    Case("groups of one", lambda n: _grouped(n, 1, BUDGET), FRAGMENTS),
    Case("groups of four", lambda n: _grouped(n, 4, BUDGET), FRAGMENTS),
    Case("one group that fits", lambda n: _grouped(n, n, EVERYTHING), FRAGMENTS),
    Case("one group that fits as marks", lambda n: _grouped(n, n, 40 * n), FRAGMENTS),
    Case("one group that does not fit", lambda n: _grouped(n, n, BUDGET), FRAGMENTS),
    Case("everything pinned", lambda n: _marked(n, "pinned"), FRAGMENTS),
    Case("everything cached", lambda n: _marked(n, "cache"), FRAGMENTS),
    Case("logs, small budget", _logs, FRAGMENTS),
    Case("a query of 10,000 terms", lambda n: body(ordinary(n), query=_words(10_000)), FRAGMENTS[:-2]),
    Case("a query of a term a fragment", lambda n: body(ordinary(n), query=_words(n)), FRAGMENTS),
)
