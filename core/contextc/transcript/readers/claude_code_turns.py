"""Records of a Claude Code session that count -> turns: what belongs to one message is one turn.

A message is written record by record while it streams: a block at a time, or all blocks so far, the last one unfinished.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import structs

from contextc.transcript.readers.claude_code_tree import Entry
from contextc.transcript.turns import AnyPart, Lane, Reasoning, Text, ToolCall, ToolResult, Turn


def turns_of(entries: Iterable[Entry]) -> list[Turn]:
    """A turn a message, at the place of its first record."""
    messages: dict[tuple[bool, str | int], list[Entry]] = {}
    for entry in entries:
        messages.setdefault((entry.side, entry.key), []).append(entry)
    return [_turn(group) for group in messages.values()]


def _turn(group: list[Entry]) -> Turn:
    first = group[0]
    parts = first.parts if len(group) == 1 else grown([part for entry in group for part in entry.parts])
    return Turn(role=first.role, parts=parts, lane=Lane.SIDE if first.side else Lane.MAIN, id=first.id)


def grown(parts: Sequence[AnyPart]) -> tuple[AnyPart, ...]:
    """The parts of a message without the unfinished copies of some.

    >>> [part.text for part in grown([Text(text="Step one"), Text(text="Step one, then two"), Text(text="Done")])]
    ['Step one, then two', 'Done']
    """
    kept = dict(enumerate(parts))
    calls: dict[str, int] = {}
    for place, part in enumerate(parts):
        if isinstance(part, ToolCall) and part.id is not None and calls.setdefault(part.id, place) != place:
            del kept[place]
            first = kept[calls[part.id]]
            if isinstance(first, ToolCall) and len(part.arguments) > len(first.arguments):
                kept[calls[part.id]] = part
    for kind in (Text, Reasoning):
        for place in _unfinished([(place, part) for place, part in enumerate(parts) if isinstance(part, kind)]):
            del kept[place]
    return tuple(kept.values())


def _unfinished(said: list[tuple[int, Text | Reasoning]]) -> list[int]:
    """The places of texts that another one begins with; what is signed is finished, so of that only copies."""
    texts = sorted((part.text, part.signature or "", -place) for place, part in said)
    # In this order a text that others begin with stands right before one of them.
    return [
        -place
        for (text, signature, place), (longer, other, _) in pairwise(texts)
        if (longer.startswith(text) if not signature else (text, signature) == (longer, other))
    ]


def is_repeated(entry: Entry, known: dict[str, Entry]) -> bool:
    """Whether a record says again what one of the same name said; if it says something else, the name is not its own."""
    first = known.setdefault(entry.uuid, entry) if entry.uuid is not None else entry
    if first is entry:
        return False
    entry.uuid = None
    return entry.kind is first.kind and _bare(entry.parts) == _bare(first.parts)


def _bare(parts: Iterable[AnyPart]) -> list[AnyPart]:
    """Parts without their places."""
    nowhere = [structs.replace(part, start=0, end=0, record=0) for part in parts]
    return [
        structs.replace(part, parts=tuple(_bare(part.parts))) if isinstance(part, ToolResult) else part
        for part in nowhere
    ]
