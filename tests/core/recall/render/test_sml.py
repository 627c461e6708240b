"""A grain as an element of SML, by type and by how much is to be told about it."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from contextc.recall.grain_types import GRAIN_TYPES
from contextc.recall.render.sml import SHAPES, attributes, full, short
from core.recall.build import FULL, JAN_1, MINIMAL, NONE, fact, hash_, hit

BLOCKS = [
    {"type": "text", "text": "a<b"},
    {"type": "tool_use", "name": "run", "id": "t1", "input": {"z": 1, "a": "x"}},
    {"type": "image"},
    {"type": "tool_result", "tool_use_id": "t1", "content": "ok&done", "is_error": True},
]
WORKFLOW = {
    "trigger": "tag",
    "nodes": ["build", "test", "ship"],
    "edges": [{"src": "build", "dst": "test"}, {"src": "test", "dst": "ship", "cond": "green", "max_cycles": 2}],
    "bindings": {"ship": "h2", "build": "h1"},
}


@pytest.mark.parametrize(
    ("kind", "fields", "element"),
    [
        (
            "fact",
            {"subject": "mira", "relation": "prefers", "object": "oat milk"},
            "<fact>mira prefers oat milk</fact>",
        ),
        ("fact", {"relation": "is"}, "<fact>? is ?</fact>"),
        (
            "fact",
            {"subject": "a<b", "relation": "says", "object": "\"hi\" & 'bye', ok"},
            "<fact>a&lt;b says &quot;hi&quot; &amp; &apos;bye&apos;, ok</fact>",
        ),
        ("fact", {"content": "mira is in"}, "<fact>mira is in</fact>"),
        ("fact", {"subject": "mira", "relation": "is", "content": "mira is in"}, "<fact>mira is: mira is in</fact>"),
        ("event", {"role": "user", "content": "hi"}, '<event role="user">hi</event>'),
        ("event", {"relation": "mira", "role": "user", "content": "hi"}, '<event role="mira">hi</event>'),
        ("event", {"relation": "", "role": "user", "content": "hi"}, "<event>hi</event>"),
        ("event", {"role": 1, "speaker": "bo", "content": "hi"}, '<event role="bo">hi</event>'),
        ("event", {"content": "x" * 600}, f"<event>{'x' * 600}</event>"),
        (
            "event",
            {"content_blocks": BLOCKS},
            (
                '<event><text>a&lt;b</text><tool_use name="run" id="t1"><args format="json">{&quot;a&quot;:&quot;x&quot;,'
                '&quot;z&quot;:1}</args></tool_use><tool_result tool_use_id="t1" is_error="true">ok&amp;done</tool_result></event>'
            ),
        ),
        (
            "event",
            {"content_blocks": [{"type": "tool_use"}, {"type": "tool_result"}, {"type": "text"}]},
            (
                '<event><tool_use name="" id=""><args format="json">{}</args></tool_use>'
                '<tool_result tool_use_id="" is_error="false"></tool_result><text></text></event>'
            ),
        ),
        ("event", {"content": "hi", "content_blocks": [{"type": "image"}]}, "<event>hi</event>"),
        ("event", {"content": "hi", "content_blocks": "none"}, "<event>hi</event>"),
        ("event", {}, "<event></event>"),
        (
            "state",
            {"context": {"label": "checkout", "cart": 3, "zip": "<x>"}},
            "<state>checkout (cart=3; zip=&lt;x&gt;)</state>",
        ),
        ("state", {}, "<state>state</state>"),
        (
            "workflow",
            WORKFLOW,
            (
                '<workflow trigger="tag" nodes="3" edges="2" bindings="build=h1, ship=h2">build -&gt; test; '
                "test -&gt; ship [when green] [max 2x]</workflow>"
            ),
        ),
        (
            "workflow",
            {"name": "release", "nodes": ["a", "b"]},
            '<workflow name="release" trigger="workflow" nodes="2" edges="0">a, b</workflow>',
        ),
        ("workflow", {"edges": []}, '<workflow trigger="workflow" nodes="0" edges="0"></workflow>'),
        (
            "tool",
            {"tool_name": "lookup", "tool_content": "3 rows", "duration_ms": 12},
            '<tool tool="lookup" status="ok">3 rows (12ms)</tool>',
        ),
        ("tool", {"duration_ms": 0}, '<tool tool="unknown" status="ok"> (0ms)</tool>'),
        ("tool", {"duration_ms": 2**63}, f'<tool tool="unknown" status="ok"> ({2**63}ms)</tool>'),
        ("tool", {"duration_ms": 5.0}, '<tool tool="unknown" status="ok"></tool>'),
        ("tool", {"duration_ms": -1}, '<tool tool="unknown" status="ok"></tool>'),
        ("tool", {"content": "x" * 400}, f'<tool tool="unknown" status="ok">{"x" * 400}</tool>'),
        (
            "tool",
            {"tool_name": "fetch", "is_error": True, "error": "timeout: 5s", "content": "partial"},
            '<tool tool="fetch" status="fail">timeout: 5s\npartial</tool>',
        ),
        (
            "observation",
            {"observer_id": "probe-1", "subject": "latency", "object": "p95 rising"},
            '<observation observer="probe-1">latency: p95 rising</observation>',
        ),
        ("observation", {"content": "quiet"}, '<observation observer="?">quiet</observation>'),
        (
            "goal",
            {"description": "Close the books", "priority": "critical", "criteria": "all <ledgers> signed"},
            '<goal state="active" priority="critical">Close the books<criteria>all &lt;ledgers&gt; signed</criteria></goal>',
        ),
        ("goal", {"goal_state": "failed"}, '<goal state="failed" priority="medium">?</goal>'),
        (
            "reasoning",
            {"conclusion": "batch smaller", "premises": ["a", "b"]},
            '<reasoning><conclusion>batch smaller</conclusion><premises count="2"/></reasoning>',
        ),
        ("reasoning", {}, "<reasoning></reasoning>"),
        (
            "consensus",
            {"agreed_content": "ship Friday", "agreement_count": 3, "dissent_count": 1},
            '<consensus agreed="3" dissent="1">ship Friday</consensus>',
        ),
        ("consensus", {"agreement_count": 3.0}, '<consensus agreed="0" dissent="0"></consensus>'),
        (
            "consent",
            {"subject_did": "did:ex:mira", "grantee_did": "did:ex:cafe", "scope": "marketing", "is_withdrawal": True},
            (
                '<consent action="withdraws" subject="did:ex:mira"><scope>marketing</scope>'
                "<grantee>did:ex:cafe</grantee></consent>"
            ),
        ),
        ("consent", {"grantee_did": ""}, '<consent action="grants" subject="?"><grantee></grantee></consent>'),
        ("consent", {"grantee_did": 1}, '<consent action="grants" subject="?"></consent>'),
        (
            "skill",
            {"name": "triage", "domain": "ops", "description": "sort tickets"},
            '<skill name="triage" domain="ops">sort tickets</skill>',
        ),
        ("skill", {"domain": ""}, '<skill name="?" domain=""></skill>'),
        (
            "skill",
            {"domain": 1, "when_to_use": "on Mondays", "instructions": "1. read"},
            '<skill name="?"><when_to_use>on Mondays</when_to_use><instructions>1. read</instructions></skill>',
        ),
        (
            "recommendation",
            {"target_ref": "qry:daily", "severity": "high", "summary": {"args": {"metric": "hit_rate", "count": 3}}},
            '<recommendation target="qry:daily" severity="high">count=3, metric=hit_rate</recommendation>',
        ),
        ("recommendation", {}, '<recommendation target="" severity="info">recommendation</recommendation>'),
        (
            "trigger",
            {"kind": "cron", "at": "9<10", "days": [1, 2]},
            '<trigger kind="cron"><field name="at">9&lt;10</field><field name="days">[1,2]</field></trigger>',
        ),
        ("trigger", {}, "<trigger></trigger>"),
        (
            "note",
            {"<evil>": "x", "body": {"a": 1}, "confidence": None},
            (
                '<grain type="note"><field name="&lt;evil&gt;">x</field><field name="body">{&quot;a&quot;:1}</field>'
                '<field name="confidence">null</field></grain>'
            ),
        ),
    ],
)
def test_elements(kind: str, fields: dict, element: str):
    """Section 5.2 and 5.3; nothing is cut (A9), and keys name no elements (A6)."""
    assert full(hit(kind, fields), NONE) == element
    assert ET.fromstring(element).tag in (kind, "grain")


def test_every_type_has_a_shape():
    """There are as many as types."""
    assert set(SHAPES) == set(GRAIN_TYPES)


KNOWN: dict[str, Any] = {
    "confidence": 0.9,
    "namespace": "ca<fe",
    "verification_status": "contested",
    "structural_tags": ["diet", 1, "pref"],
    "tags": ["unused"],
}


@pytest.mark.parametrize(
    ("level", "told"),
    [
        (NONE, ""),
        (MINIMAL, ' confidence="0.90" date="2025-01-01"'),
        (
            FULL,
            f' confidence="0.90" date="2025-01-01" hash="{"01" * 8}" namespace="ca&lt;fe" status="contested" tags="diet,pref"',
        ),
    ],
)
def test_what_is_told_about_a_grain(level, told: str):
    """Nothing, how sure it is and its date, or all."""
    assert full(fact(fields=KNOWN, created_at_sec=JAN_1, hash=hash_(1)), level) == f"<fact{told}>mira likes tea</fact>"


@pytest.mark.parametrize("level", [MINIMAL, FULL])
def test_what_is_not_known_is_not_told(level):
    """Only the hash is always there."""
    about = f' hash="{"01" * 8}"' if level is FULL else ""
    assert full(fact(hash=hash_(1)), level) == f"<fact{about}>mira likes tea</fact>"


@pytest.mark.parametrize(
    ("fields", "tags"),
    [
        ({"tags": ["a", "b"]}, ' tags="a,b"'),
        ({"structural_tags": [], "tags": ["a"]}, ""),
        ({"structural_tags": "a", "tags": ["a"]}, ""),
        ({"tags": [1, None]}, ""),
        ({"tags": ['"x"', "y\nz"]}, ' tags="&quot;x&quot;,y&#10;z"'),
    ],
)
def test_tags(fields: dict, tags: str):
    """Those of the first key that is there; strings only."""
    assert full(fact(fields=fields, hash=hash_(1)), FULL) == f'<fact hash="{"01" * 8}"{tags}>mira likes tea</fact>'


def test_what_is_told_stands_behind_what_a_type_has():
    """The element's own attributes come first."""
    made = full(hit("event", {"role": "user", "content": "hi", "confidence": 1}, created_at_sec=JAN_1), MINIMAL)
    assert made == '<event role="user" confidence="1.00" date="2025-01-01">hi</event>'


