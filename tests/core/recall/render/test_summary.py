"""A grain in one short line, by type."""

import pytest

from contextc.recall.grain_types import GRAIN_TYPES
from contextc.recall.render.summary import SUMMARIES, SUMMARY_BYTES, summary
from core.recall.build import hit

LONG = "word " * 40


@pytest.mark.parametrize(
    ("kind", "fields", "text"),
    [
        ("fact", {"subject": "a", "relation": "is", "object": "b"}, "a is b"),
        ("fact", {"relation": "is"}, "? is ?"),
        ("fact", {}, "? ? ?"),
        ("fact", {"subject": "a", "content": "a is b"}, "a a is b"),
        ("fact", {"content": LONG}, LONG[:77]),
        ("event", {"content": "x" * 81, "role": "user"}, "x" * 77),
        ("event", {"content": "é" * 60}, "é" * 38),
        ("event", {"content_blocks": [{"type": "text", "text": "hi"}]}, "hi"),
        ("event", {}, ""),
        ("state", {"context": {"label": "checkout", "cart": 3}}, "checkout"),
        ("state", {"context": {"a": 1, "b": 2}}, "2 keys"),
        ("workflow", {"trigger": "tag", "nodes": ["a", "b"], "edges": [{}]}, "tag (2 nodes, 1 edges)"),
        ("workflow", {"name": "release"}, "workflow (0 nodes, 0 edges)"),
        ("tool", {"tool_name": "lookup"}, "lookup [OK]"),
        ("tool", {"is_error": True}, "unknown [FAIL]"),
        ("observation", {"observer_id": "probe-1", "subject": "latency", "object": "rising"}, "probe-1: latency"),
        ("observation", {"observer_id": "probe-1"}, "probe-1"),
        ("observation", {"subject": "latency"}, "?: latency"),
        (
            "goal",
            {"description": "Close the books", "priority": "critical", "goal_state": "failed"},
            "[critical/failed] Close the books",
        ),
        ("goal", {}, "[medium/active] ?"),
        ("reasoning", {"conclusion": "batch smaller"}, "batch smaller"),
        ("reasoning", {"content": "batch smaller"}, "batch smaller"),
        ("reasoning", {}, "reasoning"),
        ("consensus", {"agreed_content": "ship Friday"}, "ship Friday"),
        ("consensus", {}, "consensus"),
        ("consent", {"subject_did": "did:ex:mira", "scope": "marketing"}, "did:ex:mira grants marketing"),
        ("consent", {"is_withdrawal": True}, "? withdraws"),
        ("skill", {"name": "triage", "domain": "ops"}, "triage [ops]"),
        ("skill", {}, "?"),
        ("recommendation", {"severity": "high", "summary": {"args": {"b": 1, "a": "x"}}}, "[high] a=x, b=1"),
        ("recommendation", {"target_ref": "qry:daily"}, "[info] qry:daily"),
        ("recommendation", {}, "[info] recommendation"),
        ("trigger", {"kind": "cron", "at": "9:00"}, "[cron] at: 9:00"),
        ("trigger", {"note": LONG}, f"[trigger] {'note: ' + LONG:.77}"),
        ("note", {"to": "bo", "body": "hi"}, "note: body: hi, to: bo"),
        ("note", {"body": LONG}, f"note: {'body: ' + LONG:.77}"),
        ("note", {}, "note: "),
    ],
)
def test_summaries(kind: str, fields: dict, text: str):
    """Section 5.6; a type of no table is its name and the start of its fields."""
    assert summary(hit(kind, fields)) == text


def test_every_type_has_a_summary():
    """There are as many as types."""
    assert set(SUMMARIES) == set(GRAIN_TYPES)


def test_the_length_of_a_summary():
    """Section 5.6."""
    assert SUMMARY_BYTES == 80
