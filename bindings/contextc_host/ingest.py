"""Paths in a request -> the text of the files that they name, before the request reaches the pure core.

Three rounds over all paths, so that bad input gets its error before any file is read: how each path is written; where it
leads and what stands there; then the reading. Errors name the path that was asked for, never the one it leads to, and a
path that leads outside gets one and the same error whether or not something is there.

* A path is inside when its canonical form lies below a canonical root, name by name. `a/../b` is `b`, as in a URL; links
  are followed when their targets are inside.
* The canonical path is then opened name by name through no link, without blocking, and what counts is the status of the
  open descriptor. Whatever is swapped meanwhile, nothing outside is read and no pipe or device can hold the caller up.
* A hard link to a file outside is a name of that file like any other, and it is read. Package managers link from their
  caches, so a file with several names is no sign of an attack; a system that protects hard links lets nobody make one to
  a file that he cannot read. Where others write in a root and that is not enough, give the root its own file system.
* Text is strict UTF-8. One byte-order mark at the start is removed; NUL characters stay, as logs have them after a crash.
"""

import errno
import os
import re
import stat
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from contextc.errors import IngestDisabled, IngestOutsideRoots, IngestRefused, InvalidRequest, OverLimit
from contextc.limits import MIB, Limits
from contextc.model import CompileRequest, ContextFragment
from contextc.stored import IngestRoots
from contextc_host.sniff import not_text

Result = TypeVar("Result")

VARIABLE = "CONTEXTC_INGEST_ROOTS"
"""The environment variable that lists the roots, separated as in `PATH`."""

PATH_CHARS = 4_096
"""PATH_MAX of Linux; resolving a path costs its length times the number of its names."""

KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFLNK: "a link that leads in a circle, or was put there a moment ago",
}

REASONS = {
    errno.ENOENT: "it does not exist",
    errno.ENOTDIR: "a name before its last is not a folder's",
    errno.EACCES: "this process may not read it",
    errno.EPERM: "this process may not read it",
    errno.ELOOP: "a link was put there a moment ago",
    errno.ENAMETOOLONG: "a name in it is too long",
    errno.EAGAIN: "it has nothing to read yet",
}

_UNSHOWN = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def _flags(*names: str) -> int:
    return sum(int(getattr(os, name, 0)) for name in names)


