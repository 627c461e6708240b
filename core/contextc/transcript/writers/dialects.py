"""What a provider asks of the ids and names of calls -> every call and result with the id and the name that it is written with.

A call that goes out as its own message has it keeps both, and so does its other half: a pair has one id.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from contextc.digest import fnv1a
from contextc.transcript.outgoing import OutPart, OutTurn
from contextc.transcript.pairing import Key, pair
from contextc.transcript.turns import ToolCall, Turn

ODD = re.compile(r"[^a-zA-Z0-9_-]")
"""What no provider of all takes in the name of a tool."""

SHORTEST_LIMIT = 64
"""Characters of a tool's name that every provider takes."""


class Dialect(NamedTuple):
    """The rules of a format."""

    name: re.Pattern[str]
    """The names of tools that it takes."""
    id: re.Pattern[str] | None
    """The ids of calls that it takes; nothing where calls are made without."""
    adjacent: bool = True
    """A result must come right behind the message with its call."""
    system: bool = True
    """There are messages of the system."""


class Calls(NamedTuple):
    """The calls of a conversation, numbered from 1 on."""

    number: dict[Key, int]
    """Of every call, and of every result the number of its call."""
    written: list[ToolCall]
    """As they are written, in order."""


def settle(turns: Sequence[OutTurn], dialect: Dialect) -> Calls:
    """Find the id and the name of every call."""
    found = pair([Turn(role=turn.role, parts=tuple([out.part for out in turn.parts])) for turn in turns])
    calls = Calls({}, [])
    used: set[str | None] = set()
    for place, turn in enumerate(turns):
        for index, out in enumerate(turn.parts):
            key = (place, index)
            if isinstance(out.part, ToolCall):
                number = calls.number[key] = len(calls.written) + 1
                own, answer = _is_own(turn, out), found.result_of.get(key)
                answered = answer is not None and _is_own(turns[answer[0]], turns[answer[0]].parts[answer[1]])
                call = out.part if own else replace(out.part, name=_name(out.part.name, dialect))
                if not (own or (answered and call.id)):
                    call = replace(call, id=_id(call.id, number, dialect, used))
                used.add(call.id)
                calls.written.append(call)
            elif key in found.call_of:
                calls.number[key] = calls.number[found.call_of[key]]
    return calls


def _is_own(turn: OutTurn, out: OutPart) -> bool:
    """Whether a part comes from a message of the same format."""
    return turn.message is not None or out.block is not None


def _name(name: str, dialect: Dialect) -> str:
    if dialect.name.fullmatch(name):
        return name
    known = ODD.sub("_", name)
    return (known if known[:1].isalpha() else f"_{known}")[:SHORTEST_LIMIT]


def _id(id: str | None, number: int, dialect: Dialect, used: set[str | None]) -> str | None:
    """The id if it is taken, else one that hangs on it alone; where there is none, or it was used before, a numbered one."""
    if dialect.id is None:
        return None
    if id and not dialect.id.fullmatch(id):
        id = f"call_{fnv1a(id.encode()):016x}"
    made = id or f"call_{number}"
    again = 1
    while made in used:
        made = f"call_{number}" if again == 1 else f"call_{number}_{again}"
        again += 1
    return made
