"""Text that is no text (D20): half a surrogate pair, and bytes that are no UTF-8, are refused with a typed error everywhere."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from cases.door import case, compiled, fault, send
from cases.laws import obey
from contextc import ChunkPolicy, CompileRequest, ContextcError, ContextCompiler, ContextFragment, chunk_text
from contextc.model import CompilePolicy, TranscriptCompileInput
from contextc.transcript.bridge import compile_transcript
from contextc_wire import call

TEXTS = case("D20")["texts"]

HALVES = (
    "\\ud83d",
    "\\ude80",
    "\\uD800",
    "\\udfff",
    "\\ude80\\ud83d",
    "\\ud83d\\ud83d\\ude80",
    "\\ud83dx",
    "\\ud83d\\n",
    "\\ud83d\\u0041",
)
BYTES = (
    b"\xff",
    b"\x80",
    b"\xc0\x80",
    b"\xe2\x82",
    b"\xed\xa0\xbd",
    b"\xed\xa0\xbd\xed\xba\x80",
    b"\xf0\x9f\x9a",
    b"\xf4\x90\x80\x80",
)
PLACES = {
    "query": '{"query":"%s","fragments":[],"token_budget":9}',
    "content": '{"query":"q","fragments":[{"content":"%s"}],"token_budget":9}',
    "second": '{"query":"q","fragments":[{"content":"intact"},{"content":"cut %s"}],"token_budget":9}',
    "kind": '{"query":"q","fragments":[{"kind":"%s"}],"token_budget":9}',
    "metadata key": '{"query":"q","fragments":[{"metadata":{"%s":1}}],"token_budget":9}',
    "metadata value": '{"query":"q","fragments":[{"metadata":{"a":["%s"]}}],"token_budget":9}',
    "unknown key": '{"query":"q","%s":1,"fragments":[],"token_budget":9}',
    "unknown value": '{"query":"q","x":{"y":["%s"]},"fragments":[],"token_budget":9}',
}

every_place = pytest.mark.parametrize("place", PLACES)


class TestWire:
    """On the wire one rule holds: such a request is no JSON."""

    @pytest.mark.parametrize("place", range(len(TEXTS)))
    def test_the_recorded_requests_are_refused(self, place: int):
        """Half a pair in a content, a query or a metadata key is `invalid_json`."""
        assert (fault("compile", TEXTS[place])) == ("invalid_json", "$")

    @every_place
    @pytest.mark.parametrize("half", HALVES)
    def test_half_a_pair_is_refused_anywhere(self, half: str, place: str):
        """It does not matter where the half stands, not even if that field is ignored."""
        assert fault("compile", PLACES[place].replace("%s", half)) == ("invalid_json", "$")

    @every_place
    @pytest.mark.parametrize("data", BYTES)
    def test_bytes_that_are_no_utf8_are_refused_anywhere(self, data: bytes, place: str):
        """Surrogates in UTF-8, overlong forms, cut sequences and stray bytes are no text."""
        assert fault("compile", PLACES[place].encode().replace(b"%s", data)) == ("invalid_json", "$")

    @every_place
    def test_a_python_string_with_half_a_pair_is_refused(self, place: str):
        """A request as a Python string is held to the same rule."""
        assert fault("compile", PLACES[place].replace("%s", "\ud83d")) == ("invalid_json", "$")

    @every_place
    @pytest.mark.parametrize(
        "pair", ["\\ud83d\\ude80", "\\uD83D\\uDE80", "🚀", "\\ufffd", "\\uffff", "\\u0000", "\\ue000", "\\ud7ff"]
    )
    def test_whole_characters_are_accepted_anywhere(self, pair: str, place: str):
        """A whole pair, and the neighbours of the surrogates, are text like any other."""
        assert "error" not in compiled(PLACES[place].replace("%s", pair))

    @pytest.mark.parametrize(
        "method", ["compile_transcript", "segment", "chunk", "estimate", "suggest_budget", "echo", "describe"]
    )
    @pytest.mark.parametrize("request_text", ['{"text":"%s"}', '{"%s":0}'])
    def test_every_method_has_the_rule(self, request_text: str, method: str):
        """No method takes half a pair."""
        assert fault(method, request_text.replace("%s", "\\ud83d")) == ("invalid_json", "$")

    @pytest.mark.parametrize("method", ["\ud83d", "compile\ud83d", "\udc80", "\x00", ""])
    def test_a_method_name_may_be_anything(self, method: str):
        """An unknown name is a typed error in UTF-8, whatever it is made of."""
        answer = json.loads(call(method, b"{}").decode())
        assert answer["error"]["code"] == "unknown_method"

    def test_the_next_request_is_answered(self):
        """A refused request leaves nothing behind."""
        request = {"query": "q", "fragments": [{"content": "intact fragment"}], "token_budget": 9}
        before = send("compile", request)
        send("compile", TEXTS[0])
        assert send("compile", request) == before


def compiling(**fields: Any) -> Callable[[], object]:
    """Compile a fragment in Python."""
    return lambda: ContextCompiler().compile(
        CompileRequest(query="q", fragments=[ContextFragment(content="a"), ContextFragment(**fields)], token_budget=9)
    )


HALF = "cut \ud83d"
PYTHON: dict[str, tuple[Callable[[], object], str]] = {
    "content": (compiling(content=HALF), "$.fragments[1].content"),
    "metadata": (compiling(metadata={"a": [HALF]}), "$.fragments[1].metadata"),
    "metadata key": (compiling(metadata={HALF: 1}), "$.fragments[1].metadata"),
    "query": (lambda: ContextCompiler().compile(CompileRequest(query=HALF, fragments=[], token_budget=9)), "$.query"),
    "text": (lambda: chunk_text(HALF, ChunkPolicy()), "$.text"),
    "transcript": (
        lambda: compile_transcript(TranscriptCompileInput(query="q", transcript=HALF, token_budget=9)),
        "$.transcript",
    ),
    "marker": (
        lambda: ContextCompiler(CompilePolicy(disabled_rules=[HALF])).compile(
            CompileRequest(query="q", fragments=[], token_budget=9)
        ),
        "$.policy.disabled_rules[0]",
    ),
}


class TestPython:
    """In Python, where such strings exist, the error names the field."""

    @pytest.mark.parametrize("field", PYTHON)
    def test_half_a_pair_is_an_error_at_its_field(self, field: str):
        """A typed error, not a UnicodeEncodeError, and it says where."""
        action, path = PYTHON[field]
        with pytest.raises(ContextcError) as caught:
            action()
        assert caught.value.path == path

    @pytest.mark.parametrize("field", PYTHON)
    def test_the_error_itself_is_text(self, field: str):
        """The sentence can be written as UTF-8."""
        action, _ = PYTHON[field]
        with pytest.raises(ContextcError) as caught:
            action()
        assert "\ud83d" not in str(caught.value)


class TestCuts:
    """No cut leaves half a character behind."""

    @pytest.mark.parametrize(
        "text", ["보험료는 다음 달에 오릅니다 " * 40, "🚀🧪👩\u200d🚀" * 60, "e\u0301ü漢🚀 " * 60, "\ud7ff\ue000" * 90]
    )
    @pytest.mark.parametrize("truncate", ["head", "tail", "both"])
    @pytest.mark.parametrize("budget", [1, 2, 33, 50, 77])
    def test_every_answer_is_utf8(self, text: str, truncate: str, budget: int):
        """Texts of wide characters are cut between them, at any budget and either end."""
        request = {
            "query": "q",
            "fragments": [{"content": text}],
            "token_budget": budget,
            "policy": {"truncate": truncate},
        }
        obey(request, compiled(request))
