"""What holds for every answer, whatever was asked: each law is a function of a request and its answer that raises.

The laws read the answer as a stranger would: from the wire, with the request beside it and nothing of the compiler. They
cover requests of plain fragments, without media and groups.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from cases.door import Json, compiled, estimated, send
from contextc.digest import fragment_id
from contextc.errors import CODES
from contextc.passes.classify import RULE_IDS

CRITICAL = {
    "preserve.marked_verbatim",
    "cache.stable_prefix",
    "preserve.code_fence",
    "preserve.negative_constraint",
    "preserve.exact_values",
    "preserve.url",
}
"""The rules whose fragments must not be lost quietly."""

JOINER = re.escape("\n\n")
MARK = r"(?:\n?\[… [^\n]* …\](?:\n|(?=\n\n)|\Z))?"
"""What `elision_marks` puts where text is missing."""
BLANK = r"[\t\x0b\x0c\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*"
FENCE_LINE = rf"(?:{BLANK}(?:`{{3,}}|~{{3,}})[^\n]*\n?)?"
"""The other end of a fence that was cut, repeated."""
COUNT = r"(?: \(x\d+\))?"

Law = Callable[[Json, Json], None]


def text_of(fragment: Json) -> str:
    """The content of a fragment; absent is empty."""
    return str(fragment.get("content", ""))


def tokens_of(request: Json, *texts: str) -> list[int]:
    """The tokens of texts, as the request has them counted."""
    estimator = (request.get("policy") or {}).get("estimator")
    return estimated(*texts, estimator=estimator, target_model=request.get("target_model"))


def answer_repeats(request: Json, answer: Json) -> None:
    """A second call gets the same answer, in one line of UTF-8."""
    data = send("compile", request)
    assert b"\n" not in data
    # Dumped, so that the order of keys counts.
    assert json.dumps(json.loads(data.decode())) == json.dumps(answer)


def budget_holds(request: Json, answer: Json) -> None:
    """The content costs no more than the budget less the reserve."""
    reserve = (request.get("policy") or {}).get("response_reserve_tokens") or 0
    assert tokens_of(request, answer["content"])[0] <= request["token_budget"] - reserve


def each_fragment_has_one_decision(request: Json, answer: Json) -> None:
    """Decisions stand in input order, each with a known rule, the hash of its text and a reason."""
    hashes = [str(fragment_id(text_of(fragment))) for fragment in request["fragments"]]
    assert hashes == [decision["content_hash"] for decision in answer["decisions"]]
    assert {decision["rule_id"] for decision in answer["decisions"]} <= set(RULE_IDS)
    assert all(decision["reason"] for decision in answer["decisions"])


def content_is_what_the_decisions_say(request: Json, answer: Json) -> None:
    """The content is made of the input's own bytes, at the ranges that the decisions name, in input order."""
    cached: list[str] = []
    body: list[str] = []
    for fragment, decision in zip(request["fragments"], answer["decisions"], strict=True):
        block = _block(text_of(fragment), decision)
        if block:
            (cached if decision["action"] == "cache" else body).append(block)
    pattern = JOINER.join([*cached, *body])
    assert re.fullmatch(pattern, answer["content"]), "the content is not made of the ranges that the decisions name"


def what_is_missing_has_a_handle(request: Json, answer: Json) -> None:
    """A fragment that is not in the context as a whole has a handle, and one that does not fit is listed."""
    missing = [
        decision for decision in answer["decisions"] if decision["action"] == "retrieve" or "emitted" in decision
    ]
    assert [f"ctx://source/{decision['content_hash']}" for decision in missing] == [
        decision["handle"] for decision in missing
    ]
    assert [(decision["handle"], "emitted" in decision) for decision in missing] == [
        (entry["handle"], entry.get("partial", False)) for entry in answer["retrieval_handles"]
    ]
    sources = {source["handle"] for source in answer["sources"]}
    assert all(decision["handle"] in sources for decision in missing)


