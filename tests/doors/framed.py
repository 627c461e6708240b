"""A door in another process: `METHOD LENGTH`, a line feed and the request in; `LENGTH`, a line feed and the answer out."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self


class Framed:
    """A running program, asked one request at a time."""

    def __init__(self, command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)

    def call(self, method: str, request: bytes) -> bytes:
        """The answer document, as the program got it from its door."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{method} {len(request)}\n".encode() + request)
        self._process.stdin.flush()
        head = self._process.stdout.readline()
        assert head.endswith(b"\n"), f"the program ended with {self._process.wait()} instead of answering {method}"
        return self._process.stdout.read(int(head))

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        code = self._process.wait(60)
        if self._process.stdout is not None:
            self._process.stdout.close()
        assert kind is not None or code == 0, f"the program ended with {code}"
