"""Segments of an agent's session -> which must stay, which come first, and which belong together.

Hard lane: what the system and the developer say, and what the user said last; it is pinned. Soft lane: what the user said
before, results of tools that failed, summaries of what was compacted, and the last turns; newest first.
"""

from msgspec import Struct

from contextc.model import CompilePolicy, Recency
from contextc.transcript.pairing import Key, Pairing
from contextc.transcript.readers import READERS
from contextc.transcript.turns import (
    AnyPart,
    Compaction,
    Lane,
    Media,
    Meta,
    Reading,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Turn,
    speaker,
)
from contextc.vocabulary import SegmentKind

RECENT_TURNS = 8
"""Turns at the end that come before what is older, whatever it is: a call, its result and what the model made of them, twice."""

SOFT_MOST = 32
"""Older messages of the user, and failures, that come before the rest: more would leave a small budget nothing else."""

LATEST_FIRST = Recency(turns=0, ramp=2**-20)
"""Falls so slowly that every turn of the longest transcript comes before the turn before it."""

RECENT_FIRST = Recency(turns=2 * RECENT_TURNS)
"""Where a query says what else matters."""

LARGEST_SHARE = 0.125
"""Of the budget that one part gets before all others had their turn: eight large results fill it."""

UNPINNED = (SegmentKind.BASE64, SegmentKind.META)
"""Kinds of which even the newest message may lose its own."""


class Standing(Struct, frozen=True):
    """How a part of a session competes."""

    pinned: bool = False
    soft: bool = False
    priority: int = 0
    group: str | None = None


def has_lanes(reading: Reading) -> bool:
    """Whether a transcript is an agent's: its format says so, or tools are called or answer in it."""
    calls = (isinstance(part, ToolCall | ToolResult) for turn in reading.turns for part in turn.parts)
    return READERS[reading.format].lanes or any(calls)


def defaults(query: str) -> CompilePolicy:
    """What a session is compiled under where its request does not say.

    >>> defaults("").recency
    Recency(turns=0, ramp=9.5367431640625e-07)
    """
    return CompilePolicy(recency=RECENT_FIRST if query else LATEST_FIRST, largest_share=LARGEST_SHARE)


def newest_user_turn(turns: list[Turn]) -> int | None:
    """The last turn of the main lane in which the user says something; what is only shown counts where nothing is said.

    Agents pass the screenshots of their tools in the name of the user.
    """
    shown = None
    for number in range(len(turns) - 1, -1, -1):
        turn = turns[number]
        if turn.lane is Lane.MAIN and speaker(turn.role) is Role.USER:
            if any(isinstance(part, Text) and part.text.strip() for part in turn.parts):
                return number
            if shown is None and any(isinstance(part, Media) for part in turn.parts):
                shown = number
    return shown


def standings(turns: list[Turn], pairing: Pairing, superseded: set[Key]) -> dict[Key, Standing]:
    """The standing of every part."""
    newest = newest_user_turn(turns)
    order = {key: index for index, key in enumerate(_soft(turns, superseded))}
    found: dict[Key, Standing] = {}
    for number, turn in enumerate(turns):
        hard = turn.lane is Lane.MAIN and (number == newest or speaker(turn.role) in (Role.SYSTEM, Role.DEVELOPER))
        for place, part in enumerate(turn.parts):
            key = (number, place)
            pinned = hard and not isinstance(part, ToolResult)
            found[key] = Standing(
                pinned=pinned,
                soft=key in order,
                # Newest first as far as priorities go; what comes after all of them is the least.
                priority=max(LEAST_SOFT, 255 - order[key]) if key in order else _priority(turn, part),
                group=_group(number, key, turn, part, pairing),
            )
    return found


LEAST_SOFT = 3


def metadata_of(turn: Turn, part: AnyPart, standing: Standing, *, superseded: bool) -> dict[str, object]:
    """What the compiler is told of a part beyond its text."""
    # Some providers put what a tool answered, and showed, into the name of the user.
    role = Role.TOOL if isinstance(part, ToolResult) else turn.role
    metadata: dict[str, object] = {"role": None if role is None else str(role)}
    if standing.soft:
        metadata["lane"] = "soft"
    if superseded:
        metadata["superseded"] = True
    if isinstance(part, ToolResult) and part.is_error:
        metadata["is_error"] = True
    return metadata


def _priority(turn: Turn, part: AnyPart) -> int:
    if isinstance(part, Reasoning):
        return 0
    return 1 if turn.lane is Lane.SIDE else 2


def _soft(turns: list[Turn], superseded: set[Key]) -> list[Key]:
    """The parts of the soft lane, newest first."""
    found: list[Key] = []
    older = 0
    for number in range(len(turns) - 1, -1, -1):
        recent = number >= len(turns) - RECENT_TURNS
        for place in range(len(turns[number].parts) - 1, -1, -1):
            key, part = (number, place), turns[number].parts[place]
            first = recent and not isinstance(part, Reasoning | Meta)
            if key not in superseded and (first or (older < SOFT_MOST and _is_soft(turns[number], part))):
                found.append(key)
                older += not recent
    return found


def _is_soft(turn: Turn, part: AnyPart) -> bool:
    if turn.lane is Lane.SIDE:
        return False
    if isinstance(part, ToolResult):
        return part.is_error
    return isinstance(part, Compaction) or (speaker(turn.role) is Role.USER and isinstance(part, Text | Media))


def _group(number: int, key: Key, turn: Turn, part: AnyPart, pairing: Pairing) -> str | None:
    if isinstance(part, ToolCall) or key in pairing.call_of:
        return f"exchange {pairing.exchange(key)}"
    shown = isinstance(part, Text | Media) and any(isinstance(one, Media) for one in turn.parts)
    said = any(isinstance(one, Text) for one in turn.parts)
    return f"message {number}" if shown and said else None
