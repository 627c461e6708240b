"""The doors of Python: the wheel's own, and `serve`."""

import json
import os
from base64 import b64encode
from pathlib import Path

from doors.build import PYTHON
from doors.framed import Framed

DRIVER = Path(__file__).parent / "drivers" / "python.py"


class Python(Framed):
    """`contextc_wire.call` of the installed wheel."""

    def __init__(self) -> None:
        super().__init__([PYTHON, "-I", DRIVER])


class Serve(Framed):
    """`python -m contextc_host.serve`, from the installed wheel; its frames are lines."""

    def __init__(self) -> None:
        env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "CONTEXTC"))}
        super().__init__([PYTHON, "-m", "contextc_host.serve"], env)
        self._calls = 0

    def call(self, method: str, request: bytes) -> bytes:
        """The answer document, cut out of the reply."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._calls += 1
        head = f'{{"id":{self._calls},"method":{json.dumps(method)},'.encode()
        in_a_line = b'"request":' + request if b"\n" not in request else b'"base64":"' + b64encode(request) + b'"'
        self._process.stdin.write(head + in_a_line + b"}\n")
        self._process.stdin.flush()
        return answer_of(self._process.stdout.readline(), self._calls)


def answer_of(reply: bytes, id_: int) -> bytes:
    """The answer document that a line of `serve` holds."""
    start = f'{{"id":{id_},"result":'.encode()
    if reply.startswith(start):
        return reply[len(start) : -2]
    start = f'{{"id":{id_},"error":'.encode()
    assert reply.startswith(start), f"call {id_} got {reply[:80]!r}"
    return b'{"error":' + reply[len(start) : -1]
