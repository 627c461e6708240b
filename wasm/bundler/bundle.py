"""The steps of a build, in order, and what goes into a bundle as it is."""

import json
import shutil
import tempfile
from pathlib import Path

from bundler.bytecode import compile_archives
from bundler.fetch import fetch_pyodide, fetch_wheels
from bundler.lock import write_lock
from bundler.manifest import Entry, list_files, write_manifest
from bundler.package import write_package
from bundler.pins import ROOT, WASM, read_platform
from bundler.playground import assemble_playground
from bundler.project import write_wheel
from bundler.stdlib import reduce_stdlib

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What Pyodide needs to run, from its npm package."""

OWN_FILES = {
    "": WASM / "loader",
    "licences": WASM / "licences",
    "README.md": WASM / "README.md",
    "LICENSE-MIT": ROOT / "LICENSE-MIT",
    "LICENSE-APACHE": ROOT / "LICENSE-APACHE",
}
"""Place in the bundle -> what stands there: a file, or all that is in a folder."""


def build(out: Path) -> tuple[str, list[Entry]]:
    """Build `bundle/` and `playground/` in a folder; gives the hash of the bundle and its files."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        bundle, site = work / "bundle", work / "playground"
        bundle.mkdir()
        pyodide = fetch_pyodide(work)
        platform = read_platform(pyodide)
        for file in PYODIDE_FILES:
            shutil.copyfile(pyodide / file, bundle / file)
        reduce_stdlib(bundle / "python_stdlib.zip")
        fetch_wheels("bundle.txt", platform, bundle)
        write_wheel(bundle)
        compile_archives(pyodide, fetch_wheels("tools.txt", platform, work / "tools"), bundle)
        write_lock(bundle, platform)
        for place, source in OWN_FILES.items():
            _copy(source, bundle / place)
        version = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]
        digest = write_manifest(bundle, {**write_package(bundle), "pyodide": version, "python": platform.python})
        assemble_playground(WASM / "playground", bundle, site)
        for folder in (bundle, site):
            _publish(folder, out / folder.name)
        return digest, list_files(bundle)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, copy_function=shutil.copyfile, dirs_exist_ok=True)
    else:
        shutil.copyfile(source, target)


def _publish(folder: Path, target: Path) -> None:
    """Put what is finished in the place of what was there before, at once."""
    fresh = target.with_name(f".{target.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(folder, fresh)
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)
