"""The order in which utterances are written."""

from contextc.transcript.turns import Media, Role, Text, ToolCall, ToolResult
from contextc.transcript.writers.arranging import behind_calls, sides
from contextc.transcript.writers.utterances import Piece, Utterance
from core.transcript.build import image


def text(role: Role, words: str, **fields: object) -> Utterance:
    """Somebody says something."""
    return Utterance(role, [Piece(Text(text=words))], **fields)  # type: ignore[arg-type]


def calls(*numbers: int, message: dict[str, object] | None = None) -> Utterance:
    """The assistant calls."""
    return Utterance(Role.ASSISTANT, [Piece(ToolCall(name="f"), None, number) for number in numbers], message)


def answer(number: int, *media: Media) -> Utterance:
    """A tool answers."""
    return Utterance(Role.TOOL, [Piece(ToolResult(parts=media), None, number)])


def order(*said: Utterance, shows: bool = True) -> list[str]:
    """Who speaks when, and what."""
    return [_brief(one) for one in behind_calls(list(said), shows=lambda *_: shows)]


def _brief(one: Utterance) -> str:
    words = [piece.part.text if isinstance(piece.part, Text) else str(piece.number) for piece in one.pieces]
    return f"{one.role} {' + '.join(words)}"


def test_two_that_are_untouched_are_two():
    """So they were in their source."""
    one = text(Role.USER, "a", message={}, untouched=True)
    assert [[one], [one]] == sides([one, one])


def test_what_is_built_joins_its_neighbour():
    """Whether that is untouched or not."""
    own, built = text(Role.USER, "a", message={}, untouched=True), text(Role.USER, "b")
    assert [[own, built, own]] == sides([own, built, own])


def test_results_come_before_all_else():
    """What the user said meanwhile is one message behind them."""
    said = [calls(1, 2), text(Role.USER, "a"), answer(2), text(Role.USER, "b"), answer(1), text(Role.USER, "c")]
    assert order(*said) == ["assistant 1 + 2", "tool 2", "tool 1", "user a + b", "user c"]


def test_calls_of_one_run_are_one_message():
    """A format that has an item for each call becomes one that has a list of them."""
    said = [calls(1), text(Role.ASSISTANT, "and"), calls(2), answer(1), answer(2)]
    assert order(*said) == ["assistant 1 + and + 2", "tool 1", "tool 2"]


def test_messages_that_were_stay_apart():
    """Their fields are their own."""
    assert order(calls(1, message={}), calls(2)) == ["assistant 1", "assistant 2"]


def test_the_system_does_not_come_between():
    """While a result is missing it is a text of the user."""
    said = [calls(1), text(Role.SYSTEM, "mind"), answer(1), text(Role.SYSTEM, "so")]
    assert order(*said) == ["assistant 1", "tool 1", "user [system] mind", "system so"]


def test_media_of_results_are_shown_behind_all():
    """Where results cannot hold them."""
    said = [calls(1, 2), answer(1, image()), answer(2), text(Role.ASSISTANT, "fine")]
    assert order(*said) == ["assistant 1 + 2", "tool 1", "tool 2", "user 0", "assistant fine"]
    assert "user 0" not in order(*said, shows=False)


def test_what_waits_comes_when_the_assistant_speaks():
    """Though a result is missing."""
    said = [calls(1, 2), answer(1), text(Role.USER, "a"), text(Role.ASSISTANT, "b"), text(Role.USER, "c")]
    assert order(*said) == ["assistant 1 + 2", "tool 1", "user a", "assistant b", "user c"]


def test_what_is_no_result_is_no_message_of_a_tool():
    """A block that only its provider understands has no place there."""
    odd = Utterance(Role.TOOL, [Piece(Text(text="odd"), {"type": "odd"})])
    assert order(calls(1), odd) == ["assistant 1"]


def test_utterances_are_left_as_they_were():
    """Another format may be written of them."""
    first = calls(1)
    order(first, calls(2))
    assert len(first.pieces) == 1
