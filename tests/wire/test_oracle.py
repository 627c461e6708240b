"""The compiler against a second one, written from the contract alone, slow and plain."""

import json
from typing import Any

import pytest
from hypothesis import given

from contextc import CompileRequest, TranscriptCompileInput
from contextc_wire import call
from contextc_wire.codec import encode
from core.laws import strategies
from oracle import ALL
from oracle.attribute import outcome
from vectors import load, reduced

OPERATIONS = {"compile": "compile_context", "compile_transcript": "compile_transcript"}
ID_KEYS = {"fragment_id", "content_hash", "fragment_ids"}
BEYOND = {"truncate", "elision_marks", "recency", "constraint_markers", "score", "group", "pinned"}
"""Additive fields, which the oracle does not know."""

VECTORS = [v for v in load() if v.file.startswith("compiler") and len(v.request) < 20_000]


def plain(value: Any) -> Any:
    """A request without additive fields."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if key not in BEYOND}
    return [plain(item) for item in value] if isinstance(value, list) else value


def worded(value: Any, key: str = "") -> Any:
    """The oracle's answer with ids as the wire writes them."""
    if isinstance(value, dict):
        return {name: worded(item, name) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [worded(item, key) for item in value]
    return str(value) if key in ID_KEYS and isinstance(value, int) else value


def check(method: str, request: bytes) -> None:
    """Both give the same answer, or both refuse."""
    ours = json.loads(call(method, request))
    theirs = outcome(json.loads(request), OPERATIONS[method], ALL)

    assert ("error" in ours) == ("error" in theirs)
    if "error" not in ours:
        assert worded(json.loads(json.dumps(theirs["ok"]))) == reduced(ours, facts=True)


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_oracle_agrees_on_vectors(vector):
    """The oracle gives every recorded answer, but for the longest requests, which take it minutes."""
    check(vector.method, vector.request)


@strategies.examples
@given(strategies.requests())
def test_oracle_agrees_on_requests(request: CompileRequest):
    """The oracle gives the same answer to any request without additive fields."""
    check("compile", json.dumps(plain(json.loads(encode(request)))).encode())


@strategies.examples
@given(strategies.transcript_inputs())
def test_oracle_agrees_on_transcripts(request: TranscriptCompileInput):
    """The oracle gives the same answer to any transcript."""
    check("compile_transcript", json.dumps(plain(json.loads(encode(request)))).encode())
