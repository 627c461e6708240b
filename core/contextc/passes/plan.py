"""A fragment and a policy -> the pieces that it is packed in, in the order in which they are taken."""

from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest

from contextc.passes.admit import Source
from contextc.passes.chunk import Piece, pieces
from contextc.passes.classify import MACHINE_KINDS
from contextc.settings import Settings
from contextc.vocabulary import Truncation

LEAST_CHUNK_BYTES = 256
"""No piece is planned smaller than this, however small the budget."""

PIECES_A_SHARE = 4
"""A share is filled with so many pieces at least, because the last one rarely fits."""


def keeps(source: Source, truncate: Truncation) -> Truncation:
    """Which end of a fragment is kept: head, tail or both."""
    if truncate is not Truncation.AUTO:
        return truncate
    return Truncation.TAIL if source.kind in MACHINE_KINDS else Truncation.HEAD


def piece_bytes(usable: int, settings: Settings) -> int:
    """What a piece has at most."""
    share = settings.share(usable)
    affordable = (share // PIECES_A_SHARE if share < usable else usable) * settings.estimator.bytes_per_token_hint()
    return max(LEAST_CHUNK_BYTES, min(settings.chunk_bytes, affordable))


def planned(source: Source, size: int, settings: Settings) -> Iterable[Piece]:
    """The pieces from the end that is kept on; of both ends in turn."""
    return _in_order(pieces(source.data, size, settings.boundary), keeps(source, settings.truncate))


def _in_order(found: Iterator[Piece], end: Truncation) -> Iterable[Piece]:
    if end is Truncation.HEAD:
        return found
    ordered = list(found)
    if end is Truncation.TAIL:
        return reversed(ordered)
    half = (len(ordered) + 1) // 2
    pairs = zip_longest(ordered[:half], reversed(ordered[half:]))
    return [piece for piece in chain.from_iterable(pairs) if piece]
