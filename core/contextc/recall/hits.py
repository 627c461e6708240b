"""What a recall found: the record of a hit, and a hit made ready to be shown."""

import hashlib
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from contextc.model import Record, as_u64
from contextc.vocabulary import U64, ConflictStatus, RecallSource, SupersessionStatus

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A content hash: 64 lowercase hex digits."""

LAST_SECOND = 2**32 - 1
"""The latest time that has a date, in the year 2106: a blob's header has 32 bits for it."""


class SearchHit(Record, frozen=True, kw_only=True):
    """A grain that a recall found, and how.

    >>> SearchHit(grain_type="fact", fields={"subject": "mira", "relation": "likes", "object": "tea"}).score is None
    True
    """

    grain_type: Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9_]{0,63}$")]
    """One of `fact`, `event`, `state`, `workflow`, `tool`, `observation`, `goal`, `reasoning`, `consensus`, `consent`,
    `skill`, `recommendation`, `trigger`; any other name is shown field by field.
    """
    fields: dict[str, Any]
    hash: Hash | None = None
    """Absent: the SHA-256 of the hit's own sorted compact JSON."""
    created_at_sec: int | float | None = None
    """Epoch seconds; absent: from `fields.created_at` in milliseconds. 0, and what 32 bits do not hold, is unknown."""
    score: float | None = None
    """Higher is better; a hit without one comes last."""
    source_namespace: str | None = None
    """The session that a hit of a census comes from."""
    conflict_status: ConflictStatus | None = None
    supersession_status: SupersessionStatus | None = None
    superseded_by_hash: Hash | None = None
    recall_source: RecallSource | None = None
    """Default `primary`."""
    memory_id: U64 | None = None
    """The store's own id; `compile_recall` carries it through."""
    score_breakdown: Any = None
    """Carried, never shown, as are the next three."""
    explanation: Any = None
    scope_depth: Any = None
    relative_time: Any = None

    def __post_init__(self) -> None:
        as_u64(self, "memory_id")


def ready(hit: SearchHit) -> SearchHit:
    """The hit with its hash, and its time as a whole second; 0: unknown.

    >>> hit = ready(SearchHit(grain_type="fact", fields={"created_at": 1735689600999}))
    >>> hit.created_at_sec, hit.hash[:8]
    (1735689600, '6ad8e764')
    """
    digest = hit.hash or hashlib.sha256(_ENCODER.encode(hit)).hexdigest()
    return replace(hit, hash=digest, created_at_sec=_second(hit))


def _second(hit: SearchHit) -> int:
    given = hit.created_at_sec
    if given is None:
        made = hit.fields.get("created_at")
        return min(max(made // 1000, 0), LAST_SECOND) if type(made) is int else 0
    return int(given) if 0 < given <= LAST_SECOND else 0


_ENCODER = msgspec.json.Encoder(order="sorted", enc_hook=lambda value: str(int(value)))
