"""The steps of a build, in order, and what goes into the bundle as it is."""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from bundler.bytecode import compile_archives
from bundler.fetch import fetch_pyodide, fetch_wheels
from bundler.lock import write_lock
from bundler.manifest import Entry, list_files, write_manifest
from bundler.pins import ROOT, WASM, read_platform
from bundler.playground import write_playground
from bundler.project import read_project, write_wheel

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What Pyodide needs to run, from its npm package."""

OWN_FILES = {WASM / "loader": ".", WASM / "licences": "licences", WASM / "README.md": "README.md"}
"""Files and folders of ours, and where they stand in the bundle."""

LICENCES = ("LICENSE-MIT", "LICENSE-APACHE")


def build(out: Path) -> tuple[str, list[Entry]]:
    """Build `bundle/` and `playground/` in a folder; gives the hash of the bundle and its files."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        bundle = work / "bundle"
        bundle.mkdir()
        pyodide = fetch_pyodide(work)
        platform = read_platform(pyodide)
        version = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]
        for file in PYODIDE_FILES:
            shutil.copyfile(pyodide / file, bundle / file)
        fetch_wheels("bundle.txt", platform, bundle)
        write_wheel(bundle)
        compile_archives(pyodide, fetch_wheels("tools.txt", platform, work / "tools"), bundle)
        write_lock(bundle, platform)
        _copy_own_files(bundle)
        digest = write_manifest(bundle, {**_write_package(bundle), "pyodide": version, "python": platform.python})
        _publish(bundle, out / "bundle")
    (out / "bundle.sha256").write_text(f"{digest}\n", encoding="utf-8")
    write_playground(WASM / "playground", out)
    return digest, list_files(out / "bundle")


def _copy_own_files(bundle: Path) -> None:
    for source, place in OWN_FILES.items():
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            target = bundle / place / path.relative_to(source) if source.is_dir() else bundle / place
            if path.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
    for name in LICENCES:
        shutil.copyfile(ROOT / name, bundle / name)


def _write_package(bundle: Path) -> dict[str, str]:
    """Write `package.json`, and give what the manifest tells of it."""
    project = read_project()
    package: dict[str, Any] = {
        "name": f"{project['name']}-wasm",
        "version": project["version"],
        "description": f"{project['description']} Runs in browsers and in Node, without Python.",
        "license": project["license"].replace("MIT OR Apache-2.0", "(MIT OR Apache-2.0) AND MPL-2.0 AND PSF-2.0 AND BSD-3-Clause"),
        "type": "module",
        "exports": {
            ".": {"types": "./contextc.d.ts", "default": "./contextc.mjs"},
            "./contextc.mjs": {"types": "./contextc.d.ts", "default": "./contextc.mjs"},
            "./*": "./*",
        },
        "types": "./contextc.d.ts",
        "sideEffects": False,
        "engines": {"node": ">=20"},
    }
    (bundle / "package.json").write_text(f"{json.dumps(package, indent=2)}\n", encoding="utf-8")
    return {"name": package["name"], "version": package["version"]}


def _publish(bundle: Path, target: Path) -> None:
    """Put a finished bundle in place of the one before; an unfinished one is never seen there."""
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(bundle, target)
