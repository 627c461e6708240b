"""`python -m contextc_host.serve`: one JSON object a line on stdin, one reply a line on stdout, until stdin ends.

Lines are read ahead while a call runs, as many as MOST_HELD bytes if nobody takes the answers: a caller that writes all its
requests before it reads the first reply gets them all. Otherwise READ_AHEAD bytes wait, and memory does not grow with requests.
"""

import argparse
import sys
import threading
from collections import deque
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from contextc.errors import OverLimit
from contextc.limits import Limits
from contextc_host.door import open_door
from contextc_host.envelope import BadLine, id_at_start, read_line, write_fault, write_reply
from contextc_wire.dispatch import Wire

READ_AHEAD = 1 << 20
"""Bytes of lines that wait while calls are answered and taken."""

MOST_HELD = 256 << 20
"""Bytes of lines that wait at most, when the answers are not taken."""

PATIENCE = 0.25
"""Seconds without a line taken after which the answers count as not taken."""

ENVELOPE_BYTES = 65_536
"""What a line may hold beside its request."""

_BOM = b"\xef\xbb\xbf"


class _TooLong(NamedTuple):
    start: bytes


class Inbox:
    """Lines between the thread that reads them and the one that answers them; None is their end."""

    def __init__(self) -> None:
        self._lines: deque[bytes | _TooLong | None] = deque()
        self._held = 0
        self._stuck = False
        self._changed = threading.Condition()

    def put(self, line: bytes | _TooLong | None) -> None:
        """Add a line, when there is room."""
        with self._changed:
            while self._held >= READ_AHEAD and not self._stuck:
                self._stuck = not self._changed.wait(PATIENCE)
            while self._held >= MOST_HELD:
                self._changed.wait()
            self._lines.append(line)
            self._held += _size(line)
            self._changed.notify()

    def take(self) -> bytes | _TooLong | None:
        """The next line, when there is one."""
        with self._changed:
            while not self._lines:
                self._changed.wait()
            line = self._lines.popleft()
            self._held -= _size(line)
            self._stuck = False
            self._changed.notify()
            return line


def serve(door: Wire, source: BinaryIO, sink: BinaryIO) -> None:
    r"""Answer every line of a stream, in order, until it ends; `BrokenPipeError` when nobody reads the replies.

    >>> import io
    >>> replies = io.BytesIO()
    >>> serve(open_door(Limits()), io.BytesIO(b'{"id": 1, "method": "echo", "request": "hello"}'), replies)
    >>> replies.getvalue()
    b'{"id":1,"result":{"echo":"hello"}}\n'
    """
    inbox = Inbox()
    longest = 2 * door.limits.request_bytes + ENVELOPE_BYTES
    threading.Thread(target=_read, args=(source, inbox, longest), daemon=True).start()
    while (line := inbox.take()) is not None:
        if reply := _reply(door, line, longest):
            sink.write(reply)
            sink.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the process's own streams; the exit code is 0 at the end of stdin, 141 when nobody reads stdout, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(
        "python -m contextc_host.serve", description="Answer requests, one JSON object a line, on stdin and stdout."
    )
    parser.add_argument("--limits", choices=["default", "strict"], default="default", help="caps on sizes and counts")
    options = parser.parse_args(arguments)
    return serve_process(Limits.strict() if options.limits == "strict" else Limits())


def serve_process(limits: Limits) -> int:
    """Serve stdin and stdout, and return the exit code."""
    # A stream of our own that nobody closes: the end of the process would wait for the thread that reads it.
    source = open(0, "rb", buffering=READ_AHEAD, closefd=False)  # noqa: SIM115
    try:
        with open(1, "wb", closefd=False) as sink:
            serve(open_door(limits), source, sink)
    except BrokenPipeError:
        return 141
    except KeyboardInterrupt:
        return 130
    return 0


def _read(source: BinaryIO, inbox: Inbox, longest: int) -> None:
    line = source.readline(longest + 1).removeprefix(_BOM)
    while line:
        inbox.put(line if len(line) <= longest else _skip(line, source))
        line = source.readline(longest + 1)
    inbox.put(None)


def _skip(start: bytes, source: BinaryIO) -> _TooLong:
    part = start
    while part and not part.endswith(b"\n"):
        part = source.readline(READ_AHEAD)
    return _TooLong(start[:ENVELOPE_BYTES])


def _reply(door: Wire, line: bytes | _TooLong, longest: int) -> bytes:
    if isinstance(line, _TooLong):
        error = OverLimit(f"a line may have {longest} bytes, this one has more", data={"limit": longest})
        return write_fault(id_at_start(line.start), error)
    if line.isspace():
        return b""
    try:
        call = read_line(line)
    except BadLine as bad:
        return write_fault(bad.id, bad.error)
    return write_reply(call.id, door.call(call.method, call.request))


def _size(line: bytes | _TooLong | None) -> int:
    return len(line) if isinstance(line, bytes) else 0


if __name__ == "__main__":
    sys.exit(main())
