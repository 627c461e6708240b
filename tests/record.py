"""Rewrite what the vectors expect: `python tests/record.py`, then read the diff.

Requests and the reference's answers stay; `expect` becomes what `call` answers now, and `differs` the smallest set of
differences with which the oracle gives that answer too. A change that the oracle does not explain is printed.
"""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from oracle.attribute import attribute
from vectors import FOLDER, compact, expand, reduced

from contextc_wire import call

OPERATIONS = {"compile": "compile_context", "compile_transcript": "compile_transcript"}


def record(entry: dict[str, Any]) -> dict[str, Any]:
    """The vector with today's answer."""
    request = entry["text"].encode() if "text" in entry else compact(expand(entry["request"]))
    entry["expect"] = json.loads(call(entry["method"], request))
    if "reference" in entry:
        facts = "reason_facts" in json.dumps(entry["reference"]) or not entry["file_without_facts"]
        equal = reduced(entry["expect"], facts=facts) == entry["reference"]
        entry["differs"] = [] if equal else attribute(json.loads(request), OPERATIONS[entry["method"]])
    return entry


def main() -> None:
    """Rewrite every file of vectors."""
    for path in sorted(FOLDER.glob("*.json")):
        entries = [record(entry) for entry in json.loads(path.read_text(encoding="utf-8"))]
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
        path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        unexplained = [entry["name"] for entry in entries if entry.get("differs") is None and "reference" in entry]
        sys.stdout.write(f"{path.stem}: {len(entries)} vectors, unexplained: {unexplained}\n")


if __name__ == "__main__":
    main()
