"""Recorded answers of what no request can reach."""

import re

import pytest

from core.recall.recorded import FILE, answer, load

RECORDED = load()
WIRE = FILE.parents[2]
SECTIONS = re.findall(r"^#{2,3} ([0-9.]+) ", (WIRE / "WIRE.md").read_text(encoding="utf-8"), re.MULTILINE)
DIFFERENCES = re.findall(r"^\| (A[0-9]+) ", (WIRE / "DIFFERENCES.md").read_text(encoding="utf-8"), re.MULTILINE)

each = pytest.mark.parametrize("recorded", RECORDED, ids=str)


@each
def test_answers_are_as_recorded(recorded):
    """The objects of Python say what is recorded."""
    assert recorded.expect == answer(recorded.op, recorded.input)


@each
def test_differences_are_named_where_there_are_some(recorded):
    """`differs` is empty exactly where our answer is the reference's, and names known rules else."""
    assert (recorded.differs == []) == (recorded.expect == recorded.reference)
    assert set(recorded.differs) <= set(DIFFERENCES)


@each
def test_section_exists(recorded):
    """The section that an answer proves stands in WIRE.md."""
    assert recorded.section in SECTIONS


def test_all_kinds_are_there():
    """Grains, allocations and decisions are recorded."""
    assert {"grain", "allocate", "decide"} == {recorded.op for recorded in RECORDED}
