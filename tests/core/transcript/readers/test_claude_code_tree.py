"""Of a session of Claude Code counts what was not left, and not summed up."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.transcript.readers import read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.sessions import (
    Json,
    assistant,
    boundary,
    call,
    lines,
    result,
    said,
    summary,
    system,
    text,
    texts,
    user,
)

AUTO, CLAUDE_CODE = SegmentFormat.AUTO, SegmentFormat.CLAUDE_CODE


# What was left


def test_rewind():
    """A prompt in the place of another one leaves that, and all that followed it."""
    assert texts(
        user("u1", None, "one"),
        assistant("a1", "u1", "first"),
        user("u2", "a1", "two"),
        assistant("a2", "u2", call("t")),
        user("r2", "a2", result("t", "done")),
        assistant("a3", "r2", "second"),
        user("u3", "a1", "three"),
    ) == (["one", "first", "three"], 4)


def test_rewind_behind_notes():
    """What the program noted between is no prompt of its own, on either branch."""
    assert texts(
        user("u1", None, "one"),
        assistant("a1", "u1", "first"),
        system("n1", "a1", "turn_duration"),
        user("m1", "n1", "note", isMeta=True),
        user("u2", "m1", "two"),
        system("n2", "a1", "away_summary"),
        user("u3", "n2", "three"),
    ) == (["one", "first", "note", "three"], 1)


def test_rewind_to_the_beginning():
    """A first prompt in the place of another one of the same session leaves that."""
    assert texts(
        user("u1", None, "one"),
        assistant("a1", "u1", "first"),
        user("u2", None, "two"),
        assistant("a2", "u2", "second"),
    ) == (["two", "second"], 2)


@pytest.mark.parametrize("session", [None, "another"])
def test_two_sessions_in_one_file(session: str | None):
    """A first prompt of another session, or of none that is named, leaves nothing."""
    assert texts(
        user("u1", None, "one"),
        assistant("a1", "u1", "first"),
        user("u2", None, "two", sessionId=session),
        assistant("a2", "u2", "second"),
    ) == (["one", "first", "two", "second"], 0)


def test_records_without_parents():
    """A session whose records all say that they have no parent has no branches."""
    assert texts(user("u1", None, "one"), assistant("a1", None, "first"), user("u2", None, "two"))[1] == 0


def test_two_answers():
    """Of two answers to one prompt the one that the conversation went on with counts."""
    assert texts(
        user("u1", None, "one"), assistant("a1", "u1", "first"), assistant("a2", "u1", "again"), user("u2", "a2", "two")
    ) == (["one", "again", "two"], 1)


def test_blocks_of_one_answer():
    """Blocks of one message that name one parent are one answer."""
    assert texts(
        user("u1", None, "one"), assistant("a1", "u1", text("first"), "m"), assistant("a2", "u1", text("then"), "m")
    ) == (["one", "first", "then"], 0)


def test_parallel_results():
    """Results of parallel calls are branches, none of them is left."""
    records = [
        assistant("a1", None, call("t1"), "m"),
        assistant("a2", "a1", call("t2"), "m"),
        user("r1", "a1", result("t1", "one")),
        user("r2", "a2", result("t2", "two")),
        assistant("a3", "r2", text("both")),
    ]
    assert (len(said(*records)), texts(*records)[1]) == (4, 0)


def test_late_results():
    """A result that comes after the next prompt does not lead back to its call."""
    assert texts(
        assistant("a1", None, call("t1")),
        user("u2", "a1", "never mind"),
        user("r1", "a1", result("t1", "one")),
    ) == (["never mind"], 0)


def test_answer_beside_a_failed_request():
    """An answer counts when the next prompt follows the error of a request that was made again."""
    assert texts(
        user("u1", None, "one"),
        system("e1", "u1", "api_error"),
        assistant("a1", "u1", "first"),
        user("u2", "e1", "two"),
    ) == (["one", "first", "two"], 0)


def test_answer_beside_a_hook():
    """An answer counts when what a hook had to say about it follows the prompt."""
    assert texts(
        user("u1", None, "one"),
        assistant("a1", "u1", "first"),
        user("h1", "u1", "run the tests", isMeta=True),
        assistant("a2", "h1", "second"),
    ) == (["one", "first", "run the tests", "second"], 0)


def test_prompt_beside_an_answer():
    """A prompt counts that came while an answer went on."""
    assert texts(
        user("u1", None, "one"), assistant("a1", "u1", "fir", ""), user("u2", "a1", "two"), assistant("a2", "a1", "st")
    ) == (["one", "fir", "two", "st"], 0)


@pytest.mark.parametrize("parent", ["nowhere", "u2", "u3"])
def test_broken_links(parent: str):
    """A parent that is not there, is itself, or follows, leaves nothing."""
    assert texts(user("u1", None, "one"), user("u2", parent, "two"), user("u3", "u2", "three"))[1] == 0


def test_no_prompt_with_a_name():
    """Without a record to go back from there are no branches."""
    assert texts(system("n", None, "informational"), {**user("u", None, "one"), "uuid": None}) == (["one"], 0)


def test_a_long_chain():
    """Twenty thousand links are followed, half of them beside the path."""
    count = 10_000
    records = [user("0", None, "hi"), *(assistant(str(n), str(n - 1), [], str(n)) for n in range(1, count))]
    records += [user(f"s{n}", str(n), "left") for n in range(count - 1)]
    records += [user("end", str(count - 1), "bye")]
    reading = read(lines(*records), CLAUDE_CODE)
    assert (len(reading.turns), reading.abandoned) == (2 * count, 0)


# What was summed up


def test_compaction():
    """What lies before a boundary is gone, also beside the conversation; the summary stands for it."""
    assert said(
        user("u1", None, "one"),
        user("s1", None, "aside", isSidechain=True),
        assistant("a1", "u1", "first"),
        boundary("b", "a1"),
        summary("c", "b"),
        user("u2", "c", "two"),
    ) == [("user", "sums up 'so far' signed None"), ("user", "two")]


def test_the_last_compaction():
    """A later summary stands for an earlier one."""
    assert texts(
        boundary("b1", None), summary("c1", "b1"), user("u1", "c1", "one"), boundary("b2", "u1"), summary("c2", "b2")
    ) == ([], 2)


def test_summary_with_an_image():
    """What a summary shows stays beside it."""
    image = {"type": "image", "source": {"type": "url", "url": "https://example.test/a.png"}}
    content = [*text("one"), image, *text("two")]
    assert said(user("c", None, content, isCompactSummary=True)) == [
        ("user", "sums up 'one\\ntwo' signed None", "shows something: https://example.test/a.png")
    ]


def test_boundary_without_summary():
    """A boundary that was torn off what follows it leaves the past as it is."""
    assert texts(user("u1", None, "one"), boundary("b", "u1"), system("n", "b", "informational")) == (["one"], 0)


def test_rewind_over_a_boundary():
    """A boundary on a branch that was left leaves nothing."""
    assert texts(
        user("u1", None, "one"),
        assistant("a1", "u1", "first"),
        boundary("b", "a1"),
        summary("c", "b"),
        user("u2", "c", "two"),
        user("u3", "a1", "three"),
    ) == (["one", "first", "three"], 2)


def test_rewind_before_a_boundary():
    """What was left before a boundary is gone with the rest."""
    assert texts(
        user("u1", None, "one"),
        user("u2", "u1", "two"),
        user("u3", "u1", "three"),
        boundary("b", "u3"),
        summary("c", "b"),
    ) == ([], 3)


MESSAGES = {"preservedMessages": {"anchorUuid": "c", "uuids": ["u2", "a2"], "allUuids": ["u2", "x", "a2"]}}


SEGMENT = {"preservedSegment": {"anchorUuid": "c", "headUuid": "u2", "tailUuid": "a2"}}


@pytest.mark.parametrize("metadata", [MESSAGES, SEGMENT])
@pytest.mark.parametrize("parent", ["c", "a2"])
def test_kept_messages(metadata: Json, parent: str):
    """What a boundary keeps follows the summary, whether it names each record or a range."""
    assert said(
        user("u1", None, "one"),
        user("u2", "u1", "two"),
        assistant("a2", "u2", "second"),
        boundary("b", "a2", **metadata),
        summary("c", "b"),
        user("u3", parent, "three"),
    ) == [("user", "sums up 'so far' signed None"), ("user", "two"), ("assistant", "second"), ("user", "three")]


@pytest.mark.parametrize("anchor", ["b", "nowhere"])
def test_kept_before_the_summary(anchor: str):
    """What does not hang on the summary stands before it."""
    kept = {"anchorUuid": anchor, "uuids": ["u1"]}
    assert said(user("u1", None, "one"), boundary("b", "u1", preservedMessages=kept), summary("c", "u1")) == [
        ("user", "one"),
        ("user", "sums up 'so far' signed None"),
    ]


@pytest.mark.parametrize("metadata", [{"preservedMessages": ["u1"]}, {"preservedSegment": {"headUuid": "u1"}}, {}])
def test_kept_in_no_known_form(metadata: Json):
    """A boundary that does not say so in a known form keeps nothing."""
    assert texts(user("u1", None, "one"), boundary("b", "u1", **metadata), summary("c", "b")) == ([], 1)


# Any session


class Session:
    """What a program does that keeps such a file, and the conversation that it has in mind."""

    def __init__(self) -> None:
        self.records: list[Json] = []
        self.conversation: list[tuple[str, str | None]] = []
        """What is said, and after which record."""
        self.last: str | None = None

    def write(self, kind: Callable[..., Json], content: object, parent: str | None, *more: str) -> str:
        """Append a record."""
        uuid = f"r{len(self.records)}"
        self.records.append(kind(uuid, parent, content, *more))
        return uuid

    def prompt(self) -> None:
        """The user asks."""
        word = f"prompt {len(self.records)}"
        self.conversation.append((word, self.last))
        self.last = self.write(user, word, self.last)

    def answer(self, calls: int) -> None:
        """The model answers, and calls so many tools at once."""
        word = f"answer {len(self.records)}"
        self.conversation.append((word, self.last))
        self.last = self.write(assistant, text(word), self.last, word)
        made = []
        for number in range(calls):
            self.last = self.write(assistant, call(f"{word} {number}"), self.last, word)
            made.append(self.last)
        for number, uuid in enumerate(made):
            self.last = self.write(user, result(f"{word} {number}", "done"), uuid)

    def note(self) -> None:
        """The program notes something."""
        self.last = self.write(system, "turn_duration", self.last)

    def rewind(self, back: int) -> None:
        """The user goes back to a prompt, and asks something else."""
        prompts = [place for place, (word, _) in enumerate(self.conversation) if word.startswith("prompt")]
        if prompts:
            place = prompts[-1 - back % len(prompts)]
            self.last = self.conversation[place][1]
            del self.conversation[place:]
            self.prompt()

    def compact(self) -> None:
        """All before is summed up."""
        self.records.append(boundary(f"r{len(self.records)}", self.last))
        self.records.append(summary(f"r{len(self.records)}", self.records[-1]["uuid"]))
        self.conversation = []
        self.last = self.records[-1]["uuid"]


STEPS = st.one_of(
    st.just((Session.prompt,)),
    st.tuples(st.just(Session.answer), st.integers(0, 2)),
    st.just((Session.note,)),
    st.tuples(st.just(Session.rewind), st.integers(0, 5)),
    st.just((Session.compact,)),
)


@given(st.lists(STEPS, max_size=15))
def test_any_session(steps: list[tuple[Any, ...]]):
    """Whatever a user does, the conversation that is read is the one that the program has in mind."""
    session = Session()
    for step, *arguments in steps:
        step(session, *arguments)
    session.answer(0)
    assert texts(*session.records)[0] == [word for word, _ in session.conversation]
