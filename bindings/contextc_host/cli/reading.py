"""Named files and stdin -> text in UTF-8, or one line that says why not and what to do.

A file that the caller named may lie anywhere and be a link. It is read if it is a regular file, and so are the names under
which a shell passes streams on purpose (`/dev/stdin`, and `/dev/fd/63` of a process substitution). Any other pipe, socket or
device is refused before it is opened: reading one may never end.
"""

import errno
import os
import re
import stat
import sys
from codecs import getincrementaldecoder
from io import BufferedReader, BytesIO
from typing import cast

from contextc.limits import MIB
from contextc_host.cli.faults import Fault
from contextc_host.cli.lines import readable, size
from contextc_host.cli.progress import Progress
from contextc_host.cli.streams import STDIN, is_terminal
from contextc_host.ingest import KINDS, REASONS
from contextc_host.sniff import not_text

GIT_LOOKS_AT = 8_000
"""Bytes in which a NUL makes a file binary to Git (buffer_is_binary in xdiff-interface.c)."""

PACKED = {
    b"\x1f\x8b": "it is packed with gzip; unpack it first (`gzip -dc`)",
    b"PK\x03\x04": "it is a zip archive; unpack it first",
    b"\xfd7zXZ\0": "it is packed with xz; unpack it first (`xz -dc`)",
    b"BZh": "it is packed with bzip2; unpack it first (`bzip2 -dc`)",
    b"\x28\xb5\x2f\xfd": "it is packed with zstd; unpack it first (`zstd -dc`)",
    b"%PDF-": "it is a PDF; extract its text first (`pdftotext`)",
    b"GIF8": "it is a GIF image; send its bytes as a media fragment",
    b"SQLite format 3\0": "it is an SQLite database; export what matters as text",
}
"""What such data begins with; each is refused only when it is no UTF-8, so that a text that begins so is read."""

_STREAM = re.compile(r"/dev/(?:stdin|fd/[0-9]+)|/proc/self/fd/[0-9]+", re.ASCII)


def is_stream(path: str) -> bool:
    """Whether this names what a shell passes: reading it is what the caller wants.

    >>> is_stream("-"), is_stream("/dev/fd/63"), is_stream("/dev/zero")
    (True, True, False)
    """
    return path == STDIN or _STREAM.fullmatch(path) is not None


def read(path: str, most: int, progress: Progress) -> bytes:
    """The bytes of a file or a stream, at most `most` of them."""
    name = readable(path)
    try:
        if path == STDIN:
            return _read(_stdin(), "stdin", most, progress)
        if is_stream(path):
            with open(path, "rb") as stream:  # noqa: PTH123
                return _read(stream, name, most, progress)
        _check(os.stat(path), name, most)  # noqa: PTH116
        with open(_open(path), "rb") as file:
            _check(os.fstat(file.fileno()), name, most)
            return _read(file, name, most, progress)
    except OSError as error:
        reason = REASONS.get(error.errno or errno.EIO) or error.strerror or str(error)
        raise Fault(reason, name=name) from None


def is_text(data: bytes) -> bool:
    """Whether a file that was found, not named, is one to read: it is UTF-8, and has no NUL where Git looks for one."""
    return b"\0" not in data[:GIT_LOOKS_AT] and first_bad(data) is None


def check_text(data: bytes, name: str) -> None:
    """Refuse what was named and is no UTF-8, with what it is instead."""
    advice = not_text(data)
    if advice is not None:
        raise Fault(advice, name=name)
    offset = first_bad(data)
    if offset is None:
        return
    binary = b"\0" in data[:GIT_LOOKS_AT]
    other = "it is binary; send text" if binary else f"it is no UTF-8 from byte {offset} on; convert it first (`iconv`)"
    raise Fault(next((PACKED[start] for start in PACKED if data.startswith(start)), other), name=name)


def first_bad(data: bytes) -> int | None:
    """The byte from which on data is no UTF-8.

    >>> first_bad("Grün".encode()), first_bad("Grün".encode("latin-1")), first_bad("ü".encode()[:1])
    (None, 2, 0)
    """
    # Piece by piece: decoded at once, one emoji makes a text of four bytes a character.
    decoder = getincrementaldecoder("utf-8")()
    view = memoryview(data)
    for at in range(0, len(data) + MIB, MIB):
        try:
            decoder.decode(view[at : at + MIB], final=at >= len(data))
        except UnicodeDecodeError as error:
            return min(at, len(data)) - len(decoder.getstate()[0]) + error.start
    return None


def _stdin() -> BufferedReader:
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]  (a process may be started without it)
        raise Fault("stdin is closed: name a file, or pipe text in")
    return cast(BufferedReader, sys.stdin.buffer)


def stdin_is_keyboard() -> bool:
    """Whether reading stdin would wait for somebody to type."""
    return is_terminal(sys.stdin)


def _open(path: str) -> int:
    # Whatever was put in the file's place since it was looked at, opening it does not wait.
    flags = ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
    return os.open(path, os.O_RDONLY | sum(int(getattr(os, flag, 0)) for flag in flags))


def _check(status: os.stat_result, name: str, most: int) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = KINDS.get(stat.S_IFMT(status.st_mode), "something else")
        advice = "; if it ends, pass it as stdin" if stat.S_ISFIFO(status.st_mode) else ""
        raise Fault(f"it is {kind}, not a regular file{advice}", name=name)
    if status.st_size > most:
        raise _too_large(name, status.st_size, most)


def _read(file: BufferedReader, name: str, most: int, progress: Progress) -> bytes:
    # It grows in place, where joined pieces would be there twice.
    whole = BytesIO()
    # `read` would go on in C until it has all; between two of `read1` Ctrl-C is heard.
    while piece := file.read1(MIB):
        count = whole.tell() + len(piece)
        if count > most:
            raise _too_large(name, count, most)
        whole.write(piece)
        progress.say(f"reading {name}: {size(count)}")
    return whole.getvalue()


def _too_large(name: str, count: int, most: int) -> Fault:
    return Fault(f"it has {count:,} bytes or more, the cap is {most:,}: pass what matters of it", name=name)
