"""The README of the C library."""

import subprocess

from doors.build import PYTHON, ROOT
from doors.cabi import LIBRARY


def test_ctypes_example_runs():
    """The example for ctypes runs as it stands, with the folder put in."""
    readme = (ROOT / "bindings" / "contextc_cabi" / "README.md").read_text(encoding="utf-8")
    program = readme.split("```python\n", 1)[1].split("```", 1)[0].replace("DIR", str(LIBRARY))
    done = subprocess.run([PYTHON, "-I", "-c", program], env={}, capture_output=True, encoding="utf-8", check=False)

    assert (done.stdout, done.stderr) == ("(1, b'{\"echo\":[1]}')\n", "")
