"""With a largest share no fragment takes more than that part of the budget before all others had their turn."""

import pytest

from contextc.model import ChunkPolicy
from contextc.vocabulary import Truncation
from core.build import compile_, distinct, estimate, fragment, image, kept, png, rules, words

PARTS = "\n\n".join(words(60, word) for word in ("aaa", "bbb", "ccc", "ddd"))
"""Four paragraphs of 60 tokens, 61 with the line feeds behind them."""
SMALL = ChunkPolicy(max_chunk_bytes=256)
BEST = {"priority": 9}
RIVALS = [distinct(70, start) for start in (0, 1000)]
"""Two texts of 70 tokens."""


def share(*fragments, budget: int = 300, largest_share: float | None = 0.5, **policy):
    """Compile with a largest share."""
    return compile_(*fragments, budget=budget, largest_share=largest_share, chunk=SMALL, **policy)


def test_the_best_leaves_room():
    """A text that would take nearly all gets its pieces up to the share, and the others their room."""
    context = share(fragment(PARTS, **BEST), *RIVALS)
    assert "packed 2/4 chunks" in context.decisions[0].reason
    assert [decision.handle for decision in context.decisions[1:]] == [None, None]


def test_without_a_share_it_does_not():
    """As ever the best takes what it can use."""
    context = share(fragment(PARTS, **BEST), *RIVALS, largest_share=None)
    assert [context.decisions[0].handle, rules(context)[2]] == [None, "budget.externalize"]


def test_what_is_left_is_given():
    """With room for all of them nothing is cut, whatever the share is."""
    context = share(fragment(PARTS, **BEST), *RIVALS, budget=243 + 1 + 70 + 1 + 70, largest_share=0.001)
    assert [decision.handle for decision in context.decisions] == [None] * 3


def test_what_is_left_is_given_to_the_best_first():
    """Those who were stopped by their share go on in the order of selection."""
    texts = [fragment(PARTS), fragment(PARTS.replace("a", "e"), **BEST)]
    context = share(*texts, budget=320, largest_share=0.25)
    assert ["packed 1/4 chunks" in context.decisions[0].reason, context.decisions[1].handle] == [True, None]


def test_it_goes_on_where_it_stopped():
    """What follows a fragment's share is its next piece, and then a part of one."""
    context = share(fragment(PARTS, **BEST), *RIVALS, budget=366, largest_share=0.2)
    assert "packed 3/4 chunks and part of the next" in context.decisions[0].reason
    assert PARTS.startswith(context.content.split("\n\naaa")[0])
    assert tuple(decision.handle for decision in context.decisions[1:]) == (None, None)


@pytest.mark.parametrize("truncate", [Truncation.TAIL, Truncation.BOTH])
def test_it_goes_on_from_either_end(truncate: Truncation):
    """Also of a fragment of which the end is kept, or both ends, all comes in the end."""
    assert share(PARTS, budget=250, largest_share=0.3, truncate=truncate).content == PARTS


@pytest.mark.parametrize(("largest", "pieces"), [(None, 8), (1, 8), (0.5, 16), (0.1, 64), (0.01, 64)])
def test_a_share_sizes_pieces(largest: float | None, pieces: int):
    """Pieces are planned so that four of them fit a share, and no smaller than 256 bytes."""
    long = "\n\n".join([words(60)] * 64)
    reason = compile_(long, budget=2731, largest_share=largest).decisions[0].reason
    assert f"/{pieces} chunks" in reason


@pytest.mark.parametrize(("largest", "taken"), [(0.201, 0), (0.204, 1), (0.407, 2), (1, 4)])
def test_a_share_is_of_the_usable_budget(largest: float, taken: int):
    """What the reserve leaves is shared, in thousandths, rounded down."""
    rivals = [fragment(distinct(59, 1000 * n)) for n in range(5)]
    context = share(fragment(PARTS, **BEST), *rivals, budget=307, response_reserve_tokens=7, largest_share=largest)
    packed = context.decisions[0].reason
    found = 4 if context.decisions[0].handle is None else int(packed.partition("packed ")[2][:1] or 0)
    assert taken == found


@pytest.mark.parametrize(
    "large",
    [
        fragment(PARTS, kind="tool_call", **BEST),
        fragment("\n".join(f"line {n}\nsame" for n in range(90)), kind="log", **BEST),
        image(png(450, 400), **BEST),
        fragment(f"```\n{words(236)}\n```", **BEST),
    ],
    ids=["a call", "a log", "an image", "code"],
)
def test_what_has_no_pieces_waits(large):
    """What is whole or not at all, and more than a share, comes after all others."""
    whole = share(large, budget=2000, largest_share=0.001).insights.tokens_out
    assert [
        kept(share(large, RIVALS[0], budget=whole + more, largest_share=largest))[: 2 if more else 1]
        for more, largest in ((0, None), (71, 0.01))
    ] == [[0], [0, 1]]
    assert share(large, RIVALS[0], budget=whole, largest_share=0.5).decisions[1].handle is None


@pytest.mark.parametrize("mark", [{"pinned": True}, {"metadata": {"cache": True}}])
def test_pinned_and_cached_fragments_are_exempt(mark: dict):
    """What must stay, and what stands in the stable prefix, has no share."""
    assert share(fragment(PARTS, **mark), *RIVALS, largest_share=0.01, budget=250).decisions[0].handle is None


# Groups


def test_each_member_has_a_share():
    """Members are measured one by one, so a group may take more than one of them may."""
    members = [fragment(text, group="g", **BEST) for text in RIVALS]
    assert kept(share(*members, fragment(distinct(140, 2000)), budget=150, largest_share=0.5)) == [0, 1]


def test_a_large_member_is_a_mark_and_its_share():
    """A member beyond its share is cut like any other text, beside its mark."""
    context = share(
        fragment("call", group="g", **BEST), fragment(PARTS, group="g"), *RIVALS, budget=270, largest_share=0.26
    )
    assert "packed 1/4 chunks" in context.decisions[1].reason
    assert [decision.handle for decision in context.decisions[2:]] == [None, None]


def test_a_large_member_is_whole_in_the_end():
    """With room left it loses its mark, and pays for its text alone."""
    members = fragment("call", group="g"), fragment(PARTS, group="g")
    assert f"call\n\n{PARTS}" == share(*members, budget=2 + 1 + 243, largest_share=0.3).content


def test_a_group_with_a_whole_member_waits():
    """A group that cannot be cut to the share comes after all others."""
    whole = fragment(PARTS, group="g", metadata={"whole": True}, **BEST)
    contexts = [
        share(fragment("call", group="g"), whole, *RIVALS, budget=budget) for budget in (300, 2 + 1 + 243 + 142)
    ]
    assert [kept(context) for context in contexts] == [[2, 3], [0, 1, 2, 3]]


# Near-duplicates


def test_what_waits_may_be_passed_over():
    """A fragment beyond its share is dropped when a later one that was taken says nearly the same."""
    longer, shorter = f"{distinct(55)} {distinct(15, 5000)}", distinct(55)
    context = share(fragment(longer, **BEST), shorter, budget=200, largest_share=0.3, near_dup_threshold=0.7)
    assert (["drop.near_duplicate", "preserve.default"], shorter) == (rules(context), context.content)


def test_the_estimates_above_hold():
    """The texts used here cost what the budgets assume."""
    assert (estimate(PARTS), estimate(RIVALS[0])) == (243, 70)
