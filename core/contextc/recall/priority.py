"""A grain -> its weight in a budget."""

from contextc.recall.content import failed
from contextc.recall.grain_types import grain_type
from contextc.recall.hits import SearchHit
from contextc.recall.values import Fields, number_in

GOAL_STATES = {"active": 0.15, "suspended": 0.05, "satisfied": -0.2, "failed": -0.2}
GOAL_PRIORITIES = {"critical": 0.1, "high": 0.05, "low": -0.1}
FAILED_TOOL = 0.65
SCORE_WEIGHT = 0.15
CONFIDENCE_WEIGHT = 0.1
VERIFICATIONS = {"retracted": -0.3, "rejected": -0.3, "contested": -0.15}
"""What moves a priority (sections 3.1 and 3.2 of the second specification)."""

DECIMALS = 6


def context_priority(hit: SearchHit, relevance: float | None) -> float:
    """The weight in [0, 1], to six decimals: the same on every machine.

    >>> context_priority(SearchHit(grain_type="event", fields={"content": "hi"}), 0.85)
    0.7775
    """
    fields = hit.fields
    confidence = number_in(fields, "confidence")
    weight = (
        _base(hit.grain_type, fields)
        + (relevance or 0.0) * SCORE_WEIGHT
        + max((1.0 if confidence is None else confidence) - 0.5, 0.0) * CONFIDENCE_WEIGHT
        + VERIFICATIONS.get(_word(fields, "verification_status"), 0.0)
    )
    return round(min(max(weight, 0.0), 1.0), DECIMALS)


def _base(kind: str, fields: Fields) -> float:
    if kind == "tool" and failed(fields):
        return FAILED_TOOL
    base = grain_type(kind).priority
    if kind == "goal":
        base += GOAL_STATES.get(_word(fields, "goal_state"), 0.0) + GOAL_PRIORITIES.get(_word(fields, "priority"), 0.0)
    return base


def _word(fields: Fields, key: str) -> str:
    value = fields.get(key)
    return value if isinstance(value, str) else ""
