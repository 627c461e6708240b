"""Archives of Python sources -> archives of bytecode, by the Python that will run them.

Without this every start compiles the standard library anew, which takes longer than all the rest of it.
"""

import os
import subprocess
from pathlib import Path

from bundler.fetch import find

EPOCH = "315532800"
"""1980-01-01, the first moment that a zip file can name."""


def compile_archives(pyodide: Path, tools: Path, folder: Path) -> None:
    """Replace each wheel and zip in a folder by one that holds bytecode."""
    script = Path(__file__).with_name("bytecode.mjs")
    done = subprocess.run(  # noqa: S603  # nothing of it comes from outside
        [find("node"), script, pyodide / "pyodide.mjs", tools, folder, script.with_name("inside.py")],
        env={**os.environ, "TZ": "UTC", "SOURCE_DATE_EPOCH": EPOCH},
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout[-4000:]}\npy-compile inside Pyodide failed with {done.returncode}")
