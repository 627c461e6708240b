"""Rollouts of Codex for tests, in few words."""

import json
from typing import Any

from contextc.transcript.readers import read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import shown, shown_of

Json = dict[str, Any]


def lines(*records: Json | str) -> bytes:
    """Records as the lines of a rollout; a text is a line as it is."""
    return "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in records).encode()


def record(type: str, payload: object) -> Json:
    """A record in its envelope."""
    return {"timestamp": "2026-05-04T09:00:00.000Z", "type": type, "payload": payload}


def item(**fields: object) -> Json:
    """An item."""
    return record("response_item", fields)


def message(role: str, *texts: str, **fields: object) -> Json:
    """A message, as an item without an envelope."""
    return {
        "type": "message",
        "role": role,
        "content": [{"type": "input_text", "text": text} for text in texts],
        **fields,
    }


def user(*texts: str, **fields: object) -> Json:
    """A message of the user, or of the program in the user's name."""
    return item(**message("user", *texts, **fields))


def assistant(*texts: str) -> Json:
    """A message of the model."""
    return item(**message("assistant", *texts))


def rollback(count: object) -> Json:
    """The last prompts are taken back."""
    return record("event_msg", {"type": "thread_rolled_back", "num_turns": count})


def compacted(summary: str | None, *items: Json) -> Json:
    """A compaction, with the items that stand for all before, if any."""
    return record("compacted", {"message": summary, "replacement_history": list(items) or None})


def said(*records: Json | str) -> list[tuple[str, ...]]:
    """The turns of a rollout, in few words."""
    return shown_of(lines(*records), SegmentFormat.CODEX)


def left(*records: Json) -> tuple[list[str], int]:
    """The last that every turn of a rollout says, and how many turns are gone."""
    reading = read(lines(*records), SegmentFormat.CODEX)
    return [turn[-1] for turn in shown(reading)], reading.abandoned