def test_no_attribute_is_there_twice():
    """A call has a status of its own."""
    made = full(hit("tool", {"tool_name": "ls", "verification_status": "contested"}), FULL)
    assert ET.fromstring(made).attrib == {"tool": "ls", "status": "ok", "hash": "", "verification": "contested"}


@pytest.mark.parametrize("value", [1, None, ["a"]])
def test_what_is_no_string_is_not_told(value: object):
    """Neither as a namespace nor as a status."""
    made = full(fact(fields={"namespace": value, "verification_status": value}, hash=hash_(1)), FULL)
    assert made == f'<fact hash="{"01" * 8}">mira likes tea</fact>'


@pytest.mark.parametrize(("confidence", "text"), [(0.125, "0.12"), (0.375, "0.38"), (1, "1.00"), (-0.5, "-0.50")])
def test_two_decimals(confidence: float, text: str):
    """Exact ties go to the even digit."""
    assert full(fact(fields={"confidence": confidence}), MINIMAL) == f'<fact confidence="{text}">mira likes tea</fact>'


@pytest.mark.parametrize(
    ("kind", "fields", "element"),
    [
        ("event", {"role": "user", "content": "a<b"}, "<event>a&lt;b</event>"),
        ("goal", {"description": "Close"}, "<goal>[medium/active] Close</goal>"),
        ("note", {"body": "x"}, "<grain>note: body: x</grain>"),
    ],
)
def test_summaries(kind: str, fields: dict, element: str):
    """An element without attributes."""
    assert short(hit(kind, fields, created_at_sec=JAN_1)) == element


def test_attributes():
    """A space before each, and what is absent is not there."""
    assert (attributes(), attributes(a="<", b=None, c="")) == ("", ' a="&lt;" c=""')
