"""The types of grains: what their groups are called, their TOON columns, their weight in a budget."""

from typing import NamedTuple


class GrainType(NamedTuple):
    """A row."""

    tag: str
    """The noun of a group of them."""
    columns: tuple[str, ...]
    """Of a TOON table."""
    priority: float
    """What a grain of this type starts from, before its score, its confidence and its standing."""


GRAIN_TYPES = {
    "state": GrainType("states", ("context", "content"), 0.9),
    "goal": GrainType("goals", ("subject", "content", "state"), 0.8),
    "fact": GrainType("facts", ("subject", "content", "confidence"), 0.7),
    "tool": GrainType("tools", ("tool", "phase", "content"), 0.5),
    "event": GrainType("events", ("role", "time", "content"), 0.6),
    "observation": GrainType("observations", ("observer", "content"), 0.6),
    "reasoning": GrainType("reasoning", ("type", "content"), 0.7),
    "workflow": GrainType("workflows", ("name", "content"), 0.5),
    "consensus": GrainType("consensus", ("threshold", "count", "content"), 0.65),
    "consent": GrainType("consents", ("grantor", "grantee", "action", "content"), 0.95),
    "skill": GrainType("skills", ("name", "domain", "proficiency", "content"), 0.6),
    "recommendation": GrainType("recommendations", ("target_ref", "severity", "content"), 0.7),
    "trigger": GrainType("triggers", ("kind", "content"), 0.5),
}
"""By name, in the order in which groups stand (section 1.4, 3.1 and 5.10 of the second specification; A8 and A9)."""


def grain_type(name: str) -> GrainType:
    """The row of a type; a type that is in no table has a plain one of its own.

    >>> grain_type("note")
    GrainType(tag='other_note', columns=('content',), priority=0.5)
    """
    return GRAIN_TYPES.get(name) or GrainType(f"other_{name}", ("content",), 0.5)


def toon_columns(name: str) -> tuple[str, ...]:
    """The columns of a type's TOON table.

    >>> toon_columns("fact")
    ('subject', 'content', 'confidence')
    """
    return grain_type(name).columns
