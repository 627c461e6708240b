"""`contextc compile`: options over requests, and answers that are the wire's own bytes."""

import json
from pathlib import Path
from typing import Any

import pytest

import contextc_wire
from host.cli.shell import run, write

FRAGMENTS = [{"content": "one two three", "id": 7}, {"content": "four five six"}]


def request(path: Path, **fields: Any) -> Path:
    """A file with a request."""
    return write(path, json.dumps({"fragments": FRAGMENTS, **fields}))


def answer(*arguments: object, stdin: str = "") -> dict[str, Any]:
    """The answer to a command line, as JSON."""
    ran = run("compile", "--format", "json", *arguments, stdin=stdin)
    assert (ran.code, ran.err) == (0, b"")
    return json.loads(ran.out)


def wire(method: str, **fields: Any) -> bytes:
    """What every door answers."""
    return contextc_wire.call(method, json.dumps(fields))


def test_files_give_the_bytes_of_the_wire(tmp_path: Path):
    """The JSON of files is what `compile` answers to the fragments that they stand for."""
    log = "\n".join(["tick"] * 9)
    a, b = write(tmp_path / "a.log", log), write(tmp_path / "b.md", "# Title\n")
    fragments = [
        {"content": log, "kind": "log", "metadata": {"path": str(a)}},
        {"content": "# Title\n", "metadata": {"path": str(b)}},
    ]
    expected = wire("compile", query="title", token_budget=50, fragments=fragments)
    assert expected == run("compile", a, b, "-q", "title", "-b", 50, "--format", "json").out


def test_a_transcript_gives_the_bytes_of_the_wire():
    """The JSON of a transcript is what `compile_transcript` answers."""
    text = "System: be brief\nUser: hi\n```\ncode\n```\n"
    expected = wire("compile_transcript", query="hi", token_budget=90, transcript=text)
    assert expected == run("compile", "--query", "hi", "--budget", 90, "--format", "json", stdin=text).out


def test_a_request_gives_the_bytes_of_the_wire(tmp_path: Path):
    """The JSON of a request is what the wire answers to it."""
    path = request(tmp_path / "a.json", query="two", token_budget=5)
    assert contextc_wire.call("compile", path.read_bytes()) == run("compile", path, "--format", "json").out


def test_explain_leaves_the_bytes_alone(tmp_path: Path):
    """With an account on stderr stdout is the same, for a slim answer too."""
    for policy in ({}, {"slim_response": True}):
        path = request(tmp_path / "a.json", token_budget=5, policy=policy)
        plain, explained = run("compile", path, "--format", "json"), run("compile", path, "--format", "json", "-e")
        assert plain.out == explained.out
        assert b"2 fragments" in explained.err


def test_text_is_the_content_alone(tmp_path: Path):
    """Text is the content to the byte, without a line end that it has not."""
    assert run("compile", write(tmp_path / "a", "no line end")).out == b"no line end"
    assert run("compile", write(tmp_path / "a", "a line\n")).out == b"a line\n"


def test_a_request_without_query_and_budget_gets_the_defaults(tmp_path: Path):
    """A missing query is empty, a missing budget is 8,000."""
    expected = wire("compile", query="", token_budget=8_000, fragments=FRAGMENTS)
    assert expected == run("compile", request(tmp_path / "a.json"), "--format", "json").out


def test_the_budget_of_a_request_stays_unless_one_is_given(tmp_path: Path):
    """`--budget` replaces a request's own; without it the request decides."""
    path = request(tmp_path / "a.json", query="", token_budget=5)
    assert answer(path)["insights"]["tokens_out"] <= 5
    assert run("compile", path, "--budget", 100).out == b"one two three\n\nfour five six"


def test_a_query_replaces_that_of_a_request(tmp_path: Path):
    """`--query` wins over the request's query."""
    path = request(tmp_path / "a.json", query="nothing", token_budget=5)
    assert [one["relevance"] for one in answer(path, "--query", "five")["decisions"]] == [0.0, 1.0]


def test_a_model_replaces_budget_and_model_of_a_request(tmp_path: Path):
    """`--model` sets the window as the budget, and the model that prices are looked up for."""
    prices = {"version": "1", "currency": "EUR", "models": {"gpt-4": {"input_micros_per_million_tokens": 10**9}}}
    path = request(tmp_path / "a.json", token_budget=5, policy={"pricing": prices})
    insights = answer(path, "--model", "gpt-4")["insights"]
    assert (insights["tokens_saved"], insights["currency"]) == (0, "EUR")


def test_a_budget_wins_over_the_window_of_the_model(tmp_path: Path):
    """With both, the number counts, and the model may be unknown."""
    path = request(tmp_path / "a.json")
    assert answer(path, "--model", "gpt-4", "--budget", 5)["insights"]["tokens_out"] <= 5
    assert answer(path, "--model", "of-tomorrow", "--budget", 5)["insights"]["tokens_out"] <= 5


def test_an_unknown_model_is_answered_with_known_ones(tmp_path: Path):
    """The line names the nearest models and where all of them are listed."""
    ran = run("compile", "--model", "gpt-5-mega", request(tmp_path / "a.json"))
    assert (ran.code, ran.out) == (2, b"")
    assert all(words in ran.error for words in ("gpt-5-mega", "gpt-5-mini", "`contextc budget`", "--budget"))


