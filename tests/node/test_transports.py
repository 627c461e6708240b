"""What every transport of the npm package promises, tried on the packed package."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from doors.node import OPTIONS, environment, project

SCRIPTS = Path(__file__).parent


def run(script: str, *arguments: str) -> str:
    """What a script of this folder prints, run inside the project that has the package."""
    copy = shutil.copy(SCRIPTS / script, project())
    done = subprocess.run(
        ["node", "--expose-gc", copy, *arguments],
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-6_000:]
    return done.stdout


@pytest.mark.parametrize("transport", OPTIONS)
def test_transport_keeps_its_promises(transport):
    """Answers, errors, aborted calls, closing and memory are as the README says, by each transport."""
    run("transports.mjs", json.dumps(OPTIONS[transport]))


def test_what_is_missing_is_named():
    """What a transport misses at its start is an error that names it and says what to do."""
    run("faults.mjs", json.dumps(OPTIONS["native"]))


def test_stack_of_koffi_is_checked():
    """The native transport does not run Python on a stack that would end the process, but says how to get a larger one."""
    said = run("koffi-first.mjs", json.dumps(OPTIONS["native"]))

    assert said.startswith("unavailable: koffi was in use before")
    assert "koffi.config({ async_stack_size: 8388608 })" in said
