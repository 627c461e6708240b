"""A grain as a bullet of Markdown."""

from typing import Any

import pytest
from markdown_it import MarkdownIt

from contextc.recall.render.markdown import full, short
from core.recall.build import JAN_1, fact, hit

WORKFLOW = {"trigger": "tag", "nodes": ["build", "test"], "edges": [{"src": "build", "dst": "test"}]}


@pytest.mark.parametrize(
    ("kind", "fields", "line"),
    [
        ("fact", {"subject": "mira", "relation": "prefers", "object": "oat milk"}, "**mira** prefers oat milk"),
        (
            "fact",
            {"subject": "mira", "relation": "prefers", "object": "tea", "content": "c"},
            "**mira** prefers tea: c",
        ),
        (
            "fact",
            {"subject": "mira", "relation": "prefers", "object": "tea", "content": "mira prefers tea"},
            "**mira** prefers tea",
        ),
        ("fact", {"object": "o"}, "object: o"),
        ("fact", {"subject": "mira"}, "**mira**"),
        ("fact", {}, ""),
        ("fact", {"content": "mira is in"}, "mira is in"),
        ("fact", {"subject": "mira", "relation": "is", "content": "mira is in"}, "**mira** is: mira is in"),
        ("fact", {"object": "tea", "content": "c"}, "**tea**: c"),
        ("event", {"role": "user", "content": "hi"}, "**user**: hi"),
        ("event", {"relation": "", "role": "user", "content": "hi"}, "**user**: hi"),
        ("event", {"content": "hi"}, "hi"),
        ("event", {"content": "x" * 600}, "x" * 600),
        ("event", {"subject": "s", "object": "o", "role": "user", "content": "c"}, "**s** user o: c"),
        ("event", {"subject": "s", "object": "o", "role": "user"}, "**s** user o"),
        ("event", {"subject": "mira", "content": "c"}, "**mira**: c"),
        ("event", {"subject": "mira", "role": "user", "content": "c"}, "**user**: c"),
        ("event", {"role": "user", "content_blocks": [{"type": "text", "text": "hi"}]}, "**user**: hi"),
        ("event", {"content_blocks": [{"type": "tool_use", "name": "ls"}]}, "\\[call ls] {}"),
        ("state", {"context": {"label": "checkout", "cart": 3}}, "**State**: checkout (cart=3)"),
        ("state", {}, "**State**: state"),
        ("workflow", {**WORKFLOW, "name": "release"}, "**release** (on: tag): build -> test"),
        ("workflow", {"trigger": "tag"}, "**tag** (on: tag)"),
        ("workflow", {}, "**workflow** (on: workflow)"),
        ("tool", {"tool_name": "lookup", "tool_content": "3 rows"}, "**lookup** returned: 3 rows"),
        ("tool", {"tool": "bash", "content": "ok"}, "**bash** returned: ok"),
        ("tool", {"tool_name": "lookup"}, "**lookup** returned"),
        (
            "tool",
            {"tool_name": "lookup", "is_error": True, "error": "timeout", "content": "partial"},
            "**lookup** failed: timeout\n      partial",
        ),
        ("tool", {"content": "ok"}, "ok"),
        ("tool", {"relation": "r", "tool_name": "ls", "tool_content": "x"}, "**ls** returned: x"),
        ("tool", {"relation": "r", "tool_name": "ls", "content": "x"}, "**r**: x"),
        ("observation", {"subject": "latency", "object": "p95 rising"}, "**latency**: p95 rising"),
        ("observation", {"subject": "latency", "content": "rising"}, "**latency**: rising"),
        ("observation", {"subject": "latency"}, "**latency**"),
        ("observation", {"content": "quiet"}, "quiet"),
        ("observation", {"subject": "a", "relation": "is", "object": "b", "content": "c"}, "**a** is b: c"),
        ("observation", {"subject": "a", "relation": "is", "object": "b"}, "**a** is b"),
        ("observation", {"relation": "is", "object": "b"}, "**is**: b"),
        (
            "goal",
            {"subject": "finance", "description": "Close the books", "goal_state": "suspended", "progress": 0.125},
            "**finance**: Close the books (suspended, 12% done)",
        ),
        ("goal", {"subject": "finance", "description": "Close", "goal_state": "failed"}, "**finance**: Close (failed)"),
        ("goal", {"subject": "finance", "description": "Close", "progress": 0.5}, "**finance**: Close"),
        ("goal", {"description": "Close", "criteria": "all signed"}, "Close (criteria: all signed)"),
        ("goal", {"relation": "owns", "content": "c", "description": "d"}, "**owns**: d"),
        ("goal", {"relation": "owns", "subject": "s", "description": "d"}, "**s**: d"),
        (
            "reasoning",
            {"conclusion": "batch smaller", "inference_method": "induction", "premises": ["a"]},
            "batch smaller (induction)",
        ),
        ("reasoning", {"inference_method": "induction", "premises": ["a", "b"]}, "Reasoning (induction) (2 premises)"),
        ("reasoning", {}, "Reasoning (0 premises)"),
        (
            "consensus",
            {"agreed_content": "ship Friday", "agreement_count": 3, "dissent_count": 1},
            "ship Friday (3 agreed, 1 dissent)",
        ),
        ("consensus", {"dissent_count": 1}, "Consensus (0 agreed, 1 dissent)"),
        ("consensus", {"agreement_count": -1}, "Consensus"),
        (
            "consent",
            {"subject_did": "did:ex:mira", "scope": "marketing", "is_withdrawal": True},
            "**did:ex:mira** withdraws for marketing",
        ),
        ("consent", {}, "**?** grants"),
        (
            "skill",
            {"name": "triage", "description": "sort tickets", "proficiency": 0.8, "practice_count": 4},
            "**triage** — sort tickets (proficiency 0.80, practised 4×)",
        ),
        ("skill", {"name": "triage", "proficiency": 1}, "**triage** (proficiency 1.00, practised 0×)"),
        ("skill", {"name": "triage"}, "**triage**"),
        (
            "skill",
            {"description": "sort", "when_to_use": "on Mondays", "instructions": "1. read"},
            "sort\n      Use when: on Mondays\n      1. read",
        ),
        (
            "recommendation",
            {"target_ref": "qry:daily", "severity": "high", "summary": {"args": {"metric": "hit_rate", "count": 3}}},
            "[high] count=3, metric=hit_rate → `qry:daily`",
        ),
        ("recommendation", {}, "[info] recommendation → ``"),
        ("trigger", {"kind": "cron", "at": "9:00"}, "**cron**: at: 9:00"),
        ("trigger", {"a": 1}, "**trigger**: a: 1"),
        ("note", {"b": {"a": 1}, "a": "x", "namespace": "n"}, '**note**: a: x, b: {"a":1}'),
        ("note", {"content": "hi"}, "**note**: hi"),
        ("note", {"subject": "s", "relation": "r", "object": "o"}, "**note**: object: o, relation: r, subject: s"),
        ("fact", {"relation": "r", "description": "d"}, "**r**: d"),
        ("fact", {"subject": "s", "body": "d"}, "**s**: d"),
        ("fact", {"name": "n", "body": "d"}, "**n** — d"),
        ("fact", {"tool_name": "ls", "is_error": True}, "**ls** failed"),
    ],
)
def test_bullets(kind: str, fields: dict, line: str):
    """Section 5.4, and what else a grain says (A9)."""
    assert full(hit(kind, fields)) == f"- {line}"


