"""Recalled hits -> what an assembly of them takes: by format, by budget, by mode, and TOON beside its own encoder."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import msgspec

from contextc.recall import ContextAssembler, FormatPolicy, RenderingHints, SearchHit, toon_columns
from contextc.recall.hits import ready
from contextc.recall.render import toon
from contextc.vocabulary import OutputFormat
from contextc_wire import call

from . import texts
from .clock import Timing, measure
from .many import Body, Case, doubling
from .workloads import SEED, dump

NAME = "W-recall"
HITS = 10_000
FEW, BUDGET = 1_000, 2_000
MOST = 16_000
GATE = 2.5
"""TOON is at least so much faster than its own encoder, on the same rows."""

WORDS = [
    "tea",
    "oat",
    "milk",
    "refund",
    "order",
    "parcel",
    "courier",
    "invoice",
    "Basel",
    "Tuesday",
    "battery",
    "charger",
    "blue",
    "large",
    "broken",
    "late",
]


def hits(count: int, seed: int = SEED) -> list[Body]:
    """Hits of seven types, with texts of a memory's usual length."""
    random = Random(seed)
    return [_hit(random, number) for number in range(count)]


def _hit(random: Random, number: int) -> Body:
    def words(least: int, most: int) -> str:
        return " ".join(random.choices(WORDS, k=random.randint(least, most)))

    kind, fields = random.choice(
        [
            ("fact", {"subject": words(1, 2), "relation": "prefers", "object": words(1, 8), "confidence": 0.9}),
            ("fact", {"content": texts.prose(random, 160)}),
            ("event", {"role": "user", "content": texts.prose(random, 240)}),
            ("tool", {"tool_name": "lookup", "tool_content": texts.prose(random, 300), "is_error": number % 9 == 0}),
            ("goal", {"description": words(5, 14), "goal_state": "active", "priority": "high"}),
            ("observation", {"observer_id": "bot", "subject": words(1, 2), "object": words(4, 12)}),
            ("state", {"context": {"label": words(1, 3), "step": words(1, 2), "order": number}}),
        ]
    )
    second, score = 1_700_000_000 + random.randrange(10**8), round(random.random(), 4)
    return {"grain_type": kind, "fields": fields, "hash": f"{number:064x}", "created_at_sec": second, "score": score}


def request(
    count: int, hints: Body | None = None, change: Callable[[int, Body], None] | None = None, **policy: Any
) -> Body:
    """A request to assemble."""
    found = hits(count)
    for number, hit in enumerate(found):
        if change:
            change(number, hit)
    return {"hits": found, "policy": policy, **({"hints": hints} if hints else {})}


def _census(number: int, hit: Body) -> None:
    hit.update(recall_source=("census", "primary", "expansion")[number % 3], source_namespace=f"session {number % 7}")


def _pairs(number: int, hit: Body) -> None:
    newest = number % 2
    standing: Body = {"supersession_status": "current"} if newest else {"supersession_status": "superseded"}
    hit.update(standing if newest else {**standing, "superseded_by_hash": f"{number + 1:064x}"})


def _chain(count: int, number: int, hit: Body) -> None:
    if number == count - 1:
        hit.update(supersession_status="current")
    else:
        hit.update(supersession_status="superseded", superseded_by_hash=f"{number + 1:064x}")


def _circle(count: int, number: int, hit: Body) -> None:
    hit.update(supersession_status="superseded", superseded_by_hash=f"{(number + 1) % count:064x}")


def _equal(number: int, hit: Body) -> None:
    hit.update(grain_type="fact", fields={"subject": f"s{number}", "relation": "r", "object": "o"}, score=0.5)


def _same(_: int, hit: Body) -> None:
    hit.update(hash="0" * 64)


def _case(name: str, make: Callable[[int], Body]) -> Case:
    return Case(f"recall: {name}", make, doubling(1_000, MOST), "assemble", "hits", 1_000)


