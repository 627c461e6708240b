"""What holds for every format, over conversations drawn at random."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.rendering import media_mark
from contextc.transcript.turns import Compaction, Media, Text, ToolCall, ToolResult, Turn
from contextc.transcript.writers import WRITERS, write
from contextc.vocabulary import MessagesFormat
from core.transcript.writers.drawn import conversations, wild
from core.transcript.writers.heard import Gist, again, heard
from core.transcript.writers.valid import faults

every_format = pytest.mark.parametrize("format", WRITERS, ids=str)

KNOW_FAILURES = (MessagesFormat.ANTHROPIC, MessagesFormat.GEMINI, MessagesFormat.LANGCHAIN)
"""Formats whose results say that they are errors."""


def test_every_format_has_a_writer():
    """The table has a row for every format that can be named."""
    assert set(MessagesFormat) - {MessagesFormat.AUTO} == set(WRITERS)


@every_format
@settings(max_examples=30, deadline=None)
@given(conversations())
def test_is_valid(format: MessagesFormat, turns: list[OutTurn]):
    """What is built is taken by its provider."""
    assert faults(write(turns, format).messages, format) == []


@every_format
@settings(max_examples=30, deadline=None)
@given(conversations() | wild)
def test_only_grows(format: MessagesFormat, turns: list[OutTurn]):
    """A turn more adds messages, or adds to the last one; all before it stay as they were."""
    whole = write(turns, format).messages
    for count in range(len(turns)):
        part = write(turns[:count], format).messages
        assert part[:-1] == whole[: max(0, len(part) - 1)]


@every_format
@settings(max_examples=30, deadline=None)
@given(conversations())
def test_says_the_same(format: MessagesFormat, turns: list[OutTurn]):
    """What was written is read as the same texts of the same speakers, the same calls, and the same answers to them."""
    expected = Gist([_as_said(turn) for turn in turns])
    actual = Gist(heard(write(turns, format), format))

    assert expected.calls == actual.calls
    assert expected.answers == actual.answers
    assert expected.said == actual.said
    if format in KNOW_FAILURES:
        assert expected.failed == actual.failed


@every_format
@settings(max_examples=30, deadline=None)
@given(conversations())
def test_what_is_untouched_goes_out_as_it_is(format: MessagesFormat, turns: list[OutTurn]):
    """Messages that nobody touched are the very objects."""
    messages = write(turns, format).messages
    written = write(again(messages, format, untouched=True), format).messages
    assert list(map(id, messages)) == list(map(id, written))


@every_format
@settings(max_examples=30, deadline=None)
@given(conversations())
def test_what_did_not_change_is_made_as_it_was(format: MessagesFormat, turns: list[OutTurn]):
    """Messages that are made anew of all their own parts have the same JSON."""
    messages = write(turns, format).messages
    assert messages == write(again(messages, format, untouched=False), format).messages


@every_format
@settings(max_examples=30, deadline=None)
@given(conversations(), st.data())
def test_is_valid_after_cuts(format: MessagesFormat, turns: list[OutTurn], data: st.DataObject):
    """Messages of which some are cut, beside some that are not, are taken by their provider; ids are never changed."""
    messages = write(turns, format).messages
    cut = [data.draw(_cut(turn)) for turn in again(messages, format, untouched=True)]
    written = write(cut, format).messages
    assert faults(written, format) == []
    assert _ids(messages) == _ids(written)


@every_format
@settings(max_examples=30, deadline=None)
@given(wild)
def test_is_json_whatever_comes(format: MessagesFormat, turns: list[OutTurn]):
    """Turns without sense are written as well, and the input is left as it was."""
    before = repr(turns)
    written = write(turns, format)
    assert written.messages == json.loads(json.dumps(written.messages))
    assert before == repr(turns)


def _as_said(turn: OutTurn) -> Turn:
    """The turn without what is left out by right: white space, and what only its provider understands."""
    parts = [out.part for out in turn.parts if not isinstance(out.part, Text) or out.part.text.strip()]
    summary = [Text(text=part.text) for part in parts if isinstance(part, Compaction)]
    return Turn(role="user", parts=tuple(summary)) if summary else Turn(role=turn.role, parts=tuple(parts))


@st.composite
def _cut(draw: st.DrawFn, turn: OutTurn) -> OutTurn:
    how = draw(st.sampled_from(["as it is", "anew", "shorter"]))
    if how == "as it is":
        return turn
    parts = [_shorter(out) if how == "shorter" else out for out in turn.parts]
    return replace(turn, parts=tuple(parts), untouched=False)


def _shorter(out: OutPart) -> OutPart:
    match out.part:
        case Text():
            return OutPart(part=replace(out.part, text=f"{out.part.text[:1]}[…]"))
        case ToolCall():
            return OutPart(part=replace(out.part, arguments='{"_omitted": ""}'))
        case ToolResult():
            return OutPart(part=replace(out.part, parts=(Text(text="[…]"),)))
        case Media():
            return OutPart(part=Text(text=media_mark(out.part)))
        case _:
            return out


def _ids(value: Any) -> list[str]:
    """Every id of a call in the messages, in their order."""
    found: list[str] = []
    if isinstance(value, dict):
        found += [str(value[key]) for key in sorted(value) if key in ID_KEYS]
        found += [id for key in sorted(value) for id in _ids(value[key])]
    elif isinstance(value, list):
        found += [id for one in value for id in _ids(one)]
    return found


ID_KEYS = ("call_id", "id", "tool_call_id", "tool_use_id")
