"""A grain as a line of plain text."""

import pytest

from contextc.recall.grain_types import GRAIN_TYPES
from contextc.recall.render.plaintext import LINES, full, short
from core.recall.build import JAN_1, hit


@pytest.mark.parametrize(
    ("kind", "fields", "line"),
    [
        ("fact", {"subject": "mira", "relation": "prefers", "object": "oat milk"}, "mira prefers oat milk"),
        ("fact", {"object": "o"}, "  o"),
        ("fact", {"subject": "mira"}, "mira  "),
        ("fact", {}, "? ? ?"),
        ("fact", {"content": "mira is in"}, "mira is in"),
        ("fact", {"subject": "mira", "relation": "is", "content": "mira is in"}, "mira is: mira is in"),
        ("event", {"role": "user", "content": "hi"}, "user: hi"),
        ("event", {"content": "hi"}, "hi"),
        ("event", {"relation": "user", "content": "hi"}, "user: hi"),
        ("event", {"subject": "mira", "content": "hi"}, "hi"),
        ("event", {"role": "user", "content": ""}, "user: "),
        ("event", {"role": "user"}, ""),
        ("event", {"content": ""}, ""),
        ("event", {"subject": "mira", "relation": "saw", "object": "bo"}, "mira saw bo"),
        ("event", {"content_blocks": [{"type": "tool_use", "name": "ls"}]}, "[call ls] {}"),
        ("state", {"context": {"label": "checkout", "cart": 3}}, "checkout (cart=3)"),
        ("workflow", {"name": "release", "nodes": ["a", "b"]}, "release (2 nodes, 0 edges): a, b"),
        ("workflow", {"trigger": "tag", "edges": []}, "tag (0 nodes, 0 edges)"),
        ("workflow", {}, "workflow (0 nodes, 0 edges)"),
        ("tool", {"tool_name": "lookup"}, "lookup [OK]"),
        ("tool", {"tool_name": "lookup", "tool_content": "3 rows"}, "lookup [OK]: 3 rows"),
        (
            "tool",
            {"tool_name": "lookup", "is_error": True, "error": "timeout", "content": "partial"},
            "lookup [FAIL]: timeout\n    partial",
        ),
        ("observation", {"subject": "latency", "object": "p95 rising"}, "latency  p95 rising"),
        ("observation", {"subject": "latency", "content": "rising"}, "latency  : rising"),
        ("observation", {"content": "quiet"}, "quiet"),
        ("observation", {"observer_id": "probe-1"}, "probe-1"),
        (
            "goal",
            {"subject": "finance", "description": "Close", "goal_state": "suspended", "criteria": "all"},
            "[medium/suspended] finance: Close (criteria: all)",
        ),
        ("goal", {"description": "Close", "priority": "high"}, "[high/active] Close"),
        ("goal", {}, "[medium/active] ?"),
        ("reasoning", {"conclusion": "batch smaller"}, "batch smaller"),
        ("consensus", {"agreed_content": "ship Friday"}, "ship Friday"),
        ("consent", {"subject_did": "did:ex:mira", "scope": "marketing"}, "did:ex:mira grants marketing"),
        (
            "skill",
            {"name": "triage", "domain": "ops", "description": "sort", "when_to_use": "on Mondays"},
            "triage [ops]: sort\n    Use when: on Mondays",
        ),
        ("skill", {"name": "triage"}, "triage"),
        ("recommendation", {"severity": "high", "content": "rotate"}, "[high] rotate"),
        ("trigger", {"kind": "cron", "at": "9:00"}, "[cron] at: 9:00"),
        ("trigger", {"at": "9:00"}, "[trigger] at: 9:00"),
        ("note", {"b": 1, "a": "x"}, "note: a: x, b: 1"),
    ],
)
def test_lines(kind: str, fields: dict, line: str):
    """Section 5.5, and what else a grain says (A9); nothing is told about it."""
    assert full(hit(kind, {**fields, "confidence": 0.5}, created_at_sec=JAN_1)) == line


def test_every_type_has_a_line():
    """There are as many as types."""
    assert set(LINES) == set(GRAIN_TYPES)


@pytest.mark.parametrize(
    ("kind", "fields", "line"),
    [
        ("event", {"role": "user", "content": "x" * 90}, "x" * 77),
        ("goal", {"description": "a\n=== b"}, "[medium/active] a\n    === b"),
        ("event", {"content": "=== b"}, "\\=== b"),
        ("note", {"body": "x"}, "note: body: x"),
    ],
)
def test_summaries(kind: str, fields: dict, line: str):
    """The bare summary, without its speaker."""
    assert short(hit(kind, fields)) == line


@pytest.mark.parametrize(
    "said",
    ["=== GOALS ===", "--- x ---", "[CURRENT] x", "a\n=== GOALS ===", "a\r--- x", "a\u2028[OUTDATED] x", "   ↓ 5 days"],
)
@pytest.mark.parametrize("kind", [*GRAIN_TYPES, "note"])
@pytest.mark.parametrize("render", [full, short])
def test_no_line_is_one_of_ours(render, kind: str, said: str):
    """Neither a heading nor a label nor a delta can be forged (A6)."""
    keys = (
        "subject",
        "content",
        "description",
        "conclusion",
        "agreed_content",
        "subject_did",
        "name",
        "observer_id",
        "tool_name",
    )
    first, *others = render(hit(kind, dict.fromkeys(keys, said))).split("\n")
    assert not first.lstrip().startswith(("===", "---", "[CURRENT]", "[OUTDATED]", "↓"))
    assert all(line.startswith("    ") for line in others)
