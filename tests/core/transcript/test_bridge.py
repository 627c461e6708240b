"""Segments become fragments of one request, and a report says how the transcript was read."""

import json

import pytest
from msgspec.structs import replace

from contextc.compiler import ContextCompiler
from contextc.digest import fragment_id
from contextc.errors import BudgetTooSmall, OverLimit, SegmentationFailed, UnknownRule
from contextc.limits import Limits
from contextc.model import CompilePolicy, Recency, SegmentationPolicy, TranscriptCompileInput
from contextc.transcript.bridge import build_transcript_compile_request, compile_draft, compile_transcript, draft
from contextc.vocabulary import U64, SectionKind, SegmentFormat
from core.build import transcript_

LOG = "".join(f"2026-07-18T10:23:{second}Z up\n" for second in range(10, 19))
SYSTEM = f"System: be terse\n```\ncode\n```\n{LOG}"


def fragments(text: str, **segmentation):
    """The fragments of a transcript."""
    given = TranscriptCompileInput(
        query="q", transcript=text, token_budget=9, segmentation=SegmentationPolicy(**segmentation)
    )
    return build_transcript_compile_request(given)[0].fragments


def cached(text: str, **segmentation) -> list[bool]:
    """Which fragments are marked for the cache section."""
    return [(fragment.metadata or {}).get("cache") is True for fragment in fragments(text, **segmentation)]


def test_a_segment_becomes_a_fragment():
    """Content, kind, role and turn; nothing else is set."""
    found = fragments(f"hello\nTool: output\n{LOG}```\ncode\n```\n")
    assert [(fragment.content, fragment.kind, fragment.metadata) for fragment in found] == [
        ("hello\n", None, {"role": None, "turn": 0}),
        ("Tool: output\n", None, {"role": "Tool", "turn": 1}),
        (LOG, "log", {"role": "Tool", "turn": 1}),
        ("```\ncode\n```\n", "code", {"role": "Tool", "turn": 1}),
    ]
    assert {(None, None, None, None)} == {
        (fragment.id, fragment.priority, fragment.path, fragment.media) for fragment in found
    }


def test_everything_else_is_passed_on():
    """Query, project, model, budget and policy are those of the transcript's request; memories are never asked for."""
    policy = CompilePolicy(slim_response=True)
    given = TranscriptCompileInput(
        query="q", transcript="a", token_budget=9, project="p", target_model="m", policy=policy
    )
    request = build_transcript_compile_request(given)[0]
    assert ("q", "p", "m", 9, policy, None) == (
        request.query,
        request.project,
        request.target_model,
        request.token_budget,
        request.policy,
        request.memory_scope,
    )


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        (f"{SYSTEM}User: hi", [True, True, True, False]),
        ('["SYSTEM","a"]\n["system","b"]', [True, False]),
        ('["sYsTeM","a"]', [True]),
        ('["systems","a"]', [False]),
        ('["\u017fystem","a"]', [False]),
        ("hello\nSystem: late", [False, False]),
        ("User: hi", [False]),
        ("hello", [False]),
        ("\ufeffSystem: terse", [True]),
    ],
)
def test_a_leading_system_turn_is_cached(text: str, marks: list[bool]):
    """All segments of a first turn whose role is `system` in any ASCII case are marked for the cache section."""
    assert marks == cached(text)


def test_caching_the_system_turn_can_be_switched_off():
    """The policy leaves every segment unmarked."""
    assert cached(f"{SYSTEM}User: hi", cache_system_turn=False) == [False] * 4


def test_a_cached_system_turn_leads():
    """The system turn is the cache section of the context."""
    context = transcript_("System: be terse\nUser: hi\n").context
    assert [(section.kind, section.content) for section in context.sections] == [
        (SectionKind.CACHE, "System: be terse\n"),
        (SectionKind.BODY, "User: hi\n"),
    ]


