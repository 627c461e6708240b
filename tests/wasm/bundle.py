"""What the tests of the bundle share."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
BUNDLE = ROOT / "dist" / "wasm" / "bundle"

assert BUNDLE.is_dir(), f"{BUNDLE} is not there: python wasm/build.py"


def manifest(bundle: Path = BUNDLE) -> dict[str, Any]:
    """The manifest of a bundle."""
    document: dict[str, Any] = json.loads((bundle / "manifest.json").read_text(encoding="utf-8"))
    return document


def run(*command: str | Path, cwd: Path = ROOT, **env: str) -> str:
    """What a command prints; fails with all of it when the command does."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **env},
        check=False,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))} gave {done.returncode}:\n{done.stdout}"
    return done.stdout
