"""The recorded answers, at the door of `contextc call`."""

import json

import pytest

from host.cli.shell import run
from vectors import Vector, load

VECTORS = [vector for vector in load() if b'"path"' not in vector.request]
"""A fragment with a path means another thing on a door that reads files."""


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_call_gives_the_recorded_answer(vector: Vector):
    """A result comes out as its bytes and a line end; an error with its code, and exit code 2."""
    ran = run("call", vector.method, stdin=vector.request)
    expected = json.loads(vector.expect)

    if "error" in expected:
        assert (2, expected["error"]["code"]) == (ran.code, json.loads(ran.out)["error"]["code"])
    else:
        assert (0, vector.expect + b"\n") == (ran.code, ran.out)
