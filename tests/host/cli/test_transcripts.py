"""Sessions of every format: what `compile` takes for one, and what it says of how it was read."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from contextc.vocabulary import SegmentFormat
from contextc_host.cli.progress import Progress
from contextc_host.cli.reading import check_text, read
from host.cli.shell import run, write

SAMPLES = sorted(Path(__file__).parents[2].glob("core/transcript/samples/*.json*"))
"""A small session of every format, with all that it can hold."""

FORMATS = sorted(SegmentFormat, key=len, reverse=True)

TALK = '{"role": "user", "content": "first question"}\n{"role": "assistant", "content": "first answer"}\n'
TORN = TALK + '{"role": "user", "content": "second question"}\n{"role": "assistant", "cont'


def form(path: Path) -> str:
    """The format that a sample is named after."""
    return next(str(format) for format in FORMATS if path.name.startswith(format))


def report(*arguments: object, stdin: bytes | str = b"") -> dict[str, Any]:
    """How a session was read."""
    ran = run("compile", "--format", "json", *arguments, stdin=stdin)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)["segmentation"]


def said(*arguments: object, stdin: bytes | str = b"") -> bytes:
    """What is said beside the context."""
    return run("compile", *arguments, stdin=stdin).err


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_session_of_any_format_is_a_transcript(path: Path):
    """Its own format is detected, in a file and through a pipe."""
    assert form(path) == report(path)["format_detected"]
    assert form(path) == report(stdin=path.read_bytes())["format_detected"]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_the_name_of_a_format_forces_it(path: Path):
    """`--as` takes every format by its name, and refuses a session with a record that is skipped otherwise."""
    refused = report(path).get("skipped_lines", 0) > 0
    assert (2 if refused else 0) == run("compile", "--as", form(path), path).code
    assert report("--as", "plain", path)["format_detected"] == "plain"


def test_a_bad_record_of_a_forced_format_is_named(tmp_path: Path):
    """One line says which record of which file it is."""
    path = write(tmp_path / "a.jsonl", TORN)
    ran = run("compile", "--as", "jsonl", path)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.error.startswith(f"contextc: {path}: line 4 is no message")


@pytest.mark.parametrize(
    "text", ['{"messages": [{"a": 1}]}', '[{"role": 1}]', '{"contents": []}', '{"fragments": []}', "[1, 2]"]
)
def test_other_json_is_no_session(tmp_path: Path, text: str):
    """A document is a session only when its records are messages."""
    assert "segmentation" not in json.loads(run("compile", "--format", "json", write(tmp_path / "a.json", text)).out)


def test_a_request_that_holds_messages_is_a_request(tmp_path: Path):
    """`fragments` decide, whatever else an object holds."""
    messages = [{"role": "user", "content": "hi"}]
    path = write(tmp_path / "a.json", json.dumps({"messages": messages, "fragments": [{"content": "one"}]}))
    assert run("compile", path).out == b"one"


def test_skipped_records_are_told_with_their_numbers(tmp_path: Path):
    """Even where nobody looks at a terminal, a torn line does not get lost in silence."""
    path = write(tmp_path / "a.jsonl", TORN)
    assert said(path) == f"contextc: {path}: read as jsonl: 3 turns, 1 record skipped (4)\n".encode()


def test_many_skipped_records_are_told_with_the_first_of_them(tmp_path: Path):
    """Ten numbers and an ellipsis."""
    path = write(tmp_path / "a.jsonl", TALK * 20 + "{torn\n" * 12)
    assert b"12 records skipped (41, 42, 43, 44, 45, 46, 47, 48, 49, 50, \xe2\x80\xa6)\n" in said(path)


def test_abandoned_turns_are_told():
    """What was rewound is counted."""
    path = next(path for path in SAMPLES if path.name == "claude_code.jsonl")
    count = report(path)["abandoned_turns"]
    assert f", {count} turns abandoned\n".encode() in said(path)


def test_an_account_says_how_the_session_was_read():
    """`--explain` has the format, and what is lost."""
    path = next(path for path in SAMPLES if path.name == "openai.json")
    assert b"\nread as openai: " in said("--explain", path)


def test_a_person_is_told_the_format(monkeypatch: pytest.MonkeyPatch):
    """At a terminal there is a line for what was detected, even where nothing is lost."""
    monkeypatch.setattr("contextc_host.cli.commands.compile.is_terminal", lambda _: True)
    path = next(path for path in SAMPLES if path.name == "openai.json")
    turns = len({segment["turn"] for segment in report(path)["segments"]})
    assert said(path) == f"contextc: {path}: read as openai: {turns} turns\n".encode()


def test_a_whole_session_is_read_in_silence(tmp_path: Path):
    """Where nothing is lost and nobody looks, nothing is said."""
    assert said(write(tmp_path / "a.jsonl", TALK)) == b""


def test_a_run_of_nuls_is_a_bad_record(tmp_path: Path):
    """What a crash leaves in a session does not make it binary, wherever it is."""
    path = write(tmp_path / "a.jsonl", b"\0" * 300 + TALK.encode() + b"\0" * 300 + b"\n" + TORN.encode())
    assert b"first question" in run("compile", path).out
    assert b": 5 turns, 2 records skipped (3, 7)\n" in said(path)


def test_a_session_that_is_no_utf8_is_refused(tmp_path: Path):
    """Bytes of another encoding are one line, with the place."""
    path = write(tmp_path / "a.jsonl", TALK.encode() + b'{"role": "user", "content": "Gr\xfcn"}\n')
    offset = len(TALK) + 31
    assert run("compile", path).error == (
        f"contextc: {path}: it is no UTF-8 from byte {offset} on; convert it first (`iconv`)"
    )


@pytest.mark.parametrize("at", [1_048_575, 1_048_576, 2_097_151])
def test_a_character_across_the_pieces_of_a_large_file_is_whole(tmp_path: Path, at: int):
    """A file is looked through piece by piece."""
    data = b"x" * at + "ü".encode()
    assert run("compile", "--budget", 10_000_000, write(tmp_path / "a.txt", data)).out == data
    ran = run("compile", write(tmp_path / "b.txt", data[:-1]))
    assert f"it is no UTF-8 from byte {at} on" in ran.error


def test_a_byte_order_mark_is_no_text_of_a_session(tmp_path: Path):
    """A mark before a document or a line changes nothing."""
    document = json.dumps({"messages": [{"role": "user", "content": "hi"}]})
    for name, text in (("a.json", document), ("a.jsonl", TALK)):
        plain, marked = write(tmp_path / name, text), write(tmp_path / f"bom-{name}", "\ufeff" + text)
        assert run("compile", plain).out == run("compile", marked).out


def test_an_empty_transcript_is_refused(tmp_path: Path):
    """A file that is forced to be a transcript has to hold one."""
    path = write(tmp_path / "a", b"\xef\xbb\xbf")
    assert run("compile", "--as", "transcript", path).error == f"contextc: {path}: the transcript is empty"


def test_a_large_file_is_in_memory_once(tmp_path: Path):
    """Reading and looking for bad bytes make no second copy, and no wide one where there is an emoji."""
    data = b"x" * 20_000_000 + "🦊".encode()
    path = write(tmp_path / "a.txt", data)
    del data
    tracemalloc.start()
    read_in = read(str(path), 10**9, Progress())
    check_text(read_in, "a.txt")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 20_000_000 < peak < 26_000_000
