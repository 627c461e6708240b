"""One recall as it could be: a grain of every type and one of none, an update, a dispute, what was found beside and elsewhere."""

from typing import Any

from contextc.recall import ContextAssembler, FormattedContext, RenderingHints, SearchHit
from contextc.vocabulary import ConflictStatus, OutputFormat, RecallSource, SupersessionStatus
from core.recall.build import DAY, JAN_1, hash_, policy


def _hit(number: int, kind: str, score: float, fields: dict[str, Any], **found: Any) -> SearchHit:
    return SearchHit(
        grain_type=kind, fields=fields, hash=hash_(number), score=score, created_at_sec=JAN_1 + number * DAY, **found
    )


HITS = [
    _hit(1, "fact", 0.92, {"subject": "mira", "relation": "prefers", "object": "oat milk", "confidence": 0.9}),
    _hit(
        2,
        "fact",
        0.81,
        {"subject": "mira", "relation": "lives in", "object": "Leeds"},
        supersession_status=SupersessionStatus.SUPERSEDED,
        superseded_by_hash=hash_(3),
    ),
    _hit(
        3,
        "fact",
        0.88,
        {"subject": "mira", "relation": "lives in", "object": "York"},
        supersession_status=SupersessionStatus.CURRENT,
    ),
    _hit(
        4,
        "fact",
        0.4,
        {"subject": "mira", "relation": "is", "object": "a night owl", "verification_status": "contested"},
        conflict_status=ConflictStatus.OUTDATED,
    ),
    _hit(
        5, "fact", 0.99, {"subject": "mira", "relation": "owns", "object": "a boat", "verification_status": "retracted"}
    ),
    _hit(6, "event", 0.77, {"role": "user", "content": "Where is my parcel?\nIt was due <yesterday>."}),
    _hit(
        7,
        "event",
        0.7,
        {
            "role": "assistant",
            "content_blocks": [
                {"type": "text", "text": "I look it up."},
                {"type": "tool_use", "id": "t1", "name": "lookup", "input": {"order": 88}},
            ],
        },
    ),
    _hit(8, "state", 0.6, {"context": {"label": "checkout", "cart": 3, "coupon": "X1", "step": "pay"}}),
    _hit(
        9,
        "workflow",
        0.3,
        {
            "name": "release",
            "trigger": "tag",
            "nodes": ["build", "test", "ship"],
            "edges": [
                {"src": "build", "dst": "test"},
                {"src": "test", "dst": "ship", "cond": "green", "max_cycles": 2},
            ],
            "bindings": {"ship": "h2", "build": "h1"},
        },
    ),
    _hit(10, "tool", 0.65, {"tool_name": "lookup", "tool_content": '{"order": 88, "at": "depot"}', "duration_ms": 12}),
    _hit(
        11,
        "tool",
        0.5,
        {"tool_name": "carrier", "is_error": True, "error": "timeout: 5s", "tool_content": "# partial"},
    ),
    _hit(12, "observation", 0.45, {"observer_id": "probe-1", "subject": "latency", "object": "p95 rising"}),
    _hit(
        13,
        "goal",
        0.86,
        {
            "subject": "support",
            "description": "Refund order 88",
            "goal_state": "active",
            "priority": "high",
            "criteria": "money is back, [CURRENT] or not",
            "progress": 0.5,
        },
    ),
    _hit(
        14,
        "reasoning",
        0.35,
        {"conclusion": "- the depot lost it", "inference_method": "abduction", "premises": ["p1", "p2"]},
    ),
    _hit(
        15,
        "consensus",
        0.3,
        {"agreed_content": "refund before Friday", "agreement_count": 3, "dissent_count": 1, "threshold": 0.75},
    ),
    _hit(16, "consent", 0.2, {"subject_did": "did:ex:mira", "grantee_did": "did:ex:cafe", "scope": "marketing"}),
    _hit(
        17,
        "skill",
        0.25,
        {
            "name": "triage",
            "domain": "support",
            "description": "sort tickets",
            "proficiency": 0.8,
            "practice_count": 4,
            "when_to_use": "on Mondays",
            "instructions": "1. read\n2. label",
        },
    ),
    _hit(
        18,
        "recommendation",
        0.55,
        {"target_ref": "qry:daily", "severity": "high", "summary": {"args": {"metric": "hit_rate", "count": 3}}},
    ),
    _hit(19, "trigger", 0.15, {"kind": "cron", "at": "09:00", "days": [1, 5]}),
    _hit(20, "note", 0.1, {"body": "ring back", "to": "bo", "007": True}),
    _hit(
        21,
        "fact",
        0.75,
        {"subject": "bo", "relation": "shares", "object": "mira's cart"},
        recall_source=RecallSource.EXPANSION,
    ),
]

CENSUS = [
    _hit(
        22,
        "fact",
        0.3,
        {"subject": "cy", "relation": "asked for", "object": "a refund, too"},
        recall_source=RecallSource.CENSUS,
        source_namespace="sess-7",
    ),
    _hit(
        23,
        "event",
        0.2,
        {"role": "user", "content": "Any news? " * 20},
        recall_source=RecallSource.CENSUS,
        source_namespace='sess-"8"',
    ),
]

LAYOUTS: dict[str, tuple[list[SearchHit], dict[str, Any], dict[str, Any]]] = {
    "flat": (HITS, {"ordering": "chronological"}, {}),
    "grouped": (HITS, {"grouped": ["goal"]}, {}),
    "timeline": ([*HITS, *CENSUS], {}, {"has_time_range": True}),
    "aggregation": ([*HITS, *CENSUS], {}, {"entities": ["bo", "mira"]}),
    "highlight": (HITS, {}, {}),
    "census": ([*HITS, *CENSUS], {"budget": 600}, {}),
}
"""Name -> what was recalled, the policy, the hints; the metadata is minimal."""


def made(format: OutputFormat, layout: str) -> FormattedContext:
    """The sample in one format and layout."""
    hits, settings, hints = LAYOUTS[layout]
    return ContextAssembler().format_with_hints(hits, policy(format, **settings), RenderingHints(**hints))