CASES = (
    *(_case(format, partial(request, format=format)) for format in map(str, OutputFormat)),
    *(
        _case(f"{format}, a budget", partial(request, format=format, token_budget=BUDGET))
        for format in ("sml", "toon", "json")
    ),
    _case("a budget that is almost enough", lambda count: request(count, format="markdown", token_budget=count * 25)),
    _case("groups", partial(request, format="sml", sections={"group_by_type": True})),
    _case("timeline", partial(request, hints={"has_time_range": True}, format="markdown", token_budget=BUDGET)),
    _case("entities", partial(request, hints={"entity_count": 3}, format="plaintext")),
    _case("census", lambda count: request(count, None, _census, format="sml", token_budget=count * 9)),
    _case("updates", lambda count: request(count, None, _pairs, format="plaintext")),
    _case("one chain", lambda count: request(count, None, partial(_chain, count), format="plaintext")),
    _case("a circle", lambda count: request(count, None, partial(_circle, count), format="plaintext")),
    _case("equal priorities", lambda count: request(count, None, _equal, format="plaintext", token_budget=BUDGET)),
    _case("one hash", lambda count: request(count, None, _same, format="json")),
)
"""What grows with the number of hits."""


def measured(wanted: str, *, quick: bool) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """The lines of this part of the table."""
    timed = partial(measure, samples=3 if quick else 7, least_seconds=0.01 if quick else 0.05)
    yield f"\n{NAME}: {HITS:,} hits, and {FEW:,} to {BUDGET:,} tokens", None
    for name, run in _runs():
        if wanted in name:
            yield from _line(name, timed(run))
    if wanted in "toon, the official encoder":
        yield from _peer(timed)


def _runs() -> Iterator[tuple[str, Callable[[], object]]]:
    many, few = msgspec.convert(hits(HITS), list[SearchHit]), msgspec.convert(hits(FEW), list[SearchHit])
    for format in OutputFormat:
        yield f"{format}, objects", partial(ContextAssembler().format, many, FormatPolicy.new(format))
        yield f"{format}, bytes to bytes", partial(call, "assemble", dump(request(HITS, format=str(format))))
    for format in OutputFormat:
        policy = FormatPolicy(format=format, token_budget=BUDGET)
        yield f"{format}, {FEW:,} hits to {BUDGET:,} tokens", partial(ContextAssembler().format, few, policy)
    policy, hints = FormatPolicy(token_budget=20_000), RenderingHints(has_time_range=True)
    yield "timeline to 20,000 tokens, objects", partial(ContextAssembler().format_with_hints, many, policy, hints)


def _peer(timed: Callable[[Callable[[], object]], Timing]) -> Iterator[tuple[str, dict[str, Any] | None]]:
    encode = import_module("toon_format").encode
    found = [ready(hit) for hit in msgspec.convert(hits(HITS), list[SearchHit])]
    for kind in ("event", "fact"):
        rows = [toon.row(hit) for hit in found if hit.grain_type == kind]
        columns = toon_columns(kind)
        value = {f"{kind}s": [dict(zip(columns, row, strict=True)) for row in rows]}
        ours = timed(
            lambda rows=rows, columns=columns, kind=kind: toon.table(f"{kind}s", columns, list(map(toon.line, rows)))
        )
        theirs = timed(lambda value=value: encode(value))
        ratio = theirs.median / ours.median
        yield from _line(f"toon, {len(rows):,} rows of {kind}s", ours)
        yield from _line(f"toon, the official encoder, {ratio:.1f} times that (at least {GATE})", theirs)


def _line(name: str, timing: Timing) -> Iterator[tuple[str, dict[str, Any] | None]]:
    line = f"  {name:<60} {timing.median * 1000:>9.1f} ms   noise {timing.noise:.0%}"
    yield line, {"workload": NAME, "stage": name, "seconds": timing.median, "noise": timing.noise}
