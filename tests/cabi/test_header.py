"""The header, and what the library shows of itself."""

import re
import subprocess

import pytest

import contextc
from contextc_cabi import embedded
from contextc_cabi.build import FUNCTIONS
from doors.build import ROOT
from doors.cabi import LIBRARY, compile_program

PACKAGE = ROOT / "bindings" / "contextc_cabi"
PROGRAM = ROOT / "tests" / "cabi" / "programs" / "header.c"


@pytest.mark.parametrize("standard", ["c89", "c99", "c11", "c17", "c++98", "c++11", "c++20"])
def test_header_is_plain_c_and_cpp(standard, tmp_path):
    """A program with the header compiles without a warning, links and runs, by any standard of C and C++."""
    language = "c++" if "+" in standard else "c"
    program = compile_program(PROGRAM, tmp_path / "program", options=[f"-std={standard}", "-x", language])

    assert subprocess.run([program], env={}, check=False).returncode == 0


def test_library_shows_its_four_functions_alone():
    """No symbol but the functions of the header is to be seen."""
    shown = subprocess.run(
        ["nm", "-D", "--defined-only", LIBRARY / "libcontextc.so"], capture_output=True, encoding="utf-8", check=True
    )

    assert sorted(FUNCTIONS) == sorted(line.split()[-1] for line in shown.stdout.splitlines())


def test_header_declares_what_the_library_shows():
    """The header declares these functions and no other."""
    declared = re.findall(
        r"^CONTEXTC_API .*?(\w+)\(", (LIBRARY / "contextc.h").read_text(encoding="utf-8"), re.MULTILINE
    )

    assert sorted(FUNCTIONS) == sorted(declared)


def test_codes_of_the_header_are_those_of_the_python_side():
    """The Python text in the library returns what the header names."""
    text = (LIBRARY / "contextc.h").read_text(encoding="utf-8")
    codes = {
        name: int(value) for name, value in re.findall(r"#define CONTEXTC_(\w+) \(?(-?\d+)\)?$", text, re.MULTILINE)
    }

    assert codes == {"RESULT": 1, "ERROR": 2, "NO_MEMORY": -1, "BAD_ARGUMENT": -2, "NO_PYTHON": -3, "ABI_VERSION": 1}
    assert [codes[name] for name in ("RESULT", "ERROR", "NO_MEMORY")] == [
        embedded.RESULT,
        embedded.ERROR,
        embedded.NO_MEMORY,
    ]


def test_example_of_the_header_is_the_consumer_project():
    """The header's example is the program that is built and run as a consumer."""
    text = (LIBRARY / "contextc.h").read_text(encoding="utf-8")
    example = text.split(" * EXAMPLE\n", 1)[1].split(" *     cc main.c", 1)[0]
    program = (ROOT / "tests" / "consumers" / "c" / "main.c").read_text(encoding="utf-8")

    assert program.strip() == "\n".join(line[7:] for line in example.splitlines()).strip()


def test_versions_are_known_without_python(run):
    """The versions are told where Python cannot even start."""
    done = run("version", env={"CONTEXTC_PYTHONHOME": "/nowhere"})

    assert (f"{contextc.__version__}\n1\n1\n".encode(), b"") == (done.stdout, done.stderr)


def test_pkg_config_tells_the_version():
    """contextc.pc has the version of the package."""
    done = subprocess.run(
        ["pkg-config", "--modversion", LIBRARY / "contextc.pc"], capture_output=True, encoding="utf-8", check=True
    )

    assert f"{contextc.__version__}\n" == done.stdout
