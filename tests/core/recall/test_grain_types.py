"""Thirteen types of grains, and any other by its name."""

import pytest

from contextc.recall.grain_types import GRAIN_TYPES, grain_type, toon_columns

ROWS = [
    ("fact", "facts", "subject,content,confidence", 0.7),
    ("event", "events", "role,time,content", 0.6),
    ("state", "states", "context,content", 0.9),
    ("workflow", "workflows", "name,content", 0.5),
    ("tool", "tools", "tool,phase,content", 0.5),
    ("observation", "observations", "observer,content", 0.6),
    ("goal", "goals", "subject,content,state", 0.8),
    ("reasoning", "reasoning", "type,content", 0.7),
    ("consensus", "consensus", "threshold,count,content", 0.65),
    ("consent", "consents", "grantor,grantee,action,content", 0.95),
    ("skill", "skills", "name,domain,proficiency,content", 0.6),
    ("recommendation", "recommendations", "target_ref,severity,content", 0.7),
    ("trigger", "triggers", "kind,content", 0.5),
]
"""Sections 1.4 and 3.1; a skill says what it is for in a column of its own (A9)."""


@pytest.mark.parametrize(("name", "tag", "columns", "priority"), ROWS)
def test_rows(name: str, tag: str, columns: str, priority: float):
    """Each type has the noun of its group, the columns of its table, and where its priority starts."""
    assert (tag, tuple(columns.split(",")), priority) == grain_type(name)


def test_groups_stand_in_an_order():
    """States first, triggers last."""
    assert list(GRAIN_TYPES) == [
        "state",
        "goal",
        "fact",
        "tool",
        "event",
        "observation",
        "reasoning",
        "workflow",
        "consensus",
        "consent",
        "skill",
        "recommendation",
        "trigger",
    ]


def test_every_type_is_in_the_table():
    """There are 13."""
    assert {row[0] for row in ROWS} == set(GRAIN_TYPES)


def test_a_type_that_is_not_in_the_table():
    """Its noun cannot be that of another type, or of anything else in a text."""
    assert grain_type("facts") == ("other_facts", ("content",), 0.5)


def test_columns_of_a_table():
    """A host that writes rows of its own asks for them."""
    assert (toon_columns("tool"), toon_columns("note")) == (("tool", "phase", "content"), ("content",))
