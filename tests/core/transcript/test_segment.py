"""Within a turn, fenced code and runs of log lines stand apart from the text around them."""

import json

import pytest

from contextc.errors import InvalidRequest, OverLimit
from contextc.limits import Limits
from contextc.model import SegmentationPolicy
from contextc.transcript.segment import segment_transcript
from core.build import MIB, distinct

STAMPED = [
    f"2026-07-18T10:23:{second}Z started {name}\n"
    for second, name in zip(range(10, 60), distinct(50).split(), strict=True)
]
EQUAL = ["connection refused\n"] * 50


def segments(text: str, *, limits: Limits | None = None, **policy) -> list[tuple[str, str]]:
    """Kind and text of every segment; their ranges must partition the transcript and hold their texts."""
    found = segment_transcript(text, SegmentationPolicy(**policy), limits=limits).segments
    data = text.encode()
    assert [0, *(segment.byte_end for segment in found)] == [*(segment.byte_start for segment in found), len(data)]
    assert [data[one.byte_start : one.byte_end].decode().removeprefix("\ufeff") for one in found] == [
        one.text for one in found
    ]
    assert [*range(len(found))] == [segment.index for segment in found]
    return [(str(segment.kind), segment.text) for segment in found]


def kinds(text: str, **policy) -> list[str]:
    """The kinds alone."""
    return [kind for kind, _ in segments(text, **policy)]


def test_text_without_markers():
    """A plain text is one body without a role."""
    segment = segment_transcript("just text").segments[0]
    assert (
        segment.turn,
        segment.role,
        str(segment.kind),
        segment.byte_start,
        segment.byte_end,
    ) == (0, None, "body", 0, 9)


def test_turns_are_numbered():
    """Turns count from 0, a preamble is one, and a segment has the role of its turn."""
    found = segment_transcript("before\nUser: a\n```\nx\n```\nAI: b\n").segments
    assert [(segment.turn, segment.role, str(segment.kind)) for segment in found] == [
        (0, None, "body"),
        (1, "User", "body"),
        (1, "User", "code"),
        (2, "AI", "body"),
    ]


def test_an_empty_transcript_has_no_segments():
    """Nothing to cut."""
    assert (
        segment_transcript("").segments,
        segment_transcript("").merged_segments,
        segment_transcript("").skipped_lines,
    ) == ([], 0, 0)


@pytest.mark.parametrize("fence", ["```\nx\n```\n", "~~~py\nx\n~~~\n", "     ```\nx\n\t```\n", "````\n```\n````\n"])
def test_a_fence_is_code(fence: str):
    """Fenced code is a segment of its own, its fence lines included."""
    assert [("body", "User: a\n"), ("code", fence), ("body", "b\n")] == segments(f"User: a\n{fence}b\n")


def test_an_unclosed_fence_is_code_to_the_end_of_its_turn():
    """Code without a closing line ends with its turn."""
    assert segments("User: a\n```\nx\nAI: b") == [("body", "User: a\n"), ("code", "```\nx\n"), ("body", "AI: b")]


@pytest.mark.parametrize("lines", [STAMPED, EQUAL])
@pytest.mark.parametrize(("count", "kind"), [(7, "body"), (8, "log"), (50, "log")])
def test_eight_lines_make_a_log(lines: list[str], count: int, kind: str):
    """Eight lines in a row that have a time or repeat are a log; seven are text."""
    assert [(kind, "".join(lines[:count]))] == segments("".join(lines[:count]))


def test_a_log_stands_apart():
    """The lines before and behind a log are bodies."""
    log = "".join(STAMPED[:8])
    assert [("body", "Tool: output\n"), ("log", log), ("body", "done")] == segments(f"Tool: output\n{log}done")


@pytest.mark.parametrize("between", ["\n", "\r\n", "once only\n"])
def test_what_breaks_a_run(between: str):
    """An empty line, or one that neither has a time nor repeats, ends a run."""
    assert kinds("".join([*STAMPED[:7], between, *STAMPED[7:14]])) == ["body"]


@pytest.mark.parametrize("between", ["  \n", "\x1c\n", " \r\n"])
def test_a_line_of_blanks_that_repeats_belongs_to_a_run(between: str):
    """Only an empty line is no candidate: blanks that repeat are as good as any line."""
    text = "".join([*STAMPED[:4], between, *STAMPED[4:8], between])
    assert kinds(text) == ["log"]


def test_repeats_count_anywhere_in_the_text_around():
    """A line repeats when it stands twice in one span of prose, not only side by side."""
    text = "".join(f"{name}\n" for name in distinct(4).split() * 2)
    assert kinds(text) == ["log"]


