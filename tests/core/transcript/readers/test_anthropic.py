"""Anthropic's messages become turns."""

import json

import pytest

from contextc.errors import SegmentationFailed
from contextc.transcript.readers import read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import sample, shown, shown_of

ANTHROPIC, AUTO = SegmentFormat.ANTHROPIC, SegmentFormat.AUTO


def messages(*values: object) -> bytes:
    """A list of messages, as it is written."""
    return json.dumps(values).encode()


def test_sample():
    """Every kind of message and of block is read."""
    assert shown(sample("anthropic.json")) == [
        ("system", "You keep the log of the river gauges."),
        (
            "user",
            "This is the staff at the weir:",
            "shows image/png: PNG",
            "shows something: https://gauges.example/weir.png",
            "shows something: file_011C",
            "The mill gauge is old.",
            "shows application/pdf: JVBERi0xLjEKJSVFT0YK",
            "shows something: https://gauges.example/levels.pdf",
            "keeps document",
            "keeps search_result",
            "keeps container_upload",
        ),
        (
            "assistant",
            "thinks 'Two gauges are meant.' signed EqQBsignedThoughts",
            "thinks '' signed EmwKAhgBhiddenThoughts",
            "I read both gauges.",
            'calls toolu_01: read_gauge {"station": "weir",  "digits": 1.0}',
            'calls toolu_02: read_gauge {"station": "mill"}',
        ),
        (
            "user",
            "fails toolu_02: no answer within 30 s",
            "answers toolu_01: 142, rising + shows image/png: PNG + keeps tool_reference",
            "Look the mill up.",
        ),
        (
            "assistant",
            "keeps server_tool_use",
            "keeps web_search_tool_result",
            "The weir stands at 142, the mill at 97.",
            "calls toolu_03: file_log {}",
        ),
        ("user", "answers toolu_03: "),
        ("system", "The night shift begins."),
        ("assistant", "Filed."),
        ("user", "Thank you, that is all."),
    ]


def test_compaction():
    """A summary of what was said before is known as one."""
    assert shown(sample("anthropic_compaction.json")) == [
        ("assistant", "sums up 'The weir rose all week.' signed EqgfSummary", "The weir stands at 142."),
        ("user", "Thank you, that is all."),
    ]


@pytest.mark.parametrize("name", ["anthropic.json", "anthropic_compaction.json"])
def test_samples_are_told(name: str):
    """The samples are known for what they are, and nothing of them is left out."""
    reading = sample(name)
    assert (reading.format, reading.skipped) == (ANTHROPIC, ())


@pytest.mark.parametrize(
    "data",
    [
        b'{"system": "s", "messages": [{"role": "user", "content": "hi"}]}',
        b'[{"role": "user", "content": "hi"}, {"role": "assistant", "content": [], "stop_reason": "end_turn"}]',
        b'[{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "u"}}]}]',
        b'[{"role": "assistant", "ts": 1, "content": [{"type": "tool_use", "id": "t", "name": "n", "input": {}}]}]',
    ],
)
def test_what_is_anthropic(data: bytes):
    """A system text beside the messages, a reason to stop, or a block of its own tells it."""
    assert read(data, AUTO).format == ANTHROPIC


@pytest.mark.parametrize(
    "data",
    [
        b'[{"role": "user", "content": "hi"}]',
        b'[{"role": ["user"], "content": [{"type": "tool_use"}]}]',
        b'[{"role": "assistant", "content": [{"type": "image"}], "tool_calls": [{"id": "c"}]}]',
        b'{"role": "user", "content": [{"type": "tool_use"}]}\n{"role": "user", "content": "hi"}\n',
    ],
)
def test_what_is_not_anthropic(data: bytes):
    """Texts alone, other roles, calls beside the content, or lines are not Anthropic's."""
    assert read(data, AUTO).format != ANTHROPIC


def test_system_text():
    """The system text of a document leads; null is none."""
    rest = '"messages": [{"role": "user", "content": "hi"}]}'
    assert shown_of(f'{{"system": "s", {rest}'.encode(), ANTHROPIC) == [("system", "s"), ("user", "hi")]
    assert shown_of(f'{{"system": null, {rest}'.encode(), ANTHROPIC) == [("user", "hi")]


def test_one_block_for_a_content():
    """A block that stands where a list is due is read alike."""
    data = messages({"role": "user", "content": {"type": "text", "text": "hi"}})
    assert shown_of(data, ANTHROPIC) == [("user", "hi")]


def test_an_answer_in_a_block():
    """A block that stands where a list is due is read alike; an object that is none is a text."""
    block = {"type": "tool_result", "tool_use_id": "t", "content": {"type": "text", "text": "hi"}}
    other = {"type": "tool_result", "tool_use_id": "u", "content": {"level": 1}}
    data = messages({"role": "user", "content": [block, other]})
    assert shown_of(data, ANTHROPIC) == [("user", "answers t: hi", 'answers u: {"level": 1}')]


def test_signatures_of_every_spelling():
    """A signature is found beside the thought, in its extras, or instead of it."""
    blocks = [
        {"type": "thinking", "thinking": "a", "signature": "s1"},
        {"type": "reasoning", "reasoning": "b", "extras": {"signature": "s2"}},
        {"type": "reasoning", "summary": [{"text": "c"}, {"text": "d"}, 5], "encrypted_content": "s3"},
        {"type": "redacted_thinking", "data": 5},
    ]
    thoughts = ("thinks 'a' signed s1", "thinks 'b' signed s2", "thinks 'c\\nd' signed s3", "thinks '' signed ")
    assert [("assistant", *thoughts)] == shown_of(messages({"role": "assistant", "content": blocks}), ANTHROPIC)


@pytest.mark.parametrize(
    ("block", "kept"),
    [
        ({"type": "text", "text": 5}, "text"),
        ({"type": "image"}, "image"),
        ({"type": ["text"]}, "block"),
        ({"text": "hi"}, "block"),
        (5, "block"),
    ],
)
def test_blocks_that_make_no_sense(block: object, kept: str):
    """What a block of its kind should hold and does not is kept as it is."""
    data = messages({"role": "user", "content": [block]})
    assert [("user", f"keeps {kept}")] == shown_of(data, ANTHROPIC)


def test_bad_messages_are_counted():
    """A message of nobody is left out and named by its place in the list."""
    block = {"type": "tool_use", "id": "t", "name": "n", "input": {}}
    good = {"role": "assistant", "content": [block]}
    reading = read(messages(good, {"role": 1}, good), AUTO)
    assert (reading.format, len(reading.turns), reading.skipped) == (ANTHROPIC, 2, (1,))


def test_bad_messages_are_refused_when_forced():
    """Of a transcript that must be Anthropic's, a bad message is an error that names it."""
    with pytest.raises(SegmentationFailed, match="record 0 of the anthropic transcript"):
        read(messages({"content": "a"}), ANTHROPIC)