def lost_criticals_raise_the_risk(request: Json, answer: Json) -> None:
    """Risk is high when a critical fragment lost content, medium for any other loss, and the answer's is the highest."""
    roomy = compiled({**request, "token_budget": 10_000_000})
    expected: list[str] = []
    for own, decision in zip(roomy["decisions"], answer["decisions"], strict=True):
        if decision["action"] == "drop":
            expected.append(decision["risk"])
        elif decision["action"] == "retrieve" or "emitted" in decision:
            expected.append("high" if own["rule_id"] in CRITICAL else "medium")
        else:
            expected.append("medium" if own["action"] == "abstract" else "low")
    assert expected == [decision["risk"] for decision in answer["decisions"]]
    assert max(expected, key=("low", "medium", "high").index, default="low") == answer["risk"]


def tokens_are_accounted_for(request: Json, answer: Json) -> None:
    """Tokens in, out and saved are those of the texts."""
    tokens_in = sum(tokens_of(request, *map(text_of, request["fragments"])))
    tokens_out = tokens_of(request, answer["content"])[0]
    expected = (tokens_in, tokens_out, max(0, tokens_in - tokens_out))
    insights = answer["insights"]
    assert expected == (insights["tokens_in"], insights["tokens_out"], insights["tokens_saved"])


LAWS: tuple[Law, ...] = (
    answer_repeats,
    budget_holds,
    each_fragment_has_one_decision,
    content_is_what_the_decisions_say,
    what_is_missing_has_a_handle,
    lost_criticals_raise_the_risk,
    tokens_are_accounted_for,
)


def obey(request: Json, answer: Json) -> None:
    """All laws at once, for the many variations of one input."""
    if "error" in answer:
        assert answer["error"]["code"] in set(CODES) - {"internal"}
        return
    for law in LAWS:
        law(request, answer)


def fold(text: str) -> str:
    r"""A log with the first of each line, and how often it came.

    >>> fold("a\nb\na\n")
    'a (x2)\nb\n'
    """
    lines = text.split("\n")
    counts: dict[str, int] = {}
    for line in lines[:-1]:
        key = line.removesuffix("\r")
        counts[key] = counts.get(key, 0) + 1
    if lines[-1]:
        counts[lines[-1]] = counts.get(lines[-1], 0) + 1
    folded: list[str] = []
    for line in dict.fromkeys(lines if lines[-1] else lines[:-1]):
        key = line.removesuffix("\r")
        count = counts.pop(key, 0)
        if count:
            annotated = (count > 1 and not re.fullmatch(BLANK, key)) or re.search(r" \(x[0-9]+\)\Z", key)
            folded.append(key + (f" (x{count})" if annotated else "") + line[len(key) :])
    return "\n".join(folded) + ("" if lines[-1] else "\n")


def _block(text: str, decision: Json) -> str:
    """A pattern of what a fragment puts into the content; empty when it puts nothing there."""
    ranges = decision.get("emitted")
    if decision["action"] in ("drop", "retrieve"):
        return ""
    data = text.encode()
    if decision["action"] == "abstract":
        return _folded(data, ranges) if ranges else re.escape(fold(text))
    if ranges is None:
        return re.escape(text)
    assert 0 < sum(end - start for start, end in ranges) < len(data), "a cut fragment has some of its bytes"
    assert all(0 <= start < end <= len(data) for start, end in ranges)
    head = [_slice(data, *one) for one in ranges if one[0] == 0]
    tail = [_slice(data, *one) for one in ranges if one[0] > 0]
    assert len(head) <= 1, "what is kept is one head and one tail"
    assert len(tail) <= 1, "what is kept is one head and one tail"
    assert all(one[1] == len(data) for one in ranges if one[0] > 0), "a tail goes to the end"
    if head and tail:
        return head[0] + FENCE_LINE + MARK + FENCE_LINE + tail[0]
    return head[0] + FENCE_LINE + MARK if head else MARK + FENCE_LINE + tail[0]


def _folded(data: bytes, ranges: list[Any]) -> str:
    lines = "".join([data[start:end].decode() for start, end in ranges]).split("\n")
    between = r"\n(?:\[… [^\n]* …\]\n)?"
    pattern = between.join([_counted(line) for line in lines])
    return MARK + pattern + MARK


def _counted(line: str) -> str:
    bare = line.removesuffix("\r")
    return re.escape(bare) + (COUNT if bare else "") + ("\r" if line != bare else "")


def _slice(data: bytes, start: int, end: int) -> str:
    return re.escape(data[start:end].decode())
