"""Sessions of Claude Code for tests, in few words."""

import json
from typing import Any

from contextc.transcript.readers import read
from contextc.transcript.turns import Text
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import shown_of

Json = dict[str, Any]


def lines(*records: Json | str) -> bytes:
    """Records as the lines of a session; a text is a line as it is."""
    return "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in records).encode()


def user(uuid: str, parent: str | None, content: object, **fields: object) -> Json:
    """What a user says, or a tool."""
    message = {"role": "user", "content": content}
    return {"type": "user", "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **fields}


def assistant(uuid: str, parent: str | None, content: object, id: str | None = None, **fields: object) -> Json:
    """What the model says, in a message of its own if no other is named."""
    message = {"id": id or f"msg_{uuid}", "role": "assistant", "content": content}
    return {"type": "assistant", "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **fields}


def system(uuid: str, parent: str | None, subtype: str, **fields: object) -> Json:
    """What the program notes."""
    return {"type": "system", "subtype": subtype, "uuid": uuid, "parentUuid": parent, "sessionId": "s", **fields}


def boundary(uuid: str, logical: str | None, **metadata: object) -> Json:
    """Where all before was summed up."""
    return system(uuid, None, "compact_boundary", logicalParentUuid=logical, compactMetadata=metadata)


def summary(uuid: str, parent: str, text: str = "so far") -> Json:
    """What stands for all before."""
    return user(uuid, parent, text, isCompactSummary=True, isVisibleInTranscriptOnly=True)


def text(said: str) -> list[Json]:
    """A content of one text."""
    return [{"type": "text", "text": said}]


def thought(said: str, signature: str | None = None) -> list[Json]:
    """A content of one thought."""
    return [{"type": "thinking", "thinking": said, **({"signature": signature} if signature else {})}]


def call(id: str, **arguments: object) -> list[Json]:
    """A content of one call."""
    return [{"type": "tool_use", "id": id, "name": "Run", "input": arguments}]


def result(id: str, said: str) -> list[Json]:
    """A content of one result."""
    return [{"type": "tool_result", "tool_use_id": id, "content": said}]


def said(*records: Json | str) -> list[tuple[str, ...]]:
    """The turns of a session, in few words."""
    return shown_of(lines(*records), SegmentFormat.CLAUDE_CODE)


def texts(*records: Json | str) -> tuple[list[str], int]:
    """What the texts of a session say, and how many turns were left."""
    reading = read(lines(*records), SegmentFormat.CLAUDE_CODE)
    found = [part for turn in reading.turns for part in turn.parts]
    return [part.text for part in found if isinstance(part, Text)], reading.abandoned
