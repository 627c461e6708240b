"""Records of one message in a session of Claude Code are one turn, without its unfinished copies."""

from cases.door import case
from contextc.transcript.readers import read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.sessions import assistant, call, lines, result, said, text, texts, thought, user
from core.transcript.readers.shown import shown

AUTO = SegmentFormat.AUTO


def test_one_message():
    """Records of one message are one turn at the place of the first, even with results between."""
    records = [
        assistant("a1", None, text("both"), "m"),
        assistant("a2", "a1", call("t1"), "m"),
        user("r1", "a2", result("t1", "one")),
        assistant("a3", "a2", call("t2"), "m"),
        user("r2", "a3", result("t2", "two")),
    ]
    assert said(*records) == [
        ("assistant", "both", "calls t1: Run {}", "calls t2: Run {}"),
        ("user", "answers t1: one"),
        ("user", "answers t2: two"),
    ]
    assert [turn.id for turn in read(lines(*records), AUTO).turns] == ["m", None, None]


def test_growing_copies():
    """Of a message that was written while it grew, the last of each text is left, and what else it holds."""
    assert shown(read(case("D15")["request"]["transcript"].encode(), AUTO)) == [
        ("user", "plan the migration"),
        (
            "assistant",
            "Step one is to freeze writes. Step two is to copy.",
            'calls t9: Bash {"command":"freeze.sh"}',
        ),
    ]


def test_growing_messages():
    """Copies of all blocks so far are told as well, whatever stands between a text and its longer form."""
    parts = [
        text("one") + text("tw"),
        text("one") + text("two") + call("t"),
        text("one") + text("two") + call("t", n=1),
    ]
    assert said(*(assistant(str(n), None, part, "m") for n, part in enumerate(parts))) == [
        ("assistant", "one", "two", 'calls t: Run {"n": 1}')
    ]


def test_a_call_never_shrinks():
    """Of two calls with one id the longer one counts, and the first of equals."""
    contents = [call("t", command="make all"), call("t", command="make"), call("t", command="make ALL")]
    assert said(*(assistant(str(n), None, content, "m") for n, content in enumerate(contents))) == [
        ("assistant", 'calls t: Run {"command": "make all"}')
    ]


def test_calls_without_id():
    """Calls that have no id are not told apart, so all are kept."""
    blocks = [{"type": "tool_use", "name": "Run", "input": {}}]
    assert said(assistant("a", None, blocks, "m"), assistant("b", "a", blocks, "m")) == [
        ("assistant", "calls None: Run {}", "calls None: Run {}")
    ]


def test_equal_texts_of_one_record():
    """A record that stands alone is left as it is."""
    assert said(assistant("a", None, text("no") + text("no, never"))) == [("assistant", "no", "no, never")]


def test_signed_thoughts():
    """A signed thought is finished: one that another begins with is kept, a copy is not, an unsigned beginning is not."""
    contents = [
        thought("", "s1"),
        thought("", "s2"),
        thought("", "s2"),
        thought("so"),
        thought("so it is", "s3"),
    ]
    assert said(*(assistant(str(n), None, content, "m") for n, content in enumerate(contents))) == [
        ("assistant", "thinks '' signed s1", "thinks '' signed s2", "thinks 'so it is' signed s3")
    ]


def test_repeated_records():
    """A record that was written twice counts once."""
    answer = call("t") + thought("so", "x")
    records = [
        user("u", None, "hi"),
        assistant("a", "u", answer, ""),
        user("r", "a", result("t", "one")),
        user("r", "a", result("t", "one")),
        assistant("a", "u", answer, ""),
    ]
    assert [len(turn) for turn in said(*records)] == [2, 3, 2]


def test_another_record_of_one_name():
    """A record that has the name of another, and says something else, counts in its place."""
    assert texts(user("u", None, "hi"), assistant("a", "u", "yes"), user("u", None, "ho")) == (["hi", "yes", "ho"], 0)
