"""What an assembly answers: the text, and what became of every grain."""

from msgspec import Struct

from contextc.model import Record
from contextc.vocabulary import Allocation


class DecisionProvenance(Struct, frozen=True, kw_only=True):
    """Which answers of a decision backend were used."""

    provider: str
    """Distinct names in the order of their first answer, joined by commas; `model` too."""
    model: str
    calibrated: bool
    """Whether every answer that was used is."""
    requests: int
    latency_ms: int
    intent: str | None
    """The kind of answer that the query is after; `None` when that was not asked, or not answered."""


class GrainDecision(Record, frozen=True, kw_only=True):
    """What became of one hit, by which rule."""

    index: int
    """Of the hit in the request."""
    hash: str
    grain_type: str
    outcome: Allocation
    rule_id: str
    reason: str
    priority: float | None = None
    """In [0, 1], to six decimals; absent for what was taken out before anything was weighed."""
    tokens: int | None = None
    """Of the whole grain, as it would be shown."""
    relevance: float | None = None
    """What a decision backend judged, in [0, 1]."""


class FormattedContext(Record, frozen=True, kw_only=True):
    """The text for the model, and how much of what was recalled is in it."""

    text: str
    estimated_tokens: int
    included_count: int
    """Grains in the text, in full or as a summary; both ends of an update count."""
    omitted_count: int
    """Grains that the budget or a decision left out; what is withheld, overridden or superseded does not count."""
    truncated: bool
    """Whether any was omitted."""
    decision: DecisionProvenance | None = None
    """Present when an answer of a decision backend was used."""
    decisions: list[GrainDecision] | None = None
    """One a hit, in input order; on the wire with `policy.explain`, in Python always."""
