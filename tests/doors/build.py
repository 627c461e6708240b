"""`python -m tests.doors.build [PART...]`: what users get, built into `dist/`; the tests of the doors use nothing else."""

import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DIST = ROOT / "dist"
PYTHON = DIST / "venv" / "bin" / "python"
NODE = ROOT / "bindings" / "node"


def build_wheel() -> None:
    """The wheel, and an environment that holds it and what the C library needs."""
    _fresh(DIST / "wheel")
    _run(sys.executable, "-m", "build", "--wheel", "--outdir", DIST / "wheel", ROOT)
    venv.create(DIST / "venv", with_pip=True, clear=True)
    _run(PYTHON, "-m", "pip", "install", "-q", f"{next((DIST / 'wheel').glob('*.whl'))}[cabi,cli,exact]")


def build_wasm() -> None:
    """The bundle for Pyodide, and the playground around it."""
    _run(sys.executable, "wasm/build.py", "--out", DIST / "wasm")


def build_c() -> None:
    """The C library with its header and its pkg-config file."""
    _run(PYTHON, "-m", "contextc_cabi", "build", "--out", DIST / "c")


def build_node() -> None:
    """The npm package."""
    _fresh(DIST / "node")
    _run("npm", "ci", "--no-audit", "--no-fund", "--loglevel", "error", cwd=NODE)
    _run("npm", "run", "--silent", "build", cwd=NODE)
    _run("npm", "pack", "--silent", "--pack-destination", DIST / "node", cwd=NODE)


def build_tools() -> None:
    """What the tests of the page bring of their own: axe and the TypeScript compiler."""
    _run("npm", "ci", "--no-audit", "--no-fund", "--loglevel", "error", cwd=ROOT / "tests" / "browser")


PARTS: dict[str, Callable[[], None]] = {
    "wheel": build_wheel,
    "wasm": build_wasm,
    "c": build_c,
    "node": build_node,
    "tools": build_tools,
}
"""In an order in which each finds what it needs."""


def _fresh(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def _run(*command: str | Path, cwd: Path = ROOT) -> None:
    subprocess.run(command, cwd=cwd, check=True)


if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
