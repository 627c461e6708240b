"""The commands beside `compile`: each is a method of the wire, or a table that stands behind it."""

import json
from pathlib import Path

import pytest

import contextc
import contextc_wire
from contextc_host.cli.app import COMMANDS
from contextc_wire.schema import schemas
from host.cli.shell import run, write

TALK = "User: run it\n```sh\nmake\n```\nAssistant: done\n"


def wire(method: str, **fields: object) -> bytes:
    """What every door answers."""
    return contextc_wire.call(method, json.dumps(fields))


# The group


def test_help_lists_every_command():
    """`contextc`, `-h` and `--help` print the table of commands."""
    ran = run("--help")
    assert all(f"  {name} " in ran.out.decode() for name in COMMANDS)
    assert ran == run("-h") == run()
    assert (ran.code, ran.err) == (0, b"")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_a_row_and_a_file(name: str):
    """Each row has a module with a command of that name, whose help begins alike."""
    out = run(name, "--help").out.decode()
    assert out.startswith(f"Usage: contextc {name} ")


def test_the_version_is_that_of_the_package():
    """`--version` prints name and version."""
    assert f"contextc {contextc.__version__}\n".encode() == run("--version").out


@pytest.mark.parametrize("line", [["compille"], ["compile", "--bugdet", "1"], ["compile", "--budget", "many"]])
def test_a_wrong_command_line_is_one_line(line: list[str]):
    """Unknown commands, options and values are one line that says where help is."""
    ran = run(*line)
    assert (ran.code, ran.out, "--help`)" in ran.error) == (2, b"", True)


# Chunks and segments


def test_chunks_are_those_of_the_wire(tmp_path: Path):
    """The JSON of chunks is the wire's, for the options given."""
    path = write(tmp_path / "a", "one\n\ntwo\n\nthree\n")
    policy = {"max_chunk_bytes": 6, "overlap_bytes": 2, "boundary": "sentence"}
    options = ["--max-bytes", 6, "--overlap", 2, "--boundary", "sentence", "--format", "json"]
    assert wire("chunk", text=path.read_text(), policy=policy) == run("chunk", path, *options).out


def test_chunks_are_listed_with_their_ranges():
    """A line a chunk: number, byte range, tokens and first words."""
    lines = run("chunk", "--max-bytes", 5, stdin="one\n\ntwo\n").out.decode().splitlines()
    assert [" ".join(line.split()) for line in lines] == ["# start end tokens text", "0 0 5 2 one", "1 5 9 2 two"]


def test_segments_are_those_of_the_wire():
    """The JSON of segments is the wire's, for the options given."""
    segmentation = {"format": "plain", "min_segment_bytes": 0}
    ran = run("segment", "--transcript-format", "plain", "--min-bytes", 0, "--format", "json", stdin=TALK)
    assert wire("segment", transcript=TALK, segmentation=segmentation) == ran.out


def test_segments_are_listed_with_who_says_them():
    """A line a segment: number, turn, role, kind, byte range, tokens and first words."""
    lines = [line.split() for line in run("segment", stdin=TALK).out.decode().splitlines()]
    assert [line[2:4] for line in lines[1:]] == [["User", "body"], ["User", "code"], ["Assistant", "body"]]


def test_a_forced_format_is_strict(tmp_path: Path):
    """A line that is no message is named, with the file."""
    path = write(tmp_path / "a", '{"role": "user", "content": "hi"}\nnot json\n')
    ran = run("segment", path, "--transcript-format", "jsonl")
    assert (ran.code, ran.error.startswith(f"contextc: {path}: line 2 is no message")) == (2, True)


# Tokens and budgets


def test_tokens_are_counted_by_every_estimator(tmp_path: Path):
    """A column an estimator, a row a file, and their sums."""
    a, b = write(tmp_path / "a.txt", "one two"), write(tmp_path / "b.txt", "2026")
    description = json.loads(wire("describe"))
    answer = json.loads(wire("estimate", texts=["one two", "2026"]))
    rows = [line.split() for line in run("tokens", a, b).out.decode().splitlines()]
    column = rows[0].index(answer["estimator"])
    assert [*description["estimators"], "bytes", "name"] == rows[0]
    assert [*map(str, answer["tokens"]), f"{sum(answer['tokens'])}"] == [row[column] for row in rows[1:]]
    assert [["7", str(a)], ["4", str(b)], ["11", "total"]] == [row[-2:] for row in rows[1:]]


