"""Turns -> which result answers which call, which calls have none, and what belongs together.

An id means the latest call before the result that bears it and has no answer yet, in the same lane: providers use ids
again (`call_0` in every turn). A result without an id answers the first open call of its name in the last run of calls.
"""

from collections import deque
from typing import NamedTuple

from contextc.transcript.turns import Lane, Role, ToolCall, ToolResult, Turn, speaker

Key = tuple[int, int]
"""A turn, and a part of it."""


class Pairing(NamedTuple):
    """Calls and results of a transcript."""

    call_of: dict[Key, Key]
    """Result -> its call; one without a call is not in it."""
    result_of: dict[Key, Key]
    """Call -> its result; one without a result is dangling."""
    runs: dict[int, int]
    """Turn of the assistant -> the first of those that it follows without another speaker between."""

    def exchange(self, key: Key) -> int:
        """The first turn of the run that made a call, by the call or by its result."""
        turn = self.call_of.get(key, key)[0]
        return self.runs.get(turn, turn)


def pair(turns: list[Turn]) -> Pairing:
    """Match calls and results.

    >>> calls = Turn(role="assistant", parts=(ToolCall(id="a", name="ping"), ToolCall(id="b", name="ping")))
    >>> results = Turn(role="user", parts=(ToolResult(call_id="b"),))
    >>> pair([calls, results])
    Pairing(call_of={(1, 0): (0, 1)}, result_of={(0, 1): (1, 0)}, runs={0: 0})
    """
    found = Pairing({}, {}, {})
    lanes = {lane: _Lane(found) for lane in Lane}
    for number, turn in enumerate(turns):
        lanes[turn.lane].take(number, turn)
    return found


class _Lane:
    """The open calls of a lane."""

    def __init__(self, found: Pairing) -> None:
        self.found = found
        self.by_id: dict[str, deque[Key]] = {}
        self.by_name: dict[str, deque[Key]] = {}
        self.run: int | None = None
        """Where the run of assistant turns began that goes on."""

    def take(self, number: int, turn: Turn) -> None:
        """The next turn."""
        if speaker(turn.role) is not Role.ASSISTANT:
            self.run = None
        elif self.run is None:
            self.run = number
            self.by_name.clear()
        if self.run is not None:
            self.found.runs[number] = self.run
        for place, part in enumerate(turn.parts):
            if isinstance(part, ToolCall):
                self._open((number, place), part)
            elif isinstance(part, ToolResult):
                self._answer((number, place), part)

    def _open(self, key: Key, call: ToolCall) -> None:
        self.by_name.setdefault(call.name, deque()).append(key)
        if call.id is not None:
            self.by_id.setdefault(call.id, deque()).append(key)

    def _answer(self, key: Key, result: ToolResult) -> None:
        by_id = result.call_id is not None
        calls = self.by_id.get(result.call_id or "") if by_id else self.by_name.get(result.name or "")
        while calls:
            call = calls.pop() if by_id else calls.popleft()
            if call not in self.found.result_of:
                self.found.call_of[key], self.found.result_of[call] = call, key
                return
