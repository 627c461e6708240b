"""The command that runs the core's own tests inside the bundle tells how they went."""

import pytest

from wasm.bundle import BUNDLE, ROOT
from wasm.in_pyodide import run


@pytest.fixture
def failing():
    """A test that fails, where Pyodide sees it."""
    path = BUNDLE.parent / "test_that_fails.py"
    path.write_text("def test_that_fails():\n    assert False\n", encoding="utf-8")
    yield path.relative_to(ROOT).as_posix()
    path.unlink()


def test_a_failure_fails(failing):
    """One test that fails, among others that pass, gives pytest's exit code 1."""
    assert run(["-q", "tests/core/test_nesting.py", failing]) == 1
