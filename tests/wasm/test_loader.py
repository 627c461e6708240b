"""The loader in Node: what `*.test.mjs` state, by Node's own test runner."""

from pathlib import Path

import pytest

from wasm.bundle import BUNDLE, run
from wasm.traps import set_traps

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def traps(tmp_path_factory):
    """A bundle whose door can sleep and die."""
    folder = tmp_path_factory.mktemp("traps") / "bundle"
    set_traps(BUNDLE, folder)
    return folder


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_facts_of(name, traps):
    """Every fact of a file holds."""
    assert "# fail 0" in run("node", "--test", "--test-reporter=tap", HERE / name, CONTEXTC_TRAPS=str(traps))
