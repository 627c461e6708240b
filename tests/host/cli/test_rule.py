"""What an input is: the table in `inputs`, row by row, and `--as` in its place."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from contextc_host.cli import inputs
from contextc_host.cli.commands.compile import HELP
from host.cli.shell import run, write

JSONL = '{"role": "user", "content": "hi"}\n{"role": "assistant", "content": "hello"}\n'
REQUEST = '{"fragments": [{"content": "hello"}]}'
TALK = '{"query": "", "transcript": "User: hi"}'


def shape(*arguments: object, stdin: str = "") -> str:
    """How an input was read, as the answer's form tells: a transcript's has a segmentation, a file's text is whole."""
    ran = run("compile", "--format", "json", *arguments, stdin=stdin)
    assert ran.code == 0, ran.err
    answer = json.loads(ran.out)
    if "segmentation" in answer:
        return "transcript"
    return f"{len(answer['decisions'])} of files or a request"


@pytest.mark.parametrize("text", ["User: hi", "\n \n### Assistant\nhello", "\ufeffSystem: be brief", JSONL])
def test_a_file_that_opens_with_a_role_or_a_message_is_a_transcript(tmp_path: Path, text: str):
    """A role at the start of the first line that is not blank, or JSON lines of messages, make a transcript."""
    assert shape(write(tmp_path / "talk.txt", text)) == "transcript"


@pytest.mark.parametrize("text", [" User: indented", "Users: many", "prose\nUser: later", '{"a": 1}', "plain"])
def test_any_other_file_is_one_fragment(tmp_path: Path, text: str):
    """A file without a role in its first line is a fragment, JSON of any other form too."""
    ran = run("compile", write(tmp_path / "a.txt", text))
    assert (0, text.encode()) == (ran.code, ran.out)
    assert shape(tmp_path / "a.txt") == "1 of files or a request"


def test_an_object_with_fragments_is_a_request(tmp_path: Path):
    """`fragments` in a JSON object make it a request for `compile`."""
    assert run("compile", write(tmp_path / "a.json", REQUEST)).out == b"hello"


def test_an_object_with_a_transcript_is_a_request(tmp_path: Path):
    """`transcript` in a JSON object makes it a request for `compile_transcript`."""
    assert shape(write(tmp_path / "a.json", TALK)) == "transcript"
    assert run("compile", tmp_path / "a.json").out == b"User: hi"


def test_a_request_may_come_through_stdin():
    """Stdin is looked at like a file."""
    assert run("compile", stdin="\ufeff \n" + REQUEST).out == b"hello"


def test_any_other_text_on_stdin_is_a_transcript():
    """Piped text goes through segmentation, so that code and logs in it are told apart."""
    ran = run("compile", "--format", "json", stdin="run this\n```sh\nmake\n```\n")
    segments = json.loads(ran.out)["segmentation"]["segments"]
    assert [segment["kind"] for segment in segments] == ["body", "code"]


def test_several_inputs_are_files(tmp_path: Path):
    """Each of several inputs is a fragment, whatever it holds; `-` is one of them."""
    talk, request = write(tmp_path / "a", "User: hi"), write(tmp_path / "b", REQUEST)
    ran = run("compile", talk, "-", request, stdin="piped")
    assert f"User: hi\n\npiped\n\n{REQUEST}".encode() == ran.out


def test_a_folder_is_files_even_with_one_file_in_it(tmp_path: Path):
    """A folder is never a transcript or a request."""
    write(tmp_path / "a", "User: hi")
    assert shape(tmp_path) == "1 of files or a request"


@pytest.mark.parametrize(
    "arguments, text, expected",
    [
        (["--as", "files"], REQUEST, "1 of files or a request"),
        (["--as", "files"], JSONL, "1 of files or a request"),
        (["--as", "transcript"], "prose", "transcript"),
        (["--as", "transcript"], REQUEST, "transcript"),
    ],
)
def test_as_decides_in_place_of_the_table(tmp_path: Path, arguments: Sequence[str], text: str, expected: str):
    """`--as` wins over what the text looks like, for a file and for stdin."""
    assert expected == shape(*arguments, write(tmp_path / "a", text))
    assert expected == shape(*arguments, stdin=text)


def test_as_request_wants_a_request(tmp_path: Path):
    """What is no JSON is refused as a request, in a line that names the file."""
    ran = run("compile", "--as", "request", write(tmp_path / "a", "prose"))
    assert (ran.code, ran.error.startswith(f"contextc: {tmp_path}/a: the request is no JSON")) == (2, True)


@pytest.mark.parametrize("shape", ["request", "transcript"])
def test_a_transcript_or_request_is_one_input(tmp_path: Path, shape: str):
    """`--as transcript` and `--as request` take one input."""
    ran = run("compile", "--as", shape, tmp_path)
    assert (ran.code, f"a {shape} is one input" in ran.error) == (2, True)


def test_a_broken_request_is_not_compiled_as_text(tmp_path: Path):
    """JSON that breaks off after `"fragments":` is an error that says how to have it as text."""
    path = write(tmp_path / "a.json", '{"query": "q", "fragments": [')
    ran = run("compile", path)
    assert (ran.code, ran.error.startswith(f"contextc: {path}: it looks like a request and is no JSON")) == (2, True)
    assert path.read_bytes() == run("compile", "--as", "files", path).out


def test_lines_of_json_with_such_a_key_are_text(tmp_path: Path):
    """Records of a data set that has a column `transcript` are no broken request."""
    text = '{"transcript": "one"}\n{"transcript": "two"}\n'
    assert text.encode() == run("compile", write(tmp_path / "set.jsonl", text)).out


def test_deep_json_is_text(tmp_path: Path):
    """JSON that nests deeper than a request may is no request, and no crash."""
    text = '{"fragments": ' + "[" * 100_000 + "]" * 100_000 + "}"
    assert run("compile", write(tmp_path / "deep.json", text)).code == 0


def test_help_and_docstring_state_every_row():
    """The table of the module, the help and the rows that decide say the same."""
    documented = [line.strip("| ").split(" | ") for line in (inputs.__doc__ or "").splitlines() if line[:2] == "| "]
    assert [[rule.what, rule.read_as] for rule in inputs.RULES] == documented[1:]
    assert all(f"  {rule.what}\n      {rule.read_as}" in HELP for rule in inputs.RULES)
