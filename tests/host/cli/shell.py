"""Running `contextc`: in this process where only words matter, as the installed script where the process does."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Any, NamedTuple
from unittest.mock import patch

from contextc_host.cli import main

SCRIPT = Path(sys.executable).with_name("contextc")


class Ran(NamedTuple):
    """What came of a command line."""

    code: int
    out: bytes
    err: bytes

    @property
    def error(self) -> str:
        """The line on stderr; there must be exactly one."""
        assert self.err.count(b"\n") == 1, self.err
        assert self.err.endswith(b"\n"), self.err
        return self.err.decode().removesuffix("\n")


def run(*arguments: object, stdin: bytes | str = b"") -> Ran:
    """Run a command line in this process."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    with patch.multiple(sys, stdin=io.TextIOWrapper(io.BytesIO(data)), stdout=out, stderr=err):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as exit:
            code = exit.code if isinstance(exit.code, int) else 1
        streams = []
        for stream in (out, err):
            stream.flush()
            streams.append(stream.buffer.getvalue())
    return Ran(code, *streams)


def spawn(*arguments: Any, stdin: bytes | IO[bytes] | int = b"", env: dict[str, str] | None = None, **how: Any) -> Ran:
    """Run the installed script."""
    given = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 60, **given, **how}
    done = subprocess.run([SCRIPT, *arguments], env={**os.environ, **(env or {})}, check=False, **how)
    return Ran(done.returncode, done.stdout or b"", done.stderr or b"")


def write(path: Path, content: str | bytes) -> Path:
    """A file, with the folders around it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
