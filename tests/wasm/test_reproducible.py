"""The same sources give the same bytes, wherever and whenever they are built."""

import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from wasm.bundle import ROOT

SOURCES = ("core", "wire", "wasm", "pyproject.toml", "LICENSE-MIT", "LICENSE-APACHE")
ELSEWHERE = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "1700000000"}
"""A machine that differs in what builds often depend on."""


def build(folder: Path, *, umask: int, age: float, env: dict[str, str]) -> dict[str, str]:
    """The files of a bundle that is built from a copy of the sources of a certain age, and their hashes."""
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / name, folder / name)
    for path in folder.rglob("*"):
        os.utime(path, (age, age))
    command = [sys.executable, folder / "wasm" / "build.py", "--out", folder / "out"]
    done = subprocess.run(command, cwd=folder, umask=umask, env={**os.environ, **env}, check=False, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((folder / "out").rglob("*"))
        if path.is_file()
    }


def test_two_builds_have_one_hash(tmp_path):
    """Two builds in two folders, of other ages, umasks, time zones, locales and hash seeds, have the same files."""
    with ThreadPoolExecutor() as pool:
        here = pool.submit(build, tmp_path / "here", umask=0o022, age=1e9, env={})
        elsewhere = pool.submit(build, tmp_path / "else where", umask=0o077, age=1.5e9, env=ELSEWHERE)

    assert here.result() == elsewhere.result()
    assert "out/bundle/manifest.json" in here.result()
