"""What users install: the built wheel, in a virtual environment of its own."""

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from vectors import FOLDER, read

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built from the source distribution."""
    out = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "-q", "--outdir", out, ROOT], check=True, capture_output=True)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def scripts(wheel, tmp_path_factory) -> Path:
    """The scripts of an environment that holds the wheel and what it asks for."""
    home = tmp_path_factory.mktemp("env")
    venv.create(home, with_pip=True)
    folder = home / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([folder / "python", "-m", "pip", "install", "-q", f"{wheel}[cli]"], check=True, capture_output=True)
    return folder


def test_wheel_is_pure_and_holds_the_packages(wheel):
    """One wheel for every platform, with the import packages, their type markers and both licences."""
    names = zipfile.ZipFile(wheel).namelist()
    packages = {name.split("/")[0] for name in names if "dist-info" not in name}

    assert wheel.name.endswith("-py3-none-any.whl")
    assert packages == {"contextc", "contextc_wire", "contextc_host", "contextc_cabi"}
    assert {f"{package}/py.typed" for package in packages} <= set(names)
    assert [name for name in names if "LICENSE" in name] != []


def test_wheel_needs_msgspec_alone(wheel):
    """Without extras the wheel depends on msgspec and nothing else."""
    archive = zipfile.ZipFile(wheel)
    metadata = next(name for name in archive.namelist() if name.endswith("METADATA"))
    needs = [line for line in archive.read(metadata).decode().split("\n") if line.startswith("Requires-Dist")]

    assert [need for need in needs if "extra ==" not in need] == ["Requires-Dist: msgspec>=0.20"]


def test_wheel_answers_the_vectors(scripts, tmp_path):
    """The installed package gives the recorded answers, imported from nowhere near the sources."""
    vectors = [vector for vector in read(FOLDER / "differences.json") if "error" not in json.loads(vector.expect)]
    program = (
        "import json, sys\n"
        "from contextc_wire import call\n"
        "for line in sys.stdin:\n"
        "    method, request = json.loads(line)\n"
        "    print(json.dumps(call(method, request).decode()))\n"
    )
    lines = "\n".join(json.dumps([vector.method, vector.request.decode()]) for vector in vectors)
    done = subprocess.run(
        [scripts / "python", "-I", "-c", program],
        input=lines,
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )

    assert [vector.expect.decode() for vector in vectors] == [json.loads(line) for line in done.stdout.splitlines()]


def test_wheel_brings_the_command(scripts, tmp_path):
    """The installed command compiles stdin."""
    done = subprocess.run(
        [scripts / "contextc", "compile", "--budget", "9"],
        input=b"User: hi\n",
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )

    assert done.stdout == b"User: hi\n"
