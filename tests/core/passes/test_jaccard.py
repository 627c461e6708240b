"""The index finds exactly what comparing every pair finds."""

from random import Random

import pytest

from bench.workloads import SEED, fragments
from contextc.passes.jaccard import JaccardIndex, Overlap
from contextc.passes.shingles import shingles


def alike(one: list, other: list, threshold: int) -> Overlap | None:
    """Two lists compared as sets, by a slower hand."""
    shared = sum(element in other for element in one)
    union = len(one) + len(other) - shared
    return Overlap(0, shared, union) if shared * 1_000 >= threshold * union else None


def first_alike(kept: list[list], own: list, threshold: int) -> Overlap | None:
    """The first of those kept that is alike."""
    compared = ((place, alike(own, other, threshold)) for place, other in enumerate(kept))
    return next((found._replace(place=place) for place, found in compared if found), None)


def sets(random: Random, vocabulary: int, count: int) -> list[list[int]]:
    """Small sets that overlap a lot."""
    return [random.sample(range(vocabulary), random.randint(1, min(12, vocabulary))) for _ in range(count)]


@pytest.mark.parametrize("threshold", [1, 250, 500, 667, 800, 999, 1000])
@pytest.mark.parametrize("vocabulary", [4, 14, 40])
def test_stream_equals_brute_force(threshold: int, vocabulary: int):
    """Whatever the threshold, a stream of sets of which those like a kept one are left out finds the same."""
    index = JaccardIndex[int](threshold=threshold, most=10_000)
    kept: list[list[int]] = []
    found, expected = [], []
    for own in sets(Random(vocabulary), vocabulary, 250):
        expected.append(first_alike(kept, own, threshold))
        overlap, exhausted = index.find(own)
        found.append(overlap)
        assert exhausted
        if overlap is None:
            index.add(own)
            kept.append(own)

    assert expected == found


def test_workload_equals_brute_force():
    """On texts like those of an agent: precision and recall are 1 at a threshold of 0.8."""
    texts = dict.fromkeys(fragment["content"] for fragment in fragments(500, 560, SEED + 10))
    many = [own for text in texts if (own := shingles(text))]
    index = JaccardIndex[tuple[str, ...]](threshold=800, most=64)
    found, expected = [], []
    seen: list[set[tuple[str, ...]]] = []
    for own in many:
        found.append(index.find(own)[0])
        mine = set(own)
        near = (place for place, other in enumerate(seen) if len(mine & other) * 1_000 >= 800 * len(mine | other))
        expected.append(next(near, None))
        index.add(own)
        seen.append(mine)

    assert expected == [overlap and overlap.place for overlap in found]
    assert sum(place is not None for place in expected) > 20


def test_threshold_is_inclusive():
    """Four of five shared elements are a similarity of 0.8, no more and no less."""
    finds = []
    for threshold in (800, 801):
        index = JaccardIndex[str](threshold=threshold, most=64)
        index.add("abcde")
        finds.append(index.find("abcd"))

    assert [(Overlap(0, 4, 5), True), (None, True)] == finds


def test_first_added_is_found():
    """Of several that are alike the first is named, though a later one is more so."""
    index = JaccardIndex[str](threshold=500, most=64)
    for elements in ("abcdxy", "abcde", "abcd"):
        index.add(elements)

    assert (Overlap(0, 4, 6), True) == index.find("abcd")


def test_similar_to_nothing_in_an_empty_index():
    """An index without sets has been compared with in full."""
    assert JaccardIndex[str](threshold=500, most=0).find("abc") == (None, True)


@pytest.mark.parametrize(("most", "expected"), [(2, (None, False)), (3, (Overlap(2, 4, 5), True)), (0, (None, False))])
def test_no_more_than_the_cap_are_compared(most: int, expected: tuple):
    """Candidates beyond the cap are not compared, and the answer says so; the first added come first."""
    index = JaccardIndex[str](threshold=200, most=most)
    for elements in ("aprst", "auvwx", "abcd"):
        index.add(elements)

    assert expected == index.find("bcdea")


def test_comparisons_of_a_set_do_not_grow_with_the_index():
    """Of however many sets that share an element, a set is compared with so many as the cap says."""
    index = JaccardIndex[int](threshold=300, most=8)
    for number in range(1, 1_000):
        index.add([0, -number])

    assert index.find([0, 1, 2]) == (None, False)
    assert len(index._holders[0]) == 9
