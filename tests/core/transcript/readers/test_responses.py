"""Items of OpenAI Responses become turns."""

import json

import pytest

from contextc.errors import SegmentationFailed
from contextc.transcript.pairing import pair
from contextc.transcript.readers import read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import SAMPLES, sample, shown, shown_of

RESPONSES, AUTO = SegmentFormat.OPENAI_RESPONSES, SegmentFormat.AUTO


def items(*values: object) -> bytes:
    """A list of items, as it is written."""
    return json.dumps(values).encode()


def test_sample():
    """Every type of item is read."""
    assert shown(sample("openai_responses.json")) == [
        ("system", "You keep the log of the river gauges."),
        ("assistant", "sums up '' signed gAAAAABsummaryOfLastWeek"),
        ("developer", "Levels are in centimetres."),
        (
            "user",
            "This is the staff at the weir:",
            "shows image/png: data:image/png;base64,PNG",
            "shows something: file-3xWq9",
            "shows application/pdf: data:application/pdf;base64,JVBERi0xLjEKJSVFT0YK",
        ),
        (
            "assistant",
            "thinks 'Two gauges are meant.\\nI read both.\\nThe picture shows the weir only.' signed gAAAAABthoughtsInFull",
        ),
        ("assistant", 'calls call_b1: read_gauge {"station": "weir",  "digits": 1.0}'),
        ("assistant", 'calls call_b2: river__read_gauge {"station": "mill"}'),
        ("tool", "fails call_b2: no answer within 30 s"),
        (
            "tool",
            "answers call_b1: 142, rising + shows something: https://gauges.example/weir.png + shows something: file-8rTm2",
        ),
        ("assistant", "calls call_b3: chart levels of the week\nas bars in its own words"),
        ("tool", "answers call_b3: drawn"),
        ("assistant", 'calls call_b4: local_shell {"type": "exec", "command": ["tail", "gauge.log"], "env": {}}'),
        ("tool", 'answers call_b4: {"output": "142", "metadata": {"exit_code": 0}}'),
        ("assistant", 'calls call_b5: shell {"commands": ["cat mill.log", "ls /nowhere"]}'),
        ("tool", "fails call_b5: 97\n + no such folder\n"),
        (
            "assistant",
            r'calls call_b6: apply_patch {"type": "update_file", "path": "log.md", "diff": "@@\n-weir 140\n+weir 142\n"}',
        ),
        ("tool", "fails call_b6: the line is not there"),
        ("assistant", 'calls call_b7: computer {"type": "click", "button": "left", "x": 12, "y": 40}'),
        ("tool", "answers call_b7: shows image/png: data:image/png;base64,PNG"),
        ("assistant", "keeps mcp_list_tools"),
        ("assistant", "keeps mcp_approval_request"),
        ("assistant", "keeps mcp_approval_response"),
        ("assistant", 'calls mcp_1: tides__tide {"day": 4}', "answers mcp_1: high water at 06:10"),
        (
            "assistant",
            'calls mcp_2: tides__tide {"day": 99}',
            'fails mcp_2: {"type": "mcp_tool_execution_error", "content": [{"type": "text", "text": "no such day"}]}',
        ),
        ("assistant", 'calls call_b8: tool_search {"goal": "rain"}'),
        ("tool", "answers call_b8: keeps function"),
        ("developer", "keeps additional_tools"),
        ("developer", "keeps configuration_update"),
        ("assistant", "calls call_b9: program return 142 - 97; in its own words"),
        ("tool", "answers call_b9: 45"),
        ("assistant", "keeps web_search_call"),
        ("assistant", "keeps file_search_call"),
        ("assistant", "keeps code_interpreter_call"),
        ("assistant", "shows image/png: PNG"),
        ("assistant", "keeps item_reference"),
        ("assistant", "The weir stands at 142, the mill at 97.", "I may not say what that means for the bridge."),
        ("user", "Thank you, that is all."),
        ("assistant", "keeps compaction_trigger"),
    ]


def test_sample_is_told():
    """The sample is known for what it is, and nothing of it is left out."""
    reading = sample("openai_responses.json")
    assert (reading.format, reading.skipped) == (RESPONSES, ())


def test_every_call_of_the_sample_is_answered():
    """The ids of calls and outputs fit each other, whatever the type of call."""
    turns = sample("openai_responses.json").turns
    calls = sum(type(part).__name__ == "ToolCall" for turn in turns for part in turn.parts)
    assert (calls, calls) == (len(pair(turns).result_of), len(pair(turns).call_of))


def test_lines():
    """Items may stand in lines, one each."""
    listed = json.loads((SAMPLES / "openai_responses.json").read_bytes())["input"]
    lines = b"".join(json.dumps(item).encode() + b"\n" for item in listed)
    assert read(lines, AUTO).format == RESPONSES
    assert shown(sample("openai_responses.json"))[1:] == shown(read(lines, AUTO))


@pytest.mark.parametrize("key", ["input", "output", "items"])
def test_documents(key: str):
    """A request, an answer and a stored conversation have their items under a name each."""
    data = json.dumps({"id": "resp_1", key: [{"type": "function_call", "call_id": "c", "name": "n"}]}).encode()
    assert (read(data, AUTO).format, shown(read(data, AUTO))) == (RESPONSES, [("assistant", "calls c: n")])