def test_repeats_do_not_count_across_a_fence():
    """A fence parts two spans of prose."""
    half = "".join(f"{name}\n" for name in distinct(8).split())
    assert kinds(f"{half}```\nx\n```\n{half}") == ["body", "code", "body"]


def test_lines_are_compared_without_their_ends():
    """CRLF, LF and the end of the text make no difference."""
    assert kinds("up\r\nup\nup\r\nup\nup\r\r\nup\nup\nup") == ["log"]


def test_a_time_must_lead():
    """A level or a space before the time makes a line of text."""
    assert kinds("".join(f"INFO {line}" for line in STAMPED[:9])) == ["body"]


def test_messages_are_not_looked_into():
    """The content of JSON lines is one body, code and logs included."""
    content = "```\nx\n```\n" + "".join(STAMPED[:9])
    found = segment_transcript(json.dumps({"role": "tool", "content": content})).segments
    assert [("body", content)] == [(str(segment.kind), segment.text) for segment in found]


def test_skipped_lines_are_reported():
    """The outcome tells how many lines were no messages."""
    outcome = segment_transcript('["a","b"]\noops\n')
    assert (outcome.skipped_lines, len(outcome.segments)) == (1, 1)


def test_segmenting_twice_is_identical():
    """The same text gives the same segments."""
    text = f"User: a\n{''.join(STAMPED)}```\nx\n```\n" * 3
    assert segment_transcript(text) == segment_transcript(text)


# The mark of byte order


@pytest.mark.parametrize(
    "text",
    ["hello\n", "User: a\n", "```\nx\n```\nafter\n", "~~~\nx", "".join(STAMPED[:8]), "".join(EQUAL[:8]) + "\nend\n"],
)
def test_a_mark_of_byte_order_changes_nothing(text: str):
    """With a mark in front a transcript has the segments it has without, and the mark is in no text."""
    assert segments(text) == segments(f"\ufeff{text}")


def test_a_mark_elsewhere_is_text():
    """Only the first character can be a mark."""
    assert segments("a\ufeff\nb") == [("body", "a\ufeff\nb")]


# Merging


FENCE = "```\nxxxx\n```\n"
LONG = "```\n" + "x" * 100 + "\n```\n"


@pytest.mark.parametrize(
    ("first", "second", "least", "merged"),
    [
        (FENCE, FENCE, len(FENCE) + 1, 1),
        (FENCE, FENCE, len(FENCE), 0),
        (FENCE, FENCE, 0, 0),
        (FENCE, LONG, len(FENCE) + 1, 1),
        (LONG, FENCE, len(FENCE) + 1, 1),
        (LONG, LONG, len(FENCE) + 1, 0),
    ],
)
def test_short_neighbours_merge(first: str, second: str, least: int, merged: int):
    """Two segments of one kind and turn become one while at least one of them is shorter than the threshold."""
    outcome = segment_transcript(first + second, SegmentationPolicy(min_segment_bytes=least))
    assert (merged, 2 - merged) == (outcome.merged_segments, len(outcome.segments))


def test_merging_goes_on():
    """A merged segment merges with the next one as long as one is short."""
    assert segments(FENCE * 5) == [("code", FENCE * 5)]


def test_what_never_merges():
    """Other kinds, other turns and messages do not merge, however short."""
    assert len(segments(f"User: a\n{FENCE}AI: b\n", min_segment_bytes=9999)) == 3
    assert len(segment_transcript('["a","b"]\n["a","b"]', SegmentationPolicy(min_segment_bytes=9999)).segments) == 2


@pytest.mark.parametrize(("over", "count"), [(0, 1), (1, 2)])
def test_merging_stops_at_a_mebibyte(over: int, count: int):
    """Neighbours that together exceed the size of a segment stay apart."""
    code = "x" * (MIB - len(FENCE) - len("```\n\n```\n") + over)
    assert count == len(segments(f"{FENCE}```\n{code}\n```\n"))


def test_the_threshold_is_a_count():
    """A threshold below zero or beyond 64 bits is an error."""
    for least in (-1, 2**64):
        with pytest.raises(InvalidRequest) as caught:
            segment_transcript("a", SegmentationPolicy(min_segment_bytes=least))
        assert caught.value.path == "$.segmentation.min_segment_bytes"


# Sizes


def sizes(text: str, **policy) -> list[int]:
    """The bytes of every segment."""
    return [len(body.encode()) for _, body in segments(text, **policy)]


@pytest.mark.parametrize("over", [0, 1])
def test_a_long_body_is_cut_at_paragraphs(over: int):
    """A body beyond a mebibyte is cut where a paragraph ends, and one of a mebibyte is not."""
    text = "a" * 700_000 + "\n\n" + "b" * (MIB - 700_002 + over)
    assert ([MIB] if not over else [700_002, MIB - 700_001]) == sizes(text)


