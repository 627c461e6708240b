"""The C code of this package, cffi and a compiler -> the shared library, beside its header and its pkg-config file.

The library is built in a folder within the target, asked one question with an empty environment, and only then moved to
where it belongs: what stands there afterwards has answered, and a program that runs the old one goes on running it.
"""

import contextlib
import io
import json
import os
import site
import string
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path

from contextc import __version__
from contextc_cabi.toolchain import BuildError, Toolchain, find_toolchain

LIBRARY = "libcontextc.dylib" if sys.platform == "darwin" else "libcontextc.so"
FUNCTIONS = ("contextc_call", "contextc_free", "contextc_version", "contextc_abi_version")
C_FILES = ("shim.c", "start.c", "threads.c", "reason.c")
SOURCES = ("contextc.h", "contextc.pc", "shim.h", *C_FILES, "probe.c", "exports.map")

MODULE = "_contextc_cabi"
PYTHON_CALL = "int contextc_python_call(const char *method, const char *json, size_t len, char **out, size_t *outlen);"
COPY = "char *contextc_copy(const char *bytes, size_t length);"
GLUE = f"\nfrom {MODULE} import ffi, lib\nattach(ffi, lib)\n"
"""What follows the text of embedded.py in the library; the module is there only within it."""


def build(out: Path) -> list[Path]:
    """Write the library, `contextc.h` and `contextc.pc` into a folder; `BuildError` when that cannot be done."""
    toolchain = find_toolchain()
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".contextc-", dir=out) as scratch:
            work = Path(scratch)
            generate(work)
            compile_library(work, toolchain)
            ask(work, toolchain)
            written = [out / name for name in (LIBRARY, "contextc.h", "contextc.pc")]
            for path in written:
                (work / path.name).replace(path)
    except OSError as error:
        raise BuildError(f"cannot write to {out}: {error.strerror or error}") from error
    return written


def generate(work: Path) -> None:
    """Everything that is compiled, in one folder."""
    for name in SOURCES:
        (work / name).write_text(_text(name).replace("@VERSION@", __version__), encoding="utf-8")
    (work / "baked.h").write_text(bake(__version__, _home(), package_folders(os.environ)), encoding="ascii")
    _emit(work / f"{MODULE}.c")


def bake(version: str, home: str, folders: Iterable[str]) -> str:
    r"""The header that tells the library where it was built.

    >>> print(bake("1.0", "/usr", ['/a "b"', "/c"]), end="")
    #define BAKED_VERSION "1.0"
    #define BAKED_HOME "/usr"
    #define BAKED_FOLDERS "/a \042b\042", "/c",
    """
    listed = " ".join(f"{_literal(folder)}," for folder in folders)
    values = {"VERSION": _literal(version), "HOME": _literal(home), "FOLDERS": listed}
    return "".join(f"#define BAKED_{name} {value}\n" for name, value in values.items())


def package_folders(environ: Mapping[str, str]) -> list[str]:
    """The folders that packages of this Python come from: its site folders, and those of `PYTHONPATH`."""
    listed = environ.get("PYTHONPATH", "").split(os.pathsep)
    named = [os.path.abspath(folder) for folder in listed if folder]  # noqa: PTH100  # as site wrote them into sys.path
    known = {*named, *site.getsitepackages(), site.getusersitepackages()}
    return list(dict.fromkeys(folder for folder in sys.path if folder in known))


def compile_library(work: Path, toolchain: Toolchain) -> None:
    """The shared library, in the folder of its sources."""
    if sys.platform == "darwin":
        exports = [f"-Wl,-exported_symbol,_{name}" for name in FUNCTIONS]
        linking = ["-dynamiclib", f"-Wl,-install_name,@rpath/{LIBRARY}", *exports]
    else:
        # Python cannot be unloaded, so the library that started it must not be.
        linking = ["-shared", f"-Wl,-soname,{LIBRARY}", "-Wl,--version-script=exports.map", "-Wl,-z,defs,-z,nodelete"]
    _run(
        [
            *toolchain.compiler,
            *("-O2", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", f"-I{toolchain.headers}"),
            *(*linking, "-o", LIBRARY, *C_FILES, f"{MODULE}.c", str(toolchain.libpython)),
            *("-Xlinker", "-rpath", "-Xlinker", str(toolchain.libpython.parent), "-ldl", "-lpthread"),
        ],
        work,
    )


def ask(work: Path, toolchain: Toolchain) -> None:
    """Have a C program ask the library, which knows nothing but what is baked into it."""
    here = str(work.resolve())
    _run([*toolchain.compiler, "-o", "probe", "probe.c", LIBRARY, "-Xlinker", "-rpath", "-Xlinker", here], work)
    try:
        done = subprocess.run([f"{here}/probe"], env={}, capture_output=True, check=False)  # noqa: S603  # our program
    except OSError as error:
        raise BuildError(f"the library was built, but no program can be run in {here}: {error.strerror}") from error
    if done.returncode != 0:
        said = (done.stdout or done.stderr).decode(errors="replace").strip()
        with contextlib.suppress(ValueError, LookupError):
            said = json.loads(said)["error"]["message"]
        raise BuildError(f"the library was built, but does not answer (exit status {done.returncode}): {said}")


def _emit(path: Path) -> None:
    """The C code that cffi makes of the Python text and of what the two sides call."""
    import cffi  # noqa: PLC0415  # only a build needs it, and it may be missing

    ffi = cffi.FFI()
    ffi.embedding_api(PYTHON_CALL)
    ffi.cdef(COPY)
    ffi.set_source(MODULE, '#include "shim.h"')
    ffi.embedding_init_code(_text("embedded.py") + GLUE)
    with contextlib.redirect_stdout(io.StringIO()):
        ffi.emit_c_code(str(path))


def _run(command: Sequence[str], work: Path) -> None:
    done = subprocess.run(  # noqa: S603  # the user's own compiler
        command, cwd=work, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode != 0:
        sys.stderr.write(done.stderr)
        raise BuildError(f"the C compiler, {command[0]}, failed with exit status {done.returncode}")


def _home() -> str:
    both = (sys.base_prefix, sys.base_exec_prefix)
    return sys.base_prefix if both[0] == both[1] else ":".join(both)


def _literal(text: str) -> str:
    # Octal, as hexadecimal escapes have no end.
    plain = (string.ascii_letters + string.digits + "+,-./:=@_~ ").encode()
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in os.fsencode(text)) + '"'


def _text(name: str) -> str:
    return resources.files("contextc_cabi").joinpath(name).read_text(encoding="utf-8")
