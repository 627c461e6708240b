"""Turns -> the tool results that a later one has made worthless: the same tool asked the same again, or the same file read.

A failure supersedes failures alone: what was learned before still stands.
"""

from typing import Any, cast

import msgspec

from contextc.transcript.pairing import Key, Pairing
from contextc.transcript.records import decoded
from contextc.transcript.turns import Lane, ToolCall, ToolResult, Turn

READS = frozenset({"cat", "notebookread", "open_file", "read", "read_file", "read_many_files", "view", "view_file"})
"""Tools that show a file, in lower case."""
PATHS = ("file_path", "path", "absolute_path", "filename", "target_file", "notebook_path")
"""Where their arguments name it; the first that is there counts."""
RANGES = frozenset(
    {
        "end_line",
        "limit",
        "line_end",
        "line_start",
        "offset",
        "pages",
        "start_line",
        "view_range",
    }
)
"""What makes them show a part of it."""

Target = tuple[str, ...]


def superseded(turns: list[Turn], pairing: Pairing) -> set[Key]:
    """The results that are superseded.

    >>> from contextc.transcript.pairing import pair
    >>> call = Turn(role="assistant", parts=(ToolCall(id="a", name="Read", arguments='{"path": "x"}'),))
    >>> result = Turn(role="tool", parts=(ToolResult(call_id="a"),))
    >>> turns = [call, result, call, result]
    >>> superseded(turns, pair(turns))
    {(1, 0)}
    """
    found: set[Key] = set()
    newer: dict[Lane, tuple[set[Target], set[Target]]] = {lane: (set(), set()) for lane in Lane}
    for key, call_key in sorted(pairing.call_of.items(), reverse=True):
        turn = turns[key[0]]
        call = cast(ToolCall, turns[call_key[0]].parts[call_key[1]])
        result = cast(ToolResult, turn.parts[key[1]])
        worked, failed = newer[turn.lane]
        targets = _targets(call)
        if not worked.isdisjoint(targets) or (result.is_error and not failed.isdisjoint(targets)):
            found.add(key)
        (failed if result.is_error else worked).add(targets[0])
    return found


def _targets(call: ToolCall) -> list[Target]:
    """What a call asks for, and what asks for that and more."""
    arguments = decoded(call.arguments.encode())
    if arguments is None:
        return [("call", call.name, call.arguments)]
    same = ("call", call.name, msgspec.json.encode(arguments, order="sorted").decode())
    if call.name.lower() not in READS or not isinstance(arguments, dict):
        return [same]
    given = cast(dict[str, Any], arguments)
    path = next((given[name] for name in PATHS if isinstance(given.get(name), str)), None)
    if path is None:
        return [same]
    whole = ("file", path)
    # A part of a file is shown again by the same part, and by the whole; the whole by the whole alone.
    return [same, whole] if any(given.get(name) is not None for name in RANGES) else [whole]
