"""A rollout of Codex: lines of `timestamp`, `type` and `payload`; until September 2025 a header, and then bare items.

What was said stands in `response_item`, as an item of OpenAI Responses; events repeat it and are left out. A rollout only
grows: a compaction or a rollback stands behind what it replaces or takes back.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw, Struct, structs

from contextc.limits import DEPTH
from contextc.nesting import nests_deeper
from contextc.transcript.readers.blocks import NOTHING, Place
from contextc.transcript.readers.codex_history import History
from contextc.transcript.readers.codex_items import is_snapshot, turn_of
from contextc.transcript.readers.items import ITEMS
from contextc.transcript.readers.skips import Skips
from contextc.transcript.records import Record, Source
from contextc.transcript.turns import Compaction, Reading, Role, Text, Turn
from contextc.vocabulary import SegmentFormat

NOISE = (
    "inter_agent_communication",
    "inter_agent_communication_metadata",
    "realtime_item",
    "retained_context",
    "security_risk_score",
    "token_usage_record",
    "turn_context",
    "world_state",
)
"""Types of record that hold settings and measurements, or a copy of what was said."""


class _Line(Struct, frozen=True):
    """A record in its envelope, or a bare header."""

    type: str | None = None
    payload: Raw = NOTHING
    timestamp: Any = None
    instructions: Any = None
    record_type: Any = None


class _Text(Struct, frozen=True):
    text: Any = None


class _Meta(Struct, frozen=True):
    base_instructions: str | _Text | None = None
    instructions: Any = None


class _Event(Struct, frozen=True):
    type: Any = None
    num_turns: Any = None


class _Compacted(Struct, frozen=True):
    message: str | None = None
    replacement_history: list[Raw] | None = None


def detect(source: Source) -> bool:
    """Whether most of the first records are in an envelope, or bare items follow a header."""
    sample = source.sample
    wrapped = [
        record for record in sample if str(record.get("type")) in ROWS and isinstance(record.get("payload"), dict)
    ]
    bare = any(str(record.get("type")) in ITEMS for record in sample)
    return 2 * len(wrapped) > len(sample) or (bare and _is_header(sample[0]))


def _is_header(record: dict[str, Any]) -> bool:
    return isinstance(record.get("id"), str) and isinstance(record.get("timestamp"), str) and "type" not in record


def read(source: Source, *, strict: bool) -> Reading | None:
    """The turns that are left; nothing when the records hold none."""
    skips = Skips(SegmentFormat.CODEX, strict=strict)
    rollout = _Rollout()
    for record in source:
        if nests_deeper(record.data, DEPTH) or not _take(rollout, record):
            skips.add(record, "no record of a known type")
    turns = rollout.system + rollout.history.turns()
    if not turns and not strict:
        return None
    abandoned = rollout.history.abandoned()
    return Reading(format=SegmentFormat.CODEX, turns=turns, skipped=tuple(skips.numbers), abandoned=abandoned)


class _Rollout:
    """What the records have told so far."""

    def __init__(self) -> None:
        self.history = History()
        self.system: list[Turn] = []
        self.is_opened = False

    def open(self, *texts: tuple[Place, Any]) -> None:
        """Take the instructions, once: behind its own header a fork holds that of its parent."""
        parts = [Text(text=text, **place.fields) for place, text in texts if isinstance(text, str)]
        if parts and not self.is_opened:
            self.system = [Turn(role=Role.SYSTEM, parts=tuple(parts))]
        self.is_opened = True


def _take(rollout: _Rollout, record: Record) -> bool:
    """Whether the next record makes sense."""
    try:
        line = _LINE.decode(record.data)
        if line.type is None:
            return _header(rollout, record, line)
        row = ROWS.get(line.type)
        return row(rollout, record, line.payload) if row else _add(rollout, Place(record), record.data)
    except (msgspec.DecodeError, UnicodeError):
        return False


def _header(rollout: _Rollout, record: Record, line: _Line) -> bool:
    """What a bare rollout begins with, and the marks of its states."""
    if line.timestamp is not None:
        rollout.open((Place(record, ("instructions",)), line.instructions))
    return line.timestamp is not None or line.record_type is not None


def _add(rollout: _Rollout, place: Place, data: bytes) -> bool:
    turn = turn_of(place, data)
    if turn is not None:
        rollout.history.add(turn)
    return turn is not None or is_snapshot(data)


# The rows


def _meta(rollout: _Rollout, record: Record, payload: Raw) -> bool:
    meta = _META.decode(payload)
    base, place = meta.base_instructions, Place(record, ("payload", "base_instructions"))
    said = (place.at("text"), base.text) if isinstance(base, _Text) else (place, base)
    rollout.open(said, (Place(record, ("payload", "instructions")), meta.instructions))
    return True


def _item(rollout: _Rollout, record: Record, payload: Raw) -> bool:
    return _add(rollout, Place(record, ("payload",)), bytes(payload))


def _event(rollout: _Rollout, _: Record, payload: Raw) -> bool:
    event = _EVENT.decode(payload)
    if event.type != "thread_rolled_back":
        return True
    if not isinstance(event.num_turns, int) or event.num_turns < 1:
        return False
    rollout.history.roll_back(event.num_turns)
    return True


def _compacted(rollout: _Rollout, record: Record, payload: Raw) -> bool:
    """The turns that stand for all before; where there are none, the summary does, beside the prompts."""
    compacted = _COMPACTED.decode(payload)
    message, items = compacted.message or "", [bytes(item) for item in compacted.replacement_history or ()]
    if items:
        place = Place(record, ("payload", "replacement_history"))
        turns = [turn_of(place.at(index), item) for index, item in enumerate(items)]
        rollout.history.replace([_summed_up(turn, message) for turn in turns if turn is not None])
        return all(turn is not None or is_snapshot(item) for turn, item in zip(turns, items, strict=True))
    if message:
        summary = Compaction(text=message, **Place(record, ("payload", "message")).fields)
        rollout.history.sum_up(Turn(role=Role.USER, parts=(summary,)))
    return bool(message)


def _summed_up(turn: Turn, message: str) -> Turn:
    """The turn, as a compaction if it holds the summary."""
    part = turn.parts[0] if len(turn.parts) == 1 else None
    if not isinstance(part, Text) or part.text != message:
        return turn
    summary = Compaction(text=message, start=part.start, end=part.end, record=part.record, path=part.path)
    return structs.replace(turn, parts=(summary,))


def _noise(_: _Rollout, __: Record, ___: Raw) -> bool:
    return True


ROWS: dict[str, Callable[[_Rollout, Record, Raw], bool]] = {
    "session_meta": _meta,
    "response_item": _item,
    "event_msg": _event,
    "compacted": _compacted,
    **dict.fromkeys(NOISE, _noise),
}
"""Type of record -> what it does to the rollout; whether it makes sense."""

_LINE = msgspec.json.Decoder(_Line)
_META = msgspec.json.Decoder(_Meta)
_EVENT = msgspec.json.Decoder(_Event)
_COMPACTED = msgspec.json.Decoder(_Compacted)
