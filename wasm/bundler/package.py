"""The project's metadata -> `package.json`, with which npm installs a bundle."""

import json
from pathlib import Path
from typing import Any

from bundler.project import read_project

ALSO_SHIPPED = ("MPL-2.0", "PSF-2.0", "BSD-3-Clause", "MIT")
"""Licences of what stands beside our own files: `licences/NOTICE.md` tells which is whose."""


def write_package(bundle: Path) -> dict[str, str]:
    """Write it, and give the name and version that it has."""
    project = read_project()
    about = {"name": f"{project['name']}-wasm", "version": project["version"]}
    loader = {"types": "./contextc.d.ts", "default": "./contextc.mjs"}
    package: dict[str, Any] = {
        **about,
        "description": f"{project['description']} For browsers and Node, without Python.",
        "keywords": [*project["keywords"], "webassembly"],
        "license": " AND ".join([f"({project['license']})", *ALSO_SHIPPED]),
        "type": "module",
        "types": "./contextc.d.ts",
        "exports": {".": loader, "./contextc.mjs": loader, "./*": "./*"},
        "engines": {"node": ">=20"},
    }
    (bundle / "package.json").write_text(f"{json.dumps(package, indent=2)}\n", encoding="utf-8")
    return about
