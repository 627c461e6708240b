"""The session that is made has what sessions have, and is read as what it is."""

import json
from typing import Any

import pytest

from bench.claude_sessions import COMPACTED, IMAGES, LAST_WORDS, session
from contextc.image_headers import image_header
from contextc.payloads import read_payload
from contextc.transcript.pairing import pair
from contextc.transcript.readers import read
from contextc.transcript.superseding import superseded
from contextc.transcript.turns import Compaction, Lane, Media, Reading, Reasoning, ToolCall, ToolResult
from contextc.vocabulary import SegmentFormat

SIZE = 1_000_000


def records(size: int) -> list[dict[str, Any]]:
    """The records but the torn one."""
    return [json.loads(line) for line in session(size).split(b"\n")[:-1]]


def reading(size: int) -> Reading:
    """The session as it is read."""
    return read(session(size), SegmentFormat.AUTO)


def test_sessions_are_the_same_each_time():
    """Two of one size are the same bytes."""
    before = session(SIZE)
    session.cache_clear()
    assert before == session(SIZE)


@pytest.mark.parametrize("size", [SIZE, 8 * SIZE])
def test_a_session_has_its_size(size: int):
    """It ends with the round that reaches it."""
    assert size < len(session(size)) < size + 300_000


def test_half_of_it_is_images():
    """Three levels deep, in base64, each with a header that tells its pixels."""
    data = [
        block["source"]["data"]
        for record in records(8 * SIZE)
        if record["type"] == "user" and isinstance(record["message"]["content"], list)
        for result in record["message"]["content"]
        if isinstance(result.get("content"), list)
        for block in result["content"]
        if block["type"] == "image"
    ]
    payloads = [read_payload(one, "image/png") for one in data]
    assert round(sum(map(len, data)) / len(session(8 * SIZE)), 1) == IMAGES
    assert {payload and image_header(payload.data) for payload in payloads} == {("image/png", 1280, 720)}
    assert len(set(data)) < len(data)


def test_the_last_line_is_torn():
    """It ends in the middle of a record, and has no line end."""
    last = session(SIZE).rpartition(b"\n")[2]
    with pytest.raises(ValueError, match="Unterminated"):
        json.loads(last)


def test_a_small_session_has_everything():
    """Lines of one message, streamed copies, noise, agents, a boundary, a branch that was left."""
    found = records(0)
    assert {"user", "assistant", "system", "last-prompt", "file-history-snapshot"} < {one["type"] for one in found}
    assert any(one.get("isSidechain") for one in found)
    assert any(one.get("isCompactSummary") for one in found)
    ids = [one["message"]["id"] for one in found if one["type"] == "assistant"]
    assert len(set(ids)) < len(ids)
    parents = [one["parentUuid"] for one in found if one.get("parentUuid")]
    assert len(set(parents)) < len(parents)


def test_it_is_read_as_what_it_is():
    """One record is skipped, some turns are abandoned, every call has its result."""
    found = reading(SIZE)
    assert (found.format, len(found.skipped), found.abandoned > 0) == (SegmentFormat.CLAUDE_CODE, 1, True)
    pairing = pair(found.turns)
    keys = {(number, place): part for number, turn in enumerate(found.turns) for place, part in enumerate(turn.parts)}
    assert {key for key, part in keys.items() if isinstance(part, ToolCall)} == set(pairing.result_of)
    assert {key for key, part in keys.items() if isinstance(part, ToolResult)} == set(pairing.call_of)


def test_it_has_every_kind_of_part():
    """Signed thinking, failures, results that are superseded, side chains, and the summary at the start."""
    found = reading(SIZE)
    parts = [part for turn in found.turns for part in turn.parts]
    results = [part for part in parts if isinstance(part, ToolResult)]
    assert isinstance(parts[0], Compaction)
    assert all(part.signature for part in parts if isinstance(part, Reasoning))
    assert any(part.is_error for part in results)
    assert any(isinstance(inner, Media) for part in results for inner in part.parts)
    assert {turn.lane for turn in found.turns} == {Lane.MAIN, Lane.SIDE}
    assert superseded(found.turns, pair(found.turns))


def test_most_of_it_comes_after_the_compaction():
    """The boundary stands near its beginning."""
    data = session(8 * SIZE)
    assert data.index(b'"compact_boundary"') < 2 * COMPACTED * len(data)


def test_the_last_words_are_the_user_s():
    """They are the newest message."""
    assert reading(SIZE).turns[-1].parts[0].text == LAST_WORDS  # type: ignore[union-attr]
