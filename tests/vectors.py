"""The recorded answers in `wire/vectors/`: loading, expanding, and reducing an answer to what the reference recorded.

A file holds one vector a line: `name`, `section` of WIRE.md, `method`, `request` (or `text`, the exact request, where JSON
cannot hold it), `expect`, and where the reference was asked `reference` and `differs`.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent.parent / "wire" / "vectors"

_PACKED = re.compile(r"packed (\d+)/(\d+) chunks")
_TWIN = re.compile(r"of fragment #(\d+)")


class Vector(NamedTuple):
    """One recorded answer."""

    file: str
    name: str
    section: str
    method: str
    request: bytes
    expect: bytes
    reference: Any
    differs: list[str] | None
    facts: bool
    """Whether the reference's record of this file has facts of the reasons."""

    def __str__(self) -> str:
        return f"{self.file}: {self.name}"


def load() -> list[Vector]:
    """Every vector of every file."""
    return [vector for path in sorted(FOLDER.glob("*.json")) for vector in read(path)]


def read(path: Path) -> Iterator[Vector]:
    """The vectors of a file."""
    text = path.read_text(encoding="utf-8")
    for entry in json.loads(text):
        request = entry["text"].encode() if "text" in entry else compact(expand(entry["request"]))
        yield Vector(
            path.stem,
            entry["name"],
            entry["section"],
            entry["method"],
            request,
            compact(entry["expect"]),
            entry.get("reference"),
            entry.get("differs"),
            records_facts(text),
        )


def records_facts(text: str) -> bool:
    """Whether a file's recorded answers say what the reasons say."""
    return '"reason_facts"' in text


def expand(value: Any) -> Any:
    """A request with its recipes carried out: `{"$rep": [text, times]}` is the text so many times."""
    if isinstance(value, dict):
        if set(value) == {"$rep"}:
            return value["$rep"][0] * value["$rep"][1]
        return {key: expand(item) for key, item in value.items()}
    if isinstance(value, list):
        return [expand(item) for item in value]
    return value


def compact(value: Any) -> bytes:
    """Compact JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def contract(answer: bytes) -> Any:
    """What of an answer is promised: a result's bytes; an error without its sentence, which may improve."""
    document = json.loads(answer)
    if "error" not in document:
        return answer.decode()
    return {key: value for key, value in document["error"].items() if key != "message"}


def reduced(answer: dict[str, Any], *, facts: bool) -> dict[str, Any]:
    """An answer without what the reference did not record: sentences become facts, errors only that they are one."""
    if "error" in answer:
        return {"error": True}
    answer = json.loads(json.dumps(answer))
    context = answer.get("context", answer)
    for decision in context["decisions"]:
        found = _facts(decision.pop("reason"))
        if found and facts:
            decision["reason_facts"] = found
    for warning in context["warnings"]:
        del warning["reason"]
    return answer


def _facts(reason: str) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if packed := _PACKED.search(reason):
        facts["packed"] = [int(packed[1]), int(packed[2])]
    if twin := _TWIN.search(reason):
        facts["twin_seq"] = int(twin[1])
    if "timestamps normalized" in reason:
        facts["timestamps_normalized"] = True
    if "differing caption does not" in reason:
        facts["caption_lost"] = True
    return facts
