"""The pieces of a fragment, and which of them comes first."""

import pytest

from contextc.passes.plan import keeps, piece_bytes, planned
from contextc.vocabulary import Truncation
from core.build import fragment, request_, words
from core.passes.test_units import prepared

AUTO, HEAD, TAIL, BOTH = Truncation.AUTO, Truncation.HEAD, Truncation.TAIL, Truncation.BOTH
PARTS = "\n\n".join(words(60, word) for word in ("aaa", "bbb", "ccc", "ddd", "eee"))
"""Five paragraphs, of which no two fit 256 bytes."""


def first_words(kind: str | None, truncate: Truncation) -> list[str]:
    """The first word of every piece, in order."""
    found = prepared(request_(fragment(PARTS, kind=kind), truncate=truncate))
    return [PARTS[piece.start :][:3] for piece in planned(found.sources[0], 256, found.settings)]


@pytest.mark.parametrize(
    ("truncate", "expected"),
    [
        (HEAD, ["aaa", "bbb", "ccc", "ddd", "eee"]),
        (TAIL, ["eee", "ddd", "ccc", "bbb", "aaa"]),
        (BOTH, ["aaa", "eee", "bbb", "ddd", "ccc"]),
    ],
)
def test_pieces_come_from_the_end_that_is_kept(truncate: Truncation, expected: list[str]):
    """From the start, from the end, or from both in turn, the middle last."""
    assert expected == first_words(None, truncate)


@pytest.mark.parametrize(
    ("kind", "truncate", "end"),
    [(None, AUTO, HEAD), ("log", AUTO, TAIL), ("tool_result", AUTO, TAIL), ("log", HEAD, HEAD), (None, BOTH, BOTH)],
)
def test_which_end_is_kept(kind: str | None, truncate: Truncation, end: Truncation):
    """The policy says it; by itself the end of what a program wrote, and the start of all else."""
    assert end is keeps(prepared(request_(fragment("a", kind=kind))).sources[0], truncate)


@pytest.mark.parametrize(
    ("usable", "share", "size"),
    [(10, None, 256), (200, None, 600), (9000, None, 2048), (1000, 0.5, 375), (1000, 0.01, 256), (1000, 1, 2048)],
)
def test_pieces_are_as_large_as_the_budget_affords(usable: int, share: float | None, size: int):
    """By the estimator's hint, between 256 bytes and the policy's size; with a share four of them fit it."""
    assert size == piece_bytes(usable, prepared(request_("a", largest_share=share)).settings)