def test_a_body_without_paragraphs_is_cut_at_characters():
    """A paragraph beyond a mebibyte is cut there, moved down to a character."""
    assert sizes("é" * (MIB // 2 - 1) + "日日") == [MIB - 2, 6]


def test_the_rest_of_a_long_body_does_not_merge_back():
    """A short rest stays alone, because together they would exceed the size."""
    assert sizes("x" * (MIB + 3)) == [MIB, 3]


@pytest.mark.parametrize(("width", "full"), [(1000, MIB // 1000 * 1000), (1024, MIB)])
def test_a_long_log_is_cut_between_lines(width: int, full: int):
    """Whole lines of a log fill a segment, up to a mebibyte exactly."""
    line = "2026-07-18T10:23:45Z " + "x" * (width - 22) + "\n"
    assert [full, 1500 * width - full] == sizes(line * 1500)


def test_a_long_line_of_a_log_is_cut_itself():
    """A line beyond a mebibyte stands alone and is cut at its size; what is around it is kept in lines."""
    line = "2026-07-18T10:23:45Z up\n"
    giant = "2026-07-18T10:23:45Z " + "x" * (MIB + 79) + "\n"
    assert [4 * len(line), MIB, 101, 5 * len(line)] == sizes(line * 4 + giant + line * 5, min_segment_bytes=0)


def test_a_log_may_end_in_a_long_line():
    """Behind the last line nothing is left over."""
    line = "2026-07-18T10:23:45Z up\n"
    assert [8 * len(line), MIB, 21] == sizes(line * 8 + "2026-07-18T10:23:45Z " + "x" * MIB, min_segment_bytes=0)


def test_long_code_is_not_cut():
    """A fence beyond a mebibyte is one segment."""
    assert sizes(f"```\n{'x' * 2 * MIB}\n```\n") == [2 * MIB + 9]


def test_a_long_message_shares_its_range():
    """A message beyond a mebibyte is cut, and its line is shared out in proportion."""
    content = "é" * (MIB + 50)
    line = json.dumps({"role": "u", "content": content}) + "\n"
    found = segment_transcript("\n" + line).segments
    total, span = 2 * MIB + 100, len(line) + 1
    assert [len(segment.text.encode()) for segment in found] == [MIB, MIB, 100]
    assert [
        (0, span * MIB // total),
        (span * MIB // total, span * 2 * MIB // total),
        (span * 2 * MIB // total, span),
    ] == [(segment.byte_start, segment.byte_end) for segment in found]
    assert content == "".join(segment.text for segment in found)


# Caps


@pytest.mark.parametrize(
    ("text", "limits", "data"),
    [
        ("é" * 6, Limits(transcript_bytes=11), {"bytes": 12, "limit": 11}),
        ("User: a\n" * 4, Limits(segments=3), {"count": 4, "limit": 3}),
        ("User: a\n" * 1025, Limits.strict(), {"count": 1025, "limit": 1024}),
        ("x" * (8 * MIB + 1), Limits.strict(), {"bytes": 8 * MIB + 1, "limit": 8 * MIB}),
        (f"```\n{'x' * MIB}\n```", Limits.strict(), {"bytes": MIB + 8, "limit": MIB}),
    ],
)
def test_caps_tell_both_numbers(text: str, limits: Limits, data: dict[str, int]):
    """A transcript, its segments and a fence have caps; the error carries both numbers."""
    with pytest.raises(OverLimit) as caught:
        segment_transcript(text, limits=limits)
    assert ("$.transcript", data) == (caught.value.path, caught.value.data)


def test_the_error_about_segments_says_what_to_do():
    """It names the setting that makes fewer segments."""
    with pytest.raises(OverLimit, match="min_segment_bytes"):
        segment_transcript("User: a\n" * 4, limits=Limits(segments=3))


def test_the_error_about_code_says_what_it_is():
    """It says that the block is fenced."""
    with pytest.raises(OverLimit, match="fenced"):
        segment_transcript("```\nxxxxxxxx\n```", limits=Limits(fragment_bytes=8))


def test_segments_are_counted_after_merging():
    """What merges needs no room under the cap."""
    assert len(segments(FENCE * 5, limits=Limits(segments=1))) == 1


def test_a_small_cap_on_fragments_makes_small_segments():
    """Where a host takes only small fragments, a transcript is cut into such."""
    assert [len(text) for _, text in segments("x" * 25, limits=Limits(fragment_bytes=10))] == [10, 10, 5]


def test_half_a_surrogate_pair_is_an_error():
    """A transcript that has no UTF-8 is refused."""
    with pytest.raises(InvalidRequest) as caught:
        segment_transcript("a\ud800")
    assert caught.value.path == "$.transcript"
