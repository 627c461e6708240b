"""Which results a later one has made worthless."""

import pytest

from contextc.transcript.pairing import Key, pair
from contextc.transcript.superseding import superseded
from contextc.transcript.turns import Lane, ToolCall, Turn
from core.transcript.build import asked, call, result, said


def old(turns: list[Turn]) -> list[Key]:
    """The superseded results, in order."""
    return sorted(superseded(turns, pair(turns)))


def test_the_same_call_again_supersedes():
    """Of two results of one tool with the same arguments the first is superseded."""
    assert old(asked(call(name="Bash", command="ls"), call(name="Bash", command="ls"))) == [(1, 0)]


def test_other_arguments_do_not():
    """Another command is another question."""
    assert old(asked(call(name="Bash", command="ls"), call(name="Bash", command="ls -l"))) == []


def test_another_tool_does_not():
    """Two tools with the same arguments say two things."""
    assert old(asked(call(name="Grep", pattern="x"), call(name="Glob", pattern="x"))) == []


def test_the_order_of_arguments_does_not_matter():
    """Arguments are compared as values."""
    turns = asked(
        ToolCall(id="a", name="f", arguments='{"x":1,"y":2}'), ToolCall(id="b", name="f", arguments='{"y": 2, "x": 1}')
    )
    assert old(turns) == [(1, 0)]


def test_arguments_that_are_no_json_are_compared_as_they_are():
    """A custom tool's text counts as its arguments."""
    turns = asked(
        *(
            ToolCall(id=id, name="patch", arguments=text)
            for id, text in (("a", "*** x"), ("b", "*** x"), ("c", "*** y"))
        )
    )
    assert old(turns) == [(1, 0)]


@pytest.mark.parametrize("name", ["Read", "read_file", "VIEW"])
@pytest.mark.parametrize("key", ["file_path", "path", "filename"])
def test_a_file_read_as_a_whole_supersedes_its_parts(name: str, key: str):
    """What a part showed, the whole shows too."""
    turns = asked(call(name=name, **{key: "a.py", "offset": 10}), call(name=name, **{key: "a.py"}))
    assert old(turns) == [(1, 0)]


def test_a_part_of_a_file_does_not_supersede_the_whole():
    """The rest of the file would be lost."""
    assert old(asked(call(path="a.py"), call(path="a.py", limit=5))) == []


def test_the_same_part_of_a_file_supersedes():
    """The same lines again are the same question."""
    assert old(asked(call(path="a.py", offset=1), call(path="a.py", offset=1))) == [(1, 0)]


def test_another_part_of_a_file_does_not():
    """Other lines are another question."""
    assert old(asked(call(path="a.py", offset=1), call(path="a.py", offset=2))) == []


def test_a_range_of_null_is_the_whole():
    """Some tools write out the arguments that they do not use."""
    assert old(asked(call(path="a.py", limit=2), call(path="a.py", limit=None))) == [(1, 0)]


def test_a_reader_without_a_path_is_an_ordinary_tool():
    """Only the same arguments supersede it."""
    assert old(asked(call(name="cat"), call(name="cat"))) == [(1, 0)]


def test_a_tool_that_takes_a_list_is_an_ordinary_tool():
    """Arguments need not be an object."""
    assert old(asked(*(ToolCall(id="a", name="Read", arguments="[1]") for _ in range(2)))) == [(1, 0)]


def test_a_failure_does_not_supersede_what_worked():
    """What was learned before still stands."""
    turns = [
        said("assistant", call()),
        said("tool", result()),
        said("assistant", call()),
        said("tool", result(error=True)),
    ]
    assert old(turns) == []


@pytest.mark.parametrize("later", [True, False])
def test_a_failure_is_superseded_by_anything(later: bool):
    """The latest run of a test tells whether it is red."""
    failed = [said("assistant", call()), said("tool", result(error=True))]
    again = [said("assistant", call()), said("tool", result(error=later))]
    assert old([*failed, *again]) == [(1, 0)]


def test_lanes_do_not_meet():
    """What a side conversation has read, the main one has not."""
    side = [said("assistant", call(), lane=Lane.SIDE), said("tool", result(), lane=Lane.SIDE)]
    assert old([*asked(call()), *side]) == []


def test_a_result_without_a_call_supersedes_nothing():
    """Nobody knows what it answers."""
    assert old([*asked(call()), said("tool", result("other"))]) == []
