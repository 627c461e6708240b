"""Recorded answers of what no request can reach: one grain in every format, an allocation, a decision backend.

`python tests/core/recall/recorded.py` writes `expect` anew; read the diff.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from contextc.recall import (
    AssembleRequest,
    ContextAssembler,
    FormatPolicy,
    GrainRenderer,
    GrainTypeDiversityConfig,
    ScoredEntry,
    SearchHit,
    allocate,
    allocate_with_diversity,
    assemble,
    estimate_tokens,
)
from contextc.recall.decide.questions import Choice, DecisionRequest, Noul, Question, Score
from contextc.recall.decide.scripted import Scripted
from contextc.recall.hits import ready
from contextc.recall.render import SHORT
from contextc.vocabulary import MetadataLevel, OutputFormat

FILE = Path(__file__).parents[3] / "wire" / "vectors" / "python" / "recall.json"

Json = dict[str, Any]


class Recorded(NamedTuple):
    """One recorded answer."""

    name: str
    section: str
    op: str
    input: Json
    reference: Any
    expect: Any
    differs: list[str]

    def __str__(self) -> str:
        return self.name


def load() -> list[Recorded]:
    """Every recorded answer."""
    return [Recorded(**entry) for entry in json.loads(FILE.read_text(encoding="utf-8"))]


def answer(op: str, given: Json) -> Any:
    """What the objects of Python say now."""
    return OPERATIONS[op](given)


def _grain(given: Json) -> Json:
    hit = ready(msgspec.convert(given["hit"], SearchHit))
    renderer = GrainRenderer()
    said: Json = {}
    for format in OutputFormat:
        for level in MetadataLevel:
            said[f"{format}/{level}"] = renderer.render(hit, format, level)
        if format in SHORT:
            said[f"{format}/summary"] = renderer.render_summary(hit, format)
    for level in MetadataLevel:
        said[f"tokens/{level}"] = estimate_tokens(hit, FormatPolicy(format=OutputFormat.SML, metadata=level))
    return {**said, "priority": str(renderer.context_priority(hit, hit.score))}


def _allocate(given: Json) -> list[str]:
    entries = [ScoredEntry(index=index, **entry) for index, entry in enumerate(given["entries"])]
    if given.get("diversity") is None:
        return [str(one) for one in allocate(entries, given.get("budget"))]
    diversity = msgspec.convert(given["diversity"], GrainTypeDiversityConfig)
    return [str(one) for one in allocate_with_diversity(entries, given.get("budget"), diversity)]


def _decide(given: Json) -> Json:
    backend = Scripted.judging(**given["decider"])
    assembler = ContextAssembler(decider=backend, clock=lambda: 0.0)
    made = assemble(msgspec.convert(given["request"], AssembleRequest), assembler)
    return {**json.loads(msgspec.json.encode(made)), "requests": [_asked(request) for request in backend.requests]}


def _asked(request: DecisionRequest) -> Json:
    """A request without its wording."""
    return {"state": request.state, "questions": {id: _shape(one) for id, one in request.questions.items()}}


def _shape(question: Question) -> Json:
    match question:
        case Choice():
            return {"type": "choice", "options": sorted(question.criteria)}
        case Score():
            return {"type": "score", "levels": list(question.levels)}
        case Noul():
            return {"type": "noul"}


OPERATIONS: dict[str, Callable[[Json], Any]] = {"grain": _grain, "allocate": _allocate, "decide": _decide}
"""By name."""


def main() -> None:
    """Write what is said now."""
    lines = [
        json.dumps({**entry._asdict(), "expect": answer(entry.op, entry.input)}, ensure_ascii=False) for entry in load()
    ]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    sys.stdout.write(f"{FILE.stem}: {len(lines)} answers\n")


if __name__ == "__main__":
    main()
