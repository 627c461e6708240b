"""A record of a session of Claude Code is told by its type and its marks."""

import json

import pytest

from contextc.errors import SegmentationFailed
from contextc.transcript.readers import read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.sessions import Json, assistant, lines, said, text, user
from core.transcript.readers.shown import shown_of

AUTO, CLAUDE_CODE = SegmentFormat.AUTO, SegmentFormat.CLAUDE_CODE


@pytest.mark.parametrize(
    "record",
    [
        user("e", None, "look around", isMeta=True),
        user("e", None, "look around", isVisibleInTranscriptOnly=True),
        assistant("e", None, "look around", isApiErrorMessage=True),
        {"type": "assistant", "message": {"role": "assistant", "model": "<synthetic>", "content": "look around"}},
    ],
)
def test_events(record: Json):
    """What the program says in the name of others is an event."""
    assert said(record) == [("event", "look around")]


@pytest.mark.parametrize(
    "note",
    [
        "<local-command-stdout>done</local-command-stdout>",
        "<bash-stderr>no such file</bash-stderr>",
        "<task-notification>done</task-notification>",
        "[Request interrupted by user]",
    ],
)
def test_notes(note: str):
    """So are outputs of commands, and other notes."""
    assert said(user("u", None, note)) == [("event", note)]


def test_local_commands():
    """A command that printed something by itself is an event as well; one that the model acts on is the user's."""
    command, output = "<command-name>/cost</command-name>", "<local-command-stdout>1 $</local-command-stdout>"
    assert [("event", command), ("event", output), ("user", command)] == said(
        user("u1", None, command), user("u2", "u1", output), user("u3", "u2", command)
    )


def test_queued_prompts():
    """What a user writes while a tool runs is said by the user; other attachments say nothing."""
    queued = {"type": "queued_command", "prompt": text("faster")}
    assert said(
        {"type": "attachment", "attachment": queued},
        {"type": "attachment", "attachment": {**queued, "commandMode": "task-notification"}},
        {"type": "attachment", "attachment": {"type": "todo_reminder", "content": []}},
    ) == [("user", "faster"), ("event", "faster")]


@pytest.mark.parametrize(
    "record",
    [
        "{torn",
        "[]",
        "{}",
        '{"type": "user"}',
        '{"type": "user", "message": "hi"}',
        '{"type": "a-type-of-tomorrow"}',
        '{"type": "attachment"}',
        '{"type": "attachment", "attachment": "file"}',
        '{"type": "user", "message": {"role": "user", "content": "\\ud800"}}',
        json.dumps(user("u", None, "hi")) * 2,
        '{"type": "progress", "data": ' + "[" * 65 + "]" * 65 + "}",
    ],
)
def test_bad_records(record: str):
    """What is no record of a known type is counted by its line, and refused when the format was forced."""
    data = lines(user("u1", None, "one"), record, user("u2", "u1", "two"))
    reading = read(data, AUTO)
    assert (reading.format, len(reading.turns), reading.skipped) == (CLAUDE_CODE, 2, (2,))
    with pytest.raises(SegmentationFailed, match="record 2 of the claude_code transcript"):
        read(data, CLAUDE_CODE)


def test_a_session_in_which_nothing_is_said():
    """When the format was forced, it is a session without turns."""
    assert said({"type": "summary", "summary": "one"}) == []


def test_a_list_of_records():
    """The records may stand in a list as well."""
    data = json.dumps([user("u1", None, "one"), assistant("a1", "u1", "first")]).encode()
    assert shown_of(data, AUTO) == [("user", "one"), ("assistant", "first")]


def test_content_of_no_known_form():
    """A content that is neither a text nor blocks is kept as it is."""
    assert said(user("u", None, 5), assistant("a", "u", None)) == [("user", "keeps content"), ("assistant",)]
