"""Contents of Gemini's API become turns."""

import json
from typing import Any

import pytest

from contextc.errors import SegmentationFailed
from contextc.transcript.pairing import pair
from contextc.transcript.readers import read
from contextc.transcript.turns import Media, Role, Text, ToolCall, ToolResult
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import PNG, SAMPLES, sample, shown, shown_of

GEMINI, AUTO = SegmentFormat.GEMINI, SegmentFormat.AUTO


def contents(*values: object, **beside: object) -> bytes:
    """A request with contents."""
    return json.dumps({**beside, "contents": values}).encode()


def said(*parts: object, role: str = "user") -> dict[str, Any]:
    """A content."""
    return {"role": role, "parts": parts}


def first(part: object) -> Any:
    """The part of a content that has only one."""
    return read(contents(said({"text": "before"}), said(part)), GEMINI).turns[1].parts[0]


def response(response: object, **fields: object) -> ToolResult:
    """The result that a function's response is read as."""
    return first({"functionResponse": {"name": "look", "response": response, **fields}})


def test_sample():
    """Every kind of part is read, and the system's instruction leads."""
    assert shown(sample("gemini.json")) == [
        ("system", "Answer in one sentence."),
        (
            "user",
            "What does this picture show, and what is the weather there?",
            "shows image/png: PNG",
            "shows application/pdf: https://files.example/v1/notes.pdf",
        ),
        (
            "assistant",
            "thinks 'The signs are in Dutch, so I ask for Utrecht.' signed None",
            "I look it up.",
            'calls call-1: weather {"city": "Utrecht", "days": 1.0}',
            'calls call-2: weather {"city": "Zeist"}',
        ),
        (
            "tool",
            "fails call-2: no such station",
            'answers call-1: {"temperature":11.5,"sky":"cloudy"} + shows image/png: PNG',
        ),
        (
            "assistant",
            "keeps executableCode",
            "keeps codeExecutionResult",
            "A canal in Utrecht; 11.5 degrees, which is 52.7 Fahrenheit.",
        ),
        ("user", "And tomorrow?"),
        ("assistant", "calls None: forecast {}"),
        ("tool", "answers forecast: Rain from noon."),
        ("assistant", "Rain from noon."),
    ]


def test_sample_is_told():
    """The sample is known for what it is, and nothing of it is left out."""
    reading = sample("gemini.json")
    assert (reading.format, reading.skipped) == (GEMINI, ())


def test_calls_without_ids_are_answered():
    """Where contents have no ids, a response answers the call of its name."""
    found = pair(sample("gemini.json").turns)
    assert found.result_of == {(2, 2): (3, 1), (2, 3): (3, 0), (6, 0): (7, 0)}


# Telling the format


@pytest.mark.parametrize(
    "data",
    [
        contents(said({"text": "a"})),
        contents({"parts": [{"text": "a"}]}),
        contents(said(), said({"function_call": {"name": "a"}}, role="model")),
        contents(said({"inlineData": {"data": ""}})),
        json.dumps([said({"text": "a"})]).encode(),
        json.dumps({"history": [said({"text": "a"})], "authType": "b"}).encode(),
        json.dumps(said({"text": "a"})).encode(),
        b'{"role": "user", "parts": [{"text": "a"}]}\n{"role": "model", "parts": [{"text": "b"}]}\n',
    ],
)
def test_what_is_taken_for_contents(data: bytes):
    """A request, contents alone, a saved history, and a content a line, as soon as a part is of a kind that is Gemini's."""
    assert GEMINI is read(data, AUTO).format


@pytest.mark.parametrize(
    "data",
    [
        contents({"role": "user", "content": "a"}),
        contents({"role": "user"}),
        contents({"role": "user", "parts": "a"}),
        contents(said("a")),
        contents(said({"type": "text", "text": "a"})),
        contents(said({"part_kind": "text", "text": "a"})),
        contents({"kind": "request", **said({"text": "a"})}),
        contents({"content": "a", **said({"text": "a"})}),
        contents(said({"words": "a"})),
    ],
)
def test_what_is_not_taken_for_contents(data: bytes):
    """Messages of others that have parts as well are not."""
    assert GEMINI is not read(data, AUTO).format


