"""Who says what of turns that go out."""

import re
from typing import Any

from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.turns import AnyPart, Compaction, Media, Meta, Reasoning, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.dialects import Dialect
from contextc.transcript.writers.utterances import Utterance, role_of, utterances
from core.transcript.build import call, image, result
from core.transcript.writers.drawn import out

ANY = re.compile("(?s).*")
DIALECT = Dialect(name=ANY, id=ANY)


def said(*turns: OutTurn, **rules: Any) -> list[tuple[str, list[AnyPart]]]:
    """Roles, and the parts that they say."""
    return [(str(one.role), [piece.part for piece in one.pieces]) for one in heard(*turns, **rules)]


def heard(*turns: OutTurn, **rules: Any) -> list[Utterance]:
    """The utterances."""
    return utterances(turns, DIALECT._replace(**rules))


def own(role: Role, *parts: AnyPart, untouched: bool = False) -> OutTurn:
    """A turn with a message of its own."""
    return OutTurn(
        role=role, parts=tuple(OutPart(part=part) for part in parts), message={"own": 1}, untouched=untouched
    )


def test_an_unknown_speaker_is_the_user():
    """Providers know the user, the assistant and the system."""
    assert tuple(role_of(OutTurn(role=role, parts=())) for role in ("narrator", "model", "function")) == (
        Role.USER,
        Role.ASSISTANT,
        Role.TOOL,
    )


def test_events_are_left_out():
    """The program that kept the record says nothing to the model."""
    assert said(out(Role.EVENT, Text(text="hi")), own(Role.EVENT, Text(text="hi"), untouched=True)) == []


def test_a_result_is_said_by_its_tool():
    """Wherever it stands: a provider's own tools answer in the turn that calls."""
    answer = result("a")
    turns = [out(Role.ASSISTANT, call("a"), answer, Text(text="ok"))]
    assert [(role, len(parts)) for role, parts in said(*turns)] == [("assistant", 1), ("tool", 1), ("assistant", 1)]


def test_a_call_in_its_own_message_keeps_its_result():
    """The item of a call that a provider made holds the answer."""
    assert [(role, len(parts)) for role, parts in said(own(Role.ASSISTANT, call("a"), result("a")))] == [
        ("assistant", 2)
    ]


def test_a_result_bears_the_id_and_the_name_of_its_call():
    """As the call is written."""
    answer = ToolResult(name="Read")
    assert ("tool", [ToolResult(call_id="call_1", name="Read")]) == said(
        out(Role.ASSISTANT, call(None)), out(Role.TOOL, answer)
    )[1]


def test_a_result_without_a_call_is_a_text_of_the_user():
    """What is called a result must have a call."""
    shown = ToolResult(call_id="a", parts=(Text(text="done"), image()))
    expected = ("user", [Text(text="[result a] done\n[… image/gif, 320 x 240 pixels, 10 bytes …]"), image()])
    assert [expected] == said(out(Role.TOOL, shown))


def test_an_orphan_of_its_own_message_leaves_it():
    """A message of a tool can hold nothing but a result."""
    [one] = heard(own(Role.TOOL, result("a")))
    assert (one.role, one.message) == (Role.USER, None)


def test_a_result_comes_too_late_when_the_assistant_has_spoken():
    """Then it is a text, if the format wants results right behind their calls."""
    late = [out(Role.ASSISTANT, call("a")), out(Role.USER, Text(text="and?")), out(Role.ASSISTANT, Text(text="soon"))]
    late += [out(Role.TOOL, result("a"))]
    assert (said(*late)[-1][0], said(*late, adjacent=False)[-1][0]) == ("user", "tool")


def test_a_second_result_of_a_call_is_a_text():
    """A call has one result."""
    turns = [out(Role.ASSISTANT, call("a")), out(Role.TOOL, result("a"), result("a"))]
    assert [role for role, _ in said(*turns)] == ["assistant", "tool", "user"]


def test_what_only_its_provider_understands_is_left_out():
    """Signed thoughts, its own blocks, and its own form of a summary."""
    parts = [Reasoning(text="hm", signature="s"), Meta(kind="x"), Compaction(signature="s")]
    assert said(out(Role.ASSISTANT, *parts)) == []


def test_what_only_its_provider_understands_stays_in_its_own_message():
    """There it was read from."""
    parts = [Reasoning(text="hm", signature="s"), Meta(kind="x"), Compaction(signature="s")]
    assert [("assistant", parts)] == said(own(Role.ASSISTANT, *parts))


def test_a_summary_in_words_is_a_text_of_the_user():
    """It stands for what was said before, whoever wrote it."""
    turn = out(Role.ASSISTANT, Compaction(text="all of it"), Text(text="so"))
    assert [("user", [Text(text="all of it")]), ("assistant", [Text(text="so")])] == said(turn)


def test_white_space_is_not_said():
    """Providers refuse it; what its provider has taken stays, unless it is empty."""
    blocks = OutTurn(
        role=Role.USER, parts=(OutPart(part=Text(text=" "), block=" "), OutPart(part=Text(text=""), block=""))
    )
    assert [("user", [Text(text=" ")])] == said(out(Role.USER, Text(text=" \n")), blocks)


def test_the_system_is_labelled_where_it_has_no_messages():
    """Its own message is one all the same."""
    turn = (Role.SYSTEM, Text(text="mind"), Media(url="https://a.test"))
    expected = ["[system] mind", "[system] [… file at https://a.test …]"]
    assert [("user", [Text(text=text) for text in expected])] == said(out(*turn), system=False)
    assert [role for role, _ in said(own(*turn), system=False)] == ["system"]
    assert [role for role, _ in said(out(*turn))] == ["system"]


def test_an_untouched_turn_is_its_message():
    """With all of its parts, so that its calls are known."""
    [one] = heard(own(Role.ASSISTANT, Text(text=" "), call("a"), untouched=True))
    assert (one.untouched, one.message, [piece.number for piece in one.pieces]) == (True, {"own": 1}, [0, 1])


def test_a_message_stays_with_the_first_that_is_said_in_it():
    """Its other fields are written once."""
    turns = [out(Role.ASSISTANT, call("a")), own(Role.USER, result("a"), Text(text="ok"))]
    assert [one.message for one in heard(*turns)] == [None, {"own": 1}, None]


def test_a_call_is_numbered_and_its_result_too():
    """By the number, what belongs together is found again."""
    turns = [out(Role.ASSISTANT, call("a"), call("b")), out(Role.TOOL, result("b"), result("a"))]
    assert [[piece.number for piece in one.pieces] for one in heard(*turns)] == [[1, 2], [2, 1]]


def test_a_custom_call_is_known_by_its_result():
    """Some formats have a form of their own for it."""
    ask = ToolCall(id="a", name="sh", arguments="ls", custom=True)
    [_, answer] = heard(out(Role.ASSISTANT, ask), out(Role.TOOL, result("a")))
    assert answer.pieces[0].call == ask
