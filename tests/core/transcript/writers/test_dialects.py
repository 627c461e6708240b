"""Ids and names of calls as a provider takes them."""

import re

from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.turns import Role, ToolCall, ToolResult
from contextc.transcript.writers.dialects import Dialect, settle
from core.transcript.writers.drawn import out

SHORT = Dialect(name=re.compile(r"[a-z_0-9]{1,64}"), id=re.compile(r"[a-z0-9_]{1,40}"))


def ids(*turns: OutTurn, dialect: Dialect = SHORT) -> list[str | None]:
    """The id of every call."""
    return [call.id for call in settle(turns, dialect).written]


def calls(*given: str | None, name: str = "ping") -> OutTurn:
    """A turn that calls."""
    return out(Role.ASSISTANT, *[ToolCall(id=id, name=name) for id in given])


def test_an_id_that_is_taken_stays():
    """What the pattern allows is not touched."""
    assert ids(calls("a", "b_2")) == ["a", "b_2"]


def test_a_call_without_an_id_gets_its_number():
    """The number counts all calls of the conversation."""
    assert ids(calls("a"), calls(None, "")) == ["a", "call_2", "call_3"]


def test_an_id_that_is_refused_hangs_on_itself_alone():
    """Two conversations give the same id the same new one."""
    [one] = ids(calls("ö" * 50))
    assert one == ids(calls("x"), calls("ö" * 50))[1]
    assert one != ids(calls("ö" * 51))[0]


def test_an_id_that_was_used_gets_its_number():
    """Anthropic refuses a request in which two calls have one id, and other providers begin anew in every turn."""
    assert ids(calls("call_0"), calls("call_0"), calls("call_0")) == ["call_0", "call_2", "call_3"]


def test_a_number_that_is_taken_is_told_apart():
    """No id is given twice."""
    assert ids(calls("call_2"), calls(None), calls("call_2_3")) == ["call_2", "call_2_2", "call_2_3"]
    assert ids(calls("call_2"), calls(None), calls("call_2")) == ["call_2", "call_2_2", "call_3"]


def test_a_result_has_the_number_of_its_call():
    """A result without an id answers the first open call of its name."""
    found = settle([calls(None, None), out(Role.TOOL, ToolResult(name="ping"))], SHORT)
    assert found.number == {(0, 0): 1, (0, 1): 2, (1, 0): 1}


def test_a_result_without_a_call_has_none():
    """Nothing is made up for it."""
    assert settle([out(Role.TOOL, ToolResult(call_id="a"))], SHORT).number == {}


def test_a_call_of_its_own_message_keeps_id_and_name():
    """It is known to the provider by them."""
    turn = OutTurn(
        role=Role.ASSISTANT, parts=(OutPart(part=ToolCall(id="Ö", name="a.b")),), message={"role": "assistant"}
    )
    [call] = settle([turn], SHORT).written
    assert (call.id, call.name) == ("Ö", "a.b")


def test_a_call_of_its_own_block_keeps_id_and_name():
    """The block goes out as it is."""
    turn = OutTurn(role=Role.ASSISTANT, parts=(OutPart(part=ToolCall(id="Ö", name="a.b"), block={"id": "Ö"}),))
    assert ids(turn) == ["Ö"]


def test_a_call_keeps_the_id_that_its_result_has_in_its_own_message():
    """A pair of which one half is built has one id."""
    result = OutTurn(role=Role.TOOL, parts=(OutPart(part=ToolResult(call_id="Ö")),), message={"role": "tool"})
    assert ids(calls("Ö"), result) == ["Ö"]


def test_where_calls_have_no_ids_only_their_own_messages_do():
    """Gemini pairs by name and order."""
    own = OutTurn(role=Role.ASSISTANT, parts=(OutPart(part=ToolCall(id="a", name="x")),), message={"role": "model"})
    assert ids(calls("b"), own, dialect=SHORT._replace(id=None)) == [None, "a"]


def test_a_name_is_mended():
    """What no provider takes becomes an underscore, and the rest is cut."""
    names = ["ok_1", "a.b c", "", "1.", "x." * 40]
    turns = [calls("a", name=name) for name in names]
    expected = ["ok_1", "a_b_c", "_", "_1_", ("x_" * 40)[:64]]
    assert expected == [call.name for call in settle(turns, SHORT).written]
