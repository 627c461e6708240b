"""Names and models -> estimators."""

import json

import pytest

from contextc import CompilePolicy, ContextCompiler, DynTokenEstimator
from contextc.errors import EstimatorUnavailable
from contextc.estimators import FAMILIES, available, estimator, family_of
from contextc.vocabulary import EstimatorName
from contextc.weights import WEIGHTS
from contextc.windows import MODEL_WINDOWS
from contextc_wire import call

TEXT = "Some words, 12 of them: 漢字 😀\n"


@pytest.mark.parametrize("name", EstimatorName)
def test_every_name_counts(name):
    """Every name stands for an estimator that finds something in a text and nothing in none."""
    assert estimator(name, None).estimate(TEXT) > 0 == estimator(name, None).estimate("")


def test_every_family_has_weights():
    """The rows of models name families that have weights."""
    assert {family for _, family in FAMILIES} <= set(WEIGHTS)


@pytest.mark.parametrize(
    "start",
    sorted({start for start, _ in FAMILIES if start not in {"text-embedding", "gpt-3.5", "gpt-4.5", "claude-3"}}),
)
def test_every_row_is_a_model(start):
    """A row begins the name of a model that has a window."""
    assert any(model.startswith(start) for model in MODEL_WINDOWS)


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("claude-opus-4-6", "claude-3"),
        ("claude-opus-4-7", "claude-4.7"),
        ("claude-opus-4-8", "claude-4.7"),
        ("claude-sonnet-5", "claude-4.7"),
        ("gpt-4", "cl100k"),
        ("gpt-4o", "o200k"),
        ("gpt-4.1-mini", "o200k"),
        ("gpt-6-sol", "o200k"),
        ("gemini-2.5-pro", "o200k"),
        ("unheard-of", "o200k"),
        ("GPT-4\u212a", "o200k"),
    ],
)
def test_family(model, family):
    """A model's family is known by how its name begins; o200k stands in for the rest."""
    assert family == family_of(model)


def test_target_model_chooses_the_weights():
    """One text costs more for a model whose tokenizer cuts it finer."""
    counts = [
        json.loads(call("estimate", json.dumps({"texts": ["naïve " * 50], "target_model": model}).encode()))["tokens"]
        for model in ("gpt-5", "claude-opus-5")
    ]

    assert counts[0] < counts[1]


def test_injected_estimator_wins():
    """An estimator that the host has given counts, whatever the policy names."""
    compiler = ContextCompiler(estimator=DynTokenEstimator(len))

    assert compiler.estimator_for(CompilePolicy(estimator=EstimatorName.BYTES4), None) is compiler.estimator


def test_policy_of_the_compiler_names_one():
    """A compiler's own policy chooses, and a request's lies over it."""
    compiler = ContextCompiler(CompilePolicy(estimator=EstimatorName.BYTES4))
    over = CompilePolicy(estimator=EstimatorName.HEURISTIC)

    assert [compiler.estimator_for(policy, None).estimate("ten 漢 12") for policy in (None, over)] == [3, 4]


def test_missing_package_is_said(monkeypatch):
    """Without the extra an exact estimator is `estimator_unavailable`, at its own path, with what there is."""
    monkeypatch.setattr("contextc.estimators.is_installed", lambda: False)
    with pytest.raises(EstimatorUnavailable) as caught:
        estimator(EstimatorName.O200K, None)

    assert (caught.value.path, caught.value.data) == ("$.policy.estimator", {"estimators": available()})
    assert available() == ["calibrated", "heuristic", "bytes4"]
    assert json.loads(call("estimate", b'{"texts": [], "estimator": "o200k"}'))["error"]["path"] == "$.estimator"
