"""A grain's weight in a budget: what it is, how it was found, how sure it is, and how it stands."""

import pytest

from contextc.recall.hits import SearchHit
from contextc.recall.priority import context_priority
from core.recall.build import hit


def weight(kind: str, score: float | None = None, **fields: object) -> float:
    """The priority of a grain whose confidence counts for nothing unless it is given."""
    return context_priority(hit(kind, {"confidence": 0.5, **fields}), score)


@pytest.mark.parametrize(
    ("kind", "base"),
    [
        ("consent", 0.95),
        ("state", 0.9),
        ("goal", 0.8),
        ("fact", 0.7),
        ("reasoning", 0.7),
        ("recommendation", 0.7),
        ("consensus", 0.65),
        ("event", 0.6),
        ("observation", 0.6),
        ("skill", 0.6),
        ("workflow", 0.5),
        ("tool", 0.5),
        ("trigger", 0.5),
        ("note", 0.5),
    ],
)
def test_bases(kind: str, base: float):
    """Section 3.1; a type of no table is as important as the least of the tables."""
    assert weight(kind) == base


@pytest.mark.parametrize(("error", "base"), [(True, 0.65), (False, 0.5), ("true", 0.5)])
def test_failed_calls(error: object, base: float):
    """What went wrong matters more."""
    assert weight("tool", is_error=error) == base


def test_only_calls_fail():
    """An error on another grain is a field like any."""
    assert weight("event", is_error=True) == 0.6


@pytest.mark.parametrize(
    ("state", "priority", "base"),
    [
        ("active", None, 0.95),
        ("suspended", None, 0.85),
        ("satisfied", None, 0.6),
        ("failed", None, 0.6),
        ("else", "medium", 0.8),
        (None, "critical", 0.9),
        (None, "high", 0.85),
        (None, "low", 0.7),
        (["active"], {"high": 1}, 0.8),
        ("active", "high", 1.0),
        ("failed", "low", 0.5),
    ],
)
def test_goals(state: object, priority: object, base: float):
    """How far a goal is and how urgent; words that are not in the list do nothing."""
    assert weight("goal", goal_state=state, priority=priority) == base


def test_only_goals_have_a_state():
    """The words mean nothing on other grains."""
    assert weight("fact", goal_state="active", priority="critical") == 0.7


@pytest.mark.parametrize(
    ("score", "priority"), [(0.85, 0.7275), (1.0, 0.75), (None, 0.6), (0.0, 0.6), (-1.0, 0.45), (2.0, 0.9)]
)
def test_scores(score: float | None, priority: float):
    """A score counts by 0.15, whatever its range is; none counts for nothing."""
    assert weight("event", score) == priority


@pytest.mark.parametrize(
    ("confidence", "priority"), [(1.0, 0.65), (0.9, 0.64), (0.5, 0.6), (0.1, 0.6), (-3, 0.6), (2.0, 0.75)]
)
def test_confidence(confidence: float, priority: float):
    """What is above one half counts by 0.1."""
    assert weight("event", confidence=confidence) == priority


@pytest.mark.parametrize("confidence", [None, "0.5", True, [0.5]])
def test_no_confidence_is_all(confidence: object):
    """What does not say how sure it is is sure."""
    assert (
        weight("event", confidence=confidence)
        == context_priority(SearchHit(grain_type="event", fields={}), 0.0)
        == 0.65
    )


@pytest.mark.parametrize(
    ("status", "priority"),
    [
        ("retracted", 0.4),
        ("rejected", 0.4),
        ("contested", 0.55),
        ("verified", 0.7),
        ("unverified", 0.7),
        (["retracted"], 0.7),
        ({}, 0.7),
    ],
)
def test_verification(status: object, priority: float):
    """What was taken back counts least; what is contested for less."""
    assert weight("fact", verification_status=status) == priority


def test_a_priority_is_within_0_and_1():
    """However large the terms are."""
    assert (weight("consent", 9.0), weight("workflow", -9.0)) == (1.0, 0.0)


def test_a_priority_has_six_decimals():
    """So it is the same on every machine."""
    assert weight("fact", 1 / 3) == 0.75
    assert weight("fact", 0.123456789) == 0.718519


def test_the_worked_examples():
    """Section 3.2."""
    assert weight("fact", 0.85, confidence=0.9, verification_status="contested") == 0.7175
    assert weight("event", 0.85, confidence=None) == 0.7775
