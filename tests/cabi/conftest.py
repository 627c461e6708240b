"""The C programs of this folder, compiled against `dist/c` as a C developer would."""

import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from doors.cabi import compile_program

PROGRAMS = Path(__file__).parent / "programs"
OPTIONS = ("-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-pthread")

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The path of a compiled program, by its name."""
    folder = tmp_path_factory.mktemp("programs")

    @cache
    def compiled(name: str) -> Path:
        return compile_program(PROGRAMS / f"{name}.c", folder / name, options=OPTIONS)

    return compiled


@pytest.fixture(scope="session")
def run(program: Callable[[str], Path]) -> Run:
    """Runs a program with an empty environment, or the given one, to its end."""

    def finished(
        name: str,
        *words: str | bytes | Path,
        env: Mapping[str, str] | None = None,
        under: tuple[str, ...] = (),
        **options: object,
    ) -> subprocess.CompletedProcess[bytes]:
        command = [*under, program(name), *words]
        return subprocess.run(command, env=env or {}, capture_output=True, timeout=120, check=False, **options)

    return finished


@pytest.fixture(scope="session")
def say(run: Run) -> Callable[..., tuple[int, bytes]]:
    """The code and the answer of one call in a process of its own."""

    def said(method: str | bytes, request: str, **options: object) -> tuple[int, bytes]:
        done = run("say", method, request, **options)
        assert done.returncode == 0, done
        code, answer = done.stdout.split(b"\n", 1)
        return int(code), answer

    return said