def test_a_reserve_is_left_free(tmp_path: Path):
    """`--reserve` lowers what the context may have."""
    path = request(tmp_path / "a.json")
    assert answer(path, "--budget", 30, "--reserve", 25)["insights"]["tokens_out"] <= 5


def test_the_latest_turns_can_come_first():
    """`--recent` keeps the end of a session where otherwise its beginning is kept."""
    talk = "".join(f"User: question {number}\n" for number in range(1_000))
    assert b"User: question 0\n" in run("compile", "--budget", 60, stdin=talk).out
    assert b"User: question 999\n" in run("compile", "--budget", 60, "--recent", stdin=talk).out


def test_a_policy_lies_over_that_of_the_request(tmp_path: Path):
    """What `--policy` sets wins, what it leaves unset stays."""
    path = request(tmp_path / "a.json", policy={"slim_response": True, "response_reserve_tokens": 95}, token_budget=100)
    policy = write(tmp_path / "policy.json", b'\xef\xbb\xbf{"response_reserve_tokens": 0}')
    thin = answer(path, "--policy", policy)
    assert (thin["decisions"], thin["content"]) == ([], "one two three\n\nfour five six")


def test_a_bad_policy_names_its_file_and_field(tmp_path: Path):
    """The path in the policy and the file that it is in stand in the line."""
    policy = write(tmp_path / "policy.json", '{"truncate": "middle"}')
    ran = run("compile", "--policy", policy, request(tmp_path / "a.json"))
    assert (2, f"contextc: {policy}: $.truncate: invalid enum value 'middle'") == (ran.code, ran.error)


def test_a_bad_request_names_its_file_and_field(tmp_path: Path):
    """The wire's path and sentence follow the name of the file."""
    path = write(tmp_path / "a.json", '{"fragments": [{"content": 1}]}')
    assert f"contextc: {path}: $.fragments[0].content: expected `str`, got `int`" == run("compile", path).error


def test_a_useless_budget_is_blamed_on_the_option(tmp_path: Path):
    """Without a request there is no `$.token_budget`, so the line says `--budget`."""
    assert "contextc: --budget: a budget of 0 tokens" in run("compile", "-b", 0, write(tmp_path / "a", "text")).error


def test_a_context_without_text_is_mentioned(tmp_path: Path):
    """When nothing fits, stderr says so; the exit code stays 0."""
    image = {"mime": "image/png", "bytes_b64": ""}
    path = write(tmp_path / "a.json", json.dumps({"fragments": [{"content": "x" * 90, "media": image}]}))
    ran = run("compile", "--budget", 1, path)
    assert (ran.code, ran.out) == (0, b"")
    assert ran.error == "contextc: nothing fits 1 token; --explain tells what was left out"


def test_out_writes_a_file(tmp_path: Path):
    """`--out` gets the result, stdout nothing; `--out -` is stdout."""
    source = write(tmp_path / "a", "text")
    assert run("compile", source, "--out", tmp_path / "b") == (0, b"", b"")
    assert (tmp_path / "b").read_bytes() == b"text"
    assert run("compile", source, "--out", "-").out == b"text"


def test_out_that_cannot_be_opened_is_named(tmp_path: Path):
    """A result for a folder that does not exist is the caller's fault."""
    ran = run("compile", write(tmp_path / "a", "text"), "--out", tmp_path / "no/b")
    assert (2, f"contextc: {tmp_path}/no/b: it cannot be written: No such file or directory") == (ran.code, ran.error)


def test_a_failed_compilation_leaves_the_file_alone(tmp_path: Path):
    """`--out` is opened when there is something to write."""
    kept = write(tmp_path / "kept", "before")
    run("compile", "--budget", 0, kept, "--out", kept)
    assert kept.read_bytes() == b"before"


def test_paths_in_a_request_need_roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A request is data from anywhere: its paths are read below CONTEXTC_INGEST_ROOTS alone."""
    inside = write(tmp_path / "root/in.txt", "inside")
    path = write(tmp_path / "a.json", json.dumps({"fragments": [{"path": str(inside)}]}))
    monkeypatch.delenv("CONTEXTC_INGEST_ROOTS", raising=False)
    ran = run("compile", path)
    assert (ran.code, ran.error.startswith(f"contextc: {path}: $.fragments[0].path: ")) == (2, True)
    monkeypatch.setenv("CONTEXTC_INGEST_ROOTS", str(tmp_path / "root"))
    assert run("compile", path).out == b"inside"


def test_strict_limits_are_those_for_strangers(tmp_path: Path):
    """`--limits strict` has the caps of `Limits.strict()`."""
    path = request(tmp_path / "a.json", fragments=[{"content": f"{number}"} for number in range(1_025)])
    assert run("compile", path).code == 0
    assert "exceed the cap of 1024" in run("compile", "--limits", "strict", path).error


@pytest.mark.parametrize("text", ["Füße", "日本語"])
def test_a_query_is_text_in_utf8(tmp_path: Path, text: str):
    """A query in any script finds its words."""
    fragments = write(tmp_path / "a.json", json.dumps({"fragments": [{"content": text}]}))
    assert [one["relevance"] for one in answer(fragments, "--query", text)["decisions"]] == [1.0]


def test_a_query_that_is_no_utf8_is_refused(tmp_path: Path):
    """Bytes that no JSON could carry are refused by name of the option."""
    ran = run("compile", "--query", "\udcff", write(tmp_path / "a", "text"))
    assert (ran.code, "it is no UTF-8" in ran.error) == (2, True)