@pytest.mark.parametrize(
    ("fields", "notes"),
    [
        ({"confidence": 0.9}, " *(0.90, 2025-01-01)*"),
        ({"confidence": 1.0}, " *(2025-01-01)*"),
        ({"confidence": "0.9"}, " *(2025-01-01)*"),
        ({"superseded_by": None}, " *(2025-01-01, superseded)*"),
        ({"confidence": 0.996, "superseded_by": "x"}, " *(1.00, 2025-01-01, superseded)*"),
    ],
)
def test_notes(fields: dict, notes: str):
    """How sure it is when it is not quite, its date, and whether it was superseded."""
    assert full(fact(fields=fields, created_at_sec=JAN_1)) == f"- **mira** likes tea{notes}"


def test_no_notes():
    """Nothing is known, nothing is said."""
    assert full(fact(created_at_sec=0)) == "- **mira** likes tea"


@pytest.mark.parametrize(
    ("kind", "fields", "line"),
    [
        ("fact", {"subject": "a", "relation": "is", "object": "b"}, "a is b"),
        ("event", {"role": "user", "content": "hi"}, "**user**: hi"),
        ("event", {"content": "# hi"}, "\\# hi"),
        ("event", {"role": "user", "content": "x" * 90}, f"**user**: {'x' * 77}"),
        ("goal", {"description": "Close"}, "[medium/active] Close"),
        ("goal", {"description": "a", "priority": "x]: y"}, "[x\\]: y/active] a"),
        ("recommendation", {"target_ref": "t"}, "[info] t"),
        ("trigger", {"kind": "cron", "at": "9"}, "[cron] at: 9"),
        ("tool", {"tool_name": "ls"}, "ls [OK]"),
        ("note", {"body": "x"}, "note: body: x"),
    ],
)
def test_summaries(kind: str, fields: dict, line: str):
    """A bullet with the summary; an event's speaker stays."""
    assert short(hit(kind, fields, created_at_sec=JAN_1)) == f"- {line}"


