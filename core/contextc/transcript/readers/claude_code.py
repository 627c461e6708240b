"""A session of Claude Code: lines with `type`, `uuid`, `parentUuid` and, where something is said, an Anthropic `message`.

`claude_code_records` tells what a line is, `claude_code_tree` which of them count, `claude_code_turns` makes turns of those.
"""

from contextc.limits import DEPTH
from contextc.nesting import nests_deeper
from contextc.transcript.readers.claude_code_records import NOISE, entry_of, is_output
from contextc.transcript.readers.claude_code_tree import TURNS, Entry, standing
from contextc.transcript.readers.claude_code_turns import is_repeated, turns_of
from contextc.transcript.readers.skips import Skips
from contextc.transcript.records import Source
from contextc.transcript.turns import Reading
from contextc.vocabulary import SegmentFormat

SPEAKERS = frozenset({"user", "assistant"})

OWN = frozenset(kind for kind in NOISE if "-" in kind) | {"summary"}
"""Types that a session may begin with, hundreds of them, and that other formats do not have."""


def detect(source: Source) -> bool:
    """Whether most of the first records have a type, and one holds a message; or none can be of another format."""
    typed = [(kind, record.get("message")) for record in source.sample if isinstance(kind := record.get("type"), str)]
    said = any(kind in SPEAKERS and isinstance(message, dict) and "role" in message for kind, message in typed)
    return 2 * len(typed) > len(source.sample) and (said or OWN.issuperset(kind for kind, _ in typed))


def read(source: Source, *, strict: bool) -> Reading | None:
    """The turns of the conversation as it stands; nothing when the records hold none."""
    skips = Skips(SegmentFormat.CLAUDE_CODE, strict=strict)
    entries: list[Entry] = []
    known: dict[str, Entry] = {}
    for record in source:
        entry = None if nests_deeper(record.data, DEPTH) else entry_of(record)
        if entry is None:
            skips.add(record, "no record of a known type")
        elif not is_repeated(entry, known):
            if entries and is_output(entry, entries[-1]):
                entries[-1].be_event()
            entries.append(entry)
    if not any(entry.said for entry in entries):
        # A file of a side chain alone is a conversation as well.
        for entry in entries:
            entry.side = False
    stand = [entries[place] for place in standing(entries)]
    if not stand and not strict:
        return None
    abandoned = {entry.key for entry in entries if entry.kind in TURNS} - {entry.key for entry in stand}
    return Reading(
        format=SegmentFormat.CLAUDE_CODE,
        turns=turns_of(stand),
        skipped=tuple(skips.numbers),
        abandoned=len(abandoned),
    )