def test_tokens_of_stdin_are_counted():
    """Without files stdin is counted, and there is no sum."""
    assert [line.split()[-2:] for line in run("tokens", stdin="one two").out.decode().splitlines()] == [
        ["bytes", "name"],
        ["7", "stdin"],
    ]


def test_the_budget_of_a_model_is_a_number():
    """With a model the answer is the number alone, for use in another command line."""
    assert run("budget", "GPT-5", "--reserve", 1_000).out == b"399000\n"


def test_the_budget_in_json_is_that_of_the_wire():
    """The JSON of a budget is the wire's."""
    expected = wire("suggest_budget", target_model="gpt-5", reserve_tokens=7)
    assert expected == run("budget", "gpt-5", "--reserve", 7, "--format", "json").out


def test_all_models_are_listed():
    """Without a model there is a line for each, with what the reserve leaves."""
    rows = [line.split() for line in run("budget", "--reserve", 8_000).out.decode().splitlines()]
    assert ["8192", "192", "gpt-4"] in rows
    assert len(rows) > 50


def test_the_budget_of_an_unknown_model_is_an_error():
    """Nobody gets a number for a model that is not in the table."""
    ran = run("budget", "gpt-5-of-tomorrow")
    assert (ran.code, ran.out, "no model is known as gpt-5-of-tomorrow" in ran.error) == (2, b"", True)


# Schemas and calls


def test_schemas_are_listed_and_printed():
    """Without a name there is a line for each schema; with one, the schema."""
    names = run("schema").out.decode().split()
    assert list(schemas()) == names
    assert schemas()["compile.request"] == json.loads(run("schema", "compile.request").out)


def test_an_unknown_schema_is_answered_with_the_known():
    """The line names all schemas."""
    ran = run("schema", "compile")
    assert (ran.code, "compile.request, compile.response" in ran.error) == (2, True)


def test_a_call_gives_the_bytes_of_the_wire_and_a_line_end():
    """`call` is the wire's `call`, with a line end."""
    request = b'{"texts": ["one"]}'
    assert (0, contextc_wire.call("estimate", request) + b"\n", b"") == run("call", "estimate", stdin=request)


@pytest.mark.parametrize("method, request_", [("compile", b"{}"), ("nope", b"{}"), ("echo", b"\xff"), ("echo", b"")])
def test_an_error_document_is_an_answer_with_exit_code_2(method: str, request_: bytes):
    """What the request has wrong is on stdout, as every door says it; stderr stays empty."""
    assert (2, contextc_wire.call(method, request_) + b"\n", b"") == run("call", method, stdin=request_)


def test_an_answer_that_only_looks_like_an_error_is_none():
    """`echo` may say anything."""
    assert run("call", "echo", stdin='{"error": {"code": "internal"}}').code == 0


def test_a_fault_of_the_compiler_has_exit_code_1(monkeypatch: pytest.MonkeyPatch):
    """An internal error is an error document, too, and not the caller's fault."""
    monkeypatch.setattr("contextc_wire.dispatch.chunk_text", lambda *_: 1 // 0)
    ran = run("call", "chunk", stdin='{"text": "a"}')
    assert (ran.code, json.loads(ran.out)["error"]["code"]) == (1, "internal")


def test_a_call_reads_paths_below_the_roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`compile` takes fragments with a path when CONTEXTC_INGEST_ROOTS opens their folder."""
    path = write(tmp_path / "in.txt", "inside")
    request = json.dumps({"query": "", "token_budget": 9, "fragments": [{"path": str(path)}]})
    monkeypatch.delenv("CONTEXTC_INGEST_ROOTS", raising=False)
    assert json.loads(run("call", "compile", stdin=request).out)["error"]["code"] == "ingest_disabled"
    monkeypatch.setenv("CONTEXTC_INGEST_ROOTS", str(tmp_path))
    assert json.loads(run("call", "compile", stdin=request).out)["content"] == "inside"


# Faults


def test_a_fault_of_our_own_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An exception that nobody expected is one line that asks for a report, never a traceback."""
    monkeypatch.setattr("contextc_host.cli.commands.compile.gather", lambda *_, **__: 1 // 0)
    ran = run("compile", write(tmp_path / "a", "text"))
    assert (ran.code, "ZeroDivisionError" in ran.error and "please report it" in ran.error) == (1, True)
