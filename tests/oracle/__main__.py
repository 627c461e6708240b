"""A directory of recorded vectors -> how many of them the reference mode reproduces, by file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from . import NONE, Refused, answer

FILES: Final = ("compiler.json", "compiler_random.json", "compiler_probes.json")
WITHOUT_FACTS: Final = ("compiler_probes.json",)
"""These were recorded without `reason_facts`."""


def expand(value: Any) -> Any:
    """Write out the recipes `{"$rep": [text, n]}`."""
    if isinstance(value, dict):
        if list(value) == ["$rep"]:
            text, count = value["$rep"]
            return text * count
        return {key: expand(entry) for key, entry in value.items()}
    return [expand(entry) for entry in value] if isinstance(value, list) else value


def without_facts(value: Any) -> Any:
    """The same value with every `reason_facts` taken out."""
    if isinstance(value, dict):
        return {key: without_facts(v) for key, v in value.items() if key != "reason_facts"}
    return [without_facts(entry) for entry in value] if isinstance(value, list) else value


def outcome(entry: dict[str, Any], *, facts: bool) -> dict[str, Any]:
    """What the oracle answers, in the form of the recorded expectation."""
    try:
        result = answer(expand(entry["request"]), op=entry["op"], differences=NONE)
    except Refused:
        return {"error": True}
    return {"ok": result if facts else without_facts(result)}


def main(directory: Path) -> int:
    """Print the figures; 1 when any vector differs."""
    wrong = 0
    for name in FILES:
        vectors = json.loads((directory / name).read_text(encoding="utf-8"))
        facts = name not in WITHOUT_FACTS
        failed = [entry["name"] for entry in vectors if outcome(entry, facts=facts) != entry["expect"]]
        wrong += len(failed)
        report = [f"{name}: {len(vectors) - len(failed)} of {len(vectors)} equal", *failed]
        print("\n  differs: ".join(report))  # noqa: T201  (a command prints)
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.oracle DIRECTORY_OF_VECTORS")
    sys.exit(main(Path(sys.argv[1])))