# Contents


@pytest.mark.parametrize(
    ("content", "role"),
    [
        (said({"text": "a"}), Role.USER),
        (said({"text": "a"}, role="model"), Role.ASSISTANT),
        (said({"text": "a"}, role="system"), Role.SYSTEM),
        (said({"functionResponse": {"name": "a"}}, role="function"), Role.TOOL),
        (said({"functionResponse": {"name": "a"}}), Role.TOOL),
        (said({"functionResponse": {"name": "a"}}, {"inlineData": {"data": PNG}}), Role.TOOL),
        (said({"functionResponse": {"name": "a"}}, {"text": "b"}), Role.USER),
        ({"parts": [{"text": "a"}]}, Role.USER),
        ({"parts": [{"text": "a"}], "role": None}, Role.USER),
    ],
)
def test_roles(content: Any, role: Role):
    """Who speaks; a content of the user with nothing but what functions answered is the tool's."""
    assert role == read(contents(content), GEMINI).turns[0].role


@pytest.mark.parametrize(
    "content", [{"role": "model"}, {"role": "model", "parts": None}, {"role": "model", "parts": []}]
)
def test_a_content_without_parts(content: Any):
    """An answer that was blocked is a turn that says nothing."""
    assert shown_of(contents(content), GEMINI) == [("assistant",)]


@pytest.mark.parametrize("key", ["systemInstruction", "system_instruction"])
@pytest.mark.parametrize(
    "instruction", ["be terse", {"parts": [{"text": "be terse"}]}, {"text": "be terse"}, [{"text": "be terse"}]]
)
def test_a_system_instruction(key: str, instruction: object):
    """It may be a content, or a text or parts alone."""
    data = contents(said({"text": "a"}), **{key: instruction})
    assert shown_of(data, AUTO) == [("system", "be terse"), ("user", "a")]


BAD = [
    7,
    None,
    [],
    {},
    {"parts": 7, "role": 7},
    {"role": "narrator", "parts": [{"text": "a"}]},
    {"text": "a"},
]


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_content_is_counted(bad: object):
    """What is no content is left out, by its place in the list."""
    reading = read(contents(said({"text": "a"}), bad, said({"text": "b"})), AUTO)
    assert (reading.skipped, shown(reading)) == ((1,), [("user", "a"), ("user", "b")])


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_content_is_an_error_when_forced(bad: object):
    """The error names its place."""
    with pytest.raises(SegmentationFailed) as caught:
        read(contents(said({"text": "a"}), bad), GEMINI)
    assert caught.value.data == {"line": 1}


def test_a_content_that_nests_too_deep():
    """In lines it is a bad one."""
    line = json.dumps(said({"text": "a"}))
    deep = '{"role": "user", "parts": ' + "[" * 65 + "]" * 65 + "}"
    reading = read(f"{line}\n{deep}\n{line}\n".encode(), AUTO)
    assert (reading.skipped, len(reading.turns)) == ((2,), 2)


@pytest.mark.parametrize("end", ["", '{"role": "mod', '{"role": "model", "parts": [{"text": "b"}]'])
def test_a_torn_last_line(end: str):
    """A line that was not written to its end is counted."""
    reading = read(f"{json.dumps(said({'text': 'a'}))}\n{end}".encode(), AUTO)
    assert ([2] if end else [], [("user", "a")]) == ([*reading.skipped], shown(reading))


