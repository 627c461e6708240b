"""Long base64 in a transcript is a segment of its own."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.limits import MIB
from contextc.model import SegmentationPolicy
from contextc.transcript.segment import segment_transcript
from core.build import transcript_

RUN = base64.b64encode(bytes(range(256)) * 30).decode()


def line(content: str, role: str = "tool") -> str:
    """A message."""
    return json.dumps({"role": role, "content": content}) + "\n"


def segments(transcript: str, least: int = 256) -> list[tuple[str, str]]:
    """Kind and text of every segment."""
    outcome = segment_transcript(transcript, SegmentationPolicy(min_segment_bytes=least))
    return [(str(segment.kind), segment.text) for segment in outcome.segments]


@pytest.mark.parametrize(
    "transcript", [line(f"see data:image/png;base64,{RUN} there"), f"Tool: see data:image/png;base64,{RUN} there"]
)
def test_text_around_base64(transcript: str):
    """What stands before and behind it are segments of text, however short."""
    first, blob, last = segments(transcript)
    assert first in (("body", "see data:image/png;base64,"), ("body", "Tool: see data:image/png;base64,"))
    assert (blob, last) == (("base64", RUN), ("body", " there"))


@pytest.mark.parametrize(
    ("content", "kinds"),
    [
        (RUN, ["base64"]),
        (f"{RUN}==", ["base64"]),
        (f"{RUN} {RUN}", ["base64", "body", "base64"]),
        (f"a {RUN}", ["body", "base64"]),
        (f"{RUN} b", ["base64", "body"]),
        (RUN[:1000], ["body"]),
    ],
)
def test_places(content: str, kinds: list[str]):
    """At the start, at the end, twice, alone, and too short."""
    assert kinds == [kind for kind, _ in segments(line(content))]


def test_code_stays_whole():
    """Inside a fence base64 is code."""
    assert [kind for kind, _ in segments(f"User: see\n```\n{RUN}\n```\n")] == ["body", "code"]


def test_more_than_a_mebibyte():
    """A very long one is cut into segments that a fragment may have, all of its kind."""
    parts = segments(line(f"a {RUN * 200} b"))
    assert [kind for kind, _ in parts] == ["body", "base64", "base64", "body"]
    assert (parts[1][1] + parts[2][1], len(parts[1][1]) <= MIB) == (RUN * 200, True)


@given(st.lists(st.sampled_from([RUN, RUN[:900], "text ", "é", "\n", "User: x\n", "```\n"]), max_size=8), st.booleans())
def test_ranges_partition_the_transcript(parts: list[str], encoded: bool):
    """Whatever the mix, the ranges cover it without gaps, and texts join to what was said."""
    said = "".join(parts)
    transcript = line("a") + line(said) if encoded else f"AI: a\n{said}"
    outcome = segment_transcript(transcript)
    at = 0
    for segment in outcome.segments:
        assert at == segment.byte_start
        at = segment.byte_end
    assert len(transcript.encode()) == at
    expected = f"a{said}" if encoded else transcript
    assert expected == "".join([segment.text for segment in outcome.segments])


def test_it_is_left_out_alone():
    """Without room for it, everything else is there, and its handle tells where it is."""
    result = transcript_(line("start", "user") + line(f"see {RUN} there") + line("done", "assistant"), budget=50)
    assert result.context.content == "start\n\nsee \n\n there\n\ndone"
    handles = [(handle.fragment_id, handle.partial) for handle in result.context.retrieval_handles]
    assert handles == [(result.segmentation.segments[2].fragment_id, None)]


def test_with_room_it_is_there():
    """Nothing is taken out of a transcript that fits."""
    assert RUN in transcript_(line(f"see {RUN} there"), budget=99_999).context.content
