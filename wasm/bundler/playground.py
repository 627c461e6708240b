"""`wasm/playground` and a bundle -> `playground/`, a site of static files, and the list that a service worker keeps them by."""

import hashlib
import json
import shutil
from pathlib import Path

from bundler.manifest import list_files

LIST = "files.json"


def write_playground(source: Path, out: Path) -> None:
    """Assemble the site from the page's files and the bundle beside it."""
    site = out / "playground"
    if site.exists():
        shutil.rmtree(site)
    if not source.is_dir():
        return
    shutil.copytree(source, site)
    shutil.copytree(out / "bundle", site / "bundle")
    files = [{"path": entry.name, "bytes": entry.bytes, "sha256": entry.sha256} for entry in list_files(site)]
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()
    (site / LIST).write_text(f"{json.dumps({'version': version, 'files': files}, indent=1)}\n", encoding="utf-8")
