"""The npm package's own tests and checks, on what its build left behind."""

import subprocess

import pytest

from doors.build import NODE, PYTHON
from doors.node import environment


@pytest.mark.parametrize("script", ["test", "check"])
def test_script_passes(script):
    """`npm test` passes against the installed wheel, and so does `npm run check`: types, rules, format, packaging."""
    done = subprocess.run(
        ["npm", "run", "--silent", script],
        cwd=NODE,
        env={**environment(), "CONTEXTC_PYTHON": str(PYTHON)},
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]