@pytest.mark.parametrize(
    "data",
    [
        b'{"instructions": null, "input": [{"role": "user", "content": "hi"}]}',
        b'[{"type": "message", "role": "user", "content": "hi"}]',
        b'[{"role": "user", "content": [{"type": "input_text", "text": "hi"}]}]',
        b'[{"role": "user", "content": "hi"}, {"type": "reasoning", "id": "rs_1", "summary": []}]',
        b'[{"type": "function_call", "name": "n"}, {"type": "a_call_of_tomorrow"}, {"role": "user", "content": "hi"}]',
    ],
)
def test_what_is_responses(data: bytes):
    """Instructions, a type, or a kind of block of its own tells it."""
    assert read(data, AUTO).format == RESPONSES


@pytest.mark.parametrize(
    "data",
    [
        b'[{"role": "user", "content": "hi"}]',
        b'[{"type": "message", "role": "assistant", "content": [{"type": "text", "text": "hi"}], "stop_reason": "x"}]',
        b'[{"type": "message", "message": {"role": "user"}}, {"type": "compaction", "summary": "s"}]',
        b'[{"type": ["message"], "role": "user", "content": "hi"}]',
        b'[{"type": "message", "role": "narrator", "content": "hi"}]',
    ],
)
def test_what_is_not_responses(data: bytes):
    """Messages of others, and programs that use its words for records of their own, are not taken."""
    assert read(data, AUTO).format != RESPONSES


@pytest.mark.parametrize(
    ("item", "turn"),
    [
        ({"id": "msg_1"}, ("assistant", "keeps item_reference")),
        ({"type": None, "role": "user", "content": "hi"}, ("user", "hi")),
        ({"type": "output_message", "role": "assistant", "content": "hi"}, ("assistant", "hi")),
        ({"role": "user", "content": None}, ("user",)),
        ({"role": "system", "content": "hi"}, ("system", "hi")),
        ({"type": "reasoning", "summary": []}, ("assistant", "thinks '' signed None")),
        ({"type": "compaction_summary", "encrypted_content": "e"}, ("assistant", "sums up '' signed e")),
        ({"type": "context_compaction"}, ("assistant", "sums up '' signed None")),
        ({"type": "function_call", "id": "fc_1", "name": "n"}, ("assistant", "calls fc_1: n")),
        (
            {"type": "computer_call", "call_id": "c", "actions": [{"type": "wait"}]},
            ("assistant", 'calls c: computer [{"type": "wait"}]'),
        ),
        ({"type": "agent_message", "author": "a", "content": "hi"}, ("assistant", "keeps agent_message")),
        ({"type": "image_generation_call", "result": None}, ("assistant", "keeps image_generation_call")),
        (
            {"type": "image_generation_call", "result": "QQ==", "output_format": "svg"},
            ("assistant", "shows image/svg+xml: QQ=="),
        ),
        ({"type": "function_call_output", "id": "fco_1", "name": "n", "output": "x"}, ("tool", "answers n: x")),
        (
            {"type": "function_call_output", "call_id": "c", "output": {"level": 1}},
            ("tool", 'answers c: {"level": 1}'),
        ),
        ({"type": "function_call_output", "call_id": "c", "output": None}, ("tool", "answers c: ")),
        ({"type": "shell_call_output", "call_id": "c", "output": "x"}, ("tool", "answers c: x")),
        ({"type": "mcp_call", "id": "m", "name": "n", "arguments": "{}"}, ("assistant", "calls m: n {}")),
    ],
)
def test_items(item: dict[str, object], turn: tuple[str, ...]):
    """What may be left out of an item, and what stands for it."""
    assert [turn] == shown_of(items(item), RESPONSES)


@pytest.mark.parametrize(
    "item",
    [
        b"7",
        b'{"type": "a_call_of_tomorrow"}',
        b'{"type": 7, "role": "user"}',
        b'{"type": "message", "role": "narrator", "content": "hi"}',
        b'{"type": "function_call", "call_id": "c", "arguments": "{}"}',
        b'{"type": "mcp_call", "id": "c", "server_label": "s", "arguments": "{}"}',
        b'{"type": "item_reference"}',
        b"{}",
    ],
)
def test_broken_items(item: bytes):
    """An item of no known type, or without what makes it one, is left out, and refused when the format was forced."""
    good = b'{"type": "reasoning", "id": "rs_1", "summary": []}'
    reading = read(b"[" + b", ".join([good, good, item, good]) + b"]", AUTO)
    assert (reading.format, len(reading.turns), reading.skipped) == (RESPONSES, 3, (2,))
    with pytest.raises(SegmentationFailed, match="record 1 of the openai_responses transcript"):
        read(b"[" + good + b", " + item + b"]", RESPONSES)


def test_a_torn_last_line():
    """A line that was not written to its end is counted."""
    good = b'{"type": "function_call", "call_id": "c", "name": "n", "arguments": "{}"}\n'
    assert read(good + good[:20], AUTO).skipped == (2,)


def test_a_scoped_name():
    """Servers may have tools of one name, so a name says whose it is."""
    item = {"type": "function_call", "call_id": "c", "name": "tide", "namespace": "mcp__river__", "arguments": "{}"}
    assert shown_of(items(item), RESPONSES) == [("assistant", "calls c: mcp__river__tide {}")]


def test_a_shell_that_was_stopped():
    """A command that ran out of time is a failure."""
    output = [{"stdout": "one\n", "stderr": "", "outcome": {"type": "timeout"}}]
    item = {"type": "shell_call_output", "call_id": "c", "output": output}
    assert shown_of(items(item), RESPONSES) == [("tool", "fails c: one\n")]
