"""Law 5: same request, same bytes, in every process, environment and Python that this machine has."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from contextc_wire import call
from fuzz.corpus import Call, drawn, recorded

ROOT = Path(__file__).parents[2]
SOURCES = [str(ROOT / "core"), str(ROOT / "wire")]
LARGE = 1_000_000
"""Longer requests cost seconds in every process and say nothing more."""
CORPUS = [one for one in (*recorded(), *drawn(120)) if len(one.request) < LARGE]

PROGRAM = """
import json, sys
from contextc_wire import call
for line in sys.stdin.buffer:
    method, request = json.loads(line)
    sys.stdout.buffer.write(call(method, request.encode("latin-1")) + b"\\n")
"""
"""Answers calls, one a line; bytes travel as Latin-1 so that any request fits into JSON."""

ENVIRONMENTS: dict[str, dict[str, str]] = {
    "hash seed 0, C locale": {"PYTHONHASHSEED": "0", "LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "UTC"},
    "hash seed 1, UTF-8 locale": {
        "PYTHONHASHSEED": "1",
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
        "TZ": "Pacific/Kiritimati",
    },
    "random hash seed, C locale in UTF-8 mode": {
        "PYTHONHASHSEED": "random",
        "LC_ALL": "C",
        "PYTHONUTF8": "1",
        "TZ": "America/St_Johns",
    },
    "no docstrings, no asserts, unlimited integers": {
        "PYTHONHASHSEED": "random",
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "0",
        "PYTHONOPTIMIZE": "2",
        "PYTHONINTMAXSTRDIGITS": "0",
        "TZ": "Asia/Kathmandu",
    },
}
VERSION = "import sys; print(sys.implementation.name, *sys.version_info[:2])"


def pythons() -> dict[str, Path]:
    """One CPython a version from 3.11 on, besides the one that runs: from the path, and from pyenv's folder."""
    named = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    managed = sorted(Path.home().glob(".pyenv/versions/*/bin/python3"))
    found: dict[str, Path] = {}
    for python in [*map(Path, filter(None, named)), *managed]:
        asked = subprocess.run([python, "-c", VERSION], capture_output=True, text=True, check=False)
        name, *version = asked.stdout.split() or ["none"]
        numbers = tuple(map(int, version))
        if name == "cpython" and numbers >= (3, 11) and numbers != sys.version_info[:2]:
            found.setdefault(".".join(version), python)
    return found


OTHERS = pythons()


def answers(
    python: Path, paths: list[str], environment: dict[str, str], calls: list[Call], folder: Path
) -> list[bytes]:
    """What a fresh process answers."""
    lines = [json.dumps([one.method, one.request.decode("latin-1")]) for one in calls]
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH") if name in os.environ}
    done = subprocess.run(
        [python, "-c", PROGRAM],
        input="\n".join(lines).encode(),
        env={**inherited, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        cwd=folder,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout.splitlines()


def assert_same(expected: list[bytes], actual: list[bytes]) -> None:
    """The first call with another answer is named, with both answers from where they part."""
    assert len(expected) == len(actual)
    for one, ours, theirs in zip(CORPUS, expected, actual, strict=True):
        common = next((at for at, pair in enumerate(zip(ours, theirs, strict=False)) if len(set(pair)) > 1), 0)

        assert (one.name, ours[common:][:200]) == (one.name, theirs[common:][:200])


@pytest.fixture(scope="module")
def ours() -> list[bytes]:
    """The answers of this process."""
    return [call(one.method, one.request) for one in CORPUS]


class TestDeterminism:
    """Same request, same bytes: across runs, processes, hash seeds, locales and Pythons."""

    @pytest.mark.parametrize("name", ENVIRONMENTS)
    def test_environments(self, name: str, ours: list[bytes], tmp_path: Path):
        """A process with another hash seed, locale, time zone or mode answers with the same bytes."""
        packages = [str(Path(msgspec.__file__).parents[1])]
        actual = answers(Path(sys.executable), SOURCES + packages, ENVIRONMENTS[name], CORPUS, tmp_path)

        assert_same(ours, actual)

    def test_order_of_requests(self, ours: list[bytes]):
        """Answers do not depend on what was asked before."""
        backwards = [call(one.method, one.request) for one in reversed(CORPUS)]

        assert_same(ours, backwards[::-1])

    @pytest.mark.parametrize("version", OTHERS)
    def test_other_pythons(self, version: str, ours: list[bytes], tmp_path: Path):
        """Another version of Python answers with the same bytes."""
        subprocess.run([OTHERS[version], "-m", "venv", tmp_path / "venv"], check=True)
        python = next((tmp_path / "venv").glob("[bS]*/python*"))
        wanted = f"msgspec=={msgspec.__version__}"
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", wanted], check=True)
        actual = answers(python, SOURCES, {"PYTHONHASHSEED": "random"}, CORPUS, tmp_path)

        assert_same(ours, actual)
