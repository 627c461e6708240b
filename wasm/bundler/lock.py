"""Wheels -> `pyodide-lock.json`, which lets Pyodide load them by name, in order, from the folder that they are in."""

import email.parser
import hashlib
import json
import re
import zipfile
from pathlib import Path
from typing import Any

from bundler.pins import Platform


def write_lock(folder: Path, platform: Platform) -> None:
    """The lock of a folder of wheels; it knows no other packages."""
    packages = {str(row["name"]): row for row in map(_row, sorted(folder.glob("*.whl")))}
    for row in packages.values():
        row["depends"] = [name for name in row["depends"] if name in packages]
    text = json.dumps({"info": platform._asdict(), "packages": packages}, indent=1, sort_keys=True)
    (folder / "pyodide-lock.json").write_text(f"{text}\n", encoding="utf-8")


def _row(wheel: Path) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as archive:
        paths = archive.namelist()
        metadata_path = next(path for path in paths if path.endswith(".dist-info/METADATA"))
        metadata = email.parser.BytesParser().parsebytes(archive.read(metadata_path))
    tops = {path.partition("/")[0] for path in paths}
    return {
        "name": metadata["Name"].lower(),
        "version": metadata["Version"],
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "imports": sorted(top for top in tops if "." not in top),
        "depends": [re.split(r"[^\w.-]", line)[0].lower() for line in metadata.get_all("Requires-Dist", [])],
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }
