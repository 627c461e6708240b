"""Of a Codex rollout counts what was not taken back, and not summed up."""

import pytest

from contextc.transcript.readers import read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.rollouts import (
    Json,
    assistant,
    compacted,
    item,
    left,
    lines,
    message,
    record,
    rollback,
    said,
    user,
)
from core.transcript.readers.shown import shown

AUTO = SegmentFormat.AUTO

# What was taken back


def test_rollback():
    """The last prompts are gone with all that followed them."""
    assert left(user("one"), assistant("1"), user("two"), assistant("2"), user("three"), rollback(2), user("four")) == (
        ["one", "1", "four"],
        3,
    )


def test_rollbacks_add_up():
    """A second rollback counts from where the first one led to."""
    assert left(user("one"), user("two"), rollback(1), user("three"), rollback(2)) == ([], 3)


def test_rollback_of_more_than_there_is():
    """What stood before the first prompt stays."""
    start = item(**message("developer", "start"))
    assert left(start, user("one"), rollback(9), rollback(1), user("two")) == (["start", "two"], 1)


def test_rollback_counts_prompts():
    """What the program said in the name of the user is no prompt."""
    context = user("<environment_context></environment_context>")
    assert left(user("one"), context, user("two"), assistant("2"), rollback(1))[0] == [
        "one",
        "<environment_context></environment_context>",
    ]


def test_rollback_over_a_compaction():
    """A compaction that came after the prompt is taken back with it."""
    assert left(user("one"), assistant("1"), user("two"), compacted("so far", message("user", "x")), rollback(1)) == (
        ["one", "1"],
        1,
    )


@pytest.mark.parametrize("count", [0, -1, None, "1", 1.5])
def test_rollback_of_nothing(count: object):
    """A rollback has to say how far."""
    reading = read(lines(user("one"), user("two"), rollback(count)), AUTO)
    assert (len(reading.turns), reading.skipped) == (2, (3,))


# What was summed up


def test_replacement():
    """Items that replace the history stand for all before them, and one with the words of the summary is it."""
    assert said(
        record("session_meta", {"instructions": "Be kind."}),
        user("one"),
        assistant("1"),
        compacted("so far", message("user", "one"), message("user", "so far")),
        assistant("2"),
    ) == [("system", "Be kind."), ("user", "one"), ("user", "sums up 'so far' signed None"), ("assistant", "2")]


def test_summary_without_replacement():
    """Where a summary stands alone, the prompts before it stay beside it; an earlier summary does not."""
    assert left(
        user("one"),
        assistant("1"),
        compacted("so far"),
        user("two"),
        assistant("2"),
        compacted("so good"),
        assistant("3"),
    ) == (["one", "two", "sums up 'so good' signed None", "3"], 3)


def test_summary_behind_a_replacement():
    """Of a replacement the prompts stay as well."""
    assert left(
        user("one"), compacted("so far", message("user", "two"), message("user", "so far")), compacted("so good")
    ) == (["two", "sums up 'so good' signed None"], 1)


def test_a_prompt_in_the_words_of_the_summary():
    """Only a message of one text can be the summary."""
    assert said(compacted("so far", message("user", "so far", "so good"))) == [("user", "so far", "so good")]


@pytest.mark.parametrize("payload", [{}, {"message": ""}, {"message": "", "replacement_history": []}, {"message": 5}])
def test_compaction_to_nothing(payload: Json):
    """A compaction that leaves nothing is none."""
    reading = read(lines(user("one"), record("compacted", payload)), AUTO)
    assert (len(reading.turns), reading.skipped) == (1, (2,))


def test_replacement_with_an_unknown_item():
    """The items that are known count, and the record is told as one that was not read whole."""
    snapshot = {"type": "ghost_snapshot"}
    reading = read(lines(user("one"), compacted("", message("user", "two"), snapshot, {"type": "x"})), AUTO)
    assert (shown(reading), reading.skipped) == ([("user", "two")], (2,))
    assert read(lines(user("one"), compacted("", message("user", "two"), snapshot)), AUTO).skipped == ()
