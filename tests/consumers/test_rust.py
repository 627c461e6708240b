"""A Rust project that uses contextc as the README says: the standard library and pkg-config."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import contextc
from contextc_wire import call
from doors.build import ROOT
from doors.cabi import LIBRARY

PROJECT = Path(__file__).parent / "rust"


def test_rust_project_builds_and_runs(tmp_path):
    """The project builds offline, and its four threads print the answers that Python gives."""
    folder = shutil.copytree(PROJECT, tmp_path / "project")
    env = {
        **{key: value for key, value in os.environ.items() if not key.startswith(("CARGO_", "RUST"))},
        "PKG_CONFIG_PATH": str(LIBRARY),
        "CARGO_HOME": os.environ.get("CARGO_HOME", str(Path.home() / ".cargo")),
        "RUSTFLAGS": "-D warnings",
    }
    subprocess.run(["cargo", "build", "--offline", "--locked", "--quiet"], cwd=folder, env=env, check=True)
    done = subprocess.run([folder / "target" / "debug" / "consumer"], env={}, capture_output=True, check=True)
    requests = [
        {"query": "", "token_budget": 50, "fragments": [{"content": f"Thread {number} must not wait."}]}
        for number in range(1, 5)
    ]

    assert done.stdout.splitlines() == [
        f"contextc {contextc.__version__}".encode(),
        *(call("compile", json.dumps(request)) for request in requests),
    ]


def test_readme_shows_this_project():
    """The README's build script and program are those of the project."""
    readme = (ROOT / "bindings" / "contextc_cabi" / "README.md").read_text(encoding="utf-8")

    for name in ("build.rs", "src/main.rs"):
        assert f"```rust\n{(PROJECT / name).read_text(encoding='utf-8')}```" in readme
