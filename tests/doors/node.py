"""The doors of Node: the packed npm package in a project of its own, by each of its transports."""

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from doors.build import DIST, NODE, PYTHON
from doors.framed import Framed

DRIVER = Path(__file__).parent / "drivers" / "node.mjs"
PACKAGE = DIST / "node" / "contextc-0.1.0.tgz"
BUNDLE = DIST / "wasm" / "bundle"
LIBRARY = DIST / "c" / "libcontextc.so"
PROJECT = DIST / "node" / "project"

OPTIONS: dict[str, dict[str, str]] = {
    "process": {"transport": "process", "python": str(PYTHON)},
    "wasm": {"transport": "wasm"},
    "native": {"transport": "native", "library": str(LIBRARY)},
}
"""What `Contextc.open` takes, by transport."""


class Node(Framed):
    """`call` of the package, bytes in and bytes out."""

    def __init__(self, transport: str) -> None:
        super().__init__(["node", project() / DRIVER.name, json.dumps(OPTIONS[transport])], environment())


def environment() -> Mapping[str, str]:
    """The environment of a user who has set nothing up."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "CONTEXTC", "NODE_"))}


def project() -> Path:
    """A project with the package and what its transports need, made once for a build of the package."""
    assert PACKAGE.is_file(), f"{PACKAGE} is not there: python -m tests.doors.build"
    PROJECT.mkdir(exist_ok=True)
    with (PROJECT / ".lock").open("w") as lock:
        # Tests in several processes begin together.
        fcntl.flock(lock, fcntl.LOCK_EX)
        manifest = PROJECT / "package.json"
        if not manifest.is_file() or manifest.stat().st_mtime < PACKAGE.stat().st_mtime:
            shutil.rmtree(PROJECT / "node_modules", ignore_errors=True)
            koffi = json.loads((NODE / "package.json").read_text(encoding="utf-8"))["devDependencies"]["koffi"]
            npm_install(PROJECT, f"koffi@{koffi}", BUNDLE, PACKAGE)
        shutil.copy(DRIVER, PROJECT)
    return PROJECT


def npm_install(folder: Path, *packages: str | Path) -> None:
    """Install packages into a project, as its user would."""
    quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline", "--loglevel=error"]
    manifest = folder / "package.json"
    if not manifest.exists():
        manifest.write_text('{"private": true}\n', encoding="utf-8")
    subprocess.run(["npm", "install", *quiet, *packages], cwd=folder, check=True)
