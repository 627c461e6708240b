"""A folder of files -> `manifest.json`, which names each with its size and SHA-256, and so stands for all of them."""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

NAME = "manifest.json"


class Entry(NamedTuple):
    """A file of the bundle."""

    name: str
    bytes: int
    sha256: str


def list_files(folder: Path, leave_out: str = "") -> list[Entry]:
    """Every file below a folder, by name."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return [
        Entry(name, paths[name].stat().st_size, hashlib.sha256(paths[name].read_bytes()).hexdigest())
        for name in sorted(paths)
        if name != leave_out
    ]


def write_manifest(folder: Path, about: dict[str, str]) -> str:
    """Write the manifest; its SHA-256 is the hash of the whole folder."""
    document = {**about, "files": [entry._asdict() for entry in list_files(folder, leave_out=NAME)]}
    data = f"{json.dumps(document, indent=1)}\n".encode()
    (folder / NAME).write_bytes(data)
    return hashlib.sha256(data).hexdigest()
