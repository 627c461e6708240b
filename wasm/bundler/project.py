"""`core/` and `wire/` -> one wheel, without anything that needs a host.

Written by hand because a build backend would pack the bindings too, and its version would be one more thing to pin.
"""

import base64
import hashlib
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bundler.pins import ROOT

PACKAGES = (ROOT / "core" / "contextc", ROOT / "wire" / "contextc_wire")
"""What the bundle can import."""

EXTRAS = ("exact",)
"""Extras of the project that the bundle brings."""

NOT_SHIPPED = ("contextc_wire/__main__.py", "contextc_wire/schema.py")
"""What writes the schema files: it reads the sources, and the bundle has bytecode only."""


def read_project() -> dict[str, Any]:
    """The table `project` of pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def write_wheel(folder: Path) -> Path:
    """The wheel, stored: what ships is compressed by the Python inside Pyodide, the same on every machine."""
    project = read_project()
    name, version = project["name"], project["version"]
    info = f"{name}-{version}.dist-info"
    files = dict(_files(info, project))
    record = "".join(f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, data in files.items():
            archive.writestr(zipfile.ZipInfo(path), data)
    return wheel


def _files(info: str, project: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py")):
            name = path.relative_to(package.parent).as_posix()
            if name not in NOT_SHIPPED:
                yield name, path.read_bytes()
    for name in project["license-files"]:
        yield f"{info}/licenses/{name}", (ROOT / name).read_bytes()
    yield f"{info}/METADATA", _metadata(project).encode()
    yield f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: wasm/build.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _metadata(project: dict[str, Any]) -> str:
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *(requirement for extra in EXTRAS for requirement in extras[extra])]
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        *(f"License-File: {name}" for name in project["license-files"]),
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {requirement}" for requirement in needed),
    ]
    return "\n".join(lines) + "\n"


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
