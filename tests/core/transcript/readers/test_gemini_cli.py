"""Sessions of Gemini CLI are replayed and become turns."""

import json
from typing import Any

import pytest

from contextc.errors import SegmentationFailed
from contextc.transcript.pairing import pair
from contextc.transcript.readers import read
from contextc.transcript.turns import Reading, ToolResult
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import PNG, sample, shown

CLI, AUTO = SegmentFormat.GEMINI_CLI, SegmentFormat.AUTO
HEAD = {"sessionId": "s", "projectHash": "h", "startTime": "2026-07-18T10:00:00.000Z"}


def session(*lines: object, head: object = HEAD) -> Reading:
    """A session in lines."""
    return read("".join(f"{json.dumps(line)}\n" for line in (head, *lines)).encode(), AUTO)


def document(*messages: object) -> Reading:
    """A session in one document."""
    return read(json.dumps({**HEAD, "messages": messages}).encode(), AUTO)


def user(id: str, content: object, **fields: object) -> dict[str, Any]:
    """What the user said."""
    return {"id": id, "type": "user", "content": content, **fields}


def model(id: str, content: object = "", **fields: object) -> dict[str, Any]:
    """What the model said."""
    return {"id": id, "type": "gemini", "content": content, **fields}


def call(id: str | None, *result: object, status: str = "success", **fields: object) -> dict[str, Any]:
    """A call, and what came back."""
    return {"id": id, "name": "look", "args": {}, "status": status, "result": list(result), **fields}


def answer(id: str | None, output: object = "seen", key: str = "output") -> dict[str, Any]:
    """What a function answered."""
    return {"functionResponse": {"id": id, "name": "look", "response": {key: output}}}


def asked(id: str) -> dict[str, Any]:
    """A call in the content of a message."""
    return {"functionCall": {"id": id, "name": "look", "args": {}}}


OLDER = [
    ("user", "Why does the server not start?"),
    (
        "assistant",
        "thinks 'Looking at the port\\nThe port may be taken.' signed None",
        'calls read_file-1: read_file {"path": "src/app.ts"}',
        "calls screenshot-2: screenshot {}",
        'calls shell-3: run_shell_command {"command": "npm test"}',
        'calls shell-4: run_shell_command {"command": "rm -rf build"}',
    ),
    (
        "tool",
        "answers read_file-1: export const port = 80;",
        "answers screenshot-2: Binary content of type image/png + shows image/png: PNG",
        "fails shell-3: exit code 1",
    ),
    ("assistant", "Port 80 needs root."),
    ("user", "Use 8080 instead, as in ", "shows text/markdown: https://files.example/v1/ports.md"),
]


def test_document():
    """A session in one document, as older versions write it, is read."""
    assert shown(sample("gemini_cli_document.json")) == OLDER


def test_lines():
    """A session in lines is replayed: what was written again counts once, and what was taken back does not."""
    assert [tuple(part.replace('": "', '":"') for part in turn) for turn in OLDER] + [
        (
            "assistant",
            "thinks 'I change it.' signed dGhvdWdodA==",
            'calls replace-5: replace {"path":"src/app.ts","new":"8080"}',
        ),
        ("tool", "answers replace-5: done"),
        ("assistant", "The server listens on 8080.", "keeps executableCode"),
    ] == shown(sample("gemini_cli.jsonl"))


def test_samples_are_told():
    """The samples are known for what they are; of the lines the last one is torn, and two turns were taken back."""
    readings = [sample(name) for name in ("gemini_cli_document.json", "gemini_cli.jsonl")]
    assert [(one.format, one.skipped, one.abandoned) for one in readings] == [(CLI, (), 0), (CLI, (17,), 2)]


def test_a_call_that_was_cancelled_has_no_result():
    """Only calls that came back are answered."""
    found = pair(sample("gemini_cli_document.json").turns)
    assert found.result_of == {(1, 1): (2, 0), (1, 2): (2, 1), (1, 3): (2, 2)}


# Telling the format


@pytest.mark.parametrize(
    "reading",
    [
        session(),
        session(user("1", "a")),
        document(),
        document(user("1", "a")),
        session({"sessionId": "t"}, user("1", "a"), HEAD, head={}),
    ],
)
def test_what_is_taken_for_a_session(reading: Reading):
    """A record, or the document, says which session of which project it is."""
    assert CLI is reading.format


@pytest.mark.parametrize(
    "reading",
    [
        session(user("1", "a"), head={"sessionId": "s"}),
        session(user("1", "a"), head={"projectHash": "h"}),
        read(json.dumps([user("1", "a")]).encode(), AUTO),
    ],
)
def test_what_is_not_taken_for_a_session(reading: Reading):
    """A record that has one of the two is not enough."""
    assert CLI is not reading.format