def test_the_report():
    """One entry a segment, with the id of its fragment, and how the text was read."""
    text = "hello\nUser: hi\n```\nx\n```\n```\ny\n```\n"
    report = transcript_(text).segmentation
    assert (report.format_detected, report.merged_segments, report.skipped_lines) == (SegmentFormat.PLAIN, 1, 0)
    assert [
        (0, 0, None, "body", 0, 6, fragment_id("hello\n")),
        (1, 1, "User", "body", 6, 15, fragment_id("User: hi\n")),
        (2, 1, "User", "code", 15, 35, fragment_id("```\nx\n```\n```\ny\n```\n")),
    ] == [
        (one.index, one.turn, one.role, str(one.kind), one.byte_start, one.byte_end, one.fragment_id)
        for one in report.segments
    ]


def test_the_report_is_the_same_on_both_ways():
    """Building the request and compiling it report the same, ids as ids."""
    given = TranscriptCompileInput(query="q", transcript='["a","b"]\noops\n["c","b"]', token_budget=9)
    built, compiled = build_transcript_compile_request(given)[1], compile_transcript(given).segmentation
    assert (built, {U64}, 1) == (compiled, {type(one.fragment_id) for one in compiled.segments}, compiled.skipped_lines)


def test_decisions_are_those_of_the_segments():
    """The context has a decision for every segment, with the segment's id."""
    result = transcript_(f"User: a\n{LOG}AI: b\n")
    assert [one.fragment_id for one in result.segmentation.segments] == [
        decision.fragment_id for decision in result.context.decisions
    ]


def test_a_long_log_collapses_in_a_transcript():
    """A log in a transcript is treated like any log."""
    context = transcript_("Tool: x\n" + "connection refused\n" * 20, policy=CompilePolicy()).context
    assert context.content == "Tool: x\n\n\nconnection refused (x20)\n"


def test_turns_are_recent():
    """The turns of a transcript are those of the policy's recency."""
    text = json.dumps(["user", "aaa " * 10]) + "\n" + json.dumps(["user", "bbb " * 10])
    policy = CompilePolicy(recency=Recency(turns=1, ramp=0.5))
    assert transcript_(text, budget=10, policy=policy).context.content == "bbb " * 10


@pytest.mark.parametrize(
    ("text", "fields", "error"),
    [
        ("", {"budget": 0, "policy": CompilePolicy(disabled_rules=["typo"])}, SegmentationFailed),
        ("text", {"budget": 0, "segmentation": SegmentationPolicy(format=SegmentFormat.JSONL)}, SegmentationFailed),
        ("User: a\n" * 3, {"budget": 0, "limits": Limits(segments=2)}, OverLimit),
        ("text", {"budget": 0, "policy": CompilePolicy(disabled_rules=["typo"])}, UnknownRule),
        ("text", {"budget": 0}, BudgetTooSmall),
    ],
    ids=["empty", "segmentation", "segments", "rules", "budget"],
)
def test_the_order_of_errors(text: str, fields: dict, error: type[Exception]):
    """An empty transcript, then its segmentation, then the checks of a compilation."""
    with pytest.raises(error):
        transcript_(text, **fields)


def test_an_empty_transcript_is_an_error():
    """The sentence says so and the path names the field."""
    with pytest.raises(SegmentationFailed, match="empty") as caught:
        transcript_("")
    assert caught.value.path == "$.transcript"


def test_a_mark_of_byte_order_alone():
    """A transcript of nothing but the mark is empty."""
    with pytest.raises(SegmentationFailed, match="empty"):
        transcript_("\ufeff")


def test_more_segments_than_fragments():
    """The cap on a caller's fragments does not bind a transcript."""
    assert len(transcript_("User: a\nAI: b\nUser: c\n", limits=Limits(fragments=1)).context.decisions) == 3


def test_a_transcript_may_stand_beside_its_request():
    """The bytes of a file go in as they are."""
    compiler = ContextCompiler()
    asked = TranscriptCompileInput(query="", transcript="", token_budget=99)
    beside = compile_draft(draft(asked, compiler, b"User: hi"), compiler)
    assert beside == compile_transcript(replace(asked, transcript="User: hi"), compiler)
