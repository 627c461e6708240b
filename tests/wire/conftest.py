"""The share of recorded answers that equal the reference's, printed with every run of the tests."""

import json
import struct
from collections import Counter
from typing import Any

from vectors import load, reduced


def single(value: Any, key: str = "") -> Any:
    """An answer with relevance rounded to 32 bits, as the reference writes it (C13)."""
    if isinstance(value, dict):
        return {name: single(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [single(item) for item in value]
    return struct.unpack("f", struct.pack("f", value))[0] if key == "relevance" else value


def loses(answer: dict[str, Any]) -> bool:
    """Whether an answer cuts, drops or collapses something."""
    if "error" in answer:
        return False
    context = answer.get("context", answer)
    told = any("handle" in decision or decision["action"] == "abstract" for decision in context["decisions"])
    return told or bool(context["retrieval_handles"] or context["insights"]["tokens_saved_by_rule"])


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many answers are the reference's, and how often each difference acts."""
    vectors = [vector for vector in load() if vector.file.startswith("compiler")]
    acting = Counter(rule for vector in vectors for rule in vector.differs or [])
    equal = sum(not vector.differs for vector in vectors)
    whole = [vector for vector in vectors if not loses(json.loads(vector.expect)) and not loses(vector.reference)]
    alike = sum(
        single(reduced(json.loads(vector.expect), facts=vector.facts)) == single(vector.reference) for vector in whole
    )
    rules = sorted(acting.items(), key=lambda item: int(item[0][1:]))
    terminalreporter.section("recorded answers and the reference")
    terminalreporter.write_line(
        f"{equal} of {len(vectors)} equal the reference's byte for byte; of {len(whole)} in which nothing is cut, "
        f"dropped or collapsed, {alike} do ({alike / len(whole):.1%}, relevance compared in 32 bits)"
    )
    terminalreporter.write_line("differences that act: " + ", ".join(f"{rule} in {count}" for rule, count in rules))
