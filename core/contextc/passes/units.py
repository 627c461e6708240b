"""Standings -> units: what is kept or left out together, best first."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

from contextc.passes.dedup import Standing
from contextc.passes.relevance import Relevance
from contextc.vocabulary import ContextAction

Rank = tuple[int, int, float, float, int]
"""Sorts what competes, best first: 0 in the soft lane, 1 if critical, else 2; minus priority, recency, relevance; place."""


class Unit(NamedTuple):
    """Fragments that are kept or left out together: one, or the members of a group, best first."""

    rank: Rank
    members: tuple[Standing, ...]

    @property
    def grouped(self) -> bool:
        """Whether it is a group, of which a member may be cut to a mark."""
        return self.members[0].source.group is not None

    @property
    def pinned(self) -> bool:
        """Whether leaving it out is no option."""
        return any(member.pinned and member.packable for member in self.members)


def units(standings: Sequence[Standing], relevances: Sequence[Relevance], recencies: Sequence[float]) -> list[Unit]:
    """Everything that competes, best first; a group at the place of the best of its members."""
    groups: dict[str, list[tuple[Rank, Standing]]] = {}
    found: list[Unit] = []
    for standing in standings:
        seq = standing.source.seq
        # In the soft lane the caller's order counts: a prohibition of long ago does not come before the last word.
        lane = 0 if standing.soft else 1 if standing.critical else 2
        rank = (lane, -standing.priority, -recencies[seq], -relevances[seq].score, seq)
        if standing.source.group is not None:
            groups.setdefault(standing.source.group, []).append((rank, standing))
        elif standing.packable and (standing.pinned or not is_cached(standing)):
            found.append(Unit(rank, (standing,)))
    for members in groups.values():
        members.sort(key=lambda member: member[0])
        ranks = [rank for rank, _ in members]
        best: tuple[Any, ...] = tuple(map(min, cast("Iterable[Any]", zip(*ranks, strict=True))))
        found.append(Unit(cast(Rank, best), tuple(standing for _, standing in members)))
    return sorted(found, key=lambda unit: unit.rank)


def is_cached(standing: Standing) -> bool:
    """Whether its rule puts it into the stable prefix."""
    return standing.verdict.rule.action is ContextAction.CACHE
