"""Every estimator, through every door: the counts that Python gives, the exact ones too."""

import json
import unicodedata

import pytest

from contextc.vocabulary import EstimatorName
from contextc_wire import call

NO_CHARACTER = {"Cn", "Co", "Cs"}
"""Categories of code points that stand for nothing that is agreed on."""

CHARACTERS = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) not in NO_CHARACTER]
"""Every character that this Python knows; a bundle's Python is as new, and knows them all."""

TEXTS = ["".join(CHARACTERS[start : start + 256]) for start in range(0, len(CHARACTERS), 256)]


def test_a_door_names_every_estimator(door):
    """What users get counts exactly, too."""
    assert json.loads(door.call("describe", b"{}"))["estimators"] == list(EstimatorName)


@pytest.mark.parametrize("name", EstimatorName)
def test_counts_are_the_same(door, name):
    """A text has as many tokens through a door as in Python, whatever script it is in."""
    request = json.dumps({"texts": TEXTS, "estimator": name}).encode()

    assert door.call("estimate", request) == call("estimate", request)


@pytest.mark.parametrize("name", ["o200k", "cl100k"])
def test_compiles_by_exact_counts(door, name):
    """A context is packed by the vocabulary that the policy names, to the same bytes."""
    fragments = [{"content": text} for text in TEXTS[:40]]
    request = json.dumps(
        {"query": "q", "fragments": fragments, "token_budget": 4_000, "policy": {"estimator": name}}
    ).encode()

    assert door.call("compile", request) == call("compile", request)
