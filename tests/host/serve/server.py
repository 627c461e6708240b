"""A running `python -m contextc_host.serve`, and what to say to it."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

COMMAND = [sys.executable, "-m", "contextc_host.serve"]


def replies(lines: bytes, env: dict[str, str] | None = None, options: Sequence[str] = ()) -> list[bytes]:
    """What a server that gets these bytes says until it ends."""
    done = subprocess.run(
        [*COMMAND, *options], input=lines, capture_output=True, check=True, env={**os.environ, **(env or {})}
    )
    return done.stdout.splitlines()


def reply(line: bytes, env: dict[str, str] | None = None) -> dict[str, Any]:
    """The reply to one line."""
    (only,) = replies(line + b"\n", env)
    answer: dict[str, Any] = json.loads(only)
    return answer


@contextlib.contextmanager
def running() -> Iterator[subprocess.Popen[bytes]]:
    """A server with open streams, ended afterwards."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def line(id_: object, method: str, **request: object) -> bytes:
    """A line that makes a call; the request is a member `request`, `text` or `base64`."""
    return json.dumps({"id": id_, "method": method, **request}).encode() + b"\n"
