"""A session of Claude Code becomes turns."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.door import case
from contextc.errors import SegmentationFailed
from contextc.transcript.readers import read
from contextc.transcript.turns import Lane, Text
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.sessions import Json, assistant, lines, said, text, user
from core.transcript.readers.shown import SAMPLES, sample, shown

AUTO, CLAUDE_CODE = SegmentFormat.AUTO, SegmentFormat.CLAUDE_CODE


def test_sample():
    """Every kind of part is read, and every kind of record that says nothing is left out."""
    assert shown(sample("claude_code.jsonl")) == [
        ("user", "sums up 'Taxes are done. Next: the checkout page.' signed None"),
        ("event", "<local-command-caveat>Messages below were made by local commands.</local-command-caveat>"),
        (
            "user",
            "Why is the total wrong? Here is what I see.",
            "shows image/png: PNG",
            "shows application/pdf: JVBERi0xLjQKJSVFT0YK",
        ),
        (
            "assistant",
            "thinks '' signed c2lnbmVkLTE=",
            "thinks '' signed aGlkZGVu",
            "I will look at the cart, and run the tests.",
            'calls toolu_1: Read {"file_path":"/w/shop/cart.py"}',
            'calls toolu_2: Bash {"command":"pytest -q"}',
        ),
        (
            "user",
            "answers toolu_1: 1\ttotal = sum(prices) * 1.2 + shows image/png: PNG + keeps tool_reference",
        ),
        ("user", "fails toolu_2: 1 failed"),
        ("user", "and keep it in cents"),
        ("event", "<task-notification>build done</task-notification>"),
        ("user", "Find every caller of total()."),
        ("assistant", "Two callers."),
        ("assistant", "keeps server_tool_use", "keeps advisor_tool_result", "The tax is added twice."),
        ("user", "Fix it, and never touch prices.csv"),
        ("event", "API Error: overloaded"),
        (
            "assistant",
            'calls toolu_3: Edit {"file_path":"/w/shop/cart.py","old_string":" * 1.2","new_string":""}',
        ),
    ]


def test_sample_is_told():
    """The sample is known for what it is; two turns before its boundary and two that were taken back are gone."""
    reading = sample("claude_code.jsonl")
    assert (reading.format, reading.skipped, reading.abandoned) == (CLAUDE_CODE, (), 4)


def test_places():
    """A part names its line, the bytes of it, and the way to the value."""
    data = lines(user("u", None, "hi"), assistant("a", "u", text("hello")))
    part = read(data, AUTO).turns[1].parts[0]
    line = json.loads(data[part.start : part.end])
    assert (part.record, part.path) == (2, ("message", "content", 0, "text"))
    assert line["message"]["content"][0]["text"] == "hello"


def test_envelope():
    """Fields around a message are no part of the conversation, nor is a result that stands beside its message."""
    assert said(*map(json.dumps, map(json.loads, case("D13")["fs"][0]["content"].splitlines()))) == [
        ("user", "why is the login test red?"),
        ("assistant", "reading the log", 'calls tu_1: Bash {"command": "tail app.log"}'),
        ("user", "answers tu_1: ERROR clock skew 37s"),
    ]


def test_messages_without_links():
    """A session of some thousand records without links, or with links that lead ahead, is read line by line."""
    reading = read(case("DF01")["fs"][0]["content"].encode(), AUTO)
    last = reading.turns[-1].parts[0]
    assert (reading.format, len(reading.turns), reading.skipped, reading.abandoned) == (CLAUDE_CODE, 3909, (), 0)
    assert isinstance(last, Text) and last.text == "FINAL: module 7 leaks a file handle"


@pytest.mark.parametrize("field", [{"isSidechain": True}, {"agentId": "a1"}, {"parent_tool_use_id": "toolu_1"}])
def test_side_lane(field: Json):
    """What a tool's own model says is beside the conversation."""
    reading = read(lines(user("u", None, "hi"), user("s", None, "go", **field)), AUTO)
    assert [turn.lane for turn in reading.turns] == [Lane.MAIN, Lane.SIDE]


def test_side_lane_alone():
    """The file of a tool's own model is a conversation."""
    reading = read(lines(user("u", None, "hi", isSidechain=True), assistant("a", "u", "yes", isSidechain=True)), AUTO)
    assert [turn.lane for turn in reading.turns] == [Lane.MAIN, Lane.MAIN]


@pytest.mark.parametrize(
    "records",
    [
        [{"type": "user", "message": {"role": "user", "content": "hi"}}],
        [{"type": "system", "subtype": "init"}, assistant("a", None, "hi")],
        ["torn {", user("u", None, "hi"), {"type": "result", "result": "hi"}],
        [*({"type": "summary", "summary": "x", "leafUuid": str(n)} for n in range(99)), user("u", None, "hi")],
        [{"type": "file-history-snapshot"}, user("u", None, "hi")],
    ],
)
def test_what_is_a_session(records: list[Json | str]):
    """Records with a type, and a message in one of them, are a session; a long list of summaries may lead."""
    assert read(lines(*records), AUTO).format == CLAUDE_CODE


@pytest.mark.parametrize(
    "records",
    [
        [{"type": "user", "content": "hi"}],
        [{"type": "user", "message": "hi"}],
        [{"type": "message", "message": {"role": "user", "content": "hi"}}],
        [{"type": ["user"], "message": {"role": "user", "content": "hi"}}],
        [{"role": "user", "message": {"role": "user", "content": "hi"}}],
        [user("u", None, "hi"), "a", '"b"', "{}", "{}"],
        [{"type": "summary", "summary": "one"}],
    ],
)
def test_what_is_no_session(records: list[Json | str]):
    """Messages of others, types of others, and records without any are not taken."""
    assert read(lines(*records), AUTO).format != CLAUDE_CODE


RECORDS = [json.loads(line) for line in (SAMPLES / "claude_code.jsonl").read_text(encoding="utf-8").splitlines()]
UUIDS = st.sampled_from([record["uuid"] for record in RECORDS if "uuid" in record] + ["nowhere"])
JUNK = st.none() | st.booleans() | st.integers() | st.text(max_size=3) | UUIDS | st.lists(st.integers(), max_size=2)
FIELDS = sorted({key for record in RECORDS for key in record})


@st.composite
def mutated(draw: st.DrawFn) -> Json | str:
    """A record of the sample with some fields gone, or with something else in them, or cut."""
    record = dict(draw(st.sampled_from(RECORDS)))
    for key in draw(st.lists(st.sampled_from(FIELDS), max_size=3)):
        record.pop(key, None)
    record |= draw(st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=2))
    record |= draw(st.fixed_dictionaries({}, optional={"uuid": UUIDS, "parentUuid": UUIDS | st.none()}))
    whole = json.dumps(record)
    return whole[: draw(st.integers(0, len(whole)))] if draw(st.integers(0, 9)) == 0 else whole


@given(st.lists(mutated(), max_size=12))
def test_any_records(records: list[Json | str]):
    """Whatever the records hold, every turn is read or counted; a forced format may refuse them, and nothing else fails."""
    data = lines(*records)
    reading = read(data, AUTO)
    numbers = {part.record for turn in reading.turns for part in turn.parts} | set(reading.skipped)
    assert numbers <= {0, *range(1, len(records) + 1)}
    try:
        read(data, CLAUDE_CODE)
    except SegmentationFailed as refused:
        assert "claude_code" in str(refused)