def blocks(text: str) -> list[str]:
    """The blocks that a reader finds."""
    return [token.type for token in MarkdownIt().parse(text) if token.nesting >= 0 and token.type != "inline"]


HOSTILE = [
    "# x",
    "- x",
    "1. x",
    "> x",
    "```\nx",
    "~~~",
    "a\n# b",
    "a\n\n- b",
    "a\n===",
    "---",
    "<div>\n\n# x",
    "[a]: b\n[c]",
]


@pytest.mark.parametrize("said", HOSTILE)
@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("fact", ("subject", "relation", "object")),
        ("fact", ("content",)),
        ("event", ("role", "content")),
        ("event", ("content",)),
        ("state", ("content",)),
        ("workflow", ("name", "trigger")),
        ("tool", ("tool_name", "error", "content")),
        ("tool", ("content",)),
        ("observation", ("object",)),
        ("goal", ("description", "criteria")),
        ("goal", ("subject", "description", "goal_state")),
        ("reasoning", ("conclusion", "inference_method")),
        ("consensus", ("agreed_content",)),
        ("consent", ("subject_did", "scope")),
        ("skill", ("name", "description", "instructions")),
        ("skill", ("description", "when_to_use")),
        ("recommendation", ("severity", "target_ref", "content")),
        ("trigger", ("kind", "at")),
        ("note", ("body",)),
    ],
)
@pytest.mark.parametrize("render", [full, short])
def test_a_bullet_is_one_bullet(render, kind: str, keys: tuple[str, ...], said: str):
    """Whatever a grain says, a reader finds a list of one item, with text in it (A6)."""
    fields: dict[str, Any] = dict.fromkeys(keys, said)
    found = blocks(f"{render(hit(kind, fields))}\n- next")
    assert [one for one in found if one not in ("paragraph_open", "code_block")] == [
        "bullet_list_open",
        "list_item_open",
        "list_item_open",
    ]


@pytest.mark.parametrize(("target", "code"), [("a`b", "`` a`b ``"), ("```", "```` ``` ````"), ("a", "`a`")])
def test_code(target: str, code: str):
    """A fence is longer than what is in it."""
    assert full(hit("recommendation", {"target_ref": target, "content": "x"})) == f"- [info] x → {code}"


@pytest.mark.parametrize("severity", ["x](http://a)", "a][b", "high"])
def test_brackets_are_closed_once(severity: str):
    """A severity makes no link."""
    made = full(hit("recommendation", {"severity": severity, "content": "(x)"}))
    assert "link_open" not in [child.type for token in MarkdownIt().parse(made) for child in token.children or ()]
