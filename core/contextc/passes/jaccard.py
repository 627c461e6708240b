"""Sets -> an index of them that finds those alike: exact Jaccard similarity by an inverted index with prefix filtering.

Two sets with a similarity of at least t share an element among the rarest n - ceil(t n) + 1 of each, whatever the order of
rarity, as long as it is one order. Here it is that of first appearance: what was seen later is rarer, and what no set in the
index has is rarest. So most sets that are like no other are told by counting their new elements.

Chaudhuri, Ganti, Kaushik: A primitive operator for similarity joins in data cleaning, ICDE 2006.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

Element = TypeVar("Element", bound=Hashable)

WHOLE = 1_000
"""A threshold is given in thousandths."""


class Overlap(NamedTuple):
    """How far two sets are one: similarity is `shared / union`."""

    place: int
    """Of the set in the index, counted as they were added."""
    shared: int
    union: int


class JaccardIndex(Generic[Element]):
    """Sets added so far; finds the first that is alike.

    >>> index = JaccardIndex[str](threshold=500, most=64)
    >>> index.add("abcd")
    >>> index.find("abce"), index.find("abxy")
    ((Overlap(place=0, shared=3, union=5), True), (None, True))
    """

    def __init__(self, *, threshold: int, most: int) -> None:
        self._threshold = threshold
        self._most = most
        """Sets that one set is compared with at most."""
        self._ids: dict[Element, int] = {}
        self._sets: list[frozenset[int]] = []
        self._holders: dict[int, list[int]] = {}
        """By element: the sets that have it among their rarest."""

    def __len__(self) -> int:
        return len(self._sets)

    def add(self, elements: Sequence[Element]) -> None:
        """Add a set that is not empty; its elements are distinct and always in one order."""
        ids = self._ids
        members = [ids.setdefault(element, len(ids)) for element in elements]
        place = len(self._sets)
        self._sets.append(frozenset(members))
        for member in self._rarest(members, len(members)):
            holders = self._holders.setdefault(member, [])
            # One more than are compared tells that there are more.
            if len(holders) <= self._most:
                holders.append(place)

    def find(self, elements: Sequence[Element]) -> tuple[Overlap | None, bool]:
        """The first set added that is alike, and whether all that might be were compared."""
        size = len(elements)
        known = [member for member in map(self._ids.get, elements) if member is not None]
        candidates: set[int] = set()
        for member in self._rarest(known, size):
            candidates.update(self._holders.get(member, ()))
        if not candidates:
            return None, True
        mine = set(known)
        for place in sorted(candidates)[: self._most]:
            other = self._sets[place]
            shared = len(mine & other)
            union = size + len(other) - shared
            if shared * WHOLE >= self._threshold * union:
                return Overlap(place, shared, union), True
        return None, len(candidates) <= self._most

    def _rarest(self, known: list[int], size: int) -> Iterable[int]:
        """Of a set of `size` the rarest that decide, less those that are new."""
        least = -(-self._threshold * size // WHOLE)
        count = size - least + 1 - (size - len(known))
        return sorted(known, reverse=True)[:count] if count > 0 else ()
