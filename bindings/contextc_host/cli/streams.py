"""The process's own streams: UTF-8 whatever the locale, and results as bytes."""

import io
import os
import sys

from contextc_host.cli.faults import BROKEN, Fault
from contextc_host.cli.lines import readable

STDIN = "-"
"""The name of stdin among files, and of stdout after `--out`."""


def use_utf8() -> None:
    """Have text on stdout and stderr leave as UTF-8; what cannot, as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def write_result(data: bytes, out: str | None = None) -> None:
    """Write a result to a file or stdout, as it is; a terminal gets the line end that it may lack."""
    if out is not None and out != STDIN:
        _write_file(data, out)
        return
    if not _is_open(sys.stdout):
        raise Fault("stdout is closed: there is nowhere to write the result", code=BROKEN)
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        if sys.stdout.isatty() and data and not data.endswith(b"\n"):
            sys.stdout.buffer.write(b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        forget_stdout()
        raise Fault(f"stdout cannot be written: {error.strerror}", code=BROKEN) from None


def _write_file(data: bytes, path: str) -> None:
    try:
        file = open(path, "wb")  # noqa: PTH123, SIM115  (failing to open it is the caller's fault, failing to write is not)
    except OSError as error:
        raise Fault(f"it cannot be written: {error.strerror}", name=readable(path)) from None
    try:
        with file:
            file.write(data)
    except OSError as error:
        raise Fault(f"it cannot be written: {error.strerror}", name=readable(path), code=BROKEN) from None


def write_lines(lines: list[str]) -> None:
    """Write lines to stdout."""
    write_result("".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))


def note(line: str) -> None:
    """Say something on stderr that is no part of the result."""
    if _is_open(sys.stderr):
        sys.stderr.write(f"contextc: {line}\n")
        sys.stderr.flush()


def is_terminal(stream: object) -> bool:
    """Whether a person is at the other end."""
    return isinstance(stream, io.TextIOBase) and not stream.closed and stream.isatty()


def forget_stdout() -> None:
    """Let what is still buffered go nowhere: Python would write it at exit, and complain."""
    if _is_open(sys.stdout):
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        except OSError:
            pass


def _is_open(stream: object) -> bool:
    # A process that was started without the stream has None there.
    return isinstance(stream, io.TextIOBase) and not stream.closed
