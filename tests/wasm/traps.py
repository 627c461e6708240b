"""`python traps.py BUNDLE OUT`: a copy of a bundle whose door has two more methods, for what no request can do to the real one.

`sleep` holds the worker for so many seconds, `die` ends the interpreter, `calls` tells how many this interpreter has had.
"""

import hashlib
import json
import shutil
import sys
import zipfile
from pathlib import Path

DOOR = """
import os, time
from contextc_wire.dispatch import call as _call

calls = 0

def call(method, request):
    global calls
    calls += 1
    if method == "calls":
        return b"%d" % calls
    if method == "sleep":
        until = time.monotonic() + float(bytes(request))
        while time.monotonic() < until:
            pass
        return b"slept"
    if method == "die":
        os.abort()
    return _call(method, request)
"""


def set_traps(bundle: Path, out: Path) -> None:
    """Copy a bundle and change its package `contextc_wire`, and the manifest with it."""
    shutil.copytree(bundle, out)
    wheel = next(out.glob("contextc-*.whl"))
    with zipfile.ZipFile(next(bundle.glob("contextc-*.whl"))) as old, zipfile.ZipFile(wheel, "w") as new:
        for name in old.namelist():
            if name != "contextc_wire/__init__.pyc":
                new.writestr(name, old.read(name))
        new.writestr("contextc_wire/__init__.py", DOOR)
    manifest = json.loads((out / "manifest.json").read_text())
    entry = next(file for file in manifest["files"] if file["name"] == wheel.name)
    entry["sha256"] = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (out / "manifest.json").write_text(json.dumps(manifest))


if __name__ == "__main__":
    set_traps(Path(sys.argv[1]), Path(sys.argv[2]))