# Windows has none of these but O_BINARY, without which it would translate line ends.
_FILE = _flags("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
# O_PATH passes folders that may be entered but not listed; macOS has O_NOFOLLOW_ANY for every name of a path instead.
_FOLDER = _flags(
    "O_PATH", "O_DIRECTORY", "O_NOFOLLOW_ANY" if hasattr(os, "O_NOFOLLOW_ANY") else "O_NOFOLLOW", "O_CLOEXEC"
)


class Roots(Struct, frozen=True):
    """The folders whose files may be named, canonical; none: path ingest is off."""

    paths: tuple[str, ...] = ()


class _Named(NamedTuple):
    """A path as it was asked for, and where in the request."""

    path: str
    at: str


class _Target(NamedTuple):
    """A named path, the canonical file that it leads to and the root around that."""

    named: _Named
    file: str
    root: str


# The doors


def open_roots(paths: IngestRoots | list[str] | None) -> Roots:
    """Resolve the folders that are open for reading; `InvalidRequest` names the entry that is no folder.

    >>> open_roots(None)
    Roots(paths=())
    """
    entries = paths.paths if isinstance(paths, IngestRoots) else paths or []
    return Roots(tuple(_open_root(entry, f"$.ingest_roots[{index}]") for index, entry in enumerate(entries)))


def roots_from_environment(environ: Mapping[str, str]) -> Roots:
    """The roots that `CONTEXTC_INGEST_ROOTS` lists; unset or blank: none.

    >>> roots_from_environment({"CONTEXTC_INGEST_ROOTS": " "})
    Roots(paths=())
    """
    return open_roots([entry for entry in environ.get(VARIABLE, "").split(os.pathsep) if entry.strip()])


def resolve_paths(request: CompileRequest, roots: Roots, limits: Limits) -> CompileRequest:
    """The request with the text of its files in place of their paths; without a path, the request itself.

    >>> request = CompileRequest(query="q", fragments=[ContextFragment(content="text")], token_budget=9)
    >>> resolve_paths(request, Roots(), Limits()) is request
    True
    """
    named = {
        index: _Named(fragment.path, f"$.fragments[{index}].path")
        for index, fragment in enumerate(request.fragments)
        if isinstance(fragment.path, str)
    }
    if not named:
        return request
    _check_enabled(roots, next(iter(named.values())))
    _check_shape(request.fragments)
    if len(named) > limits.ingest_files:
        raise OverLimit(
            f"{len(named)} fragments name a file, the cap is {limits.ingest_files}: name fewer files in one request",
            path="$.fragments",
            data={"count": len(named), "limit": limits.ingest_files},
        )
    texts = _read_files(list(named.values()), roots, limits.ingest_file_bytes, limits.ingest_total_bytes)
    fragments = list(request.fragments)
    for index, text in zip(named, texts, strict=True):
        fragments[index] = replace(fragments[index], path=None, content=text)
    return replace(request, fragments=fragments)


def read_transcript(path: str, roots: Roots, limits: Limits) -> str:
    """The text of a transcript's file."""
    named = _Named(path, "$.path")
    _check_enabled(roots, named)
    return _read_files([named], roots, limits.transcript_bytes, limits.transcript_bytes)[0]


def _read_files(named: list[_Named], roots: Roots, file_bytes: int, total_bytes: int) -> list[str]:
    for one in named:
        _check_spelling(one)
    targets: list[_Target] = []
    expected = 0
    for one in named:
        target = _locate(one, roots)
        targets.append(target)
        size = _use(target, lambda descriptor: os.fstat(descriptor).st_size)
        expected += size
        _check_size(target, size, expected, file_bytes, total_bytes)
    texts: list[str] = []
    total = 0
    for target in targets:
        # A descriptor may yield more than its status says: a log grows, and files of /proc claim to be empty.
        most = min(file_bytes, total_bytes - total) + 1
        data = _use(target, partial(_read, most))
        total += len(data)
        _check_size(target, len(data), total, file_bytes, total_bytes)
        texts.append(_decode(data, target.named))
    return texts


# How it is written


def _check_shape(fragments: Sequence[ContextFragment]) -> None:
    for index, fragment in enumerate(fragments):
        if fragment.path is not None and (fragment.content or fragment.media is not None):
            raise IngestRefused(
                "a fragment has a path or its own content or media, never both: send one of them",
                path=f"$.fragments[{index}].path",
            )


def _check_enabled(roots: Roots, first: _Named) -> None:
    if not roots.paths:
        raise IngestDisabled(
            f"reading files is disabled here: send the text itself, or have the host list folders in {VARIABLE}",
            path=first.at,
        )


def _check_spelling(named: _Named) -> None:
    length = len(named.path)
    if length > PATH_CHARS:
        raise OverLimit(
            f"a path of {length} characters exceeds the cap of {PATH_CHARS}",
            path=named.at,
            data={"chars": length, "limit": PATH_CHARS},
        )
    fault = _fault(named.path)
    if fault is None and not PurePath(named.path).is_absolute():
        fault = "is relative: name the file from the top of the file system"
    if fault is not None:
        raise _refused(named, fault)


def _fault(path: str) -> str | None:
    if "\0" in path:
        return "holds a NUL character, which no path can"
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return "holds a lone surrogate, which no path can"
    return None


# Where it leads


def _open_root(entry: str, at: str) -> str:
    # The empty path would resolve to the current folder.
    fault = _fault(entry) if entry.strip() else "is empty"
    folder = "" if fault else _canonical(entry)
    if fault is None and not os.path.isdir(folder):  # noqa: PTH112  (Path.is_dir raises where it may not look)
        fault = "is not an existing folder"
    if fault is not None:
        raise InvalidRequest(f"the ingest root {_shown(entry)} {fault}: correct it or leave it out", path=at)
    return folder


def _locate(named: _Named, roots: Roots) -> _Target:
    anchor = _parts(named.path)[0]
    # Resolving a name of a foreign Windows server would already log in there.
    if not anchor.startswith("\\\\") or any(anchor == _parts(root)[0] for root in roots.paths):
        # `..` goes by the text: stepping through real folders outside would tell which of them exist.
        file = _canonical(os.path.normpath(named.path))
        for root in roots.paths:
            if _parts(file)[: len(_parts(root))] == _parts(root):
                return _Target(named, file, root)
    raise IngestOutsideRoots(
        f"{_shown(named.path)} lies outside the folders that are open for reading: name a file inside one of them, "
        f"or have the host add its folder to {VARIABLE}",
        path=named.at,
    )


def _canonical(path: str) -> str:
    """The path without links, as far as it can be resolved."""
    try:
        return os.path.realpath(path)
    except OSError:
        # A link that vanished meanwhile, or one of /proc that is not ours to read; no link is opened later.
        return os.path.abspath(path)  # noqa: PTH100  (Path.absolute keeps `..`)


def _parts(path: str) -> tuple[str, ...]:
    return PurePath(os.path.normcase(path)).parts


# What stands there


def _use(target: _Target, action: Callable[[int], Result]) -> Result:
    """What the action makes of a descriptor of the file, which is open for no longer."""
    try:
        descriptor = _OPEN(target)
        try:
            _check_regular(os.fstat(descriptor), target)
            return action(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        failed = error.errno or errno.EIO
    # Outside of the handler: the system's error may hold a resolved path.
    reason = REASONS.get(failed) or os.strerror(failed)
    name = errno.errorcode.get(failed, str(failed))
    raise _refused(target.named, f"cannot be read: {reason}", errno=name)


def _descend(target: _Target) -> int:
    """Open the file name by name, through no link."""
    # Without O_PATH, folders above the root need not be readable and are not opened one by one.
    top = PurePath(target.file).anchor if hasattr(os, "O_PATH") else target.root
    *folders, name = PurePath(target.file).relative_to(top).parts or (".",)
    folder = os.open(top, _FOLDER)
    try:
        for inner in folders:
            outer, folder = folder, os.open(inner, _FOLDER, dir_fd=folder)
            os.close(outer)
        # Opening can be an act: it lets the writer of a pipe go on, or rewinds a tape.
        _check_regular(os.stat(name, dir_fd=folder, follow_symlinks=False), target)
        return os.open(name, _FILE, dir_fd=folder)
    finally:
        os.close(folder)


def _compare(target: _Target) -> int:
    """Open the file by its path, then see that this path still leads to what was opened; for Windows."""
    # What is left: three swaps of one folder in the right moments, by somebody who may write in the root.
    _check_regular(os.lstat(target.file), target)
    descriptor = os.open(target.file, _FILE)
    try:
        now = os.path.realpath(target.file)
        same = os.path.samestat(os.fstat(descriptor), os.lstat(target.file)) and _parts(now) == _parts(target.file)
    except OSError:
        same = False
    if same:
        return descriptor
    os.close(descriptor)
    raise _refused(target.named, "was replaced while it was opened: try again")


_OPEN = _descend if os.open in os.supports_dir_fd else _compare


def _read(most: int, descriptor: int) -> bytes:
    pieces: list[bytes] = []
    while piece := os.read(descriptor, min(most, MIB)):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _check_regular(status: os.stat_result, target: _Target) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = KINDS.get(stat.S_IFMT(status.st_mode), "something else")
        raise _refused(target.named, f"is not a regular file: it is {kind}")


def _check_size(target: _Target, size: int, total: int, file_bytes: int, total_bytes: int) -> None:
    for who, found, limit in (("has", size, file_bytes), ("and the files before it have", total, total_bytes)):
        if found > limit:
            raise OverLimit(
                f"{_shown(target.named.path)} {who} {found} bytes or more, the cap is {limit}: send what matters as content",
                path=target.named.at,
                data={"bytes": found, "limit": limit},
            )


def _decode(data: bytes, named: _Named) -> str:
    advice = not_text(data)
    if advice is not None:
        raise _refused(named, f"is not valid UTF-8 text: {advice}")
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        offset = error.start
    # Outside of the handler: the decoder's error holds the bytes of the file.
    raise _refused(named, f"is not valid UTF-8 from byte {offset} on: convert it to UTF-8 first", offset=offset)


# What is said about it


def _refused(named: _Named, fault: str, **data: str | int) -> IngestRefused:
    return IngestRefused(f"{_shown(named.path)} {fault}", path=named.at, data=dict(data))


def _shown(path: str) -> str:
    """The path in a sentence: on one line, and without lone surrogates, which no answer in UTF-8 could carry."""
    return "`" + _UNSHOWN.sub(lambda char: f"\\u{ord(char[0]):04x}", path) + "`"
