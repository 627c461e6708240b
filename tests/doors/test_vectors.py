"""Every recorded answer, through every door."""

import pytest

from contextc_wire import call
from vectors import FOLDER, contract, read

VECTORS = {path.stem: [v for v in read(path) if v.method != "describe"] for path in sorted(FOLDER.glob("*.json"))}
"""By file; `describe` tells doors apart."""

OWN_WORDS = b'{"error":{"code":"ingest_disabled",'
"""The one answer whose sentence may differ: a door with files tells how they are enabled."""


@pytest.mark.parametrize("file", VECTORS)
def test_door_gives_the_recorded_answers(door, file):
    """A door gives the recorded answers of a file, and what Python says, byte for byte."""
    answers = [(vector, door.call(vector.method, vector.request)) for vector in VECTORS[file]]

    assert [v.name for v, answer in answers if contract(answer) != contract(v.expect)] == []
    assert [
        v.name for v, answer in answers if answer != call(v.method, v.request) and not answer.startswith(OWN_WORDS)
    ] == []
