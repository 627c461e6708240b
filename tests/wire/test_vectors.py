"""Every recorded answer, at every door of this process: results byte for byte, errors by their contract."""

import json
import re
from collections import Counter

import pytest

from contextc import ContextcError, ContextCompiler, Limits, compile_messages, compile_transcript
from contextc.errors import CODES
from contextc.model import CompileRequest, MessagesInput, TranscriptCompileInput
from contextc.recall import AssembleRequest, RecallCompileInput, assemble, compile_recall
from contextc_wire import call
from contextc_wire.codec import decode, encode
from contextc_wire.dispatch import encode_error
from vectors import FOLDER, Vector, contract, load, reduced

VECTORS = load()
SECTIONS = re.findall(r"^#{2,3} ([0-9.]+) ", (FOLDER.parent / "WIRE.md").read_text(encoding="utf-8"), re.MULTILINE)
DIFFERENCES = re.findall(
    r"^\| ([AC][0-9]+) ", (FOLDER.parent / "DIFFERENCES.md").read_text(encoding="utf-8"), re.MULTILINE
)
ON_OTHER_DOORS = {
    "empty_working_context",
    "estimator_unavailable",
    "fragment_not_found",
    "index_out_of_range",
    "ingest_outside_roots",
    "ingest_refused",
    "internal",
    "source_expired",
    "store_corrupt",
    "store_failed",
    "unknown_handle",
}
"""Codes that need a store, files, optional parts, or a fault of ours."""

BY_PYTHON = {
    "compile": lambda request: ContextCompiler().compile(decode(request, CompileRequest, Limits())),
    "compile_transcript": lambda request: compile_transcript(decode(request, TranscriptCompileInput, Limits())),
    "compile_messages": lambda request: compile_messages(decode(request, MessagesInput, Limits())),
    "compile_recall": lambda request: compile_recall(decode(request, RecallCompileInput, Limits())),
    "assemble": lambda request: assemble(decode(request, AssembleRequest, Limits())),
}
"""Methods that are functions of records in Python."""

each = pytest.mark.parametrize("vector", VECTORS, ids=str)


def by_python(vector: Vector) -> bytes:
    """The answer of the Python objects."""
    try:
        return encode(BY_PYTHON[vector.method](vector.request))
    except ContextcError as error:
        return encode_error(error)


@each
def test_door_gives_the_recorded_answer(vector):
    """`call` answers as recorded."""
    assert contract(vector.expect) == contract(call(vector.method, vector.request))


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.method in BY_PYTHON], ids=str)
def test_python_gives_the_recorded_answer(vector):
    """The Python API answers as recorded."""
    assert contract(vector.expect) == contract(by_python(vector))


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.reference is not None], ids=str)
def test_differences_are_named_where_there_are_some(vector):
    """`differs` is empty exactly where our answer is the reference's, and names known rules else."""
    answer = json.loads(vector.expect)
    ours = reduced(answer, facts=vector.facts) if vector.method.startswith("compile") else answer

    assert (vector.differs == []) == (ours == vector.reference)
    assert set(vector.differs) <= set(DIFFERENCES)


@each
def test_vector_names_its_section(vector):
    """The section that a vector proves stands in WIRE.md."""
    assert vector.section in SECTIONS


def test_names_are_unique():
    """No two vectors of a file have one name."""
    counts = Counter(str(vector) for vector in VECTORS)

    assert [name for name, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("rule", DIFFERENCES)
def test_every_difference_has_a_vector(rule):
    """Each rule of DIFFERENCES.md has a minimal vector of its own."""
    own = [vector for vector in VECTORS if vector.file == "differences" and vector.name.startswith(f"{rule}: ")]

    assert own
    assert all(rule in vector.differs or rule == "C21" for vector in own)


def test_every_code_has_a_vector():
    """Each error code that this door can give has a vector."""
    recorded = {
        json.loads(vector.expect)["error"]["code"] for vector in VECTORS if b'{"error":{"code"' in vector.expect
    }

    assert set(CODES) - ON_OTHER_DOORS == recorded & set(CODES) - ON_OTHER_DOORS
