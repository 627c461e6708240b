"""The installed script as a process: streams, signals, terminals, locales, and what it costs to start."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from host.cli.shell import SCRIPT, spawn, write

BARE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
LOCALES = [BARE, {**BARE, "PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "utf-16"}, {"PYTHONIOENCODING": "latin-1"}]


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """Both ends of a terminal of 80 columns: ours and the program's."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    try:
        yield ours, theirs
    finally:
        os.close(ours)


def shown(ours: int, until: bytes | None = None) -> bytes:
    """What a terminal shows, up to some words or until the program has gone."""
    data = b""
    while until is None or until not in data:
        ready, _, _ = select.select([ours], [], [], 60)
        assert ready, f"nothing but {data!r} within a minute"
        try:
            piece = os.read(ours, 65_536)
        except OSError:  # what Linux says when the other end is closed
            piece = b""
        if not piece:
            break
        data += piece
    return data


# Text


@pytest.mark.parametrize("env", LOCALES)
def test_text_is_utf8_whatever_the_locale(tmp_path: Path, env: dict[str, str]):
    """The same bytes come out under every locale, for files, stdin, names and queries."""
    text = "Füße, 日本語, 🦊"
    path = write(tmp_path / "größe.txt", text)
    assert (0, text.encode(), b"") == spawn("compile", path, env=env)
    assert (0, text.encode(), b"") == spawn("compile", stdin=text.encode(), env=env)
    ran = spawn("compile", path, "--query", "Füße".encode(), "--format", "json", "--explain", env=env)
    assert "größe.txt".encode() in ran.err
    assert ran.out == spawn("compile", path, "--query", "Füße", "--format", "json").out


def test_a_name_that_is_no_utf8_is_read(tmp_path: Path):
    """A file may be called anything that the system allows."""
    name = os.fsencode(tmp_path) + b"/caf\xe9.txt"
    Path(os.fsdecode(name)).write_bytes(b"text")
    ran = spawn("compile", name, "--explain")
    assert (ran.code, ran.out) == (0, b"text")
    assert b"caf\\xe9.txt" in ran.err
    assert spawn("compile", tmp_path)[:2] == (0, b"text")


# Streams


@pytest.mark.parametrize("command", [["compile"], ["chunk"], ["call", "echo"], ["--help"]])
def test_a_reader_that_has_gone_is_no_trouble(command: list[str]):
    """`| head` may close the pipe early: stderr stays empty."""
    reader, writer = os.pipe()
    os.close(reader)
    ran = spawn(*command, stdin=b'"text"', stdout=writer)
    os.close(writer)
    assert (ran.code in (1, 141), ran.err) == (True, b"")


def test_the_exit_code_of_an_unread_result_is_that_of_sigpipe():
    """128 + 13, as for other programs in a pipe."""
    reader, writer = os.pipe()
    os.close(reader)
    assert spawn("compile", stdin=b"text " * 100_000, stdout=writer).code == 141
    os.close(writer)


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_stream_is_no_traceback(tmp_path: Path, closed: int):
    """Started without stdin, stdout or stderr, the program says what it misses or does without."""
    path = write(tmp_path / "a", "text")
    line = f"exec {closed}>&-; exec '{SCRIPT}' compile {'' if closed == 0 else path}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    expected = [
        (2, b"", b"contextc: stdin is closed: name a file, or pipe text in\n"),
        (1, b"", b"contextc: stdout is closed: there is nowhere to write the result\n"),
        (0, b"text", b""),
    ]
    assert expected[closed] == (done.returncode, done.stdout, done.stderr)


def test_a_result_that_cannot_be_written_is_a_failure():
    """A disk that is full, or here a descriptor that is open for reading alone, is one line and exit code 1."""
    with Path(os.devnull).open("rb") as unwritable:
        ran = spawn("compile", stdin=b"text", stdout=unwritable)
    assert (ran.code, ran.error) == (1, "contextc: stdout cannot be written: Bad file descriptor")


