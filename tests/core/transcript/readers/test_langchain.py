"""LangChain's messages become turns, whichever way they were dumped."""

import json

import pytest

from contextc.errors import SegmentationFailed
from contextc.transcript.readers import read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import SAMPLES, sample, shown, shown_of

LANGCHAIN, AUTO = SegmentFormat.LANGCHAIN, SegmentFormat.AUTO
NAMES = ["langchain_messages.json", "langchain_constructor.json", "langchain_flat.json"]


def messages(*values: object) -> bytes:
    """A list of messages, as it is written."""
    return json.dumps(values).encode()


@pytest.mark.parametrize("name", NAMES)
def test_samples(name: str):
    """Every kind of message and of block is read; the three dumps say the same."""
    assert shown(sample(name)) == [
        ("system", "You keep the log of the river gauges."),
        ("developer", "Levels are in centimetres."),
        (
            "user",
            "This is the staff at the weir:",
            "shows image/png: PNG",
            "shows something: https://gauges.example/weir.png",
            "shows image/png: data:image/png;base64,PNG",
            "shows audio/wav: UklGRiQAAABXQVZFZm10IA==",
            "shows something: file-3xWq9",
            "The mill gauge is old.",
            "keeps non_standard",
        ),
        (
            "assistant",
            "thinks 'Two gauges are meant.' signed EqQBsignedThoughts",
            "I read both gauges.",
            'calls toolu_01: read_gauge {"station": "weir", "digits": 1.0}',
            'calls toolu_02: read_gauge {"station": "mill"}',
        ),
        ("tool", "fails toolu_02: no answer within 30 s"),
        ("tool", "answers toolu_01: 142, rising + shows image/png: PNG"),
        (
            "assistant",
            "thinks 'The mill did not answer.' signed None",
            "",
            'calls call_3: read_gauge {"station": "mill"}',
            'calls call_4: chart {"bars": ',
        ),
        ("tool", "answers call_3: 97"),
        ("tool", "fails call_4: the arguments end early"),
        (
            "assistant",
            "thinks 'Both are known now.' signed None",
            "The weir stands at 142, the mill at 97.",
            'calls call_5: file_log {"levels": [142, 97]}',
        ),
        ("tool", "answers file_log: filed"),
        ("assistant", "Filed."),
        ("user", "Thank you, that is all."),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_told(name: str):
    """The samples are known for what they are, and nothing of them is left out."""
    reading = sample(name)
    assert (reading.format, reading.skipped) == (LANGCHAIN, ())


@pytest.mark.parametrize("name", NAMES)
def test_lines(name: str):
    """Messages may stand in lines, one each."""
    value = json.loads((SAMPLES / name).read_bytes())
    listed = value["messages"] if isinstance(value, dict) else value
    lines = b"".join(json.dumps(message).encode() + b"\n" for message in listed)
    assert read(lines, AUTO).format == LANGCHAIN
    assert shown(sample(name)) == shown(read(lines, AUTO))


def test_ids():
    """A message keeps its id."""
    assert [turn.id for turn in sample(NAMES[0]).turns][:4] == [None, None, "m1", "lc_run--1"]


@pytest.mark.parametrize(
    "data",
    [
        b'[{"type": "human", "content": "hi"}]',
        b'[{"type": "system", "content": "s", "additional_kwargs": {}}]',
        b'[{"type": "tool", "data": {"content": "x", "tool_call_id": "c"}}]',
        b'{"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "AIMessage"], "kwargs": {}}\n',
        b'[{"type": "human", "content": "a"}, {"type": "later"}, {"type": "ai", "content": "b"}]',
    ],
)
def test_what_is_langchain(data: bytes):
    """A word of its own, or the fields that every message has, tell it."""
    assert read(data, AUTO).format == LANGCHAIN


@pytest.mark.parametrize(
    "data",
    [
        b'[{"type": "system", "content": "s"}]',
        b'[{"type": "human", "text": "hi"}]',
        b'[{"type": ["human"], "content": "hi"}]',
        b'[{"lc": 1, "type": "constructor", "id": ["langchain", "documents", "Document"], "kwargs": {}}]',
        b'[{"lc": 1, "type": "constructor", "id": [], "kwargs": {}}]',
        b'[{"type": "constructor", "content": "hi"}]',
        b'[{"role": "user", "content": "hi"}]',
    ],
)
def test_what_is_not_langchain(data: bytes):
    """Objects of others, and other objects of its own, are not taken."""
    assert read(data, AUTO).format != LANGCHAIN


@pytest.mark.parametrize(
    ("message", "turn"),
    [
        ({"type": "HumanMessageChunk", "content": "hi"}, ("user", "hi")),
        ({"type": "AIMessageChunk", "data": {"content": "hi"}}, ("assistant", "hi")),
        ({"type": "developer", "content": "hi"}, ("developer", "hi")),
        ({"type": "chat", "role": "Human", "content": "hi"}, ("user", "hi")),
        ({"type": "ai"}, ("assistant",)),
        ({"type": "ai", "content": "hi", "additional_kwargs": 5}, ("assistant", "hi")),
        ({"type": "tool", "content": "x"}, ("tool", "answers None: x")),
        ({"type": "ai", "tool_calls": [{}]}, ("assistant", "calls None:")),
    ],
)
def test_messages(message: dict[str, object], turn: tuple[str, ...]):
    """What may be left out of a message, and what stands for it."""
    assert [turn] == shown_of(messages(message), LANGCHAIN)


def ai(content: object, **fields: object) -> tuple[str, ...]:
    """The parts of what a model said."""
    return shown_of(messages({"type": "ai", "content": content, **fields}), LANGCHAIN)[0][1:]


CALL = {"name": "n", "args": {"a": 1}, "id": "c1", "type": "tool_call"}


@pytest.mark.parametrize(
    "block",
    [
        {"type": "tool_use", "id": "c1", "name": "n", "input": {"a": 1}},
        {"type": "tool_call", "id": "c1", "name": "n", "args": {"a": 1}},
        {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "n", "arguments": '{"a": 1}'},
        {"type": "tool_use", "id": "c1", "name": "n", "input": {}},
        {"type": "tool_use", "id": "c1", "name": "n", "input": ""},
    ],
)
def test_a_call_is_read_once(block: object):
    """A call of the message that is also a block of its content stands where the block does; empty arguments give way."""
    after = {"type": "text", "text": "done"}
    assert ai([block, after], tool_calls=[CALL]) == ('calls c1: n {"a": 1}', "done")


def test_the_arguments_of_the_block():
    """A provider's own block holds the arguments as the model wrote them."""
    block = '{"type": "tool_use", "id": "c1", "name": "n", "input": {"a":  1.0}}'
    data = f'[{{"type": "ai", "content": [{block}, {block}], "tool_calls": [{json.dumps(CALL)}]}}]'
    assert shown_of(data.encode(), LANGCHAIN) == [("assistant", 'calls c1: n {"a":  1.0}')]


def test_calls_of_blocks_alone():
    """A block whose call the message does not have is a call; so are calls that have no id."""
    block = {"type": "tool_use", "id": "c2", "name": "m", "input": {}}
    calls = [{**CALL, "id": None}, CALL]
    assert ai([block], tool_calls=calls) == ("calls c2: m {}", 'calls None: n {"a": 1}', 'calls c1: n {"a": 1}')


def test_calls_of_the_provider():
    """Calls as the provider sent them count when the message has none."""
    sent = {"tool_calls": [{"id": "c1", "type": "function", "function": {"name": "n", "arguments": "{ }"}}]}
    assert ai(None, additional_kwargs=sent, tool_calls=[]) == ("calls c1: n { }",)
    assert ai(None, additional_kwargs=sent, tool_calls=[CALL]) == ('calls c1: n {"a": 1}',)
    assert ai(None, additional_kwargs={"function_call": {"name": "n", "arguments": "{}"}}) == ("calls None: n {}",)


def test_thoughts_of_the_provider():
    """What the provider sent of its thoughts beside the message leads, unless the content has them."""
    thought = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "t"}]}
    assert ai("hi", additional_kwargs={"reasoning": thought}) == ("thinks 't' signed None", "hi")
    assert ai("hi", additional_kwargs={"reasoning_content": "t"}) == ("thinks 't' signed None", "hi")
    block = {"type": "reasoning", "reasoning": "u"}
    assert ai([block], additional_kwargs={"reasoning_content": "t"}) == ("thinks 'u' signed None",)


@pytest.mark.parametrize(
    "message",
    [
        7,
        {"type": "remove", "content": "", "id": "m1"},
        {"type": "later", "content": "hi"},
        {"type": "chat", "role": "narrator", "content": "hi"},
        {"type": "ai", "content": "hi", "tool_calls": 5},
        {"type": "constructor", "id": 5, "kwargs": {"content": "hi"}},
        {"type": "constructor", "id": ["langchain", "schema", "messages", "AIMessage"]},
    ],
)
def test_bad_messages(message: object):
    """A removal, a message of nobody, or a broken one is left out, and refused when the format was forced."""
    good = {"type": "human", "content": "hi"}
    reading = read(messages(good, good, message, good), AUTO)
    assert (reading.format, len(reading.turns), reading.skipped) == (LANGCHAIN, 3, (2,))
    with pytest.raises(SegmentationFailed, match="record 1 of the langchain transcript"):
        read(messages(good, message), LANGCHAIN)
