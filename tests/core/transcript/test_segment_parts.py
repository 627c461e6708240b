"""Every part of a turn is a segment of its kind, and says whose call it is or answers."""

import json
from typing import Any

import pytest

from contextc.model import SegmentationOutcome, TranscriptSegment
from contextc.transcript.segment import SKIPPED_SHOWN, segment_transcript
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import PNG, SAMPLES

LOG = "".join(f"2026-07-18T10:23:{second}Z up\n" for second in range(10, 19))
FENCED = f"see\n```\nx\n```\nthen\n{LOG}"
MARK = "[… image/png, 2 x 1 pixels, 68 bytes …]"


def text(words: str) -> dict[str, Any]:
    """A block of text."""
    return {"type": "text", "text": words}


def use(id: str) -> dict[str, Any]:
    """A call."""
    return {"type": "tool_use", "id": id, "name": "look", "input": {"at": id}}


def result(id: str, content: Any, **fields: Any) -> dict[str, Any]:
    """A result."""
    return {"type": "tool_result", "tool_use_id": id, "content": content, **fields}


def anthropic(*contents: Any) -> str:
    """Messages of user and model in turn."""
    messages = [
        {"role": ("user", "assistant")[place % 2], "content": content} for place, content in enumerate(contents)
    ]
    return json.dumps({"system": "be terse", "messages": messages})


def segments(transcript: str) -> list[TranscriptSegment]:
    """The segments."""
    return segment_transcript(transcript).segments


def shown(transcript: str) -> list[tuple[int, str, str]]:
    """Turn, kind and text of every segment."""
    return [(one.turn, str(one.kind), one.text) for one in segments(transcript)]


THINKING = {"type": "thinking", "thinking": "a", "signature": "s"}
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}


@pytest.mark.parametrize(
    ("block", "kind", "words"),
    [
        (text("a"), "body", "a"),
        (THINKING, "reasoning", "a"),
        (IMAGE, "media", MARK),
        (use("1"), "tool_call", '{"at": "1"}'),
        (result("1", "a"), "tool_result", "a"),
        (result("1", [IMAGE]), "media", MARK),
        ({"type": "compaction", "content": "a"}, "compaction", "a"),
        ({"type": "new", "a": 1}, "meta", '{"type":"new","a":1}'),
    ],
)
def test_kinds(block: dict[str, Any], kind: str, words: str):
    """A part is a segment of its kind."""
    assert shown(anthropic("before", [block])) == [(0, "body", "be terse"), (1, "body", "before"), (2, kind, words)]


@pytest.mark.parametrize(
    "block",
    [{"type": "redacted_thinking", "data": "s"}, result("1", ""), result("1", []), result("1", [text("")]), text("")],
)
def test_parts_without_a_text(block: dict[str, Any]):
    """What shows nothing is no segment."""
    assert [turn for turn, _, _ in shown(anthropic("before", [block, text("after")]))] == [0, 1, 2]


def test_texts_are_looked_into():
    """Fenced code and logs in what is said stand apart."""
    assert shown(anthropic(FENCED))[1:] == [
        (1, "body", "see\n"),
        (1, "code", "```\nx\n```\n"),
        (1, "body", "then\n"),
        (1, "log", LOG),
    ]


def test_results_are_looked_into_for_logs():
    """A fence in what a tool answered is what it answered; a log is one."""
    assert shown(anthropic("a", [use("1")], [result("1", FENCED)]))[3:] == [
        (3, "tool_result", "see\n```\nx\n```\nthen\n"),
        (3, "log", LOG),
    ]


@pytest.mark.parametrize("block", [THINKING | {"thinking": FENCED}, {"type": "compaction", "content": FENCED}])
def test_what_is_not_looked_into(block: dict[str, Any]):
    """Thoughts and summaries are whole."""
    assert [words for _, _, words in shown(anthropic("a", [block]))[2:]] == [FENCED]


def test_generic_lines_are_not_looked_into():
    """Parts of generic lines have their kinds, and their texts are whole."""
    lines = [
        {"role": "user", "content": [text(FENCED), use("1")]},
        {"role": "tool", "tool_call_id": "1", "content": FENCED},
    ]
    found = shown("".join(f"{json.dumps(line)}\n" for line in lines))
    assert found == [(0, "body", FENCED), (0, "tool_call", '{"at": "1"}'), (1, "tool_result", FENCED)]


