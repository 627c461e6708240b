"""`python -m contextc_cabi build`: what it writes, and what it says when it cannot."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from contextc_cabi.build import C_FILES, SOURCES, bake
from contextc_cabi.toolchain import VERSION, BuildError, find_headers, find_libpython
from doors.build import PYTHON, ROOT
from doors.cabi import LIBRARY, compile_program

WRITTEN = ["contextc.h", "contextc.pc", "libcontextc.so"]
PACKAGES = PYTHON.parent.parent / "lib" / f"python{VERSION}" / "site-packages"
BASE = Path(sys._base_executable)
"""The Python that virtual environments are made of; it has none of the packages."""
PROGRAMS = Path(__file__).parent / "programs"


def _build(
    out: Path, *, python: str | Path = PYTHON, before: str = "pass", **env: str
) -> subprocess.CompletedProcess[str]:
    program = f"import sys; {before}; sys.argv = ['contextc_cabi', 'build', '--out', sys.argv[1]]; import runpy; "
    program += "runpy.run_module('contextc_cabi', run_name='__main__', alter_sys=True)"
    return subprocess.run(
        [python, "-c", program, out],
        env={"PATH": os.defpath, **env},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def _answers(library: Path, folder: Path) -> bool:
    program = compile_program(PROGRAMS / "say.c", folder / "say", library=library, options=["-std=c11"])
    return subprocess.run([program, "echo", "0"], env={}, capture_output=True, check=False).stdout == b'1\n{"echo":0}'


# What it writes


def test_build_writes_three_files_and_names_them(tmp_path):
    """The folder, made with those above it, holds the library, the header and contextc.pc and nothing else."""
    out = tmp_path / "a" / "b"
    done = _build(out)

    assert (done.returncode, done.stderr) == (0, "")
    assert [str(out / name) for name in WRITTEN] == sorted(done.stdout.splitlines())
    assert sorted(path.name for path in out.iterdir()) == WRITTEN


def test_two_builds_are_one(tmp_path):
    """Two builds in different folders have the same bytes."""
    for folder in ("one", "two"):
        _build(tmp_path / folder)

    assert [(tmp_path / "one" / name).read_bytes() for name in WRITTEN] == [
        (tmp_path / "two" / name).read_bytes() for name in WRITTEN
    ]


def test_folder_may_be_moved(tmp_path):
    """The folder works where it is moved to, blanks and all."""
    moved = tmp_path / "moved to here"
    shutil.copytree(LIBRARY, moved)

    assert _answers(moved, tmp_path)


def test_build_leaves_running_programs_alone(tmp_path):
    """A build over an old library replaces the file and does not write into it."""
    shutil.copytree(LIBRARY, tmp_path / "out")
    old = (tmp_path / "out" / "libcontextc.so").open("rb")

    assert _build(tmp_path / "out").returncode == 0
    with old:
        assert os.fstat(old.fileno()).st_ino != (tmp_path / "out" / "libcontextc.so").stat().st_ino
        assert old.read() == (LIBRARY / "libcontextc.so").read_bytes()


def test_editable_install_in_an_odd_folder_is_found(tmp_path):
    """Packages that a .pth file leads to are found, from folders with quotes, commas and letters in their names."""
    home = tmp_path / 'ein "Ort", für \\ ✓'
    venv.create(home, symlinks=True)
    packages = next((home / "lib").glob("python*/site-packages"))
    (packages / "editable.pth").write_text(f"{PACKAGES}\n", encoding="utf-8")
    done = _build(tmp_path / "out", python=home / "bin" / "python")

    assert (done.returncode, done.stderr) == (0, "")
    assert _answers(tmp_path / "out", tmp_path)


def test_packages_of_pythonpath_are_found(tmp_path):
    """Folders that PYTHONPATH names at the build are baked in."""
    python = BASE
    done = _build(tmp_path / "out", python=python, PYTHONPATH=f"{tmp_path}:{PACKAGES}")

    assert (done.returncode, done.stderr) == (0, "")
    assert _answers(tmp_path / "out", tmp_path)


def test_c_code_has_no_warnings(tmp_path):
    """The C code compiles without a warning, by the standard."""
    for name in SOURCES:
        shutil.copy(ROOT / "bindings" / "contextc_cabi" / name, tmp_path)
    (tmp_path / "baked.h").write_text(bake("0", "/", []), encoding="ascii")
    options = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only")
    done = subprocess.run(
        ["cc", *options, "-isystem", sysconfig.get_config_var("INCLUDEPY"), *C_FILES, "probe.c"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert done.stderr == ""


# What it says when it cannot


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"PATH": "/nowhere"}, "no C compiler was found: install one (Debian: apt-get install gcc), or name it in CC"),
        ({"CC": "surely-no-compiler -O3"}, "the C compiler that CC names is not there: surely-no-compiler -O3"),
        ({"CC": "false"}, "the C compiler, false, failed with exit status 1"),
        ({"before": "sys.modules['cffi'] = None"}, "cffi is missing: pip install 'contextc[cabi]'"),
    ],
    ids=["compiler", "CC", "failing", "cffi"],
)
def test_missing_tool_is_one_line(tmp_path, options, said):
    """What is missing is named on one line with what to do, the exit code is 1, and nothing is left behind."""
    done = _build(tmp_path, **options)

    assert (1, f"contextc_cabi: {said}\n", "") == (done.returncode, done.stderr, done.stdout)
    assert list(tmp_path.iterdir()) == []


def test_message_of_the_compiler_is_shown(tmp_path):
    """What a failing compiler says stands before our line."""
    done = _build(tmp_path, CC="cc -include surely-no-header.h")

    assert done.returncode == 1
    assert "surely-no-header.h" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_folder_that_cannot_be_written_is_one_line(tmp_path):
    """A folder that cannot be is named with the reason, exit code 1."""
    (tmp_path / "file").touch()
    done = _build(tmp_path / "file" / "folder")

    assert (1, f"contextc_cabi: cannot write to {tmp_path}/file/folder: Not a directory\n") == (
        done.returncode,
        done.stderr,
    )


def test_library_that_does_not_answer_is_not_left(tmp_path):
    """A library whose packages are not found where it would look is no result, and the reason is told."""
    before = f"sys.path.append({str(PACKAGES)!r})"
    done = _build(tmp_path, python=BASE, before=before)

    assert done.returncode == 1
    assert "the library was built, but does not answer (exit status 1): Python" in done.stderr
    assert "No module named 'contextc_host'" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_missing_header_names_the_package(tmp_path):
    """Without Python.h the message names Debian's package."""
    with pytest.raises(BuildError, match=r"Python\.h of .* is missing: .*apt-get install python3-dev"):
        find_headers([tmp_path])


@pytest.mark.parametrize("name", ["libpython3.11.so", "libpython3.11.a"])
def test_missing_libpython_says_what_to_use(tmp_path, name):
    """Without a shared libpython, a static one or not, the message says what to install or how to build Python."""
    (tmp_path / "libpython3.11.a").touch()

    with pytest.raises(BuildError, match=r"no shared libpython.*apt-get install python3-dev.*--enable-shared"):
        find_libpython(name, [tmp_path])


def test_folder_is_asked_for():
    """Without a folder the usage is shown, exit code 2."""
    done = subprocess.run([PYTHON, "-m", "contextc_cabi", "build"], capture_output=True, encoding="utf-8", check=False)

    assert done.returncode == 2
    assert "the following arguments are required: --out" in done.stderr
