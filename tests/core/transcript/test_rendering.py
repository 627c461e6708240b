"""A part has a text that stands for it, and a label that says whose it is."""

import base64

import pytest

from contextc.transcript.rendering import KINDS, SHORT_ID, kind_of, label_of, media_mark, short_id, text_of
from contextc.transcript.turns import (
    AnyPart,
    Compaction,
    Lane,
    Media,
    Meta,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from contextc.vocabulary import SegmentKind
from core.build import png

PNG = base64.b64encode(png(1280, 720)).decode()
MARK = f"[… image/png, 1280 x 720 pixels, {len(png(1280, 720))} bytes …]"


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (Text(text="a\n"), "a\n"),
        (Text(text=""), ""),
        (Reasoning(text="a", signature="s"), "a"),
        (Reasoning(signature="s"), ""),
        (Compaction(text="a", signature="s"), "a"),
        (ToolCall(name="look", arguments='{"a": 1.0}'), '{"a": 1.0}'),
        (ToolCall(name="look"), "look"),
        (ToolCall(name="patch", arguments="*** Begin\n", custom=True), "*** Begin\n"),
        (ToolResult(parts=(Text(text="a"), Media(mime="image/png", data=PNG), Text(text="b"))), f"a\n{MARK}\nb"),
        (ToolResult(), ""),
        (Media(mime="image/png", data=PNG), MARK),
        (Meta(kind="new", value={"type": "new", "é": [1.5, None]}), '{"type":"new","é":[1.5,null]}'),
    ],
)
def test_text_of(part: AnyPart, text: str):
    """What it says; of what is no text, what it is."""
    assert text == text_of(part)


@pytest.mark.parametrize(
    ("media", "mark"),
    [
        (Media(mime="image/png", data=PNG), MARK),
        (Media(data=f"data:image/png;base64,{PNG}"), MARK),
        (Media(mime="text/plain", data=PNG), MARK),
        (Media(mime="image/png", data="QUJD"), "[… image, 3 bytes …]"),
        (Media(data="QUJD"), "[… image, 3 bytes …]"),
        (Media(data=""), "[… image, 0 bytes …]"),
        (Media(mime="image/png", data="no base64!"), "[… image, 10 characters …]"),
        (Media(mime="audio/wav", data="QUJD"), "[… audio/wav, 3 bytes …]"),
        (Media(mime="application/pdf", data="no base64!"), "[… application/pdf, 10 characters …]"),
        (Media(mime="image/png", url="https://a.test/b.png"), "[… image/png at https://a.test/b.png …]"),
        (Media(url="file-1"), "[… file at file-1 …]"),
        (Media(), "[… file at an unknown place …]"),
    ],
)
def test_media(media: Media, mark: str):
    """Type, size and bytes as far as they are known, or where it is; in a few words, however long it is."""
    assert mark == media_mark(media)


def test_every_part_has_a_kind():
    """The kinds of parts are those of segments that are not told by looking at a text."""
    assert {*SegmentKind} - {SegmentKind.CODE, SegmentKind.LOG, SegmentKind.BASE64} == set(KINDS.values())
    assert len(KINDS) == len(set(KINDS.values()))


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        (Text(text="a"), SegmentKind.BODY),
        (Reasoning(text="a"), SegmentKind.REASONING),
        (ToolCall(name="a"), SegmentKind.TOOL_CALL),
        (ToolResult(), SegmentKind.TOOL_RESULT),
        (Media(url="a"), SegmentKind.MEDIA),
        (Meta(kind="a"), SegmentKind.META),
        (Compaction(text="a"), SegmentKind.COMPACTION),
    ],
)
def test_kinds(part: AnyPart, kind: SegmentKind):
    """A part is of its own kind."""
    assert kind is kind_of(part, part)


@pytest.mark.parametrize(
    ("inner", "kind"),
    [
        (Text(text="a"), SegmentKind.TOOL_RESULT),
        (Media(url="a"), SegmentKind.MEDIA),
        (Meta(kind="a"), SegmentKind.META),
    ],
)
def test_kinds_in_results(inner: AnyPart, kind: SegmentKind):
    """The texts of a result are the result; what else it holds is what it is."""
    assert kind is kind_of(ToolResult(), inner)


@pytest.mark.parametrize(
    ("part", "label"),
    [
        (Text(text="a"), "[assistant]"),
        (Media(url="a"), "[assistant]"),
        (Meta(kind="a"), "[assistant]"),
        (Reasoning(text="a"), "[assistant reasoning]"),
        (Compaction(text="a"), "[summary of what was said before]"),
        (ToolCall(name="look", id="1"), "[call 1 look]"),
        (ToolCall(name="look"), "[call look]"),
        (ToolResult(call_id="1", name="look"), "[result 1]"),
        (ToolResult(name="look"), "[result look]"),
        (ToolResult(call_id="1", is_error=True), "[error 1]"),
        (ToolResult(), "[result]"),
    ],
)
def test_labels(part: AnyPart, label: str):
    """Who speaks, and of calls and results which."""
    assert label == label_of(Turn(role=Role.ASSISTANT), part)


def test_labels_of_a_side_lane():
    """They say so."""
    turn = Turn(role=Role.USER, lane=Lane.SIDE)
    assert [label_of(turn, part) for part in (Text(text="a"), ToolCall(name="look", id="1"))] == [
        "[side user]",
        "[side call 1 look]",
    ]


def test_labels_without_a_role():
    """There is none for a speaker that is not known."""
    assert [label_of(Turn(role=None), part) for part in (Text(text="a"), Reasoning(text="a"))] == ["", "[reasoning]"]


@pytest.mark.parametrize(
    ("id", "short"),
    [
        (None, ""),
        ("", ""),
        ("1", "1"),
        ("x" * SHORT_ID, "x" * SHORT_ID),
        ("x" * SHORT_ID + "y", "…xxxxxy"),
        ("toolu_01A2b3C4d5e6", "…C4d5e6"),
    ],
)
def test_short_ids(id: str | None, short: str):
    """A long id is its end, which is what differs."""
    assert short == short_id(id)
