"""Results are matched with their calls, and turns with the run that they are part of."""

import pytest

from contextc.transcript.pairing import Key, pair
from contextc.transcript.turns import Lane, Role, Text, ToolCall, ToolResult, Turn


def call(id: str | None, name: str = "look") -> ToolCall:
    """A call."""
    return ToolCall(id=id, name=name)


def result(call_id: str | None, name: str | None = None) -> ToolResult:
    """A result."""
    return ToolResult(call_id=call_id, name=name)


def model(*parts: ToolCall | ToolResult | Text, lane: Lane = Lane.MAIN) -> Turn:
    """What a model says."""
    return Turn(role=Role.ASSISTANT, parts=parts, lane=lane)


def tool(*parts: ToolCall | ToolResult | Text, lane: Lane = Lane.MAIN) -> Turn:
    """What tools answer."""
    return Turn(role=Role.TOOL, parts=parts, lane=lane)


USER = Turn(role=Role.USER, parts=(Text(text="go on"),))


def answers(*turns: Turn) -> dict[Key, Key]:
    """Call -> result; the way back must be the same."""
    found = pair([*turns])
    assert found.result_of == {call: result for result, call in found.call_of.items()}
    return found.result_of


# By id


def test_a_call_and_its_result():
    """They have one id, wherever they stand in their turns."""
    assert answers(model(Text(text="a"), call("1")), tool(result("1"))) == {(0, 1): (1, 0)}


def test_parallel_calls():
    """Each has its own result, in any order, in one turn or in several."""
    calls = model(call("1"), call("2"), call("3"))
    assert answers(calls, tool(result("3"), result("1")), tool(result("2"))) == {
        (0, 0): (1, 1),
        (0, 1): (2, 0),
        (0, 2): (1, 0),
    }


def test_ids_that_are_used_again():
    """An id means the latest call before the result."""
    assert answers(model(call("1")), tool(result("1")), model(call("1")), tool(result("1"))) == {
        (0, 0): (1, 0),
        (2, 0): (3, 0),
    }


def test_an_id_whose_first_call_has_no_result():
    """The result is that of the later call; the first one is left without."""
    assert answers(model(call("1")), USER, model(call("1")), tool(result("1"))) == {(2, 0): (3, 0)}


def test_two_results_with_one_id():
    """The second answers an earlier call that has none yet, and nothing when there is none."""
    calls = [model(call("1")), model(call("1"))]
    assert answers(*calls, tool(result("1"), result("1"))) == {(1, 0): (2, 0), (0, 0): (2, 1)}
    assert answers(*calls[:1], tool(result("1"), result("1"))) == {(0, 0): (1, 0)}


@pytest.mark.parametrize(
    "turns",
    [
        (model(call("1")), USER),
        (tool(result("1")), USER),
        (model(call("1")), tool(result("2"))),
        (tool(result("1")), model(call("1"))),
        (model(call(None)), tool(result("1"))),
        (model(call("1", "look")), tool(result("1x", "look"))),
    ],
)
def test_nothing_is_matched(turns: tuple[Turn, ...]):
    """Calls without results, results without calls, and what comes before its call, stay alone."""
    assert answers(*turns) == {}


def test_a_result_in_the_turn_of_its_call():
    """A provider's own tools answer where they are called."""
    assert answers(model(call("1"), result("1"), Text(text="so"))) == {(0, 0): (0, 1)}


# By name


def test_results_without_ids():
    """They answer the first call of their name that is open."""
    calls = model(call(None, "a"), call(None, "b"), call(None, "a"))
    assert answers(calls, tool(result(None, "a"), result(None, "a"), result(None, "b"))) == {
        (0, 0): (1, 0),
        (0, 2): (1, 1),
        (0, 1): (1, 2),
    }


def test_a_result_without_an_id_for_a_call_that_has_one():
    """The name is enough, and a call that was answered by its id is not open."""
    assert answers(model(call("1"), call("2")), tool(result("1"), result(None, "look"))) == {
        (0, 0): (1, 0),
        (0, 1): (1, 1),
    }


@pytest.mark.parametrize("name", ["other", None])
def test_a_result_of_another_name(name: str | None):
    """It answers nothing."""
    assert answers(model(call(None)), tool(result(None, name))) == {}


# Lanes and runs


def test_lanes():
    """A call in one lane is not answered in another, whatever the ids."""
    side = [model(call("1"), lane=Lane.SIDE), tool(result("1"), lane=Lane.SIDE)]
    assert answers(model(call("1")), *side, tool(result("1"))) == {(0, 0): (3, 0), (1, 0): (2, 0)}
    assert answers(model(call("1")), side[1]) == {}


def test_runs():
    """Turns of the model without another speaker between are one run; other turns are in none."""
    found = pair(
        [model(), model(), USER, model(), tool(), model(), Turn(role="AI"), Turn(role="narrator"), Turn(role=None)]
    )
    assert found.runs == {0: 0, 1: 0, 3: 3, 5: 5, 6: 5}


def test_runs_of_lanes():
    """What is said in one lane does not interrupt another."""
    assert pair([model(), model(lane=Lane.SIDE), model()]).runs == {0: 0, 1: 1, 2: 0}


def test_exchanges():
    """A call, its results and what is called beside it are parts of the exchange that the first turn of its run begins."""
    found = pair(
        [USER, model(Text(text="a")), model(call("1")), tool(result("1")), model(call("2")), tool(result("2"))]
    )
    keys = [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]
    assert [found.exchange(key) for key in keys] == [1, 1, 1, 4, 4]


def test_an_exchange_of_a_result_alone():
    """It is its own."""
    assert pair([USER, tool(result("1"))]).exchange((1, 0)) == 1


def test_an_exchange_that_another_speaker_made():
    """A call that no model made is that of its turn."""
    assert pair([tool(call("1")), tool(result("1"))]).exchange((1, 0)) == 0
