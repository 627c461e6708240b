"""OpenAI's chat messages become turns."""

import json

import pytest

from contextc.errors import SegmentationFailed
from contextc.transcript.readers import read
from contextc.transcript.turns import Role
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import sample, shown, shown_of

OPENAI, AUTO = SegmentFormat.OPENAI, SegmentFormat.AUTO


def messages(*values: object) -> bytes:
    """A list of messages, as it is written."""
    return json.dumps(values).encode()


def test_sample():
    """Every kind of message and of content part is read."""
    assert shown(sample("openai.json")) == [
        ("system", "You keep the log of the river gauges."),
        ("developer", "Levels are in centimetres."),
        (
            "user",
            "This is the staff at the weir:",
            "shows image/png: data:image/png;base64,PNG",
            "shows something: https://gauges.example/weir.png",
            "shows audio/wav: UklGRiQAAABXQVZFZm10IA==",
            "shows application/pdf: data:application/pdf;base64,JVBERi0xLjEKJSVFT0YK",
            "shows something: file-3xWq9",
        ),
        (
            "assistant",
            "I read both gauges.",
            'calls call_a1: read_gauge {"station": "weir",  "digits": 1.0}',
            'calls call_a2: read_gauge {"station": "mill"}',
            "calls call_a3: chart levels of the week\nas bars in its own words",
        ),
        ("tool", "answers call_a2: no answer within 30 s"),
        ("tool", "answers call_a1: 142 + rising"),
        ("tool", "answers call_a3: "),
        ("assistant", "The weir stands at 142.", "I cannot guess the mill."),
        ("user", "Ask the mill again, the old way."),
        ("assistant", 'calls None: read_gauge {"station":"mill"}'),
        ("tool", "answers read_gauge: 97"),
        ("assistant", "I may not say what that means for the bridge."),
        ("assistant", "shows something: audio_77c1"),
        ("user", "Thank you, that is all."),
    ]


def test_sample_is_told():
    """The sample is known for what it is, and nothing of it is left out."""
    reading = sample("openai.json")
    assert (reading.format, reading.skipped) == (OPENAI, ())


@pytest.mark.parametrize("key", ["messages", "input", "history"])
def test_documents(key: str):
    """The messages may stand in a document."""
    message = {"role": "user", "content": "hi"}
    assert read(json.dumps({"model": "m", key: [message]}).encode(), AUTO).format == OPENAI


@pytest.mark.parametrize(
    "data",
    [
        messages({"role": "narrator", "content": "hi"}),
        messages({"role": ["user"], "content": "hi"}),
        messages({"role": "user", "type": "letter", "content": "hi"}),
        b'{"role": "user", "content": "hi"}\n{"role": "user", "content": "hi"}\n',
        b"[]",
    ],
)
def test_what_is_not_openai(data: bytes):
    """Another role, a type, or lines are not OpenAI's."""
    assert read(data, AUTO).format != OPENAI


def test_reasoning_of_others():
    """Providers that speak the same form send what a model thought beside what it said."""
    data = messages({"role": "assistant", "reasoning_content": "Two gauges.", "content": "I read both."})
    assert shown_of(data, OPENAI) == [("assistant", "thinks 'Two gauges.' signed None", "I read both.")]


def test_spoken_answers():
    """The words of what a model said aloud are read, and the sound beside them."""
    audio = {"id": "audio_1", "data": "UklGRg==", "transcript": "It rises."}
    data = messages({"role": "assistant", "content": None, "audio": audio})
    assert shown_of(data, OPENAI) == [("assistant", "It rises.", "shows something: UklGRg==")]


def test_a_tool_that_failed():
    """Some write beside an answer that it is an error."""
    data = messages({"role": "tool", "tool_call_id": "c1", "content": "no such gauge", "is_error": True})
    assert shown_of(data, OPENAI) == [("tool", "fails c1: no such gauge")]


def test_an_answer_in_an_object():
    """An object that is no content part is read as it was written."""
    data = b'[{"role": "tool", "tool_call_id": "c1", "content": {"level":  1.0}}]'
    assert shown_of(data, OPENAI) == [("tool", 'answers c1: {"level":  1.0}')]


def test_calls_that_make_no_sense():
    """A call of nothing is no call; one without a name has none."""
    calls = [{"id": "c1", "type": "function"}, {"id": "c2", "type": "function", "function": {"arguments": "{}"}}]
    data = messages({"role": "assistant", "content": None, "tool_calls": calls})
    assert shown_of(data, OPENAI) == [("assistant", "calls c2: {}")]


def test_numbers_too_large():
    """A number that is JSON and too large for any number here is kept as it was written."""
    data = b'[{"role": "user", "content": [{"type": "weight", "kg": 1e999}]}, {"role": "user", "content": 1e999}]'
    assert [turn.role for turn in read(data, OPENAI).turns] == [Role.USER, Role.USER]
    assert [turn.parts[0].value for turn in read(data, OPENAI).turns] == ['{"type": "weight", "kg": 1e999}', "1e999"]


def test_bad_messages_are_counted():
    """What has no role, or is no object, is left out and named by its place in the list."""
    good = {"role": "user", "content": "a"}
    reading = read(messages(good, good, good, {"content": "b"}, 7, {"role": "narrator", "content": "c"}), AUTO)
    assert (reading.format, len(reading.turns), reading.skipped) == (OPENAI, 3, (3, 4, 5))


def test_bad_messages_are_refused_when_forced():
    """Of a transcript that must be OpenAI's, a bad message is an error that names it."""
    with pytest.raises(SegmentationFailed, match="record 1 of the openai transcript"):
        read(messages({"role": "user", "content": "a"}, {"role": "narrator", "content": "b"}), OPENAI)


def test_deep_messages_are_refused_when_forced():
    """A line that nests too deep is a bad one."""
    with pytest.raises(SegmentationFailed, match="record 2"):
        read(b'{"role": "user", "content": "a"}\n{"role": "user", "content": ' + b"[" * 500 + b"]" * 500 + b"}", OPENAI)
