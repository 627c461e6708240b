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
    before, entry["expect"] = entry["expect"], json.loads(call(entry["method"], request))
    if "reference" in entry and (entry["differs"] is None or before != entry["expect"]):
        equal = reduced(entry["expect"], facts=facts) == entry["reference"]
        entry["differs"] = [] if equal else attribute(json.loads(request), OPERATIONS[entry["method"]])
    return entry


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
