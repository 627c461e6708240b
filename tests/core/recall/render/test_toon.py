"""A grain as a row of a TOON table."""

from typing import Any

import pytest
from toon_format import decode

from contextc.recall.grain_types import GRAIN_TYPES, toon_columns
from contextc.recall.render.toon import CELLS, key, line, number, quoted, row, table, text
from core.recall.build import JAN_1, hit


@pytest.mark.parametrize(
    ("kind", "fields", "cells"),
    [
        (
            "fact",
            {"subject": "mira", "relation": "prefers", "object": "oat milk", "confidence": 0.9},
            ["mira", "prefers oat milk", 0.9],
        ),
        ("fact", {"object": "o"}, ["", "o", None]),
        ("fact", {"relation": "r", "confidence": "1"}, ["", "r", None]),
        ("fact", {"subject": "a", "content": "a is b"}, ["a", "a is b", None]),
        ("fact", {"subject": "a", "relation": "is", "content": "a is b"}, ["a", "is: a is b", None]),
        ("event", {"role": "user", "speaker": "bo", "content": "hi"}, ["user", "2025-01-01", "hi"]),
        ("event", {"speaker": "bo", "relation": "mira", "content": "hi"}, ["bo", "2025-01-01", "hi"]),
        ("event", {"role": 1, "speaker": "bo"}, ["user", "2025-01-01", ""]),
        ("event", {"role": ""}, ["", "2025-01-01", ""]),
        ("event", {"created_at": "yesterday"}, ["user", "yesterday", ""]),
        (
            "state",
            {"context": {"label": "checkout", "d": 4, "cart": 3, "b": "x", "e": None}},
            ["checkout", "b=x; cart=3; d=4; e=null"],
        ),
        ("state", {"context": {"label": "checkout"}}, ["checkout", "checkout"]),
        ("state", {}, ["state", "state"]),
        ("workflow", {"trigger": "tag", "nodes": ["a", "b"], "edges": []}, ["tag", "2 nodes, 0 edges"]),
        ("workflow", {"name": "release", "trigger": "tag", "nodes": ["a"]}, ["release", "1 nodes, 0 edges: a"]),
        ("tool", {"tool_name": "lookup", "tool_content": "3 rows"}, ["lookup", "ok", "3 rows"]),
        ("tool", {"is_error": True, "error": "timeout", "content": "partial"}, ["unknown", "fail", "timeout\npartial"]),
        (
            "observation",
            {"observer_id": "probe-1", "subject": "latency", "object": "rising"},
            ["probe-1", "latency: rising"],
        ),
        ("observation", {}, ["?", ""]),
        (
            "goal",
            {"subject": "finance", "description": "Close", "goal_state": "failed"},
            ["finance", "Close", "failed"],
        ),
        ("goal", {"description": "Close", "criteria": "all"}, ["Close", "Close (criteria: all)", "active"]),
        ("goal", {"state": "satisfied"}, ["", "", "satisfied"]),
        ("reasoning", {"inference_method": "induction", "conclusion": "c"}, ["induction", "c"]),
        ("reasoning", {"inference_method": ""}, ["reasoning", ""]),
        ("consensus", {"threshold": "2/3", "agreement_count": 3, "agreed_content": "ship"}, ["2/3", 3, "ship"]),
        ("consensus", {"threshold": 0.75, "agreement_count": 3.0}, [0.75, 0, ""]),
        ("consensus", {}, ["-", 0, ""]),
        (
            "consent",
            {"subject_did": "did:ex:mira", "grantee_did": "did:ex:cafe", "is_withdrawal": True, "scope": "marketing"},
            ["did:ex:mira", "did:ex:cafe", "withdraws", "marketing"],
        ),
        ("consent", {}, ["", "", "grants", ""]),
        (
            "skill",
            {"name": "triage", "domain": "ops", "proficiency": 1, "description": "sort"},
            ["triage", "ops", 1.0, "sort"],
        ),
        ("skill", {}, ["", "", None, ""]),
        (
            "recommendation",
            {"target_ref": "qry:daily", "severity": "", "summary": {"args": {"metric": "hit_rate", "count": 3}}},
            ["qry:daily", "info", "count=3; metric=hit_rate"],
        ),
        ("recommendation", {"severity": "high", "content": "rotate"}, ["", "high", "rotate"]),
        ("trigger", {"kind": "cron", "at": "9:00", "days": [1]}, ["cron", "at: 9:00, days: [1]"]),
        ("trigger", {}, ["", ""]),
        ("note", {"b": 1, "a": "x"}, ["a: x, b: 1"]),
    ],
)
def test_cells(kind: str, fields: dict, cells: list):
    """Section 5.8, and what else a grain says (A9); what is absent is null (A4)."""
    assert row(hit(kind, fields, created_at_sec=JAN_1)) == cells
    assert len(cells) == len(toon_columns(kind))


