"""Hits that were superseded -> updates: from the oldest value that is here to the one that counts now."""

from collections.abc import Sequence
from typing import NamedTuple

from contextc.recall.hits import SearchHit
from contextc.recall.values import Fields, day, said_in, text_in
from contextc.vocabulary import SupersessionStatus


class Update(NamedTuple):
    """Places of the first value and of the last one."""

    old: int
    new: int


class Chains(NamedTuple):
    """Everything among the hits that a newer one of them stands in for."""

    updates: list[Update]
    """By the place of the old value."""
    replaced: dict[int, int]
    """Place of a superseded hit -> that of the current one at the end of its chain."""


def find_updates(hits: Sequence[SearchHit], among: Sequence[int]) -> Chains:
    """The chains among some of the hits: of any length, in any order; one that does not end at a current hit is none.

    >>> old = SearchHit(grain_type="fact", fields={}, hash="a" * 64, supersession_status=SupersessionStatus.SUPERSEDED,
    ...     superseded_by_hash="b" * 64)
    >>> new = SearchHit(grain_type="fact", fields={}, hash="b" * 64, supersession_status=SupersessionStatus.CURRENT)
    >>> find_updates([new, old], [0, 1])
    Chains(updates=[Update(old=1, new=0)], replaced={1: 0})
    """
    place = {hits[index].hash: index for index in among}
    following = {
        index: place[hits[index].superseded_by_hash]
        for index in among
        if hits[index].supersession_status is SupersessionStatus.SUPERSEDED and hits[index].superseded_by_hash in place
    }
    ends: dict[int, int | None] = {}
    for index in following:
        _follow(index, following, ends, hits)
    replaced = {index: end for index in following if (end := ends[index]) is not None}
    inner = {following[index] for index in replaced}
    return Chains([Update(index, replaced[index]) for index in replaced if index not in inner], replaced)


def _follow(start: int, following: dict[int, int], ends: dict[int, int | None], hits: Sequence[SearchHit]) -> None:
    path: list[int] = []
    at = start
    while at in following and at not in ends:
        ends[at] = None  # Until it is known; what comes back to it goes in a circle and has no end.
        path.append(at)
        at = following[at]
    if at not in ends:
        ends[at] = at if hits[at].supersession_status is SupersessionStatus.CURRENT else None
    ends.update(dict.fromkeys(path, ends[at]))


class Change(NamedTuple):
    """What an update says; a date that is unknown is `None`."""

    subject: str
    old: str
    old_date: str | None
    new: str
    new_date: str | None


def change(old: SearchHit, new: SearchHit) -> Change:
    """The words of an update."""
    return Change(
        text_in(old.fields, "subject", "description"),
        _value(old.fields),
        day(int(old.created_at_sec)) if old.created_at_sec else None,
        _value(new.fields),
        day(int(new.created_at_sec)) if new.created_at_sec else None,
    )


def _value(fields: Fields) -> str:
    value = text_in(fields, "object", "content", "context")
    return value or said_in(fields, *(("description",) if text_in(fields, "subject") else ()), "context")
