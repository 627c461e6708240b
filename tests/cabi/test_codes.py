"""Return codes, and the bytes that come with them."""

import json

import pytest

from contextc_host.door import call
from doors.cabi import CLibrary

ORDINARY = '{"query":"q","token_budget":50,"fragments":[{"content":"still here"}]}'


def test_bad_arguments_are_refused_and_leave_nothing(run):
    """NULL and impossible lengths are -2, with nothing to free; what can be answered is 1 or 2."""
    done = run("codes")

    assert (done.returncode, done.stderr) == (0, b"")


def test_result_is_1(say):
    """A result is code 1 and the bytes that Python gives."""
    assert (1, call("compile", ORDINARY)) == say("compile", ORDINARY)


def test_error_document_is_2(say):
    """A refused request is code 2 and the error document that Python gives."""
    assert (2, call("compile", "{}")) == say("compile", "{}")


def test_result_that_speaks_of_an_error_is_1(say):
    """What a result holds does not make it an error."""
    assert say("echo", '{"error":{}}') == (1, b'{"echo":{"error":{}}}')


@pytest.mark.parametrize(
    "method", [b"", b" ", b"ECHO", b"echo\n", b"\xff\xfe", b"ech\xc3", "é".encode(), b"x" * 100_000, b'"}', b"%s%n"]
)
def test_method_is_any_bytes(say, method):
    """A name that is no method, UTF-8 or not, is code 2 and `unknown_method`."""
    code, answer = say(method, "{}")

    assert (code, json.loads(answer)["error"]["code"]) == (2, "unknown_method")


def test_large_answers_come_whole():
    """An answer of 20 MB comes byte for byte."""
    request = json.dumps("0123456789é" * 2_000_000, ensure_ascii=False).encode()

    with CLibrary() as door:
        answer = door.call("echo", request)

    assert b'{"echo":%b}' % request == answer


def test_file_with_nul_comes_whole(tmp_path):
    """A file with NULs below the roots, of whatever name, is read to its end in any locale (D38)."""
    (tmp_path / "naïve ✓.txt").write_bytes(b"before\0after")
    request = {"query": "q", "token_budget": 50, "fragments": [{"path": str(tmp_path / "naïve ✓.txt")}]}

    with CLibrary({"CONTEXTC_INGEST_ROOTS": str(tmp_path), "LC_ALL": "C"}) as door:
        answer = door.call("compile", json.dumps(request).encode())

    assert json.loads(answer)["content"] == "before\0after"
