"""Files that people really feed in (DF02-DF12): the laws hold for all of them."""

import json
from itertools import product
from typing import Any

import pytest

from cases.counters import Counter, each_counter
from cases.door import Json, case, compiled, estimated
from cases.files import TYPES, answer, text
from cases.laws import LAWS, Law, obey
from contextc import ContextCompiler, Limits
from contextc_wire import Wire

SAMPLE = 8_000
"""Characters of each end of a file that the variations are made of."""


def varied(name: str, budget: int, **policy: Any) -> Json:
    """A request of both ends of a file, among other fragments."""
    request = case(name)["request"]
    whole = text(name)
    sample = whole if len(whole) <= 2 * SAMPLE else whole[:SAMPLE] + whole[-SAMPLE:]
    file = {**request["fragments"][0], "content": sample}
    fragments = [{"content": "Never touch the release branch."}, file, {"content": "a short note"}, file]
    return {"query": request["query"], "fragments": fragments, "token_budget": budget, "policy": policy}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", TYPES)
def test_a_file_obeys_every_law(name: str, law: Law):
    """The recorded request of every file type keeps every law."""
    law(case(name)["request"], answer(name))


@pytest.mark.parametrize(
    "budget, truncate, marks",
    [
        (1, "auto", False),
        (60, "head", True),
        (150, "tail", False),
        (300, "both", False),
        (1200, "auto", True),
        (4000, "tail", True),
    ],
)
@pytest.mark.parametrize("name", TYPES)
def test_a_file_among_others_obeys_every_law(name: str, budget: int, truncate: str, marks: bool):
    """Beside a constraint, a note and a copy of itself, at any budget and cut at any end, a file keeps every law."""
    request = varied(name, budget, truncate=truncate, elision_marks=marks)
    obey(request, compiled(request))


@pytest.mark.parametrize("name", TYPES)
@each_counter
def test_a_constraint_beside_a_file_is_kept(counter: Counter, name: str):
    """No file is so important that a short constraint beside it is lost."""
    assert "Never touch the release branch." in compiled(counter.asked(varied(name, 120)))["content"]


@pytest.mark.parametrize("name", sorted({*TYPES} - {"DF05"}))
def test_a_file_uses_its_budget(name: str):
    """Nine tenths of the budget are used, but in a notebook, whose next word is an image that does not fit."""
    budget = case(name)["request"]["token_budget"]
    assert estimated(answer(name)["content"])[0] >= 0.9 * budget


@pytest.mark.parametrize("name", TYPES)
def test_a_strict_door_answers_or_says_the_cap(name: str):
    """At a door with strict caps a file is answered, or refused with its size and the cap."""
    request = case(name)["request"]
    wire = Wire(ContextCompiler(limits=Limits.strict()))
    result = wire.call("compile", json.dumps(request))
    size = len(text(name).encode())
    expected = b'"data":{"bytes":%d,"limit":1048576}' % size if size > 1_048_576 else b'{"content":"'
    assert expected in result


def test_every_mix_of_two_files_obeys_every_law():
    """Two files of different types share a budget lawfully."""
    for one, other in product(("DF03", "DF07"), ("DF06", "DF09", "DF10")):
        fragments = [case(name)["request"]["fragments"][0] for name in (one, other)]
        request = {"query": case(one)["request"]["query"], "fragments": fragments, "token_budget": 700}
        obey(request, compiled(request))
