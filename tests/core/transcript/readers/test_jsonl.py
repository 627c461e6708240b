"""Messages in JSON lines become turns."""

import pytest

from contextc.errors import SegmentationFailed
from contextc.transcript.readers import read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import shown

AUTO, PLAIN, JSONL = SegmentFormat.AUTO, SegmentFormat.PLAIN, SegmentFormat.JSONL
MESSAGE = '{"role":"user","content":"hi"}'
NOTHING = '{"role":"user","content":[]}'


def turns(text: str, format: SegmentFormat = JSONL) -> list[tuple[str | None, str]]:
    """Role and raw text of every turn; their ranges must partition the transcript."""
    data = text.encode()
    found = [(turn.role, part) for turn in read(data, format).turns for part in turn.parts]
    assert [0, *(part.end for _, part in found)] == [*(part.start for _, part in found), len(data)]
    return [(role, data[part.start : part.end].decode()) for role, part in found]


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
    assert (JSONL, [(role, content)], ()) == (reading.format, shown(reading), reading.skipped)


CALL = '"tool_calls":[{"id":"1","type":"function","function":{"name":"look","arguments":"{}"}}]'


@pytest.mark.parametrize("format", [AUTO, JSONL])
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"role":"a","content":["b","c"]}', ("a", "b", "c")),
        ('["a",["b",{"type":"text","text":"c"}]]', ("a", "b", "c")),
        ('{"role":"a","content":{"type":"text","text":"b"}}', ("a", "b")),
        ('{"role":"a","content":[]}', ("a",)),
        ('{"role":"a","content":[{"type":"thinking","thinking":"b","signature":"c"}]}', ("a", "thinks 'b' signed c")),
        ('{"role":"a","content":[{"type":"tool_result","tool_use_id":"1","content":"b"}]}', ("a", "answers 1: b")),
        ('{"role":"a","content":[{"type":"new","words":"b"}]}', ("a", "keeps new")),
        (f'{{"role":"a","content":null,{CALL}}}', ("a", "calls 1: look {}")),
        (f'{{"role":"a",{CALL}}}', ("a", "calls 1: look {}")),
        ('{"role":"a","content":null,"refusal":"b"}', ("a", "b")),
        ('{"role":"tool","tool_call_id":"1","content":"b"}', ("tool", "answers 1: b")),
        ('{"role":"tool","tool_call_id":"1","content":null}', ("tool", "answers 1: ")),
    ],
)
def test_messages_with_parts(format: SegmentFormat, line: str, expected: tuple[str, ...]):
    """Content may be blocks, and none beside calls; a block of a kind that is not known is kept as it is."""
    reading = read(line.encode(), format)
    assert (JSONL, [expected], ()) == (reading.format, shown(reading), reading.skipped)


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
    '{"role":"a","content":7}',
    '{"role":"a","content":[7]}',
    '{"role":"a","content":[["b"]]}',
    '{"role":"a","content":[{"text":"b"}]}',
    '{"role":"a","content":[{"type":"text"}]}',
    '{"role":"a","content":["b",{"type":"image","source":7}]}',
    '{"role":"a","content":{"text":"b"}}',
    '["a",null]',
    '["a",7]',
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
    assert (among.format, len(among.turns), len(among.skipped)) == (JSONL, 2, 1)


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
        ("A\n0\nA", ["A\n0\n", "A"]),
        ("0\nA\nA", ["0\nA\n", "A"]),
    ],
)
def test_ranges_of_messages(text: str, ranges: list[str]):
    """A turn's range is its line and what is blank, bad or says nothing behind it; what leads belongs to the first."""
    assert ranges == [
        raw.replace(MESSAGE, "A").replace(NOTHING, "0")
        for _, raw in turns(text.replace("A", MESSAGE).replace("0", NOTHING), AUTO)
    ]


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
    assert (format, skipped) == (reading.format, len(reading.skipped))


def test_blank_lines_do_not_count():
    """Only lines that are not blank are compared with the messages."""
    assert JSONL is read(f"\n\n\n{MESSAGE}\n\n\n\n".encode(), AUTO).format


def test_parts_of_a_message_have_its_range():
    """All of them have the whole."""
    (turn, _) = read(f'["a",["b","c"]]\n{MESSAGE}'.encode(), JSONL).turns
    assert [(part.start, part.end) for part in turn.parts] == [(0, 16), (0, 16)]


def test_paths():
    """A part says where in its line it is."""
    reading = read(b'["a",["b"]]\n{"role":"a","content":["b",{"type":"text","text":"c"}]}\n["a","b"]', JSONL)
    paths = [(1, (1, 0)), (2, ("content", 0)), (2, ("content", 1, "text")), (3, (1,))]
    assert paths == [(part.record, part.path) for turn in reading.turns for part in turn.parts]


@pytest.mark.parametrize("text", ['[\n{"words":"hi"},\n{"words":"ho"}\n]', '{\n"messages": [{"words":"hi"}]\n}'])
def test_a_document_is_no_file_of_lines(text: str):
    """A list that goes over several lines is not taken for lines."""
    assert PLAIN is read(text.encode(), AUTO).format
