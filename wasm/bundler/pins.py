"""npm's own files -> the platform that every wheel of the bundle must be for."""

import json
from pathlib import Path
from typing import Any, NamedTuple

WASM = Path(__file__).resolve().parent.parent
ROOT = WASM.parent
REQUIREMENTS = WASM / "requirements"


class Platform(NamedTuple):
    """What a Pyodide is, as its lock file describes it."""

    abi_version: str
    arch: str
    platform: str
    python: str

    @property
    def tag(self) -> str:
        """The platform tag of its wheels."""
        return f"pyemscripten_{self.abi_version}_{self.arch}"

    @property
    def minor_python(self) -> str:
        """The version of its Python, as pip takes it."""
        return ".".join(self.python.split(".")[:2])


def read_platform(folder: Path) -> Platform:
    """The platform of the Pyodide in a folder: npm's package of it, or a bundle."""
    lock: dict[str, Any] = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    return Platform(**lock["info"])
