"""A block is what is kept of a fragment, and the annotations say what is not."""

import pytest

from contextc.digest import fragment_id, handle
from contextc.passes.admit import Source
from contextc.passes.emission import Emission, copy_mark, cut_mark, whole
from contextc.passes.logs import collapse
from core.build import distinct, estimate


def source(text: str) -> Source:
    """A fragment as it is let in."""
    hash_ = fragment_id(text)
    return Source(
        seq=0,
        id=hash_,
        text=text,
        data=text.encode(),
        kind=None,
        metadata={},
        media=None,
        content_hash=hash_,
        handle=handle(hash_),
        tokens=estimate(text),
        image_tokens=0,
        priority=0,
        score=None,
        group=None,
        pinned=False,
    )


SOURCE = source("one\ntwo\nthree")
LOG = source("a\na\nb\n")
COLLAPSE = collapse(LOG.data, mask_timestamps=False)


@pytest.mark.parametrize(
    ("emission", "block", "kept", "ranges"),
    [
        (whole(SOURCE), "one\ntwo\nthree", "one\ntwo\nthree", [(0, 13)]),
        (Emission(head=4, tail=13), "one\n", "one\n", [(0, 4)]),
        (Emission(head=3, tail=13, mark="[m]"), "one\n[m]", "one", [(0, 3)]),
        (Emission(head=4, tail=13, mark="[m]"), "one\n[m]", "one\n", [(0, 4)]),
        (Emission(tail=8, mark="[m]"), "[m]\nthree", "three", [(8, 13)]),
        (Emission(head=4, tail=8), "one\nthree", "one\nthree", [(0, 4), (8, 13)]),
        (Emission(head=4, tail=8, mark="[m]"), "one\n[m]\nthree", "one\nthree", [(0, 4), (8, 13)]),
        (Emission(tail=13, mark="[m]"), "[m]", "", []),
        (Emission(head=4, tail=13, closing=b"```\n"), "one\n```\n", "one\n", [(0, 4)]),
        (Emission(tail=8, opening=b"```\n"), "```\nthree", "three", [(8, 13)]),
    ],
)
def test_a_block(emission: Emission, block: str, kept: str, ranges: list[tuple[int, int]]):
    """Head, mark and tail on lines of their own; what is kept and its ranges leave annotations out."""
    assert (block, kept, ranges) == (emission.text(SOURCE), emission.kept(SOURCE), emission.ranges(SOURCE))


def test_a_collapsed_block():
    """A collapse is the block, with the mark where lines were cut."""
    plain, head, tail = (
        Emission(tail=0, log=log, mark=mark)
        for log, mark in (((COLLAPSE, None), ""), ((COLLAPSE, None), "[m]"), ((None, COLLAPSE), "[m]"))
    )
    assert [one.text(LOG) for one in (plain, head, tail)] == ["a (x2)\nb\n", "a (x2)\nb\n[m]", "[m]\na (x2)\nb\n"]
    assert ("a\nb\n", COLLAPSE.ranges) == (tail.kept(LOG), tail.ranges(LOG))


def test_marks_are_single_lines_with_the_handle():
    """A mark says where the whole is: how much that is, or which fragment stands for it."""
    long = source(distinct(1200))
    marks = cut_mark(long), copy_mark(long, 7)
    assert [long.handle in mark and "\n" not in mark for mark in marks] == [True, True]
    assert ("1,200 tokens" in marks[0], "#7" in marks[1]) == (True, True)
