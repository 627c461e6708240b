"""A transcript becomes turns, whatever it is written in."""

import pytest

from contextc.errors import SegmentationFailed
from contextc.model import SegmentationPolicy
from contextc.transcript.readers import READERS, read
from contextc.transcript.segment import segment_transcript
from contextc.vocabulary import SegmentFormat

AUTO, PLAIN, JSONL = SegmentFormat.AUTO, SegmentFormat.PLAIN, SegmentFormat.JSONL
MESSAGE = '{"role":"user","content":"hi"}'


def turns(text: str, format: SegmentFormat = PLAIN) -> list[tuple[str | None, str]]:
    """Role and raw text of every turn; their ranges must partition the transcript."""
    data = text.encode()
    reading = read(data, format)
    assert [0, *(turn.end for turn in reading.turns)][: len(reading.turns)] == [turn.start for turn in reading.turns]
    assert not data or reading.turns[-1].end == len(data)
    return [(turn.role, data[turn.start : turn.end].decode()) for turn in reading.turns]


def test_every_format_has_a_reader():
    """The table has a row for each format that can be forced."""
    assert {PLAIN, JSONL} == set(READERS)


# Plain


@pytest.mark.parametrize(
    ("marker", "role"),
    [
        ("System:", "System"),
        ("User:", "User"),
        ("Human:", "Human"),
        ("Assistant:", "Assistant"),
        ("AI:", "AI"),
        ("Tool:", "Tool"),
        ("### User", "User"),
        ("### Assistant", "Assistant"),
    ],
)
def test_markers(marker: str, role: str):
    """A line that begins with a marker opens a turn of that role, and the marker stays in it."""
    text = f"{marker} hello\n"
    assert [(None, "before\n"), (role, text), (role, text)] == turns(f"before\n{text}{text}")


@pytest.mark.parametrize("line", ["User:xyz", "### Users", "### User guide", "AI:", "System:\tx"])
def test_what_follows_a_marker_does_not_matter(line: str):
    """A marker is a prefix of the line."""
    assert len(turns(line)) == 1 and turns(line)[0][0] is not None


@pytest.mark.parametrize(
    "line",
    [
        "user: hi",
        "USER: hi",
        " User: hi",
        "\tUser: hi",
        "> User: hi",
        "**User:** hi",
        "User : hi",
        "## User",
        "User",
        "Bot: hi",
    ],
)
def test_what_is_no_marker(line: str):
    """Other case, other words, and anything before the marker make a line of text."""
    assert [(None, f"{line}\n")] == turns(f"{line}\n")


def test_other_line_ends_open_no_turn():
    """A marker counts behind a line feed alone, with or without a carriage return."""
    text = "a\rUser: b\u2028User: c\r\nUser: d"
    assert turns(text) == [(None, "a\rUser: b\u2028User: c\r\n"), ("User", "User: d")]


def test_no_marker_at_all():
    """A text without a marker is one turn without a role; an empty text is none."""
    assert (turns("just text"), turns("")) == ([(None, "just text")], [])


@pytest.mark.parametrize(
    "fence", ["```\nUser: a\n```\n", "~~~\nUser: a\n~~~\n", "````\n```\nUser: a\n````\n", "  ```py\nSystem: a\n  ```\n"]
)
def test_a_marker_in_a_closed_fence_opens_no_turn(fence: str):
    """Code that looks like a role is code."""
    assert [("User", f"User: look\n{fence}"), ("AI", "AI: ok")] == turns(f"User: look\n{fence}AI: ok")


@pytest.mark.parametrize("fence", ["```\ncode\n", "````\n```\n", "~~~\n```\n", "```\n~~~\n"])
def test_an_unclosed_fence_ends_at_the_next_marker(fence: str):
    """A fence that never closes swallows no turn."""
    text = f"User: a\n{fence}AI: b\nUser: c"
    assert [("User", f"User: a\n{fence}"), ("AI", "AI: b\n"), ("User", "User: c")] == turns(text)


def test_fences_are_looked_for_again_behind_an_unclosed_one():
    """After the marker that ends an unclosed fence, a closed one is found as ever."""
    text = "User: a\n~~~~\nAI: b\n```\nUser: c\n```\nTool: d"
    assert turns(text) == [("User", "User: a\n~~~~\n"), ("AI", "AI: b\n```\nUser: c\n```\n"), ("Tool", "Tool: d")]


def test_markers_between_two_fences():
    """A marker behind a closed fence opens a turn, and one in the next fence does not."""
    text = "```\nUser: a\n```\nUser: b\n```\nUser: c\n```\nUser: d"
    assert [role for role, _ in turns(text)] == [None, "User", "User"]


# JSON lines


@pytest.mark.parametrize("format", [AUTO, JSONL])
@pytest.mark.parametrize(
    ("line", "role", "content"),
    [
        (MESSAGE, "user", "hi"),
        ('{"content": "", "role": ""}', "", ""),
        (' {"role":"a","content":"b","more":{"x":[1,null]}}\t', "a", "b"),
        ('["a","b"]', "a", "b"),
        (' [ "a" , "b" ] ', "a", "b"),
        ('{"role":"a","content":"\\u00e9\\n\\ud83d\\ude80"}', "a", "é\n🚀"),
        ('{"role":"a","content":"b","content":"c","role":"d"}', "d", "c"),
        ('{"content":5,"role":"a","content":"c"}', "a", "c"),
        ('{"role":"a","content":"User: x\\n```\\n"}', "a", "User: x\n```\n"),
    ],
)
def test_messages(format: SegmentFormat, line: str, role: str, content: str):
    """A line is an object with a string role and content, or an array of the two; of a repeated key the last counts."""
    reading = read(line.encode(), format)
    assert (JSONL, [(role, content)], 0) == (
        reading.format,
        [(turn.role, turn.content) for turn in reading.turns],
        reading.skipped_lines,
    )