# Parts


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("a", "a"),
        ({"text": "a"}, "a"),
        ({"text": ""}, ""),
        ({"text": "a", "thought": False}, "a"),
        ({"text": "a", "thought": None, "inline_data": None, "function_call": None}, "a"),
        ({"text": "a", "thought": True, "thoughtSignature": "s"}, "thinks 'a' signed s"),
        ({"text": "a", "thought": True, "thought_signature": "s"}, "thinks 'a' signed s"),
        ({"inline_data": {"mime_type": "image/png", "data": PNG}}, "shows image/png: PNG"),
        ({"inlineData": {"data": PNG}}, "shows something: PNG"),
        ({"file_data": {"mime_type": "text/plain", "file_uri": "gs://a"}}, "shows text/plain: gs://a"),
        ({"fileData": {"fileUri": "gs://a"}}, "shows something: gs://a"),
        ({"text": "", "functionCall": {"name": "a", "args": {}}}, "calls None: a {}"),
        ({"functionCall": {"name": "a"}}, "calls None: a"),
        ({"functionCall": {"name": "a", "args": None}}, "calls None: a"),
        ({"function_call": {"id": "1", "name": "a", "args": {"b": [1]}}}, 'calls 1: a {"b": [1]}'),
        ({"function_response": {"name": "a", "response": {"output": "b"}}}, "answers a: b"),
        ({"functionResponse": {"id": "1", "name": "a"}}, "answers 1: "),
        ({"executableCode": {"code": "1"}}, "keeps executableCode"),
        ({"thought_signature": "s", "code_execution_result": {"output": "1"}}, "keeps code_execution_result"),
        ({"toolCall": {"toolType": "GOOGLE_SEARCH_WEB"}}, "keeps toolCall"),
        ({"text": 7}, "keeps part"),
        ({"inlineData": {"mimeType": "image/png"}}, "keeps inlineData"),
        ({"inlineData": "a"}, "keeps part"),
        ({"fileData": {}}, "keeps fileData"),
        ({"functionCall": {"args": {}}}, "keeps functionCall"),
        ({"functionResponse": {"response": {}}}, "keeps functionResponse"),
        ({}, "keeps part"),
        (7, "keeps part"),
        (["a"], "keeps part"),
    ],
)
def test_parts(part: object, expected: str):
    """A row each; what is not known, or makes no sense, is kept as it is."""
    assert [("user", "before", expected)] == shown_of(contents(said({"text": "before"}, part)), GEMINI)


def test_what_is_kept_is_whole():
    """A part that is not known has all its fields."""
    part = {"executableCode": {"code": "1"}, "thoughtSignature": "s"}
    assert part == first(part).value


@pytest.mark.parametrize(
    "part",
    [
        {"text": "a"},
        {"inlineData": {"data": PNG}},
        {"fileData": {"fileUri": "gs://a"}},
        {"functionCall": {"name": "a"}},
    ],
)
def test_signatures(part: dict[str, Any]):
    """A signature stays with the part that it stands beside."""
    assert (first({**part, "thoughtSignature": "s"}).signature, first(part).signature) == ("s", None)


@pytest.mark.parametrize("args", ['{"a": 1.0, "b": 1e5}', '{ "a":"\\u00e9" }', "{}"])
def test_arguments_are_those_of_the_source(args: str):
    """They are never written anew."""
    data = f'[{{"role": "model", "parts": [{{"functionCall": {{"name": "f", "args": {args}}}}}]}}]'.encode()
    part = read(data, AUTO).turns[0].parts[0]
    assert args == (part.arguments if isinstance(part, ToolCall) else None)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"output": "a"}, "a"),
        ({"result": "a\nb"}, "a\nb"),
        ({"content": ""}, ""),
        ({"error": "a"}, "a"),
        ({"output": 7}, '{"output":7}'),
        ({"output": "a", "more": "b"}, '{"output":"a","more":"b"}'),
        ({"words": "a"}, '{"words":"a"}'),
        ({"error": {"code": 5}}, '{"error":{"code":5}}'),
    ],
)
def test_what_a_function_answered(given: object, text: str):
    """The text in its only field where that has a usual name, else the whole response in JSON without white space."""
    (part,) = response(given).parts
    assert text == (part.text if isinstance(part, Text) else None)


