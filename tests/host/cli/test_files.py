"""Named files and stdin: what is read, and the one line that refuses the rest."""

import json
import os
import socket
import sys
from pathlib import Path

import pytest

from contextc_host.cli.kinds import kind_of
from host.cli.shell import run, spawn, write


def refusal(path: Path | str, *options: str) -> str:
    """What is said about a file after its name; the exit code must be 2 and stdout empty."""
    ran = run("compile", *options, path)
    assert (ran.code, ran.out) == (2, b"")
    start = f"contextc: {path}: "
    assert ran.error.startswith(start)
    return ran.error.removeprefix(start)


def test_a_missing_file_is_named(tmp_path: Path):
    """A name that leads nowhere is one line with the name."""
    assert refusal(tmp_path / "nowhere.txt") == "it does not exist"


def test_the_empty_name_is_a_missing_file():
    """An unset variable in quotes is refused in words."""
    assert run("compile", "").error == "contextc: '': it does not exist"


def test_a_pipe_is_refused_without_being_opened(tmp_path: Path):
    """A named FIFO could keep its reader waiting for ever."""
    os.mkfifo(tmp_path / "pipe")
    ran = spawn("compile", tmp_path / "pipe")
    assert (ran.code, "it is a pipe, not a regular file" in ran.error) == (2, True)


def test_a_pipe_through_stdin_is_read(tmp_path: Path):
    """What cannot be named can be passed."""
    reader, writer = os.pipe()
    os.write(writer, b"through a pipe")
    os.close(writer)
    assert spawn("compile", stdin=reader) == (0, b"through a pipe", b"")
    os.close(reader)


@pytest.mark.parametrize("name", ["/dev/fd/{}", "/proc/self/fd/{}"])
def test_a_process_substitution_is_read(name: str):
    """`<(...)` is a pipe under /dev/fd, named on purpose; it counts as piped text."""
    if sys.platform != "linux":
        name = "/dev/fd/{}"
    reader, writer = os.pipe()
    os.write(writer, b"substituted")
    os.close(writer)
    ran = spawn("compile", name.format(reader), "--format", "json", pass_fds=[reader])
    os.close(reader)
    assert json.loads(ran.out)["context"]["content"] == "substituted"


def test_dev_stdin_is_stdin():
    """`/dev/stdin` is read like `-`."""
    assert spawn("compile", "/dev/stdin", stdin=b"by name").out == b"by name"


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_refused(device: str):
    """Reading a device may never end."""
    assert refusal(device) == "it is a device, not a regular file"


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A socket is no file."""
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket")
        assert refusal("socket") == "it is a socket, not a regular file"


@pytest.mark.parametrize(
    "data, words",
    [
        ("é".encode("utf-16"), "it is UTF-16; convert it to UTF-8 first"),
        ("log".encode("utf-16-le"), "it is UTF-16; convert it to UTF-8 first"),
        ("log".encode("utf-32"), "it is UTF-32; convert it to UTF-8 first"),
        (b"Gr\xfcn", "it is no UTF-8 from byte 2 on; convert it first (`iconv`)"),
        (b"\x89PNG\r\n\x1a\n", "it is a PNG image; send its bytes as a media fragment"),
        (b"\x1f\x8b\x08", "it is packed with gzip; unpack it first (`gzip -dc`)"),
        (b"PK\x03\x04\xff", "it is a zip archive; unpack it first"),
        (b"\0\xff\0\0\xfe", "it is binary; send text"),
    ],
)
def test_what_is_no_utf8_is_called_by_its_name(tmp_path: Path, data: bytes, words: str):
    """The line says what the bytes are and what to do, for a file and for stdin."""
    assert words == refusal(write(tmp_path / "data", data))
    assert f"contextc: stdin: {words}" == run("compile", stdin=data).error


def test_a_text_that_begins_like_an_archive_is_read(tmp_path: Path):
    """Short magic numbers are asked only when the bytes are no text."""
    assert run("compile", write(tmp_path / "a", "BZh is a prefix")).out == b"BZh is a prefix"


def test_a_byte_order_mark_is_no_text(tmp_path: Path):
    """One mark at the start of a file goes."""
    assert run("compile", write(tmp_path / "a", b"\xef\xbb\xbftext")).out == b"text"


def test_an_empty_file_is_an_empty_fragment(tmp_path: Path):
    """A file without text is accepted, and gets its decision."""
    ran = run("compile", "--format", "json", write(tmp_path / "empty", ""))
    assert (ran.code, (answer := json.loads(ran.out))["content"], len(answer["decisions"])) == (0, "", 1)
    assert ran.err == b""


def test_empty_stdin_is_refused():
    """Nothing piped in is one clear line."""
    assert run("compile").error == "contextc: stdin: it is empty: there is nothing to compile"


def test_stdin_can_be_named_once():
    """Two `-` would share one stream."""
    assert run("compile", "-", "-", stdin="x").error == "contextc: stdin can be read only once: name `-` once"


def test_a_file_over_the_cap_is_refused_with_both_numbers(tmp_path: Path):
    """The caps are those of `--limits`; the line names the file, its size and the cap."""
    (tmp_path / "b").touch()
    write(tmp_path / "a", "x" * 1_048_577)
    ran = run("compile", "--limits", "strict", tmp_path / "a", tmp_path / "b")
    assert f"contextc: {tmp_path}/a: it has 1,048,577 bytes or more, the cap is 1,048,576" in ran.error
    assert "the text has 1048577 bytes, the cap is 1048576" in refusal(tmp_path / "a", "--limits", "strict")


@pytest.mark.parametrize(
    "name, kind",
    [
        *((name, "log") for name in ("a.log", "A.LOG", "a.log.2", "a.log-2026-01-31")),
        *((name, "code") for name in ("a.py", "b/C.JAVA", "Makefile")),
        *((name, None) for name in ("README.md", "data.json", "log", ".log", "my.login.txt")),
    ],
)
def test_a_name_says_the_kind(name: str, kind: str | None):
    """`*.log` and rotated logs are logs, source suffixes and build files are code, all else is neither."""
    assert kind == kind_of(name)


def test_a_log_is_collapsed(tmp_path: Path):
    """The kind of a file acts: repeated lines of a log are counted."""
    assert run("compile", write(tmp_path / "a.log", "\n".join(["tick"] * 9))).out == b"tick (x9)"


def test_a_name_that_is_no_utf8_is_read():
    """Bytes in a name that are no UTF-8 come out as escapes and never crash."""
    ran = run("compile", "caf\udce9.txt")
    assert ran.error == "contextc: caf\\xe9.txt: it does not exist"


def test_a_name_cannot_move_the_cursor():
    """Line feeds and escapes in a name are shown as escapes."""
    assert run("compile", "a\nb\x1b[2J").error == "contextc: a\\x0ab\\x1b[2J: it does not exist"