def test_calls_and_results():
    """A call has the name of its tool and its id, and a result has those of its call."""
    found = segments(
        anthropic("a", [text("b"), use("1"), use("2")], [result("2", "c", is_error=True), result("1", "d")])
    )
    assert [(one.tool, one.call_id, one.is_error, one.dangling) for one in found[2:]] == [
        (None, None, None, None),
        ("look", "1", None, None),
        ("look", "2", None, None),
        ("look", "2", True, None),
        ("look", "1", None, None),
    ]


def test_what_is_dangling():
    """A call without a result, and a result without a call; the latter tells the name that it has itself."""
    lines = [
        {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "look", "arguments": "{}"}}]},
        {"role": "function", "name": "other", "content": "a"},
        {"role": "tool", "tool_call_id": "2", "content": "b"},
    ]
    assert [(one.tool, one.call_id, one.dangling) for one in segments(json.dumps(lines))] == [
        ("look", "1", True),
        ("other", None, True),
        (None, "2", True),
    ]


def test_every_piece_of_a_result_tells_whose_it_is():
    """Logs and media of a result are its own."""
    found = segments(anthropic("a", [use("1")], [result("1", [text(LOG), IMAGE], is_error=True)]))[3:]
    assert [(str(one.kind), one.tool, one.is_error) for one in found] == [
        ("log", "look", True),
        ("media", "look", True),
    ]


def test_the_side_lane():
    """Segments say when they belong to a conversation that a tool had."""
    outcome = segment_transcript((SAMPLES / "claude_code.jsonl").read_text())
    assert {one.side for one in outcome.segments} == {None, True}


# Ranges


def test_parts_of_a_record_share_its_range():
    """The texts of a message divide its bytes in proportion to their lengths, without a gap."""
    transcript = anthropic("a", [text("b" * 30), use("1"), text("c" * 10)])
    found = segments(transcript)[2:]
    start, end = found[0].byte_start, found[-1].byte_end
    assert json.loads(transcript.encode()[start:end]) == json.loads(transcript)["messages"][1]
    lengths = [len(one.text) for one in found]
    ends = [start + (end - start) * sum(lengths[: place + 1]) // sum(lengths) for place in range(3)]
    assert [(one.byte_start, one.byte_end) for one in found] == [*zip([start, *ends], ends, strict=False)]


def test_parts_that_say_nothing_share_too():
    """Where no part has a text the last one has the range."""
    found = segments('{"role":"a","content":["",""]}\n')
    assert [(one.byte_start, one.byte_end) for one in found] == [(0, 0), (0, 31)]


def test_a_mark_of_byte_order_before_a_document():
    """It moves the ranges, and is in no text."""
    transcript = anthropic("a", [text("b")])
    with_mark, without = segments(f"\ufeff{transcript}"), segments(transcript)
    assert [one.text for one in with_mark] == [one.text for one in without]
    assert [one.byte_end for one in with_mark] == [one.byte_end + 3 for one in without]


# The outcome


def outcome(*lines: object) -> SegmentationOutcome:
    """What a session of Gemini CLI is cut into."""
    head = {"sessionId": "s", "projectHash": "h"}
    return segment_transcript("".join(f"{json.dumps(line)}\n" for line in (head, *lines)))


def test_what_was_left_out():
    """The outcome tells how many records could not be read, which they were, and how many turns were given up."""
    found = outcome({"id": "1", "type": "user", "content": "a"}, {}, {"$rewindTo": "1"}, 7)
    assert (found.format_detected, found.segments) == (SegmentFormat.GEMINI_CLI, [])
    assert (found.skipped_lines, found.skipped, found.abandoned_turns) == (2, [3, 5], 1)


def test_nothing_was_left_out():
    """Then there is no list."""
    found = outcome()
    assert (found.skipped_lines, found.skipped, found.abandoned_turns) == (0, None, 0)


def test_much_was_left_out():
    """The list is short, the count is whole."""
    found = outcome(*[{}] * (SKIPPED_SHOWN + 5))
    assert (found.skipped_lines, found.skipped) == (SKIPPED_SHOWN + 5, [*range(2, SKIPPED_SHOWN + 2)])
