"""One line in, one reply out."""

import json

import pytest

from contextc_wire import call
from host.serve.server import line, replies, reply


def test_result_is_the_answer_itself():
    """The bytes behind `result` are those that `call` gives."""
    request = {"query": "q", "token_budget": 50, "fragments": [{"content": "é ✓"}]}
    (got,) = replies(line(1, "compile", request=request))

    assert b'{"id":1,"result":' + call("compile", json.dumps(request)) + b"}" == got


def test_error_is_the_answer_itself():
    """The bytes behind `error` are those that `call` gives there."""
    (got,) = replies(line(1, "compile", request={}))

    assert b'{"id":1,' + call("compile", b"{}")[1:] == got


@pytest.mark.parametrize("id_", ["7", '"a b"', "null", "-1", "123456789012345678901234567890", '"\\u0000"'])
def test_id_comes_back_as_it_was_sent(id_):
    """An id is echoed with its own spelling."""
    (got,) = replies(f'{{"id": {id_}, "method": "echo"}}'.encode())

    assert f'{{"id":{id_},"result":{{"echo":{{}}}}}}'.encode() == got


@pytest.mark.parametrize(
    ("bad", "id_", "code", "path"),
    [
        (b"nonsense", None, "invalid_json", "$"),
        (b'{"id": 1, "method": "echo", "requ', 1, "invalid_json", "$"),
        (b'{"id": 1, "method": "echo", "request": {}', 1, "invalid_json", "$"),
        (b'{"id": 1, "method": "echo", "request": 1', 1, "invalid_json", "$"),
        (b'{"id": 1, "method": "echo", "request": [1}', 1, "invalid_json", "$"),
        (b'{"id": 1, "method": "echo", "request": "\xff"}', 1, "invalid_json", "$"),
        (b'{"id": "\xff", "method": "echo"}', None, "invalid_json", "$"),
        (b'{"id": "\xff", "method": "echo", "request": [}', None, "invalid_json", "$"),
        (b'{"id": 1, "method": "\\ud800", "request": {}}', 1, "invalid_json", "$"),
        (b'{"id": 1, "method": "echo", "text": "\\ud83d"}', 1, "invalid_json", "$"),
        (b"[]", None, "invalid_request", "$"),
        (b'{"id": 1}', 1, "invalid_request", "$"),
        (b'{"id": 1, "method": 5}', 1, "invalid_request", "$.method"),
        (b'{"id": {}, "method": 5}', None, "invalid_request", "$.method"),
        (b'{"id": 1, "method": "echo", "base64": "%%"}', 1, "invalid_request", "$.base64"),
        (b'{"id": 1.5, "method": "echo"}', None, "invalid_request", "$.id"),
        (b'{"id": true, "method": "echo"}', None, "invalid_request", "$.id"),
        (b'{"id": 1, "method": "echo", "request": 1, "text": "1"}', 1, "invalid_request", "$"),
        (b'{"id": 1, "method": "nothing"}', 1, "unknown_method", "$"),
        (b'{"id": 1, "method": "echo", "request": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", 1, "too_deep", "$"),
        (b'{"id": ' + b"[" * 100_000, None, "invalid_json", "$"),
    ],
)
def test_bad_line_gets_an_error(bad, id_, code, path):
    """A line that makes no call says why, to its caller where it names one."""
    got = reply(bad)

    assert (id_, code, path) == (got["id"], got["error"]["code"], got["error"]["path"])


def test_bad_line_harms_no_other():
    """The line behind a bad one is answered."""
    got = replies(b"\xff\xfe{\n" + line(2, "echo", request=1))

    assert [json.loads(reply)["id"] for reply in got] == [None, 2]


def test_last_line_needs_no_end():
    """What stands behind the last line feed is a line."""
    assert replies(b'{"id": 1, "method": "echo"}') == [b'{"id":1,"result":{"echo":{}}}']


def test_blank_lines_say_nothing():
    """White space alone gets no reply, and a carriage return before the line feed is white space."""
    assert replies(b' \r\n\n{"id": 1, "method": "echo", "request": 2}\r\n') == [b'{"id":1,"result":{"echo":2}}']


def test_byte_order_mark_is_forgiven():
    """A mark that a shell put before the first line is no part of it."""
    assert replies(b'\xef\xbb\xbf{"id": 1, "method": "echo"}\n') == [b'{"id":1,"result":{"echo":{}}}']


def test_text_is_the_exact_request():
    """A request that is given as a string is taken as it is, line feeds and all."""
    assert replies(line(1, "echo", text="[1,\n 2]")) == [b'{"id":1,"result":{"echo":[1,2]}}']


def test_base64_is_the_exact_request():
    """A request that is given as base64 is taken byte for byte: bytes that are no UTF-8 are its door's to refuse."""
    got = reply(b'{"id": 1, "method": "echo", "base64": "Iv8i"}')

    assert {"error": got["error"]} == json.loads(call("echo", b'"\xff"'))


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "cp949", "PYTHONUTF8": "0"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["cp1252", "cp949", "C"],
)
def test_streams_are_utf8_whatever_the_locale(env):
    """Texts in every script come back as they went."""
    request = {"query": "café ✓", "token_budget": 200, "fragments": [{"content": "тест 한국어 ✓ 😀"}]}
    text = json.dumps({"id": 1, "method": "compile", "request": request}, ensure_ascii=False).encode()

    assert reply(text, env)["result"]["content"] == "тест 한국어 ✓ 😀"


def test_path_below_a_root_is_read(tmp_path):
    """A server whose environment names a root compiles files below it."""
    (tmp_path / "note.txt").write_text("from a file")
    request = {"query": "", "token_budget": 50, "fragments": [{"path": str(tmp_path / "note.txt")}]}
    got = reply(line(1, "compile", request=request)[:-1], {"CONTEXTC_INGEST_ROOTS": str(tmp_path)})

    assert got["result"]["content"] == "from a file"


def test_strict_limits_are_an_option():
    """`--limits strict` sets the caps for strangers."""
    (got,) = replies(line(1, "describe"), options=["--limits", "strict"])

    assert json.loads(got)["result"]["limits"]["fragments"] == 1_024
