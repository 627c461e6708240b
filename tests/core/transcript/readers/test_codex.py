"""A rollout of Codex becomes turns."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.errors import SegmentationFailed
from contextc.transcript.readers import read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.rollouts import Json, compacted, lines, message, record, rollback, said, user
from core.transcript.readers.shown import SAMPLES, sample, shown

AUTO, CODEX = SegmentFormat.AUTO, SegmentFormat.CODEX

HEADER = {"id": "t", "timestamp": "2025-08-18T01:16:13.522Z", "instructions": "Answer briefly."}


# What is read


def test_sample():
    """Every kind of item is read, and every kind of record that says nothing is left out."""
    assert shown(sample("codex.jsonl")) == [
        ("system", "You write code with care."),
        ("developer", "Work in /w/shop."),
        ("user", "Where are taxes added?"),
        ("user", "sums up 'Taxes are added in cart.py.' signed None"),
        ("assistant", "sums up '' signed c3VtbWFyeQ=="),
        ("event", "<environment_context>\n  <cwd>/w/shop</cwd>\n</environment_context>"),
        ("user", "Why is the total wrong?", "shows image/png: data:image/png;base64,PNG"),
        ("assistant", "thinks '**Look at the cart**' signed dGhvdWdodA=="),
        ("assistant", 'calls call_1: read_file {"path": "cart.py"}'),
        ("assistant", "calls call_2: mcp__browser__shot {}"),
        ("tool", "answers call_1: total = sum(prices) * 1.2"),
        ("tool", "answers call_2: the page + shows image/png: data:image/png;base64,PNG"),
        ("assistant", 'calls call_3: local_shell {"type":"exec","command":["pytest","-q"]}'),
        ("tool", "fails call_3: Chunk ID: 1\nProcess exited with code 1\nOutput:\n1 failed"),
        ("assistant", "keeps web_search_call"),
        ("assistant", "shows image/png: PNG"),
        ("assistant", 'calls call_4: tool_search {"query":"tickets"}'),
        ("tool", "answers call_4: "),
        ("assistant", "keeps agent_message"),
        ("assistant", "The tax is added twice."),
        ("user", "Fix it, and never touch prices.csv"),
        ("assistant", "calls call_5: apply_patch *** Begin Patch\n*** End Patch in its own words"),
        ("tool", "answers call_5: Success."),
        ("event", "<turn_aborted>\nThe user interrupted.\n</turn_aborted>"),
    ]


def test_sample_is_told():
    """The sample is known for what it is; two turns before its compaction and two that were taken back are gone."""
    reading = sample("codex.jsonl")
    assert (reading.format, reading.skipped, reading.abandoned) == (CODEX, (), 4)


def test_bare_sample():
    """Items without envelopes behind a header are read as well."""
    assert (sample("codex_bare.jsonl").format, sample("codex_bare.jsonl").skipped) == (CODEX, ())
    assert shown(sample("codex_bare.jsonl")) == [
        ("system", "Answer briefly."),
        ("user", "Where are taxes added?"),
        ("assistant", "thinks '' signed None"),
        ("assistant", 'calls call_1: shell {"command":["ls"]}'),
        ("tool", "answers call_1: cart.py"),
        ("assistant", "In cart.py."),
    ]


def test_places():
    """A part names its line, the bytes of it, and the way to the value."""
    data = lines(user("one"), compacted(None, message("user", "one"), message("user", "two")))
    part = read(data, AUTO).turns[1].parts[0]
    payload = json.loads(data[part.start : part.end])["payload"]
    assert (part.record, part.path) == (2, ("payload", "replacement_history", 1, "content", 0, "text"))
    assert payload["replacement_history"][1]["content"][0]["text"] == "two"


@pytest.mark.parametrize(
    ("meta", "parts", "path"),
    [
        ({"base_instructions": {"text": "Be kind."}}, ("Be kind.",), ("payload", "base_instructions", "text")),
        ({"base_instructions": "Be kind."}, ("Be kind.",), ("payload", "base_instructions")),
        ({"instructions": "Be kind."}, ("Be kind.",), ("payload", "instructions")),
        (
            {"base_instructions": "Be kind.", "instructions": "Be brief."},
            ("Be kind.", "Be brief."),
            ("payload", "base_instructions"),
        ),
    ],
)
def test_instructions(meta: Json, parts: tuple[str, ...], path: tuple[str, ...]):
    """Instructions of the session are what the system says, in each form that versions have given them."""
    reading = read(lines(record("session_meta", {"id": "t", **meta}), user("hi")), AUTO)
    assert (shown(reading)[0], reading.turns[0].parts[0].path) == (("system", *parts), path)


@pytest.mark.parametrize("meta", [{}, {"base_instructions": None}, {"base_instructions": {}}, {"instructions": 5}])
def test_no_instructions(meta: Json):
    """Without a text there is no turn of the system."""
    assert said(record("session_meta", meta), user("hi")) == [("user", "hi")]


def test_header_of_a_parent():
    """A fork holds the header of its parent behind its own; that one says nothing."""
    first, second = ({"base_instructions": text} for text in ("Be kind.", "Be brief."))
    assert said(record("session_meta", first), record("session_meta", second)) == [("system", "Be kind.")]


# What is told, and what is not


@pytest.mark.parametrize(
    "records",
    [
        [user("hi")],
        [record("session_meta", {"id": "t"}), user("hi")],
        [user("hi"), "torn {"],
        [HEADER, message("user", "hi")],
        [HEADER, {"record_type": "state"}, {"type": "reasoning", "summary": []}],
        ["torn {", HEADER, message("user", "hi")],
    ],
)
def test_what_is_a_rollout(records: list[Json | str]):
    """Most of the first records have an envelope, or items follow a header."""
    assert read(lines(*records), AUTO).format == CODEX


@pytest.mark.parametrize(
    "records",
    [
        [{"type": "response_item", "item": {}}],
        [{"type": "response_item", "payload": "hi"}],
        [{"type": ["response_item"], "payload": {}}],
        [message("user", "hi"), {"type": "reasoning", "summary": []}],
        [{"id": "t", "timestamp": "x", "type": "session"}, message("user", "hi")],
        [{"id": "t", "timestamp": 5}, message("user", "hi")],
        [HEADER],
        [HEADER, {"type": "text", "text": "hi"}],
        [record("session_meta", {"id": "t"}), record("turn_context", {})],
    ],
)
def test_what_is_no_rollout(records: list[Json | str]):
    """Records of others are not taken, nor what holds nothing that was said."""
    assert read(lines(*records), AUTO).format != CODEX


@pytest.mark.parametrize(
    "bad",
    [
        "{torn",
        "[]",
        "{}",
        '{"type": 5}',
        '{"type": "response_item"}',
        '{"type": "response_item", "payload": "hi"}',
        '{"type": "response_item", "payload": {"type": "an_item_of_tomorrow"}}',
        '{"type": "a_record_of_tomorrow", "payload": {}}',
        '{"type": "session_meta", "payload": {"base_instructions": 5}}',
        '{"type": "event_msg", "payload": "hi"}',
        '{"type": "world_state", "payload": ' + "[" * 65 + "]" * 65 + "}",
        json.dumps(user("hi")) * 2,
    ],
)
def test_bad_records(bad: str):
    """What is no record of a known type is counted by its line, and refused when the format was forced."""
    data = lines(user("one"), user("two"), bad, user("three"))
    reading = read(data, AUTO)
    assert (reading.format, len(reading.turns), reading.skipped) == (CODEX, 3, (3,))
    with pytest.raises(SegmentationFailed, match="record 3 of the codex transcript"):
        read(data, CODEX)


def test_a_rollout_in_which_nothing_is_said():
    """When the format was forced, it is a rollout without turns."""
    assert said(record("session_meta", {"id": "t"})) == []


RECORDS = [
    json.loads(line)
    for name in ("codex.jsonl", "codex_bare.jsonl")
    for line in (SAMPLES / name).read_text(encoding="utf-8").splitlines()
]
PAYLOADS = st.sampled_from([one["payload"] for one in RECORDS if "payload" in one])
JUNK = st.none() | st.booleans() | st.integers() | st.text(max_size=3) | PAYLOADS | st.lists(PAYLOADS, max_size=2)
FIELDS = ("type", "payload", "timestamp", "id", "record_type", "instructions", "role", "content")
INNER = ("type", "role", "content", "num_turns", "message", "replacement_history", "output", "base_instructions")


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A record of a sample with something else in some fields, of its payload too, or cut."""
    one = dict(draw(st.sampled_from(RECORDS)))
    if "payload" in one:
        one["payload"] = one["payload"] | draw(st.dictionaries(st.sampled_from(INNER), JUNK, max_size=2))
    one |= draw(st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=1))
    whole = json.dumps(one)
    return whole[: draw(st.integers(0, len(whole)))] if draw(st.integers(0, 9)) == 0 else whole


@given(st.lists(mutated() | st.integers(-1, 3).map(rollback).map(json.dumps), max_size=12))
def test_any_records(records: list[str]):
    """Whatever the records hold, every turn is of a line; a forced format may refuse them, and nothing else fails."""
    data = lines(*records)
    reading = read(data, AUTO)
    numbers = {part.record for turn in reading.turns for part in turn.parts} | set(reading.skipped)
    assert numbers <= {0, *range(1, len(records) + 1)}
    try:
        read(data, CODEX)
    except SegmentationFailed as refused:
        assert "codex" in str(refused)