# Replay


def test_a_message_that_is_written_again():
    """It replaces the earlier one, in its place; what was replaced is not counted as given up."""
    reading = session(user("1", "a"), model("2", "b"), user("3", "c"), model("2", "B"))
    assert (reading.abandoned, shown(reading)) == (0, [("user", "a"), ("assistant", "B"), ("user", "c")])


@pytest.mark.parametrize(
    ("to", "left", "abandoned"),
    [
        ("1", [], 4),
        ("2", [("user", "a")], 3),
        ("3", [("user", "a"), ("assistant", "b")], 2),
        ("4", [("user", "a"), ("assistant", "b"), ("user", "c")], 1),
        ("5", [], 4),
    ],
)
def test_a_rewind(to: str, left: list[tuple[str, ...]], abandoned: int):
    """It takes away the message that it names and all after it, and everything when no message has the id."""
    reading = session(user("1", "a"), model("2", "b"), user("3", "c"), model("4", "d"), {"$rewindTo": to})
    assert (abandoned, left) == (reading.abandoned, shown(reading))


def test_after_a_rewind():
    """The conversation goes on from there, and ids that were taken away can come back."""
    reading = session(
        user("1", "a"), user("2", "b"), {"$rewindTo": "2"}, user("2", "B"), {"$rewindTo": "2"}, user("3", "c")
    )
    assert (reading.abandoned, shown(reading)) == (2, [("user", "a"), ("user", "c")])


def test_what_a_rewind_counts():
    """Turns: those of tools too, and none for what the program said."""
    messages = [
        user("1", "a"),
        model("2", toolCalls=[call("c", answer("c"))]),
        {"id": "3", "type": "info", "content": "x"},
    ]
    assert session(*messages, {"$rewindTo": "1"}).abandoned == 3


def test_messages_that_are_set():
    """They replace all that were there; those that are not among them were given up."""
    reading = session(
        user("1", "a"), model("2", "b"), {"$set": {"messages": [user("3", "c"), user("1", "A")]}}, model("4", "d")
    )
    assert (reading.abandoned, shown(reading)) == (1, [("user", "c"), ("user", "A"), ("assistant", "d")])


def test_no_messages_that_are_set():
    """An empty list takes away everything."""
    reading = session(user("1", "a"), {"$set": {"messages": []}})
    assert (reading.abandoned, reading.turns) == (1, [])


def test_other_things_that_are_set():
    """They are no part of the conversation."""
    reading = session(user("1", "a"), {"$set": {"lastUpdated": "x", "summary": "y", "messages": None}}, {"$set": {}})
    assert (reading.skipped, shown(reading)) == ((), [("user", "a")])


def test_a_document_on_the_first_line():
    """A session that was begun in one document may go on in lines."""
    reading = session(user("2", "b"), head={**HEAD, "messages": [user("1", "a")]})
    assert shown(reading) == [("user", "a"), ("user", "b")]


@pytest.mark.parametrize(
    "line",
    [
        7,
        [],
        {},
        {"id": 7, "type": "user", "content": "a"},
        {"id": "1", "content": "a"},
        {"id": "1", "type": "oracle", "content": "a"},
        {"id": "1", "type": "gemini", "toolCalls": "a"},
        {"$rewindTo": 7},
        {"$set": 7},
        {"$set": {"messages": [{"id": "1", "type": "oracle"}]}},
        {"type": "user", "content": "a"},
        {"id": "1", "type": "user", "content": json.loads("[" * 65 + "]" * 65)},
    ],
)
def test_bad_lines(line: object):
    """A line that is no record is counted, and an error when the format is forced."""
    assert session(line, user("2", "b")).skipped == (2,)
    data = f"{json.dumps(HEAD)}\n{json.dumps(line)}\n".encode()
    with pytest.raises(SegmentationFailed) as caught:
        read(data, CLI)
    assert caught.value.data == {"line": 2}


def test_a_bad_message_among_messages():
    """In a document it is counted by its place, and the others are read."""
    reading = document(user("1", "a"), {"type": "user"}, user("2", "b"))
    assert (reading.skipped, shown(reading)) == ((1,), [("user", "a"), ("user", "b")])


def test_a_bad_message_among_those_that_are_set():
    """The others are read."""
    reading = session({"$set": {"messages": [user("1", "a"), 7, user("2", "b")]}})
    assert (reading.skipped, shown(reading)) == ((2,), [("user", "a"), ("user", "b")])


