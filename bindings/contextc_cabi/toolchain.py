"""What this machine and this Python must have for a build: a C compiler, Python.h, a shared libpython, cffi."""

import importlib.util
import os
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


class BuildError(Exception):
    """What is missing, and what to do about it, in one sentence."""


class Toolchain(NamedTuple):
    """What was found."""

    compiler: list[str]
    headers: Path
    libpython: Path


def find_toolchain() -> Toolchain:
    """What a build needs; `BuildError` for the first thing that is missing."""
    if os.name != "posix":
        raise BuildError(
            "the C library needs POSIX threads and dlopen; on Windows use `python -m contextc_host.serve` instead"
        )
    if importlib.util.find_spec("cffi") is None:
        raise BuildError("cffi is missing: pip install 'contextc[cabi]'")
    prefix = Path(sys.base_prefix)
    return Toolchain(
        find_compiler(os.environ),
        find_headers([_variable("INCLUDEPY"), prefix / "include" / f"python{VERSION}{sys.abiflags}"]),
        find_libpython(
            _variable("LDLIBRARY").name,
            [
                _variable("LIBDIR"),
                _variable("LIBDIR") / _variable("MULTIARCH"),
                _variable("LIBPL"),
                _variable("PYTHONFRAMEWORKPREFIX") / _variable("LDLIBRARY").parent,
                prefix / "lib",
            ],
        ),
    )


def find_compiler(environ: Mapping[str, str]) -> list[str]:
    """The command of `CC` when that is set, else the first compiler on `PATH`."""
    chosen = environ.get("CC", "").strip()
    for command in [chosen] if chosen else ["cc", "gcc", "clang"]:
        words = shlex.split(command)
        if shutil.which(words[0], path=environ.get("PATH", os.defpath)):
            return words
    if chosen:
        raise BuildError(f"the C compiler that CC names is not there: {chosen}")
    raise BuildError("no C compiler was found: install one (Debian: apt-get install gcc), or name it in CC")


def find_headers(folders: Iterable[Path]) -> Path:
    """The first of the folders that has Python.h."""
    for folder in folders:
        if folder.is_absolute() and (folder / "Python.h").is_file():
            return folder
    raise BuildError(
        f"Python.h of {sys.executable} is missing: install its development files (Debian: apt-get install python3-dev)"
    )


def find_libpython(name: str, folders: Iterable[Path]) -> Path:
    """The shared library of this Python, in the first of the folders that has it."""
    if not name.endswith(".a"):
        for folder in folders:
            if folder.is_absolute() and (folder / name).is_file():
                return folder / name
    raise BuildError(
        f"{sys.executable} has no shared libpython{VERSION}: install it (Debian: apt-get install python3-dev), or use "
        "a Python that was built with --enable-shared (pyenv: PYTHON_CONFIGURE_OPTS=--enable-shared pyenv install)"
    )


def _variable(name: str) -> Path:
    return Path(sysconfig.get_config_var(name) or "")
