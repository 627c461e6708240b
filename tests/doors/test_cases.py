"""What ended other tools' hosts, sent through every door: halves of characters, nests, NULs, scripts, sessions."""

import json
from typing import Any

import pytest

from cases.door import case
from cases.formats import Format, each_format, each_messages_format
from cases.script import Script, asked, model, user
from contextc_wire import call

SESSION: Script = [
    user("Why did the deploy fail? 不要动 main 🚢"),
    *asked("t_1", "Bash", "retry 8080\n" * 40 + "port 8080 is taken", command="tail deploy.log"),
    *asked("t_2", "Read", "port = 8080\n" * 60, path="deploy.toml"),
    model("Port 8080 is taken."),
    user("Stop the old server, and deploy again."),
    *asked("t_3", "Read", "port = 8081\n" * 60, path="deploy.toml"),
]

ORDINARY = b'{"query":"q","token_budget":50,"fragments":[{"content":"still here"}]}'


def _bytes(text: Any) -> bytes:
    return text if isinstance(text, bytes) else str(text).encode()


def _request(**changes: Any) -> bytes:
    return json.dumps({"query": "q", "token_budget": 200, "fragments": [], **changes}).encode()


@pytest.mark.parametrize("text", case("D20")["texts"])
def test_half_a_character_is_a_typed_error(door, text):
    """Half a surrogate pair is `invalid_json`, said as Python says it, and the next request works (D20)."""
    answer = door.call("compile", _bytes(text))

    assert json.loads(answer)["error"]["code"] == "invalid_json"
    assert answer == call("compile", _bytes(text))
    assert door.call("compile", ORDINARY) == call("compile", ORDINARY)


@pytest.mark.parametrize("number", range(len(case("D37")["texts"])))
def test_nests_are_a_typed_error(door, number):
    """JSON nested thousands of levels deep is `too_deep`, and the next request works (D37)."""
    answer = door.call("compile", _bytes(case("D37")["texts"][number]))

    assert json.loads(answer)["error"]["code"] == "too_deep"
    assert door.call("compile", ORDINARY) == call("compile", ORDINARY)


@pytest.mark.parametrize("number", range(len(case("D37")["texts"])))
def test_nests_in_a_transcript_are_a_bad_line(door, number):
    """A transcript line that nests too deep is like any line that cannot be read (D37)."""
    good = '{"role": "user", "content": "hello there"}'
    request = _request(transcript=f"{good}\n{_bytes(case('D37')['texts'][number]).decode()}\n{good}", format="jsonl")
    answer = door.call("compile_transcript", request)

    assert answer == call("compile_transcript", request)
    assert door.call("compile", ORDINARY) == call("compile", ORDINARY)


def test_nul_is_a_character(door):
    """Texts that differ behind a NUL are two texts, whole, and NULs come back as escapes (D38)."""
    answer = door.call("compile", json.dumps(case("D38")["request"]).encode())

    assert json.loads(answer)["content"] == "a\0b\n\na\0c"
    assert len({decision["content_hash"] for decision in json.loads(answer)["decisions"]}) == 2
    assert b"a\\u0000b" in answer


def test_raw_nul_is_a_typed_error(door):
    """A NUL byte inside JSON text is refused, never an end (D38)."""
    raw = json.dumps(case("D38")["request"]).encode().replace(b"\\u0000", b"\0")
    answer = door.call("compile", raw)

    assert json.loads(answer)["error"]["code"] == "invalid_json"
    assert answer == call("compile", raw)


def test_method_name_is_any_text(door):
    """A name that is no method is `unknown_method`."""
    assert json.loads(door.call("kompilieren", b"{}"))["error"]["code"] == "unknown_method"


def test_every_script_comes_back(door):
    """Texts in every script come back as they went (D46)."""
    request = json.dumps(case("D46")["request"], ensure_ascii=False).encode()

    assert json.loads(door.call("compile", request))["content"] == case("D46")["request"]["fragments"][0]["content"]


@pytest.mark.parametrize("bad", [b"\xff", b'"\xed\xa0\xbd"', b'{"query":"caf\xe9"}'])
def test_bytes_that_are_no_utf8_are_a_typed_error(door, bad):
    """A broken byte is an error of that request alone (D46)."""
    answer = door.call("compile", bad)

    assert json.loads(answer)["error"]["code"] == "invalid_json"
    assert answer == call("compile", bad)
    assert door.call("compile", ORDINARY) == call("compile", ORDINARY)


@pytest.mark.parametrize(
    "request_", [b"", b" ", b"null", b'"' + b"x" * 3_000_000 + b'"'], ids=["empty", "blank", "null", "3 MB"]
)
def test_any_bytes_get_a_document(door, request_):
    """What is no request gets the answer that Python gives."""
    assert door.call("echo", request_) == call("echo", request_)


@each_format
def test_session_is_compiled(door, form: Format):
    """A session in any format, with an end that a crash has torn, gives the context that it gives in Python (D16)."""
    whole = form.transcript(SESSION)
    torn = whole if form.key else whole + whole[: whole.index("\n") // 2]
    request = json.dumps({"query": "", "transcript": torn, "token_budget": 300}, ensure_ascii=False).encode()
    answer = door.call("compile_transcript", request)
    report = json.loads(answer)["segmentation"]

    assert (report["format_detected"], report.get("skipped_lines", 0)) == (form.name, 0 if form.key else 1)
    assert "Stop the old server, and deploy again." in json.loads(answer)["context"]["content"]
    assert answer == call("compile_transcript", request)


@each_messages_format
def test_messages_stay_under_a_receipt(door, form: Format):
    """Messages that fit come out as in Python, and under their receipt they come out again, byte for byte (D18)."""
    first = {"messages": form.records(SESSION), "format": form.name, "token_budget": 420}
    request = json.dumps(first, ensure_ascii=False).encode()
    before = door.call("compile_messages", request)
    more = {"messages": form.records([*SESSION, model("Done."), user("Tag it.")]), "token_budget": 2000}
    grown = json.dumps({**first, **more, "receipt": json.loads(before)["receipt"]}, ensure_ascii=False).encode()
    after = door.call("compile_messages", grown)
    sent = json.loads(before)["messages"]

    assert json.loads(before)["retrieval_handles"]
    assert sent == json.loads(after)["messages"][: len(sent)]
    assert json.loads(after)["prefix"]["messages"] == len(sent)
    assert [before, after] == [call("compile_messages", request), call("compile_messages", grown)]


def _recalls(name: str) -> list[bytes]:
    given = case(name)
    if "texts" in given:
        return [_bytes(text) for text in given["texts"]]
    if "request" in given:
        return [json.dumps(given["request"]).encode()]
    given = given.get("assemble", given)
    modes: list[Any] = [{}, {"has_time_range": True}, {"entity_count": 1}]
    return [
        json.dumps({"hits": given["hits"], "policy": {"format": form, "explain": True}, "hints": hints}).encode()
        for form in given["formats"]
        for hints in modes
    ]


@pytest.mark.parametrize("name", ["D29", "D30", "D31", "D32", "D40", "D41", "D45"])
def test_recalled_hits_are_shown_alike(door, name):
    """Strings, tags, fences, scores and times of hits give the text that they give in Python, byte for byte (D29 to D45)."""
    requests = _recalls(name)

    assert [call("assemble", request) for request in requests] == [
        door.call("assemble", request) for request in requests
    ]
