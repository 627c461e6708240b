"""Fragments are hashed, priced and let in."""

import pytest

from contextc.digest import fragment_id, handle
from contextc.errors import BudgetTooSmall, HashCollision
from contextc.limits import TOKEN_BUDGET, U64_MAX
from contextc.vocabulary import U64
from core.build import COLLIDING, compile_, decide, fragment, image, png, words


def test_an_absent_id_is_the_hash_of_the_content():
    """Without an id of its own a fragment has that of its text, an image too."""
    hashes = (fragment_id("a"), fragment_id("caption"), fragment_id(""))
    context = compile_("a", image(png(), "caption"), "")
    assert [(one, one) for one in hashes] == [
        (decision.fragment_id, decision.content_hash) for decision in context.decisions
    ]


def test_a_given_id_is_kept():
    """The caller's id stands in decisions and sources; the content's hash stays beside it."""
    context = compile_(fragment("a", id=7))
    decision, source = context.decisions[0], context.sources[0]
    assert (7, fragment_id("a"), 7, {U64}) == (
        decision.fragment_id,
        decision.content_hash,
        source.fragment_id,
        {type(decision.fragment_id), type(decision.content_hash), type(source.fragment_id)},
    )


def test_a_handle_is_of_the_content():
    """A text's handle is of its hash, an image's of the hash of its bytes, whatever the caption."""
    context = compile_(fragment("a", id=7), image(png(), "caption"))
    hashes = (fragment_id("a"), _hash(png()))
    assert [handle(one) for one in hashes] == [source.handle for source in context.sources]


def _hash(data: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def test_a_collision_is_an_error():
    """Two different texts with one hash would share a handle: the second is named and neither is compiled."""
    with pytest.raises(HashCollision) as caught:
        compile_("a", COLLIDING[0], COLLIDING[0], "b", COLLIDING[1])
    assert ("$.fragments[4]", {"hash": str(fragment_id(COLLIDING[0])), "first": 1, "second": 4}) == (
        caught.value.path,
        caught.value.data,
    )


def test_an_image_may_collide_with_a_text():
    """Bytes of an image and of a text share one space of handles."""
    with pytest.raises(HashCollision) as caught:
        compile_(COLLIDING[0], image(COLLIDING[1].encode()))
    assert caught.value.path == "$.fragments[1]"


def test_equal_bytes_do_not_collide():
    """A text and an image of the same bytes are one original."""
    context = compile_("abc", image(b"abc"))
    assert len({source.handle for source in context.sources}) == 1


def test_one_of_two_colliding_texts_is_fine():
    """Without its counterpart a text is a text."""
    assert COLLIDING[1] == compile_(COLLIDING[1], COLLIDING[1]).content


def test_texts_that_collide_only_by_caption():
    """The caption of an image is hashed as its content."""
    with pytest.raises(HashCollision):
        compile_(image(png(), COLLIDING[0]), COLLIDING[1])


@pytest.mark.parametrize(
    ("budget", "reserve"),
    [(0, 0), (5, 5), (5, 6), (1, U64_MAX), (U64_MAX, TOKEN_BUDGET), (2 * TOKEN_BUDGET, TOKEN_BUDGET)],
)
def test_a_reserve_must_leave_a_token(budget: int, reserve: int):
    """A budget that the reserve eats up is an error with both numbers, the budget clamped to ten million."""
    with pytest.raises(BudgetTooSmall) as caught:
        compile_("a", budget=budget, response_reserve_tokens=reserve)
    clamped = min(budget, TOKEN_BUDGET)
    assert ("$.token_budget", {"token_budget": clamped, "response_reserve_tokens": reserve}) == (
        caught.value.path,
        caught.value.data,
    )
    assert (str(clamped) in str(caught.value), str(reserve) in str(caught.value)) == (True, True)


@pytest.mark.parametrize(
    ("budget", "reserve", "kept"), [(10, 0, 10), (12, 2, 10), (12, 3, 9), (U64_MAX, TOKEN_BUDGET - 5, 5)]
)
def test_the_reserve_is_left_free(budget: int, reserve: int, kept: int):
    """The budget, at most ten million, less the reserve is what may be used."""
    assert kept == compile_(words(10), budget=budget, response_reserve_tokens=reserve).insights.tokens_out


def test_an_empty_request_needs_a_budget_too():
    """A budget of nothing is an error although nothing is asked to fit."""
    with pytest.raises(BudgetTooSmall):
        compile_(budget=0)


def test_an_empty_fragment_is_fine():
    """A fragment without anything is preserved, at low risk and without a handle."""
    decision = decide("")
    assert (decision.rule_id, str(decision.risk), decision.handle) == ("preserve.default", "low", None)