NO_MESSAGES = [
    "text",
    "   ",
    "{}",
    "[]",
    "null",
    '"role"',
    '{"role":"a"}',
    '{"content":"a"}',
    '{"role":null,"content":"a"}',
    '{"role":"a","content":null}',
    '{"role":"a","content":["b"]}',
    '{"Role":"a","Content":"b"}',
    '["a"]',
    '["a","b","c"]',
    '["a",1]',
    '[["a","b"]]',
    '{"role":"a","content":"b"',
    '{"role":"a","content":"b"} x',
    '{"role":"a","content":"b"}{}',
    "{'role':'a','content':'b'}",
    '{"role":"a","content":"b",}',
    '{"role":"a","content":"b","x":NaN}',
    '{"role":"a","content":"b","x":01}',
    '{"role":"a","content":"\\ud800"}',
    '{"role":"a","content":"b","x":"\\ud800"}',
    '{"role":"a","content":"b\x01"}',
    '\u3000{"role":"a","content":"b"}',
    '\ufeff\ufeff{"role":"a","content":"b"}',
    '{"role":"a","content":"b","x":' + "[" * 65 + "]" * 65 + "}",
]


@pytest.mark.parametrize("line", NO_MESSAGES)
def test_no_messages(line: str):
    """Anything else is no message: alone it makes a plain transcript, forced it is an error, among messages it is skipped."""
    assert PLAIN is read(line.encode(), AUTO).format
    with pytest.raises(SegmentationFailed):
        read(line.encode(), JSONL)
    among = read(f"{MESSAGE}\n{line}\n{MESSAGE}".encode(), AUTO)
    assert (among.format, len(among.turns), among.skipped_lines) == (JSONL, 2, 1)


@pytest.mark.parametrize(
    ("text", "number"),
    [("text", 1), (f"{MESSAGE}\ntext", 2), (f"\n\r\n{MESSAGE}\n\n  \n", 5), (f"{MESSAGE}\n{MESSAGE[:-1]}", 2)],
)
def test_a_forced_format_names_the_bad_line(text: str, number: int):
    """The error has the number of the line, counted with blank ones; a torn last line is no exception."""
    with pytest.raises(SegmentationFailed) as caught:
        read(text.encode(), JSONL)
    assert ({"line": number}, True) == (caught.value.data, f"line {number}" in str(caught.value))


@pytest.mark.parametrize("text", ["", "\n", "\r\n\n\r\r\n"])
def test_blank_lines_alone(text: str):
    """Without a line that is not blank JSON lines are an error when forced, and plain otherwise."""
    assert PLAIN is read(text.encode(), AUTO).format
    with pytest.raises(SegmentationFailed, match="no non-blank line"):
        read(text.encode(), JSONL)


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("A\nA", ["A\n", "A"]),
        ("A\r\nA\r\n", ["A\r\n", "A\r\n"]),
        ("\n\r\nA\nA\n", ["\n\r\nA\n", "A\n"]),
        ("A\n\n\r\r\nA", ["A\n\n\r\r\n", "A"]),
        ("A\n\n\n", ["A\n\n\n"]),
        ("A\nx\nA\nx", ["A\nx\n", "A\nx"]),
        ("A\n  \nA\n", ["A\n  \n", "A\n"]),
    ],
)
def test_ranges_of_messages(text: str, ranges: list[str]):
    """A turn's range is its line and what is blank or bad behind it; what leads belongs to the first."""
    assert ranges == [raw.replace(MESSAGE, "A") for _, raw in turns(text.replace("A", MESSAGE), AUTO)]


@pytest.mark.parametrize(
    ("lines", "format", "skipped"),
    [
        ("A", JSONL, 0),
        ("Ax", JSONL, 1),
        ("Axx", PLAIN, 0),
        ("AxAx", JSONL, 2),
        ("AxxA", JSONL, 2),
        ("xA", PLAIN, 0),
        ("xAAA", PLAIN, 0),
        ("AxxAx", PLAIN, 0),
    ],
)
def test_what_auto_takes_for_messages(lines: str, format: SegmentFormat, skipped: int):
    """The first line and at least half of all must be messages; bad lines among them are counted."""
    text = "\n".join(MESSAGE if line == "A" else "oops" for line in lines)
    reading = read(text.encode(), AUTO)
    assert (format, skipped) == (reading.format, reading.skipped_lines)


def test_blank_lines_do_not_count():
    """Only lines that are not blank are compared with the messages."""
    assert JSONL is read(f"\n\n\n{MESSAGE}\n\n\n\n".encode(), AUTO).format


def test_plain_can_be_forced():
    """A transcript of messages is plain text when the policy says so."""
    outcome = segment_transcript(MESSAGE, SegmentationPolicy(format=PLAIN))
    assert (outcome.format_detected, [segment.text for segment in outcome.segments]) == (PLAIN, [MESSAGE])
