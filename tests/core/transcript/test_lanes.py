"""What must stay, what comes first, and what belongs together."""

import pytest

from contextc.transcript.lanes import (
    RECENT_TURNS,
    SOFT_MOST,
    Standing,
    defaults,
    metadata_of,
    newest_user_turn,
    standings,
)
from contextc.transcript.pairing import Key, pair
from contextc.transcript.superseding import superseded
from contextc.transcript.turns import Compaction, Lane, Reasoning, Turn
from core.transcript.build import asked, call, image, result, said

OLD = [said("assistant", f"step {number}") for number in range(RECENT_TURNS)]
"""So many turns that what stands before them is not recent."""


def of(turns: list[Turn]) -> dict[Key, Standing]:
    """The standing of every part."""
    pairing = pair(turns)
    return standings(turns, pairing, superseded(turns, pairing))


@pytest.mark.parametrize("role", ["system", "developer"])
def test_what_rules_the_conversation_is_pinned(role: str):
    """System and developer are never left out."""
    assert of([said(role, "be brief"), said("user", "hi")])[0, 0].pinned


def test_the_newest_user_turn_is_pinned():
    """Of two messages of the user the last one is what the model has to answer."""
    found = of([said("user", "first"), said("assistant", "ok"), said("user", "second")])
    assert [found[0, 0].pinned, found[2, 0].pinned] == [False, True]


def test_results_of_tools_are_not_what_the_user_says():
    """A message of the user with results alone is not the newest."""
    assert newest_user_turn([said("user", "go"), said("assistant", call()), said("user", result())]) == 0


def test_results_beside_the_newest_words_are_not_pinned():
    """A message of both keeps the words."""
    found = of([said("assistant", call()), said("user", result(), "and now?")])
    assert [found[1, 0].pinned, found[1, 1].pinned] == [False, True]


def test_an_image_alone_is_not_what_the_user_says():
    """Agents pass screenshots of their tools in the user's name."""
    assert newest_user_turn([said("user", "a"), said("user", image())]) == 0


def test_an_image_counts_where_nothing_is_said():
    """The last one does."""
    assert newest_user_turn([said("user", image()), said("user", image()), said("assistant", "a")]) == 1


def test_blanks_are_not_said():
    """An empty message does not displace the one before."""
    assert newest_user_turn([said("user", "a"), said("user", " \n")]) == 0


def test_the_side_lane_has_no_newest_user_turn():
    """What a tool tells its model, no user has said."""
    assert newest_user_turn([said("user", "a", lane=Lane.SIDE)]) is None


def test_the_system_of_a_side_lane_is_not_pinned():
    """It rules another conversation."""
    assert not of([said("system", "a", lane=Lane.SIDE)])[0, 0].pinned


def test_the_last_turns_are_soft():
    """They come first, whoever speaks."""
    found = of([said("assistant", "old"), *OLD])
    assert [found[0, 0].soft, found[1, 0].soft] == [False, True]


@pytest.mark.parametrize("part", [result(error=True), Compaction(text="so far")])
def test_failures_and_summaries_are_soft(part):
    """However old they are."""
    assert of([said("assistant", call()), said("user", part), *OLD])[1, 0].soft


def test_what_the_user_said_is_soft():
    """However old it is."""
    assert of([said("user", "no tabs, please"), *OLD, said("user", "go")])[0, 0].soft


def test_a_failure_that_is_superseded_is_released():
    """The later run says what is wrong now."""
    failed = [said("assistant", call()), said("tool", result(error=True))]
    found = of([*failed, *failed, *OLD])
    assert [found[1, 0].soft, found[3, 0].soft] == [False, True]


def test_nothing_old_of_a_side_lane_is_soft():
    """Its failures were its own."""
    assert not of([said("user", result(error=True), lane=Lane.SIDE), *OLD])[0, 0].soft


def test_newer_ones_come_first():
    """Priorities fall from the newest to the oldest."""
    found = of([said("user", "a"), said("user", "b"), said("user", "c")])
    assert found[0, 0].priority < found[1, 0].priority < found[2, 0].priority


def test_only_the_newest_of_what_is_old_is_soft():
    """More would leave a small budget nothing else."""
    found = of([said("user", str(number)) for number in range(100)])
    assert [number for number in range(100) if not found[number, 0].soft] == list(range(100 - RECENT_TURNS - SOFT_MOST))


def test_priorities_stay_in_their_range():
    """Of a turn of many parts the oldest share the least."""
    found = of([said("user", *map(str, range(400)))])
    assert (found[0, 0].priority, found[0, 399].priority) == (3, 255)


def test_the_rest_is_ranked_by_what_it_is():
    """The main lane, then the side lane, then what a model thought."""
    old = [said("assistant", "a"), said("assistant", "b", lane=Lane.SIDE), said("assistant", Reasoning(text="c"))]
    found = of([*old, *OLD])
    assert [found[number, 0].priority for number in range(3)] == [2, 1, 0]


def test_parallel_calls_and_their_results_are_a_group():
    """Whatever order the results come in."""
    found = of([said("assistant", call("a"), call("b")), said("user", result("b"), result("a"))])
    assert len({found[key].group for key in found}) == 1


def test_a_reused_id_makes_no_group():
    """Two turns that use one id are two groups."""
    found = of(asked(call("call_0"), call("call_0")))
    assert found[0, 0].group == found[1, 0].group != found[2, 0].group


def test_a_result_without_a_call_is_in_no_group():
    """It stands for itself."""
    assert of([said("user", result("lost"))])[0, 0].group is None


def test_a_call_without_a_result_is_a_group():
    """It stays with the calls of its turn."""
    assert of([said("assistant", call())])[0, 0].group == "exchange 0"


def test_a_call_by_nobody_known_is_a_group():
    """A speaker whose name says nothing may call, too."""
    assert of([said("narrator", call()), said("tool", result())])[1, 0].group == "exchange 0"


def test_a_caption_goes_with_its_image():
    """Text beside an image is a group with it."""
    found = of([said("user", "see", image())])
    assert found[0, 0].group == found[0, 1].group == "message 0"


def test_an_image_alone_is_in_no_group():
    """There is nothing that it belongs to."""
    assert of([said("user", image())])[0, 0].group is None


def test_metadata_says_what_rules_look_for():
    """Lane, supersession and failure are told to the compiler."""
    turn = said("tool", result(error=True))
    metadata = metadata_of(turn, turn.parts[0], Standing(soft=True), superseded=True)
    assert metadata == {"role": "tool", "lane": "soft", "superseded": True, "is_error": True}


def test_a_query_decides_beside_the_last_turns():
    """Without one, the newest comes first all the way."""
    with_query, without = defaults("q").recency, defaults("").recency
    assert with_query and without
    assert (with_query.turns, with_query.ramp, without.turns) == (16, None, 0)
