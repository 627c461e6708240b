"""Turns -> what no provider takes as it is: pairs that are torn, messages that say nothing, ids that come again."""

from typing import Any

from contextc.transcript.pairing import Key, Pairing
from contextc.transcript.rendering import label_of
from contextc.transcript.turns import AnyPart, Reasoning, Role, Text, ToolCall, ToolResult, Turn, speaker
from contextc.vocabulary import MessagesFormat

STRICT_RUNS = (MessagesFormat.OPENAI, MessagesFormat.LANGCHAIN, MessagesFormat.GEMINI)
"""Formats in which one message calls, and the next ones answer."""


def chains_of(turns: list[Turn], pairing: Pairing) -> list[int | None]:
    """Of every turn the run of the assistant that it is in, or answers without anybody speaking between."""
    chains: list[int | None] = []
    for number, turn in enumerate(turns):
        before = chains[-1] if number and not _speaks(turns[number - 1]) else None
        answers = any(isinstance(part, ToolResult) for part in turn.parts)
        chains.append(pairing.runs.get(number, before if answers else None))
    return chains


def _speaks(turn: Turn) -> bool:
    """Whether somebody else than the assistant says something beside results."""
    return speaker(turn.role) is not Role.ASSISTANT and not all(isinstance(part, ToolResult) for part in turn.parts)


def unpaired(turns: list[Turn], pairing: Pairing, chains: list[int | None]) -> dict[Key, str]:
    """Calls and results that no provider takes as such, and the labels with which they are text."""
    answered = {
        call
        for result, call in pairing.call_of.items()
        if chains[result[0]] == pairing.runs.get(call[0]) and _by_one_id(_at(turns, result), _at(turns, call))
    }
    found: dict[Key, str] = {}
    for number, turn in enumerate(turns):
        for place, part in enumerate(turn.parts):
            key = (number, place)
            if isinstance(part, ToolResult) and pairing.call_of.get(key) not in answered:
                found[key] = label_of(turn, part).replace("]", ", without a call]")
    # The last calls may still be answered, unless somebody has gone on already.
    goes_on = not turns or _speaks(turns[-1]) or any(chains[number] == chains[-1] for number, _ in found)
    waiting = None if goes_on else chains[-1]
    for number, turn in enumerate(turns):
        for place, part in enumerate(turn.parts):
            waits = waiting is not None and chains[number] == waiting
            if isinstance(part, ToolCall) and (number, place) not in answered and not waits:
                found[number, place] = label_of(turn, part).replace("]", ", without a result]")
    return found


def _at(turns: list[Turn], key: Key) -> AnyPart:
    return turns[key[0]].parts[key[1]]


def _by_one_id(result: AnyPart, call: AnyPart) -> bool:
    """Whether a result names its call as the call names itself, or neither has a name."""
    named = isinstance(result, ToolResult) and result.call_id is not None
    return named == (isinstance(call, ToolCall) and call.id is not None)


def remade(
    turns: list[Turn], chains: list[int | None], format: MessagesFormat, messages: list[dict[str, Any]]
) -> set[int]:
    """Turns whose messages say nothing, or would be refused one by one; they are written anew, or not at all."""
    found = {number for number, turn in enumerate(turns) if all(map(_is_blank, turn.parts))}
    runs: dict[int, list[int]] = {}
    for number, run in enumerate(chains):
        if run is not None:
            runs.setdefault(run, []).append(number)
    for numbers in runs.values():
        said = [number for number in numbers if speaker(turns[number].role) is Role.ASSISTANT]
        found.update(_remade_of_run(said, turns, format))
        if format is MessagesFormat.GEMINI:
            answers = [
                number for number in numbers if any(isinstance(part, ToolResult) for part in turns[number].parts)
            ]
            found.update(answers if len(answers) > 1 else ())
    if format is MessagesFormat.OPENAI:
        silent = (number for number, message in enumerate(messages) if message.get("content") in (None, []))
        found.update(number for number in silent if messages[number].get("role") == "tool")
    if format is MessagesFormat.GEMINI:
        found.update(number for number, turn in enumerate(turns) if turn.role in (Role.SYSTEM, Role.DEVELOPER))
    return found


def repeated(turns: list[Turn], pairing: Pairing, format: MessagesFormat) -> set[int]:
    """Turns of calls whose id another call had before, and of their results: where ids must be unique, they get new ones."""
    found: set[int] = set()
    seen: set[str] = set()
    for number, turn in enumerate(turns if format is MessagesFormat.ANTHROPIC else ()):
        for place, part in enumerate(turn.parts):
            if isinstance(part, ToolCall) and part.id is not None:
                if part.id in seen:
                    result = pairing.result_of.get((number, place))
                    found.update((number,) if result is None else (number, result[0]))
                seen.add(part.id)
    return found


def _remade_of_run(said: list[int], turns: list[Turn], format: MessagesFormat) -> list[int]:
    """Of the assistant's turns in a row those that are no messages: thoughts alone, and calls that others follow."""
    silent = [number for number in said if all(_is_blank(p) or isinstance(p, Reasoning) for p in turns[number].parts)]
    if format is MessagesFormat.OPENAI_RESPONSES:
        # A thought is an item of its own there, and belongs to the next.
        last = max((number for number in said if number not in silent), default=-1)
        return [number for number in silent if number > last]
    calls = [number for number in said if any(isinstance(part, ToolCall) for part in turns[number].parts)]
    if format not in STRICT_RUNS or not calls or calls[0] == said[-1]:
        return silent
    return [number for number in said if number >= calls[0] or number in silent]


def _is_blank(part: AnyPart) -> bool:
    return isinstance(part, Text) and not part.text.strip()


def silence(place: int) -> Text:
    """What a message says that says nothing."""
    return Text(text="", record=place, path=("content",))
