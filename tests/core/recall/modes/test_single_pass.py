"""The default: updates, then grains, then what was found beside them."""

import pytest

from contextc.recall.hits import SearchHit
from contextc.recall.modes.parts import Part
from contextc.recall.modes.single_pass import HIGHLIGHT_ABOVE, HIGHLIGHTED, single_pass
from contextc.recall.select import Choice
from contextc.recall.updates import Update
from core.recall.build import EXPANSION, choice, choices, fact, hit, said, settings, texts


def parts(*hits: SearchHit, apart: bool = True, **given) -> list[tuple[str, list[str]]]:
    """Style and texts of every part."""
    return shown(single_pass(choices(*hits), settings(**given), apart=apart))


def shown(found: list[Part]) -> list[tuple[str, list[str]]]:
    """Style and texts of every part."""
    return [(part.style, texts(part.choices)) for part in found]


def many(count: int) -> list[SearchHit]:
    """Facts, the first the most important, the last the most relevant."""
    return [fact(f"s{number} r o", score=number / 100) for number in range(count)]


def update(place: int) -> Choice:
    """An update from the hit of a place to the next."""
    return choice(fact(), place, shown=f"update {place}")._replace(update=Update(place, place + 1))


def test_nothing_has_no_parts():
    """No heading of nothing."""
    assert parts() == []


def test_flat():
    """In the order of the policy."""
    hits = [said("b", created_at_sec=2), said("a", created_at_sec=1, score=0.5)]
    assert (parts(*hits), parts(*hits, ordering="reverse_chronological")) == (
        [("flat", ["a", "b"])],
        [("flat", ["b", "a"])],
    )


def test_grouped():
    """Each type in the order of the policy."""
    hits = [said("a", score=0.1), fact(), said("b", score=0.9)]
    assert parts(*hits, grouped=[]) == [("group", ["mira likes tea"]), ("group", ["b", "a"])]


def test_updates_come_first():
    """In input order, whatever the policy's is."""
    found = single_pass(
        [choice(said("a"), 0), update(1), update(3)], settings(ordering="reverse_chronological"), apart=True
    )
    assert shown(found) == [("updates", ["update 1", "update 3"]), ("flat", ["a"])]


def test_updates_alone():
    """There is no empty part behind them."""
    assert shown(single_pass([update(0)], settings(), apart=True)) == [("updates", ["update 0"])]


def test_what_was_found_beside_comes_last():
    """Flat, in the order of the policy, also where the rest is grouped."""
    hits = [said("x", score=0.1, **EXPANSION), fact(), fact("a r b", score=0.9, **EXPANSION)]
    assert parts(*hits) == [("flat", ["mira likes tea"]), ("expansion", ["a r b", "x"])]
    assert parts(*hits, grouped=[]) == [("group", ["mira likes tea"]), ("expansion", ["a r b", "x"])]


def test_nothing_but_what_was_found_beside():
    """An empty part stands before it (section 6.4)."""
    assert parts(said("x", **EXPANSION)) == [("flat", []), ("expansion", ["x"])]


def test_ten_grains_are_one_part():
    """Section 6.6 and A3: more than ten."""
    assert (HIGHLIGHT_ABOVE, HIGHLIGHTED, [style for style, _ in parts(*many(10))]) == (10, 5, ["flat"])


def test_eleven_grains_are_two_parts():
    """The five most important by their priority, the rest by relevance (A3)."""
    assert parts(*many(11)) == [
        ("most_relevant", [f"s{number} r o" for number in range(5)]),
        ("additional", [f"s{number} r o" for number in range(10, 4, -1)]),
    ]


def test_ties_of_the_most_important():
    """The first in input order (A10)."""
    found = single_pass([choice(said(str(place)), place, 0.5) for place in range(11)], settings(), apart=True)
    assert shown(found)[0] == ("most_relevant", ["0", "1", "2", "3", "4"])


@pytest.mark.parametrize(
    "given",
    [{"grouped": []}, {"ordering": "chronological"}, {"ordering": "by_entity"}, {"apart": False}],
)
def test_nothing_stands_apart(given: dict):
    """In groups, in another order, and beside a census (A3)."""
    assert {"most_relevant", "additional"}.isdisjoint([style for style, _ in parts(*many(11), **given)])


def test_updates_and_what_was_found_beside_do_not_count():
    """Only grains that could stand apart do."""
    found = single_pass([*choices(*many(10)), choice(said("x", **EXPANSION), 10), update(11)], settings(), apart=True)
    assert [part.style for part in found] == ["updates", "flat", "expansion"]


def test_unknown_types_are_groups_too():
    """None is lost (A8)."""
    assert parts(hit("note", {"a": 1}), grouped=["fact"]) == [("group", ["note: a: 1"])]
