"""Runs inside Pyodide: pyodide-build's `py-compile` over every archive in /archives."""

import importlib
import sys
from pathlib import Path

sys.path[:0] = [str(wheel) for wheel in sorted(Path("/tools").glob("*.whl"))]
py_compile = importlib.import_module("pyodide_build.cli.py_compile").main

# One by one and sorted: what marshal writes depends on what was compiled before.
for archive in sorted(Path("/archives").iterdir()):
    if archive.suffix in {".whl", ".zip"}:
        py_compile([str(archive), "--compression-level", "9", "--silent"], standalone_mode=False)