def test_every_type_has_cells():
    """There are as many as types."""
    assert set(CELLS) == set(GRAIN_TYPES)


def test_an_event_without_a_time():
    """The cell is empty."""
    assert row(hit("event", {"content": "hi"})) == ["user", "", "hi"]


@pytest.mark.parametrize(
    "value",
    [
        "mira",
        "oat milk",
        "a<b",
        "a.b",
        "x1",
        "_",
        "a (b)",
        "it's",
        "a/b|c",
        "é",
        "漢字",
        "🚀",
        "a #b",
        ".5",
        "a-b",
        "1.2.3",
        "2025-01-01",
        "1x",
        "NULL",
        "True",
        "a\u200db",
    ],
)
def test_texts_that_stand_bare(value: str):
    """No reader takes them for anything else."""
    assert text(value) == value


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("", '""'),
        (" a", '" a"'),
        ("a ", '"a "'),
        ("\u3000a", '"\u3000a"'),
        ("true", '"true"'),
        ("false", '"false"'),
        ("null", '"null"'),
        ("42", '"42"'),
        ("007", '"007"'),
        ("-1", '"-1"'),
        ("1.5", '"1.5"'),
        ("1e5", '"1e5"'),
        ("+861", '"+861"'),
        ("100.0", '"100.0"'),
        ("-", '"-"'),
        ("- a", '"- a"'),
        ("# a", '"# a"'),
        ("a: b", '"a: b"'),
        ("a,b", '"a,b"'),
        ("[2]", '"[2]"'),
        ("{a}", '"{a}"'),
        ('say "hi"', '"say \\"hi\\""'),
        ("a\\b", '"a\\\\b"'),
        ("a\nb\r\tc", '"a\\nb\\r\\tc"'),
        ("\x1b", '"\\u001b"'),
        ("\u200b", '"\\u200b"'),
        ("a\u2028b", '"a\u2028b"'),
        ("\U000e0041", '"\\\\U000e0041"'),
    ],
)
def test_texts_in_quotes(value: str, written: str):
    """What a reader would take for something else, or for the end of the cell (A4, A6)."""
    assert text(value) == written


TEXTS = [
    "",
    " ",
    "x",
    "42",
    "-0",
    "1e5",
    ".5",
    "+1",
    "true",
    "a,b",
    "a: b",
    "[2]: x",
    "{",
    "#",
    "-",
    "\\n",
    "\n",
    '"',
    "'",
    "é\u200b",
    "\x00\x7f",
    "a|b",
    "\t",
    "\u2028",
    "漢",
]


@pytest.mark.parametrize("value", TEXTS)
def test_texts_come_back(value: str):
    """From the official decoder, alone and beside others, as the same string."""
    made = table("facts", ["a", "b"], [line([value, "x"]), line(["x", value])])
    assert decode(made) == {"facts": [{"a": value, "b": "x"}, {"a": "x", "b": value}]}


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "null"),
        (1, "1"),
        (1.0, "1"),
        (0.95, "0.95"),
        (-0.0, "0"),
        (-2.5, "-2.5"),
        (0.000000001, "0.000000001"),
        (1.5e-7, "0.00000015"),
        (1e21, "1000000000000000000000"),
        (2**64 - 1, "18446744073709551615"),
    ],
)
def test_numbers(value: Any, written: str):
    """Never with an exponent; a whole one has no fraction."""
    assert number(value) == written


@pytest.mark.parametrize("value", [1.5e300, 5e-324, -1e22])
def test_numbers_that_are_very_large_or_small(value: float):
    """All their digits."""
    made = number(value)
    assert (float(made), "e" in made) == (value, False)


def test_a_table():
    """Its name, how many rows, its columns; a row a line, further in."""
    assert table("facts", ["a", "b"], ["1,2", "3,4"]) == "facts[2]{a,b}:\n  1,2\n  3,4"
    assert table("facts", ["a"], [], "  ") == "  facts[0]{a}:"


@pytest.mark.parametrize(
    ("name", "written"),
    [("facts", "facts"), ("a.b_1", "a.b_1"), ("a b", '"a b"'), ("1a", '"1a"'), ("", '""'), ('"', '"\\""')],
)
def test_names(name: str, written: str):
    """What is no name is in quotes."""
    assert key(name) == written


def test_quotes():
    """Everything in them is one text."""
    assert quoted('a"\\\n') == '"a\\"\\\\\\n"'
