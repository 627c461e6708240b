"""Superseded hits are followed to the value that counts now."""

from itertools import permutations

import pytest

from contextc.recall.hits import SearchHit
from contextc.recall.updates import Chains, Change, Update, change, find_updates
from contextc.vocabulary import SupersessionStatus
from core.recall.build import CURRENT, JAN_1, hash_, hit, outdated


def old(number: int, by: int) -> SearchHit:
    """A hit that another stands in for."""
    return hit(hash=hash_(number), **outdated(by))


def now(number: int) -> SearchHit:
    """A hit that counts now."""
    return hit(hash=hash_(number), **CURRENT)


def found(*hits: SearchHit) -> Chains:
    """The chains among all of the hits."""
    return find_updates(hits, range(len(hits)))


def test_an_update_goes_from_an_old_value_to_the_current_one():
    """In either order."""
    assert found(old(1, 2), now(2)) == Chains([Update(0, 1)], {0: 1})
    assert found(now(2), old(1, 2)) == Chains([Update(1, 0)], {1: 0})


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_chains_of_any_length_in_any_order(order: tuple[int, ...]):
    """One update from the oldest to the current, and everything between is replaced (A7)."""
    chain = [old(1, 2), old(2, 3), old(3, 4), now(4)]
    place = {number: order.index(number) for number in range(4)}
    assert found(*[chain[number] for number in order]) == Chains(
        [Update(place[0], place[3])], dict.fromkeys(sorted([place[0], place[1], place[2]]), place[3])
    )


def test_a_long_chain():
    """There is no limit to the steps."""
    hits = [
        hit(
            hash=f"{number:064x}",
            supersession_status=SupersessionStatus.SUPERSEDED,
            superseded_by_hash=f"{number + 1:064x}",
        )
        for number in range(2000)
    ]
    assert found(*hits, hit(hash=f"{2000:064x}", **CURRENT)).updates == [Update(0, 2000)]


def test_two_old_values_of_one_current():
    """Each is an update of its own."""
    assert found(old(1, 3), now(3), old(2, 3)) == Chains([Update(0, 1), Update(2, 1)], {0: 1, 2: 1})


@pytest.mark.parametrize(
    "hits",
    [
        [old(1, 9), now(2)],
        [old(1, 2), hit(hash=hash_(2))],
        [old(1, 2), old(2, 9)],
        [old(1, 2), hit(hash=hash_(2), supersession_status=SupersessionStatus.SUPERSEDED)],
        [old(1, 1)],
        [old(1, 2), old(2, 1)],
        [old(1, 2), old(2, 3), old(3, 2)],
        [hit(hash=hash_(1), superseded_by_hash=hash_(2)), now(2)],
        [hit(hash=hash_(1), **CURRENT, superseded_by_hash=hash_(2)), now(2)],
        [],
    ],
)
def test_what_is_no_chain(hits: list[SearchHit]):
    """It ends elsewhere, at a hit that is not current, in a circle, or does not begin."""
    assert found(*hits) == Chains([], {})


def test_a_circle_beside_a_chain():
    """One has no end, the other has."""
    assert found(old(1, 2), old(2, 1), old(3, 4), now(4)) == Chains([Update(2, 3)], {2: 3})


def test_only_hits_that_are_asked_for():
    """What was taken out before is not here."""
    hits = [old(1, 2), old(2, 3), now(3)]
    assert (find_updates(hits, [0, 1]), find_updates(hits, [1, 2]), find_updates(hits, [0, 2])) == (
        Chains([], {}),
        Chains([Update(1, 2)], {1: 2}),
        Chains([], {}),
    )


def test_of_two_hits_with_one_hash_the_last_counts():
    """A grain may be found twice."""
    assert found(old(1, 2), now(2), now(2)).updates == [Update(0, 2)]


@pytest.mark.parametrize(
    ("fields", "subject", "value"),
    [
        ({"subject": "phone", "relation": "is", "object": "111"}, "phone", "111"),
        ({"subject": "phone", "object": "111", "content": "c"}, "phone", "111"),
        ({"description": "d", "content": "111"}, "d", "111"),
        ({"subject": "s", "description": "d", "context": "111"}, "s", "111"),
        ({"subject": "s", "description": "111"}, "s", "111"),
        ({"subject": "s", "context": {"step": "pay"}}, "s", '{"step":"pay"}'),
        ({"description": "d"}, "d", ""),
        ({"subject": 1, "object": 2}, "", ""),
        ({}, "", ""),
    ],
)
def test_what_an_update_is_about(fields: dict, subject: str, value: str):
    """The first of what names it, and the first of what it says."""
    made = change(hit(fields=fields), hit(fields=fields))
    assert made == Change(subject, value, None, value, None)


def test_the_subject_is_the_old_value_s():
    """It is what was known before."""
    made = change(hit(fields={"subject": "phone"}), hit(fields={"subject": "mobile", "object": "222"}))
    assert (made.subject, made.new) == ("phone", "222")


def test_dates_of_an_update():
    """An unknown one is absent."""
    made = change(hit(created_at_sec=JAN_1), hit(created_at_sec=0))
    assert (made.old_date, made.new_date) == ("2025-01-01", None)
    assert change(hit(), hit(created_at_sec=JAN_1)) == Change("", "", None, "", "2025-01-01")