@pytest.mark.parametrize(
    "torn", ['{"id": "2", "type": "us', "\0\0\0", '{"id": "2", "type": "user", "content": "b"}{"id']
)
def test_a_torn_last_line(torn: str):
    """What a crash left is counted."""
    reading = read(f"{json.dumps(HEAD)}\n{json.dumps(user('1', 'a'))}\n{torn}".encode(), AUTO)
    assert (reading.skipped, shown(reading)) == ((3,), [("user", "a")])


# Messages


@pytest.mark.parametrize("type", ["info", "error", "warning"])
def test_notices(type: str):
    """What the program told the user makes no turn, and is no bad record."""
    reading = session(user("1", "a"), {"id": "2", "type": type, "content": "Nearly out of context."})
    assert (reading.skipped, shown(reading)) == ((), [("user", "a")])


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ("a", ["a"]),
        (["a", {"text": "b"}], ["a", "b"]),
        ({"text": "a"}, ["a"]),
        ([{"text": "a"}, {"inlineData": {"mimeType": "image/png", "data": PNG}}], ["a", "shows image/png: PNG"]),
        ("", []),
        ([{"text": ""}], []),
        ([{"text": "", "thoughtSignature": "s"}], [""]),
        (None, []),
        ([], []),
        (7, ["keeps part"]),
    ],
)
def test_contents(content: object, parts: list[str]):
    """A text, a part, or a list of both; an empty text says nothing, unless it is signed."""
    assert [("user", *parts)] == shown(session(user("1", content)))


def test_turns_have_the_ids_of_their_messages():
    """Results have none of their own."""
    reading = session(user("1", "a"), model("2", toolCalls=[call("c", answer("c"))]))
    assert [turn.id for turn in reading.turns] == ["1", "2", None]


def test_a_summary():
    """What stands for a conversation that was compressed is told from what the user says."""
    reading = session(user("1", [{"text": "\n<state_snapshot>a</state_snapshot>"}]), user("2", "a <state_snapshot>"))
    assert shown(reading) == [
        ("user", "sums up '\\n<state_snapshot>a</state_snapshot>' signed None"),
        ("user", "a <state_snapshot>"),
    ]


@pytest.mark.parametrize(
    ("thought", "text"),
    [
        ({"subject": "a", "description": "b"}, "a\nb"),
        ({"subject": "", "description": "b"}, "b"),
        ({"subject": "a"}, "a"),
        ({}, ""),
        (7, ""),
    ],
)
def test_thoughts(thought: object, text: str):
    """Subject and description, before what the model says."""
    reading = session(model("1", "c", thoughts=[thought]))
    assert [("assistant", f"thinks {text!r} signed None", "c")] == shown(reading)


def test_thoughts_that_are_repeated():
    """Thoughts that stand in the content, as the model gave them, count once."""
    content = [{"text": "a", "thought": True, "thoughtSignature": "s"}, {"text": "b"}]
    reading = session(model("1", content, thoughts=[{"subject": "a", "description": ""}]))
    assert shown(reading) == [("assistant", "thinks 'a' signed s", "b")]


# Calls and results


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ([answer("c")], "answers c: seen"),
        (answer("c"), "answers c: seen"),
        ("seen", "answers c: seen"),
        ([answer(None)], "answers c: seen"),
        ([answer("c", "gone", "error")], "fails c: gone"),
        ([answer("c"), {"inlineData": {"data": PNG}}], "answers c: seen + shows something: PNG"),
        ([{"text": "a"}, {"new": {}}], "answers c: a + keeps new"),
        ([answer("c"), asked("d")], "answers c: seen"),
        ([], "answers c: "),
    ],
)
def test_results(result: object, expected: str):
    """What came back, in any form of a content."""
    reading = session(model("1", toolCalls=[{"id": "c", "name": "look", "args": {"a": 1}, "result": result}]))
    assert [("assistant", 'calls c: look {"a": 1}'), ("tool", expected)] == shown(reading)


@pytest.mark.parametrize("fields", [{}, {"result": None}])
def test_no_result(fields: dict[str, Any]):
    """A call that has none makes no turn of the tool's, and nothing stands in for it."""
    reading = session(model("1", toolCalls=[{"id": "c", "name": "look", "status": "cancelled", **fields}]))
    assert shown(reading) == [("assistant", "calls c: look")]


