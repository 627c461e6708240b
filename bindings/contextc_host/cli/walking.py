"""A folder -> the text files below it, in an order that is the same everywhere.

Names are sorted by their bytes, folders among the files. Left out, and counted by reason:

* what is hidden: every name that begins with a dot (`.git`, `.hg`, `.svn`, `.venv`, `.env`);
* what tools put there: `node_modules`, `__pycache__`, folders that say so in a `CACHEDIR.TAG` (Cargo's `target` does, and
  so do most caches), Python environments of any name (they hold a `pyvenv.cfg`);
* what an `--exclude` names;
* links, which may lead in circles or out of the folder; pipes and devices; empty files; files that are no text.

Whatever is left out can be named, and is read then.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from contextc_host.cli.faults import Fault
from contextc_host.cli.lines import readable

MADE_BY_TOOLS = frozenset({"node_modules", "__pycache__"})
TAGS = ("CACHEDIR.TAG", "pyvenv.cfg")
"""Files that say that the folder around them was made by a tool."""


def walk(folder: str, exclude: Sequence[str], left_out: Counter[str]) -> Iterator[str]:
    """The paths of the files below a folder, as it was named."""
    top = "" if folder == os.curdir else folder
    # A list and not recursion: folders may nest deeper than Python's stack.
    open_folders = [_entries(folder, "", exclude, left_out, required=True)]
    while open_folders:
        entry = next(open_folders[-1], None)
        if entry is None:
            open_folders.pop()
        elif entry.endswith(os.sep):
            open_folders.append(_entries(os.path.join(folder, entry), entry, exclude, left_out))  # noqa: PTH118
        else:
            yield os.path.join(top, entry)  # noqa: PTH118


def _entries(
    folder: str, below: str, exclude: Sequence[str], left_out: Counter[str], *, required: bool = False
) -> Iterator[str]:
    """Paths below the walked folder of what a folder holds, sorted; those of folders end in a separator."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: os.fsencode(entry.name))
    except OSError as error:
        if required:
            raise Fault(error.strerror or str(error), name=readable(folder)) from None
        left_out["unreadable"] += 1
        return
    if not required and any(entry.name in TAGS for entry in entries):
        left_out["made by tools"] += 1
        return
    for entry in entries:
        path = below + entry.name
        reason = _reason(entry, path, exclude)
        if reason:
            left_out[reason] += 1
        elif entry.is_dir(follow_symlinks=False):
            yield path + os.sep
        else:
            yield path


def _reason(entry: os.DirEntry[str], path: str, exclude: Sequence[str]) -> str | None:
    """Why an entry is left out, if it is."""
    if entry.name.startswith("."):
        return "hidden"
    if entry.name in MADE_BY_TOOLS:
        return "made by tools"
    if any(fnmatchcase(entry.name, pattern) or fnmatchcase(path, pattern) for pattern in exclude):
        return "excluded"
    if entry.is_symlink():
        return "link"
    return None if entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False) else "no regular file"