def test_nothing_but_the_result_is_on_stdout(tmp_path: Path):
    """With an account and without a terminal stdout has the content, stderr the account, and nobody sees progress."""
    ran = spawn("compile", "--explain", write(tmp_path / "a", "text"))
    assert (ran.code, ran.out) == (0, b"text")
    assert b"1 fragment, " in ran.err
    assert b"\r" not in ran.err


# Signals


def test_ctrl_c_is_quiet():
    """Interrupted while it reads, the program ends with 130 and without a word."""
    with subprocess.Popen(
        [SCRIPT, "compile"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        # More than a pipe holds: when this has been written, the program reads.
        process.stdin.write(b"x" * 4_000_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        assert (process.stdout.read(), process.stderr.read(), process.wait(60)) == (b"", b"", 130)


# Terminals


def test_a_terminal_is_shown_what_takes_long():
    """While stdin stays open a line on the terminal tells what is read; at the end it is wiped away."""
    with (
        terminal() as (ours, theirs),
        subprocess.Popen(
            [SCRIPT, "compile"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm"},
        ) as process,
    ):
        os.close(theirs)
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"text " * 600_000)
        process.stdin.flush()
        assert b"reading stdin: " in shown(ours, until=b"reading stdin: ")
        process.stdin.close()
        assert b"text text" in process.stdout.read()
        assert shown(ours).endswith(b"\r\x1b[K")


@pytest.mark.parametrize(
    "env, coloured", [({"TERM": "xterm-256color"}, True), ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False)]
)
def test_an_account_has_colour_on_a_terminal(tmp_path: Path, env: dict[str, str], coloured: bool):
    """A terminal gets colour, unless NO_COLOR says that nobody wants it."""
    with terminal() as (ours, theirs):
        ran = spawn("compile", "--explain", write(tmp_path / "a", "text"), stderr=theirs, env=env)
        os.close(theirs)
        assert ran.out == b"text"
        assert coloured == (b"\x1b[32m" in shown(ours))


def test_a_terminal_gets_the_line_end_that_the_context_lacks(tmp_path: Path):
    """The prompt does not stick to the last line."""
    with terminal() as (ours, theirs):
        spawn("compile", write(tmp_path / "a", "text"), stdout=theirs)
        os.close(theirs)
        assert shown(ours) == b"text\r\n"


def test_a_keyboard_is_not_waited_for():
    """Without files and with a keyboard as stdin the program says how to give it text."""
    with terminal() as (_, theirs):
        ran = spawn("compile", stdin=theirs)
        os.close(theirs)
    assert (ran.code, "name files, or pipe text in" in ran.error) == (2, True)


def test_a_call_without_a_request_asks_for_nothing():
    """At a terminal the request of `call` is `{}`."""
    with terminal() as (_, theirs):
        ran = spawn("call", "describe", stdin=theirs)
        os.close(theirs)
    assert (ran.code, ran.out.startswith(b'{"wire":1,')) == (0, True)


# What starting costs


def test_help_imports_no_compiler():
    """`contextc --help` needs click alone: neither rich nor the compiler is imported."""
    program = (
        "import sys; from contextc_host.cli import main; main(['--help']); "
        "print({'rich', 'msgspec', 'contextc', 'contextc_wire'} & {name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == b"set()"


def test_a_compilation_imports_no_rich(tmp_path: Path):
    """Rich is imported for an account only."""
    program = "import sys; from contextc_host.cli import main; main(sys.argv[1:]); print('rich' in sys.modules)"
    path = write(tmp_path / "a", "text\n")
    done = subprocess.run([sys.executable, "-c", program, "compile", path], capture_output=True, check=True)
    assert done.stdout == b"text\nFalse\n"


def test_without_click_the_extra_is_named():
    """Where only the library was installed, the script says how to get the rest."""
    program = "import sys; sys.modules['click'] = None; from contextc_host.cli import main; sys.exit(main(['compile']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    expected = b"contextc: the command line needs click and rich: pip install 'contextc[cli]'\n"
    assert (1, expected) == (done.returncode, done.stderr)
