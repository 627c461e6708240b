"""A count of entities, and the grains of each."""

import pytest

from contextc.recall.hits import SearchHit
from contextc.recall.modes.aggregation import NAMED_BY, aggregation, entity
from core.recall.build import choices, fact, hit, said, settings, texts


def parts(*hits: SearchHit, named=(), kept: int | None = None, **given) -> list[tuple[str, str, list[str]]]:
    """Style, name and texts of every part."""
    made = choices(*hits)
    found = aggregation(made[:kept], made, named, settings(**given))
    return [(part.style, part.name, texts(part.choices)) for part in found]


def test_grains_of_each_entity():
    """In the order in which the policy has them."""
    hits = [fact("mira likes tea", score=0.1), fact("bo likes rum", score=0.9), fact("mira is in", score=0.5)]
    assert parts(*hits) == [
        ("entities", "2", []),
        ("entity", "bo", ["bo likes rum"]),
        ("entity", "mira", ["mira is in", "mira likes tea"]),
    ]


def test_entities_that_were_asked_for_come_first():
    """In the order in which they were; one that was not found is not there."""
    hits = [fact("a r x"), fact("b r y"), fact("c r z")]
    assert [name for _, name, _ in parts(*hits, named=["c", "nobody", "B", "c"])] == ["3", "c", "b", "a"]


@pytest.mark.parametrize("other", ["MIRA", " mira ", "mira\n"])
def test_case_and_white_space_do_not_count(other: str):
    """The first name is shown."""
    hits = [fact("mira likes tea"), hit(fields={"subject": other, "object": "x"})]
    assert [(style, name) for style, name, _ in parts(*hits)] == [("entities", "1"), ("entity", "mira")]


def test_other_letters_are_another_entity():
    """White space inside a name is one space."""
    hits = [hit(fields={"subject": name}) for name in ("a b", "a  b", "ab")]
    assert [name for _, name, _ in parts(*hits)] == ["2", "a b", "ab"]


def test_grains_of_no_entity_come_last():
    """They are not counted."""
    hits = [said("hello"), fact("mira likes tea")]
    assert parts(*hits, named=["", "mira"]) == [
        ("entities", "1", []),
        ("entity", "mira", ["mira likes tea"]),
        ("others", "", ["hello"]),
    ]


def test_a_count_tells_what_is_missing():
    """The number of entities is that of all that was found, and how many of them are shown."""
    hits = [fact("a r x"), fact("b r y"), said("hello"), fact("a r z")]
    assert (parts(*hits, kept=1)[0], parts(*hits, kept=2)[0], parts(*hits, kept=0)) == (
        ("entities", "1 of 2", []),
        ("entities", "2", []),
        [("entities", "0 of 2", [])],
    )


def test_nothing_is_about_nobody():
    """The count is 0."""
    assert parts() == [("entities", "0", [])]


@pytest.mark.parametrize("place", range(len(NAMED_BY)))
def test_what_names_an_entity(place: int):
    """The first of these fields."""
    fields = {key: key for key in NAMED_BY[place:]}
    assert entity({**fields, "content": "x"}) == NAMED_BY[place]


def test_what_names_no_entity():
    """Empty names and numbers do not."""
    assert (entity({"subject": "", "name": 5, "role": "user"}), entity({"content": "x"}), NAMED_BY) == (
        "user",
        "",
        ("subject", "subject_did", "tool_name", "tool", "name", "observer_id", "target_ref", "speaker", "role"),
    )
