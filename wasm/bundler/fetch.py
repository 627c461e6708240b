"""Pins -> files, from the package registries by their ordinary clients; each checks its hashes."""

import shutil
import subprocess
import sys
from pathlib import Path

from bundler.pins import REQUIREMENTS, WASM, Platform


def fetch_pyodide(folder: Path) -> Path:
    """The `pyodide` package of npm that `package-lock.json` pins."""
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(WASM / name, folder / name)
    _run(find("npm"), "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", cwd=folder)
    return folder / "node_modules" / "pyodide"


def fetch_wheels(requirements: str, platform: Platform, folder: Path) -> Path:
    """The wheels that a file of `requirements/` pins, for a platform."""
    _run(
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--require-hashes", "--only-binary=:all:", "--ignore-requires-python"),
        *("--platform", platform.tag, "--platform", "any", "--python-version", platform.minor_python),
        *("--dest", str(folder), "--requirement", str(REQUIREMENTS / requirements)),
        cwd=WASM,
    )
    return folder


def find(program: str) -> str:
    """Where a program is."""
    path = shutil.which(program)
    if path is None:
        raise SystemExit(f"{program} is not on the PATH: install Node.js 20 or newer, which brings node and npm")
    return path


def _run(*command: str, cwd: Path) -> None:
    done = subprocess.run(  # noqa: S603  # nothing of it comes from outside
        command, cwd=cwd, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}\nfailed with {done.returncode}: {' '.join(command)}")
