"""A C project that uses contextc as the README says: make, pkg-config and nothing else."""

import json
import shutil
import subprocess
from pathlib import Path

from contextc_wire import call
from doors.build import ROOT
from doors.cabi import LIBRARY

PROJECT = Path(__file__).parent / "c"


def test_c_project_builds_and_runs(tmp_path):
    """The project builds without a warning, and its program prints the answer that Python gives."""
    folder = shutil.copytree(PROJECT, tmp_path / "project")
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "PKG_CONFIG_PATH": str(LIBRARY), "CFLAGS": "-Wall -Wextra -Werror"}
    subprocess.run(["make"], cwd=folder, env=env, check=True)
    done = subprocess.run([folder / "main"], env={}, capture_output=True, check=True)
    request = {
        "query": "why did the deploy fail?",
        "token_budget": 50,
        "fragments": [{"content": "Never deploy on Friday."}, {"content": "deploy failed: port 8080 is taken\n"}],
    }

    assert done.stdout == call("compile", json.dumps(request)) + b"\n"


def test_readme_shows_this_project():
    """The README's C program and Makefile are those of the project."""
    readme = (ROOT / "bindings" / "contextc_cabi" / "README.md").read_text(encoding="utf-8")

    assert f"```c\n{(PROJECT / 'main.c').read_text(encoding='utf-8')}```" in readme
    assert f"```make\n{(PROJECT / 'Makefile').read_text(encoding='utf-8')}```" in readme
