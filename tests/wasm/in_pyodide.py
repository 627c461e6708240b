"""`python -m tests.wasm.in_pyodide [ARGUMENTS...]`: pytest on core and wire inside the built bundle, by its own Python.

Arguments are pytest's; without a path it runs everything that can run there. The exit code is pytest's.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUNDLE = ROOT / "dist" / "wasm" / "bundle"

sys.path.insert(0, str(ROOT / "wasm"))

from bundler.fetch import fetch_pyodide, fetch_wheels, find  # noqa: E402  # the bundler is not installed
from bundler.pins import read_platform  # noqa: E402


def run(arguments: list[str]) -> int:
    """The exit code of pytest."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for wheel in fetch_wheels("tests.txt", read_platform(BUNDLE), work / "wheels").iterdir():
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(work / "site")
        # The bundle leaves out what pytest and hypothesis need of the standard library.
        stdlib = fetch_pyodide(work) / "python_stdlib.zip"
        script = Path(__file__).with_suffix(".mjs")
        command = [find("node"), script, BUNDLE, stdlib, ROOT, work / "site", *arguments]
        return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
