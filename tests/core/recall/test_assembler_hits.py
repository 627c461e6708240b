"""What an assembly takes, and what it refuses."""

import math
from typing import Any

import pytest

from contextc.errors import InvalidRequest, OverLimit
from contextc.limits import Limits
from contextc.recall import (
    ContextAssembler,
    FormatPolicy,
    RenderingHints,
)
from contextc.vocabulary import OutputFormat
from core.recall.build import (
    FORMATS,
    JSON,
    MARKDOWN,
    assembled,
    counts,
    fact,
    hit,
    policy,
    said,
    text,
)

# What is refused


@pytest.mark.parametrize(
    ("hits", "path"),
    [
        ("hits", "$.hits"),
        ({"grain_type": "fact"}, "$.hits"),
        ([fact(), {"grain_type": "fact", "fields": {}}], "$.hits[1]"),
        ([hit("no name")], "$.hits[0].grain_type"),
        ([fact(hash="x")], "$.hits[0].hash"),
        ([hit(fields={"a": object()})], "$.hits[0].fields"),
        ([hit(fields=["a"])], "$.hits[0].fields"),
        ([fact(score="high")], "$.hits[0].score"),
        ([fact(recall_source="elsewhere")], "$.hits[0].recall_source"),
        ([said("\ud800")], "$.hits[0].fields"),
    ],
)
def test_what_is_no_hit(hits: Any, path: str):
    """An error names the place."""
    with pytest.raises(InvalidRequest) as error:
        ContextAssembler().format(hits, policy())
    assert (error.value.path or "").startswith(path)


@pytest.mark.parametrize("given", [{"format": "html"}, {"token_budget": -1}, {"grain_overrides": []}, {"explain": 1}])
def test_what_is_no_policy(given: dict):
    """A policy is checked in Python as it is on the wire."""
    with pytest.raises(InvalidRequest) as error:
        ContextAssembler().format([], FormatPolicy(**given))
    assert error.value.path == f"$.policy.{next(iter(given))}"


def test_what_are_no_hints():
    """They are checked too."""
    with pytest.raises(InvalidRequest) as error:
        ContextAssembler().format_with_hints([], policy(), RenderingHints(entity_count="3"))  # type: ignore[arg-type]
    assert error.value.path == "$.hints.entity_count"


def test_too_many_hits():
    """An error says how many there may be."""
    with pytest.raises(OverLimit) as error:
        ContextAssembler(limits=Limits(fragments=1)).format([fact(), fact()], policy())
    assert (error.value.path, error.value.data) == ("$.hits", {"hits": 2, "limit": 1})


def test_hits_may_be_a_tuple():
    """Any sequence that is a list in JSON."""
    assert ContextAssembler().format((fact(),), policy()).text == "mira likes tea"


# What is not refused


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf])
def test_a_score_that_is_no_number(score: float):
    """It comes last, and does not disturb the others (D40)."""
    hits = [fact("a r x", score=score), fact("b r y", score=0.1), fact("c r z", score=0.9), fact("d r w")]
    assert text(*hits) == "c r z\nb r y\na r x\nd r w"
    assert "score" not in text(*hits, format=JSON)


@pytest.mark.parametrize("second", [-1, 0, 2**32, 1_767_225_600_000, 10**18])
def test_a_time_that_is_no_time(second: int):
    """It has no date (D45)."""
    assert text(fact(created_at_sec=second), format=MARKDOWN) == "- **mira** likes tea"


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, 10**30])
def test_whole_numbers_beyond_64_bits(value: int, format: OutputFormat):
    """They are floats, as in JSON."""
    kinds = [hit(kind, {"confidence": value, "duration_ms": value, "x": [value]}) for kind in ("fact", "tool", "note")]
    assert counts(assembled(*kinds, format=format)) == (3, 0, False)