def test_numbers_of_a_response_are_those_of_the_source():
    """Only white space is taken out."""
    data = b'[{"parts": [{"functionResponse": {"name": "f", "response": {"a" : 1.50, "b": [ 2e3 ]}}}]}]'
    assert shown_of(data, AUTO) == [("tool", 'answers f: {"a":1.50,"b":[2e3]}')]


@pytest.mark.parametrize("given", [{}, None, "a", ["a"]])
def test_an_empty_response(given: object):
    """A response without fields says nothing."""
    assert response(given).parts == ()


@pytest.mark.parametrize(
    ("given", "failed"),
    [
        ({"error": "a"}, True),
        ({"error": {}}, True),
        ({"error": None}, False),
        ({"output": "error"}, False),
        ({}, False),
    ],
)
def test_failures(given: object, failed: bool):
    """A response with an error is that of a function that failed."""
    assert failed == response(given).is_error


def test_media_of_a_response():
    """They come behind its text; what does not belong into a result is left out of it."""
    parts = [{"inlineData": {"mimeType": "image/png", "data": PNG}}, {"new": {}}, {"functionCall": {"name": "a"}}]
    data = contents(said({"functionResponse": {"name": "f", "response": {"output": "a"}, "parts": parts}}))
    assert shown_of(data, AUTO) == [("tool", "answers f: a + shows image/png: PNG + keeps new")]


@pytest.mark.parametrize(
    ("part", "path"),
    [
        ("a", ("parts", 0)),
        ({"text": "a"}, ("parts", 0, "text")),
        ({"text": "a", "thought": True}, ("parts", 0, "text")),
        ({"inline_data": {"data": PNG}}, ("parts", 0, "inline_data")),
        ({"fileData": {"fileUri": "a"}}, ("parts", 0, "fileData")),
        ({"functionCall": {"name": "a"}}, ("parts", 0, "functionCall", "args")),
        ({"functionResponse": {"name": "a"}}, ("parts", 0, "functionResponse")),
        ({"executableCode": {}}, ("parts", 0)),
    ],
)
def test_paths(part: object, path: tuple[str | int, ...]):
    """A part says where in its content it is."""
    assert path == first(part).path


@pytest.mark.parametrize(
    ("given", "path"),
    [({"output": "a"}, ("response", "output")), ({"error": "a"}, ("response", "error")), ({"a": 1}, ("response",))],
)
def test_the_path_of_an_answer(given: object, path: tuple[str, ...]):
    """It leads to the text, or to the response that is shown whole."""
    assert ("parts", 0, "functionResponse", *path) == response(given).parts[0].path


def test_ranges():
    """Every part has the range of its content."""
    data = contents(said({"text": "a"}), said({"text": "b"}, {"functionCall": {"name": "c"}}, role="model"))
    ranges = [(part.record, data[part.start : part.end]) for turn in read(data, AUTO).turns for part in turn.parts]
    first, second = [json.dumps(one).encode() for one in json.loads(data)["contents"]]
    assert [(0, first), (1, second), (1, second)] == ranges


def test_paths_lead_to_what_is_said():
    """From a record of a sample the way leads to the text; to the response where that is shown whole."""
    for name in ("gemini.json", "gemini_cli.jsonl", "gemini_cli_document.json"):
        data = (SAMPLES / name).read_bytes()
        parts = [part for turn in sample(name).turns for part in turn.parts]
        parts += [inner for part in parts if isinstance(part, ToolResult) for inner in part.parts]
        for part in parts:
            value = json.loads(data[part.start : part.end] or data)
            for key in part.path:
                value = value[key]
            if isinstance(part, Text):
                assert part.text == (value if isinstance(value, str) else json.dumps(value, separators=(",", ":")))
            elif isinstance(part, ToolCall):
                assert json.loads(part.arguments) == value
            elif isinstance(part, Media):
                assert (part.data or part.url) in value.values()
