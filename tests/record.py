"""Rewrite what the vectors expect: `python tests/record.py [FILE...]`, then read the diff.

Requests and the reference's answers stay; `expect` becomes what `call` answers now, and `differs` the smallest set of
differences with which the oracle gives that answer too.
"""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from contextc_wire import call
from oracle.attribute import attribute
from vectors import FOLDER, compact, expand, records_facts, reduced

OPERATIONS = {"compile": "compile_context", "compile_transcript": "compile_transcript"}


def record(entry: dict[str, Any], *, facts: bool) -> dict[str, Any]:
    """The vector with today's answer."""
    request = entry["text"].encode() if "text" in entry else compact(expand(entry["request"]))
    before, entry["expect"] = entry.get("expect"), json.loads(call(entry["method"], request))
    if "reference" in entry and (entry.get("differs") is None or before != entry["expect"]):
        entry["differs"] = explain(entry, json.loads(request), facts=facts)
    return entry


def explain(entry: dict[str, Any], request: Any, *, facts: bool) -> list[str] | None:
    """The differences that act; where the oracle lacks the method or the estimator, those that the vector names."""
    known = entry["method"] in OPERATIONS
    if entry["reference"] == (reduced(entry["expect"], facts=facts) if known else entry["expect"]):
        return []
    try:
        return attribute(request, OPERATIONS[entry["method"]]) if known else entry.get("differs")
    except NotImplementedError:
        return entry.get("differs")


def main() -> None:
    """Rewrite every file of vectors."""
    for path in map(Path, sys.argv[1:] or sorted(FOLDER.glob("*.json"))):
        text = path.read_text(encoding="utf-8")
        facts = records_facts(text)
        entries = [record(entry, facts=facts) for entry in json.loads(text)]
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
        path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        sys.stdout.write(f"{path.stem}: {len(entries)} vectors\n")


if __name__ == "__main__":
    main()
