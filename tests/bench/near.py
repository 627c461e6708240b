"""`python -m tests.bench.near`: near-duplicates by content on W2, against every pair and against MinHash; and their worst cases.

Both joins are given the same shingle sets of the distinct texts of W2, in one order. A set is left out when one that was kept
before is alike: a similarity of at least 0.8. Precision and recall are those of what is left out.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import msgspec

from contextc.limits import Limits
from contextc.passes.jaccard import WHOLE, JaccardIndex
from contextc.passes.shingles import Shingle, shingles
from contextc_wire import call

from .clock import Timing, measure
from .many import EVERYTHING, FRAGMENTS, Body, Case, body
from .workloads import WORKLOADS, dump

THRESHOLD = 800
ASKED: Body = {"near_dup_threshold": THRESHOLD / WHOLE}

Pair = tuple[int, int]
Sets = Sequence[list[Shingle]]


def few_words(count: int, vocabulary: int, length: int) -> list[Body]:
    """Texts of few different words: all share shingles with all others, and none enough of them."""
    random = Random(vocabulary)
    words = [f"{'abcdefghij'[number // 10]}{'klmnopqrst'[number % 10]}" for number in range(vocabulary)]
    return [{"content": " ".join(random.choices(words, k=length))} for _ in range(count)]


def _case(vocabulary: int, length: int) -> Case:
    def make(count: int) -> Body:
        return body(few_words(count, vocabulary, length), EVERYTHING, **ASKED)

    return Case(f"texts of {length} words, of {vocabulary} different ones", make, FRAGMENTS)


CASES = (_case(4, 60), _case(10, 90), _case(20, 30), _case(100, 90))
"""Made so that every text has more candidates than it is compared with."""


def workload_sets() -> Sets:
    """The shingles of every distinct text of W2."""
    fragments = msgspec.json.decode(WORKLOADS["W2"]().request)["fragments"]
    texts = dict.fromkeys(fragment["content"] for fragment in fragments)
    return [found for text in texts if (found := shingles(text))]


def brute(sets: Sets) -> set[Pair]:
    """Every pair of sets that is alike, by counting what each pair shares."""
    holders: dict[Shingle, list[int]] = {}
    pairs: set[Pair] = set()
    for place, own in enumerate(sets):
        shared = Counter(other for shingle in own for other in holders.get(shingle, ()))
        for other, count in shared.items():
            if count * WHOLE >= THRESHOLD * (len(own) + len(sets[other]) - count):
                pairs.add((other, place))
        for shingle in own:
            holders.setdefault(shingle, []).append(place)
    return pairs


def stream(sets: Sets, *, most: int = Limits().near_dup_candidates) -> dict[int, int]:
    """What packing does: each set is left out for the first one kept that is alike."""
    index = JaccardIndex[Shingle](threshold=THRESHOLD, most=most)
    kept: list[int] = []
    left_out: dict[int, int] = {}
    for place, own in enumerate(sets):
        overlap, _ = index.find(own)
        if overlap:
            left_out[place] = kept[overlap.place]
        else:
            index.add(own)
            kept.append(place)
    return left_out


def brute_stream(sets: Sets, pairs: set[Pair]) -> dict[int, int]:
    """The same from all pairs."""
    of_later: dict[int, list[int]] = {}
    for first, later in sorted(pairs):
        of_later.setdefault(later, []).append(first)
    left_out: dict[int, int] = {}
    for place in range(len(sets)):
        kept = (first for first in of_later.get(place, ()) if first not in left_out)
        if (twin := next(kept, None)) is not None:
            left_out[place] = twin
    return left_out


def minhash(sets: Sequence[list[bytes]]) -> dict[int, int]:
    """The same by datasketch, with 128 permutations."""
    datasketch: Any = import_module("datasketch")
    index = datasketch.MinHashLSH(threshold=THRESHOLD / WHOLE, num_perm=128)
    left_out: dict[int, int] = {}
    for place, made in enumerate(datasketch.MinHash.generator(sets, num_perm=128)):
        if found := index.query(made):
            left_out[place] = min(found)
        else:
            index.insert(place, made)
    return left_out


def main() -> None:
    """Print the joins, what they cost a compilation, and the worst cases."""
    sets = workload_sets()
    pairs = brute(sets)
    truth = brute_stream(sets, pairs)
    print(f"{len(sets):,} sets, {sum(map(len, sets)):,} shingles, {len(pairs):,} pairs alike")  # noqa: T201
    assert truth == stream(sets), "and what stands for each is the same"
    _line("join, contextc", _timed(lambda: stream(sets)), _agreement(stream(sets), truth))
    encoded = [[" ".join(shingle).encode() for shingle in own] for own in sets]
    try:
        found = minhash(encoded)
    except ImportError as error:
        print(f"{'join, datasketch':<48}    absent  {error}")  # noqa: T201
    else:
        _line("join, datasketch", _timed(lambda: minhash(encoded)), _agreement(found, truth))
    request = msgspec.json.decode(WORKLOADS["W2"]().request)
    for name, policy in (("compile W2", {}), ("compile W2, near-duplicates", ASKED)):
        data = dump({**request, "policy": policy})
        _line(name, _timed(partial(call, "compile", data)), "")
    for case in CASES:
        data = dump(case.make(16_384))
        insights = msgspec.json.decode(call("compile", data))["insights"]
        kept = f"{insights.get('near_dup_uncompared', 0):,} of 16,384 not compared with all"
        _line(case.name, measure(partial(call, "compile", data), samples=1, least_seconds=0.0), kept)


def _timed(run: Callable[[], object]) -> Timing:
    return measure(run, samples=5, least_seconds=0.0)


def _agreement(found: dict[int, int], truth: dict[int, int]) -> str:
    right = len(found.keys() & truth.keys())
    return f"precision {right / len(found):.4f}, recall {right / len(truth):.4f} ({len(found):,} found)"


def _line(name: str, timing: Timing, note: str) -> None:
    print(f"{name:<48}{timing.median * 1e3:>10,.0f} ms  {note}".rstrip())  # noqa: T201


if __name__ == "__main__":
    main()
