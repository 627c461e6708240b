"""What a text is made of: runs of choices in an order, under headings."""

import pytest

from contextc.recall.modes.parts import Part, groups, ordered
from contextc.recall.policy import SectionConfig
from contextc.vocabulary import Ordering
from core.recall.build import choices, fact, hit, said, texts

BY_SCORE = [fact("a r x", score=0.2), fact("b r y", score=0.9), fact("a r z", score=0.8), fact("c r w")]


def orders(ordering: Ordering, *hits) -> list[str]:
    """The texts in an order."""
    return texts(ordered(choices(*hits), ordering))


def test_by_relevance():
    """The highest score first, those without one last (D40)."""
    assert orders(Ordering.BY_RELEVANCE, *BY_SCORE) == ["b r y", "a r z", "a r x", "c r w"]


def test_a_low_score_is_a_score():
    """Below 0 too."""
    hits = [fact("a r x"), fact("b r y", score=-5.0), fact("c r z", score=0.0)]
    assert orders(Ordering.BY_RELEVANCE, *hits) == ["c r z", "b r y", "a r x"]


@pytest.mark.parametrize("ordering", list(Ordering))
def test_ties_stay_in_input_order(ordering: Ordering):
    """Every order is stable."""
    hits = [fact(f"a r {number}", score=0.5, created_at_sec=5) for number in range(5)]
    assert orders(ordering, *hits) == [f"a r {number}" for number in range(5)]


def test_by_time():
    """The earliest first, or the latest; an unknown time is the earliest."""
    hits = [said(name, created_at_sec=second) for name, second in (("b", 2), ("c", 3), ("none", 0), ("a", 1))]
    assert orders(Ordering.CHRONOLOGICAL, *hits) == ["none", "a", "b", "c"]
    assert orders(Ordering.REVERSE_CHRONOLOGICAL, *hits) == ["c", "b", "a", "none"]


def test_by_entity():
    """By subject, then by score; what has no subject comes first."""
    assert orders(Ordering.BY_ENTITY, *BY_SCORE, said("hi")) == ["hi", "a r z", "a r x", "b r y", "c r w"]


def test_groups_in_the_default_order():
    """States before facts before tools before events, unknown types last, as they come."""
    hits = [
        hit("zebra", {"a": 1}),
        hit("apple", {"a": 1}),
        said("hi"),
        hit("trigger"),
        fact(),
        hit("state"),
        hit("tool"),
    ]
    found = groups(choices(*hits), SectionConfig(group_by_type=True))
    assert [(part.style, part.name) for part in found] == [
        ("group", name) for name in ("state", "fact", "tool", "event", "trigger", "zebra", "apple")
    ]


def test_groups_in_an_order_of_the_policy_s():
    """Types that it does not name follow; none is lost (A8)."""
    hits = [fact(), hit("state"), said("hi"), hit("zebra")]
    found = groups(choices(*hits), SectionConfig(group_by_type=True, type_order=["zebra", "event", "goal", "event"]))
    assert [part.name for part in found] == ["zebra", "event", "state", "fact"]


def test_a_group_keeps_its_order():
    """As it was ordered before."""
    made = choices(said("b"), fact(), said("a"))
    assert groups(made, SectionConfig()) == [
        Part("group", [made[1]], "fact"),
        Part("group", [made[0], made[2]], "event"),
    ]


def test_no_groups():
    """Of nothing."""
    assert groups([], SectionConfig(type_order=["fact"])) == []