@pytest.mark.parametrize(
    ("status", "word"),
    [("success", "answers"), ("error", "fails"), ("cancelled", "fails"), ("executing", "answers"), (None, "answers")],
)
def test_status(status: str, word: str):
    """Whether a call failed is told by its status too."""
    reading = session(model("1", toolCalls=[call("c", answer("c"), status=status)]))
    assert ("tool", f"{word} c: seen") == shown(reading)[1]


def test_results_of_parallel_calls():
    """Where every call has the answers to all, each keeps its own, and what came with it."""
    both = [answer("c", "one"), {"text": "with one"}, answer("d", "two", "error"), {"text": "with two"}]
    reading = session(model("1", toolCalls=[call("c", *both), call("d", *both)]))
    assert shown(reading)[1] == ("tool", "answers c: one + with one", "fails d: two + with two")


def test_calls_that_are_repeated():
    """Calls that stand in the content, as the model made them, count once."""
    reading = session(
        model("1", [{"text": "a"}, asked("c")], toolCalls=[call("c", answer("c")), call("d", answer("d"))])
    )
    assert shown(reading) == [
        ("assistant", "a", "calls c: look {}", "calls d: look {}"),
        ("tool", "answers c: seen", "answers d: seen"),
    ]


def test_a_call_without_an_id():
    """It is one of its own, and pairs by its name."""
    reading = session(model("1", toolCalls=[call(None, answer(None))]))
    assert shown(reading) == [("assistant", "calls None: look {}"), ("tool", "answers look: seen")]


@pytest.mark.parametrize("odd", [7, {}, {"id": "c", "args": {}}])
def test_a_call_without_a_name(odd: object):
    """It is kept as it is."""
    assert [turn[:2] for turn in shown(session(model("1", toolCalls=[odd])))] == [("assistant", "keeps toolCall")]


@pytest.mark.parametrize(
    ("content", "turns"),
    [
        ([answer("c")], []),
        ([answer("c"), {"inlineData": {"data": PNG}}], []),
        ([answer("c"), {"text": "and now?"}], [("user", "and now?")]),
        ([answer("d")], [("tool", "answers d: seen")]),
        ([answer("c"), answer("d")], [("tool", "answers c: seen", "answers d: seen")]),
        ([{"inlineData": {"data": PNG}}], [("user", "shows something: PNG")]),
    ],
)
def test_results_that_are_repeated(content: object, turns: list[tuple[str, ...]]):
    """A message with the results that stand beside their calls already says no more than its texts."""
    reading = session(model("1", toolCalls=[call("c", answer("c"))]), user("2", content))
    assert turns == shown(reading)[2:]


def test_ids_are_used_again():
    """Only the calls of the latest message of the model answer for what follows it."""
    reading = session(
        model("1", toolCalls=[call("c", answer("c"))]), model("2", [asked("c")]), user("3", [answer("c")])
    )
    assert shown(reading)[2:] == [("assistant", "calls c: look {}"), ("tool", "answers c: seen")]


# Places


def test_paths():
    """A part says where in its record it is; parts of messages that were set, by way of those."""
    message = model(
        "1", [{"text": "a"}], thoughts=[{"subject": "b"}], toolCalls=[call("c", {"text": "x"}, answer("c"), d=1)]
    )
    tails = [
        ("thoughts", 0),
        ("content", 0, "text"),
        ("toolCalls", 0, "args"),
        ("toolCalls", 0, "result"),
    ]
    for reading, head in (
        (session(message), ()),
        (document(message), ()),
        (session({"$set": {"messages": [user("0", "0"), message]}}), ("$set", "messages", 1)),
        (session(user("9", "9"), head={**HEAD, "messages": [message]}), ("messages", 0)),
    ):
        parts = [part for turn in reading.turns if turn.role != "user" for part in turn.parts]
        assert [(*head, *tail) for tail in tails] == [part.path for part in parts]


def test_the_path_of_an_answer():
    """It leads to the text."""
    reading = session(model("1", toolCalls=[call("c", answer("c"))]))
    path = ("toolCalls", 0, "result", 0, "functionResponse", "response", "output")
    inner = [one for part in reading.turns[1].parts if isinstance(part, ToolResult) for one in part.parts]
    assert [one.path for one in inner] == [path]


def test_ranges():
    """Every part has the range of its record."""
    lines = [
        json.dumps(one).encode() for one in (HEAD, user("1", "a"), model("2", "b", toolCalls=[call("c", answer("c"))]))
    ]
    data = b"\n".join(lines)
    ranges = [(part.record, data[part.start : part.end]) for turn in read(data, AUTO).turns for part in turn.parts]
    assert [(2, lines[1] + b"\n"), (3, lines[2]), (3, lines[2]), (3, lines[2])] == ranges
