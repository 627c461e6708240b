"""The door of C: a program compiled against `dist/c`, as a C developer would, that knows nothing of our environment."""

import shlex
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from doors.build import DIST
from doors.framed import Framed

DRIVER = Path(__file__).parent / "drivers" / "cabi.c"
LIBRARY = DIST / "c"


def compile_program(source: Path, program: Path, *, options: Sequence[str] = (), library: Path = LIBRARY) -> Path:
    """The program of a C source, with what pkg-config says and nothing else."""
    assert (library / "contextc.pc").is_file(), f"{library} holds no library: python -m tests.doors.build wheel c"
    found = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "contextc"],
        env={"PATH": "/usr/bin:/bin:/usr/local/bin", "PKG_CONFIG_PATH": str(library)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    warnings = ("-Wall", "-Wextra", "-Werror", "-pedantic")
    # No shell here to undo pkg-config's escapes of blanks.
    flags = shlex.split(found.stdout)
    subprocess.run(["cc", *warnings, *options, "-o", program, source, *flags], check=True)
    return program


class CLibrary(Framed):
    """`contextc_call` of the built library."""

    def __init__(self, env: Mapping[str, str] | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="contextc-")
        program = compile_program(DRIVER, Path(self._folder.name) / "driver")
        super().__init__([program], env or {})

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._folder:
            super().__exit__(kind, error, trace)
