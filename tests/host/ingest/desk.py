"""What the tests of ingest share: requests of paths, their texts or their error, and files that change in between."""

import os
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from contextc.errors import (
    ContextcError,
)
from contextc.limits import Limits
from contextc.model import CompileRequest, ContextFragment
from contextc_host import ingest
from contextc_host.ingest import Roots, open_roots, resolve_paths

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF"
WAYS = ("by O_PATH", "without O_PATH", "without dir_fd")


def use(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have files opened as on Linux, on other POSIX systems, or on Windows."""
    if way == "without O_PATH":
        monkeypatch.delattr(os, "O_PATH", raising=False)
        monkeypatch.setattr(ingest, "_FOLDER", os.O_DIRECTORY | os.O_NOFOLLOW)
    if way == "without dir_fd":
        monkeypatch.setattr(ingest, "_OPEN", ingest._compare)


def write(path: Path, content: str | bytes) -> Path:
    """A file, with the folders around it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def ask(*fragments: ContextFragment | Path | str) -> CompileRequest:
    """A request of fragments and of paths."""
    return CompileRequest(
        query="q",
        fragments=[one if isinstance(one, ContextFragment) else ContextFragment(path=str(one)) for one in fragments],
        token_budget=100,
    )


def texts(root: Path | Roots, *paths: Path | str, limits: Limits | None = None) -> list[str]:
    """What the paths resolve to."""
    roots = root if isinstance(root, Roots) else open_roots([str(root)])
    return [fragment.content for fragment in resolve_paths(ask(*paths), roots, limits or Limits()).fragments]


def error_of(action: Callable[[], Any]) -> ContextcError:
    """The error that an action ends in."""
    with pytest.raises(ContextcError) as caught:
        action()
    return caught.value


def fault(root: Path | Roots, *paths: Path | str, limits: Limits | None = None) -> ContextcError:
    """The error that the paths end in."""
    return error_of(lambda: texts(root, *paths, limits=limits))


def next_descriptor() -> int:
    """The lowest number that no open descriptor has."""
    number = os.dup(0)
    os.close(number)
    return number


def after_call(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, act: Callable[[], object], *, number: int = 1
) -> None:
    """Do something once, right after a function has run for the first, second, ... time."""
    real = getattr(owner, name)
    calls = count(1)

    def hooked(*args: Any, **options: Any) -> Any:
        result = real(*args, **options)
        if next(calls) == number:
            act()
        return result

    monkeypatch.setattr(owner, name, hooked)


def replace_by_link(path: Path, to: Path) -> None:
    """Swap a file or a folder for a link."""
    path.rename(path.with_name(path.name + ".was"))
    path.symlink_to(to)


def outcome(root: Roots, path: Path) -> str:
    """The text, or all that is said of the error."""
    try:
        return texts(root, path)[0]
    except ContextcError as error:
        return "".join(traceback.format_exception(error))


@contextmanager
def swapping(path: Path, to: Path) -> Iterator[None]:
    """A thread that puts a link in place of a name, and the name back, until the block ends."""
    stop, spare = threading.Event(), path.with_name("spare")

    def swap() -> None:
        while not stop.is_set():
            path.rename(spare)
            path.symlink_to(to)
            path.unlink()
            spare.rename(path)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
