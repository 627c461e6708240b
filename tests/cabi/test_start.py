"""How the library finds Python and its packages, and what it says when it does not."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from doors.build import PYTHON
from doors.cabi import LIBRARY

BASE = Path(sys._base_executable)
"""The Python that virtual environments are made of; it has none of the packages."""

DOOR = """
import json, sys
def call(method, request):
    return json.dumps({"sys": getattr(sys, method)}).encode()
"""
"""A door that answers with an attribute of `sys`; the name of a method that contextc does not have tells it apart."""


def _packages(folder: Path, door: str = DOOR) -> Path:
    (folder / "contextc_host").mkdir(parents=True)
    (folder / "contextc_host" / "__init__.py").touch()
    (folder / "contextc_host" / "door.py").write_text(door, encoding="utf-8")
    return folder


def _message(answer: bytes) -> str:
    error = json.loads(answer)["error"]
    assert (error["code"], error["category"], error["path"], error["data"]) == ("internal", "internal", "$", {})
    return error["message"]


# Without the caller's environment


def test_environment_and_folder_of_the_caller_do_not_matter(say, tmp_path):
    """Python's own variables, a broken locale, and modules in the working folder change nothing."""
    _packages(tmp_path)
    (tmp_path / "site.py").write_text("raise SystemExit(1)", encoding="utf-8")
    env = {
        "PYTHONHOME": "/nowhere",
        "PYTHONPATH": str(tmp_path),
        "PYTHONUTF8": "0",
        "PYTHONSTARTUP": str(tmp_path / "site.py"),
        "PYTHONWARNINGS": "error",
        "LC_ALL": "xx_YY.cp1252",
        "PATH": "",
    }

    assert say("echo", '"✓"', env=env, cwd=tmp_path) == (1, b'{"echo":"\xe2\x9c\x93"}')


def test_hidden_symbols_and_closing_do_no_harm(run):
    """A library loaded with RTLD_LOCAL works, and goes on working after dlclose."""
    done = run("local", LIBRARY / "libcontextc.so")

    assert (done.returncode, done.stderr) == (0, b"")


# Overrides


def test_packages_can_be_overridden(say, tmp_path):
    """Folders in CONTEXTC_PYTHONPATH come before those that the library knows, the first one first."""
    first, second = _packages(tmp_path / "1"), _packages(tmp_path / "2", "raise ImportError")
    env = {"CONTEXTC_PYTHONPATH": f":{first}:/nowhere:{second}:"}

    assert (1, f'{{"sys": "{sys.platform}"}}'.encode()) == say("platform", "", env=env)


def test_pth_files_count(say, tmp_path):
    """A .pth file in a folder of CONTEXTC_PYTHONPATH is honoured, as in an editable install."""
    packages = _packages(tmp_path / "packages")
    (tmp_path / "editable.pth").write_text(f"{packages}\n", encoding="utf-8")

    env = {"CONTEXTC_PYTHONPATH": str(tmp_path)}

    assert (1, f'{{"sys": "{sys.platform}"}}'.encode()) == say("platform", "", env=env)


def test_home_can_be_overridden(say, tmp_path):
    """CONTEXTC_PYTHONHOME is the prefix of the Python that runs."""
    home = tmp_path / "home"
    home.symlink_to(sys.base_prefix)
    env = {"CONTEXTC_PYTHONHOME": str(home), "CONTEXTC_PYTHONPATH": str(_packages(tmp_path / "packages"))}

    assert (1, json.dumps({"sys": str(home)}).encode()) == say("prefix", "", env=env)


# Failures


@pytest.mark.parametrize(
    "home", ["/nowhere", '/no "where"\\', "/nicht/dä ✓ 🚀", "/tab\there", "/no\udcff\udced\udca0\udc80"]
)
def test_missing_home_is_a_document(say, home):
    """Without Python at its home the code is -3, and the document names the home and what to do."""
    code, answer = say("echo", "0", env={"CONTEXTC_PYTHONHOME": home})

    assert code == -3
    assert f"could not start from {home.encode(errors='replace').decode()}: " in _message(answer)
    assert "set CONTEXTC_PYTHONHOME" in _message(answer)


def test_missing_packages_are_a_document(say, tmp_path):
    """Packages that cannot be imported are code -3, and the document says which and what to do."""
    packages = _packages(tmp_path, "import surely_missing")
    code, answer = say("echo", "0", env={"CONTEXTC_PYTHONPATH": str(packages)})

    assert code == -3
    assert "(ModuleNotFoundError: No module named 'surely_missing')" in _message(answer)
    assert "set CONTEXTC_PYTHONPATH" in _message(answer)


# In a process that runs Python


HOST = f"""
import ctypes, sys
library = ctypes.CDLL({str(LIBRARY / "libcontextc.so")!r})
library.contextc_call.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_size_t)]
library.contextc_free.argtypes = [ctypes.c_void_p]
def call(method, request):
    out, length = ctypes.c_void_p(), ctypes.c_size_t()
    code = library.contextc_call(method, request, len(request), out, length)
    answer = ctypes.string_at(out, length.value)
    library.contextc_free(out)
    return code, answer
"""


def _host(python: str | Path, program: str, **env: str) -> str:
    done = subprocess.run(
        [python, "-I", "-c", HOST + program], env=env, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_python_host_keeps_its_path():
    """A Python that has the packages answers itself, and its sys.path stays as it was."""
    program = "before = sys.path[:]; print(call(b'echo', b'[1]'), sys.path == before)"

    assert _host(PYTHON, program) == "(1, b'{\"echo\":[1]}') True\n"


def test_python_host_without_packages_gets_them():
    """A Python without the packages gets those that the library knows, behind its own."""
    program = "before = sys.path[:]; print(call(b'echo', b'[1]'), sys.path[:len(before)] == before)"

    assert _host(BASE, program) == "(1, b'{\"echo\":[1]}') True\n"


def test_python_host_may_try_again(tmp_path):
    """A start that failed in a process that runs Python is tried again."""
    broken = _packages(tmp_path, "import surely_missing")
    program = f"""
sys.path.insert(0, {str(broken)!r})
print(call(b'echo', b'0')[0])
sys.path.pop(0)
for name in [name for name in sys.modules if name.startswith('contextc')]: del sys.modules[name]
print(call(b'echo', b'0')[0])
"""

    assert _host(PYTHON, program) == "-3\n1\n"


def test_python_host_may_fork():
    """The child of os.fork calls as its parent does."""
    program = """
import os
call(b'echo', b'0')
if (child := os.fork()) == 0:
    os._exit(call(b'echo', b'0')[0])
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), call(b'echo', b'0')[0])
"""

    assert _host(PYTHON, program) == "1 1\n"


def test_python_host_may_fork_during_the_first_call():
    """os.fork while another thread makes the first call is no deadlock: children answer or say why not."""
    program = """
import json, os, signal, threading, warnings
warnings.simplefilter('ignore')
thread = threading.Thread(target=call, args=(b'echo', b'0'))
thread.start()
children = []
while len(children) < 20:
    if (child := os.fork()) == 0:
        signal.alarm(60)
        code, answer = call(b'echo', b'1')
        os._exit(0 if code == 1 or 'before forking' in json.loads(answer)['error']['message'] else 1)
    children.append(child)
print({os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children}, call(b'echo', b'2'))
thread.join()
"""

    assert _host(PYTHON, program) == "{0} (1, b'{\"echo\":2}')\n"
