"""`wasm/playground` and a bundle -> a site of static files, with the list that a service worker keeps them by."""

import hashlib
import json
import shutil
from pathlib import Path

from bundler.manifest import list_files

LIST = "files.json"
NOT_SERVED = shutil.ignore_patterns("*.d.ts", "*.d.mts", "*.md", "tsconfig.json", "node_modules")
"""What is for developers."""


def assemble_playground(source: Path, bundle: Path, site: Path) -> None:
    """Put the page's files and the bundle into a folder."""
    shutil.copytree(source, site, copy_function=shutil.copyfile, ignore=NOT_SERVED)
    shutil.copytree(bundle, site / "bundle")
    files = [{"path": entry.name, "bytes": entry.bytes, "sha256": entry.sha256} for entry in list_files(site)]
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()
    (site / LIST).write_text(f"{json.dumps({'version': version, 'files': files}, indent=1)}\n", encoding="utf-8")
