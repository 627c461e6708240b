"""Every fact of ingest holds for every way of opening a file."""

import os
from pathlib import Path

import pytest

from host.ingest.desk import WAYS, use, write


@pytest.fixture(params=WAYS, autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every fact holds for every way of opening a file."""
    use(request.param, monkeypatch)
    return str(request.param)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with one file, beside a folder with a secret."""
    write(tmp_path / "root/a.txt", "inside")
    write(tmp_path / "out/a.txt", "SECRET")
    return tmp_path / "root"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all reads from now on."""
    sizes: list[int] = []
    real = os.read

    def recording(descriptor: int, size: int) -> bytes:
        data = real(descriptor, size)
        sizes.append(len(data))
        return data

    monkeypatch.setattr(os, "read", recording)
    return sizes
