"""Hypothesis -> requests as rich as callers send them: scripts, fences, logs, media, copies, policies, transcripts.

Everything is built from whole phrases and lines rather than single characters, so that a small example already meets a
rule of the compiler; plain `st.text` is mixed in for what nobody thought of.
"""

import base64
import os
import struct
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from contextc import (
    ChunkBoundary,
    ChunkPolicy,
    CompilePolicy,
    CompileRequest,
    ContextFragment,
    HeuristicEstimator,
    MediaRef,
    ModelPricing,
    PricingTable,
    Recency,
    SegmentationPolicy,
    SegmentFormat,
    TranscriptCompileInput,
    Truncation,
)
from contextc.passes.classify import DISABLEABLE

settings.register_profile(
    "ci",
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("fuzz", settings.get_profile("ci"), derandomize=False)
examples = settings.get_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
"""How many examples a law is tried on, and which: always the same, or (`fuzz`) by the seed that `tests/fuzz` sets."""

# Texts

PROSE = (
    "The canary is at two percent.",
    "Rollback takes one minute!",
    "Is the deploy green?",
    "canary",
    "Der Rollout läuft seit Montag.",
    "Le déploiement est terminé.",
    "El despliegue va bien.",
    "Развёртывание идёт по плану.",
    "ΟΔΟΣ και ΤΕΛΟΣ",
    "発布は順調です。",
    "部署正在进行，一切正常。",
    "배포가 진행 중입니다.",
    "النشر يسير كما هو مخطط",
    "הפריסה מתקדמת",
    "การปรับใช้กำลังดำเนินการ",
    "ﬁne ligatures İstanbul ẞ",
    "🚀 shipped 👩🏽‍💻",
    "e\u0301 composed é",
    "tab\tand\x0bvertical\x1cseparator\u2003wide\u3000ideographic\u200bzero",
    "x" * 90,
)
TELLING = (
    "Never deploy on Friday.",
    "You must not restart it.",
    "DON\u2019T touch the primary.",
    "do\u00a0not\tpanic",
    "whenever you do nothing",
    "Ne jamais redémarrer.",
    "Das darf nicht passieren.",
    "不要重启服务器",
    "本番で実行しないでください",
    "off limits",
    "see https://example.com/a?b=1",
    "http://localhost:8080",
    "p50 12ms p99 340ms max 2s",
    "2026-07-14 12:00:03 v1.2.3",
    "build 7 of 9",
    "User: what now?",
    "### Assistant",
    "System: be brief",
)
BREAKS = (" ", "\n", "\n\n", "\r\n", "\r\n\r\n", "\n \t\n", "\n\n\n", "")
LOG_LINES = ("INFO ready", "ERROR timeout after 30s", "up (x2)", "do not disturb", "", "   ", "接続しました")
STAMPS = (
    "2026-07-18T10:23:45Z ",
    "2026-07-18 10:23:46.123 ",
    "2026-07-18T10:23:47+02:00 [deadbeef] ",
    "Jul  8 10:23:45 ",
    "",
)

characters = st.characters(exclude_categories=["Cs"])
query_texts = st.sampled_from(("canary rollout status", "deploy", "", "部署 正在", "ΟΔΟΣ 42", "the " * 30 + "canary"))


@st.composite
def prose(draw: st.DrawFn, *, longest: int = 8) -> str:
    """Phrases of several languages, in lines and paragraphs of several styles."""
    count = draw(st.integers(1, longest))
    parts = draw(st.lists(st.sampled_from(PROSE + TELLING), min_size=count, max_size=count))
    separator = draw(st.sampled_from(BREAKS))
    return separator.join(parts) + draw(st.sampled_from(("", "", "\n", "\r\n", " ")))


@st.composite
def fenced(draw: st.DrawFn) -> str:
    """Code in ticks or tildes, well closed, badly closed, not closed or holding another fence."""
    mark = draw(st.sampled_from("`~"))
    length = draw(st.integers(3, 5))
    end = draw(st.sampled_from(("\n", "\r\n")))
    inside = draw(st.sampled_from(("code", "nested", "prose", "empty", "long")))
    body = {
        "code": ["def f():", "    return 1", "", "f()"],
        "nested": ["`" * 3 + "py", "x = 1", "`" * 3, "~~~", "y"],
        "prose": ["User: not a turn", "never"],
        "empty": [],
        "long": [f"line {number} of the code" for number in range(40)],
    }[inside]
    closing = draw(st.sampled_from((mark * length, mark * length, mark * (length + 1), mark * 2, mark * 3 + "x", None)))
    opening = draw(st.sampled_from(("", "  ", "\t"))) + mark * length + draw(st.sampled_from(("", "py", " a`b")))
    lines = [*draw(st.sampled_from(([], ["Before."], ["Before.", ""]))), opening, *body]
    lines += [] if closing is None else [closing]
    return end.join(lines) + draw(st.sampled_from(("", end, end + "After." + end)))


@st.composite
def logs(draw: st.DrawFn) -> str:
    """Log lines with repeats, blank lines, counts, time stamps, and either line end."""
    count = draw(st.integers(1, 14))
    lines = draw(st.lists(st.sampled_from(LOG_LINES), min_size=count, max_size=count))
    stamps = draw(st.lists(st.sampled_from(STAMPS), min_size=count, max_size=count))
    stamped = draw(st.booleans())
    end = draw(st.sampled_from(("\n", "\n", "\r\n")))
    text = end.join(stamp + line if stamped else line for stamp, line in zip(stamps, lines, strict=True))
    return text * draw(st.sampled_from((1, 1, 4))) + draw(st.sampled_from(("", end, "\r")))


def texts() -> st.SearchStrategy[str]:
    """Any text that a fragment may hold."""
    return st.one_of(
        prose(),
        fenced(),
        logs(),
        prose(longest=60),
        st.text(characters, max_size=40),
        st.text(st.sampled_from("`~\n\r a.1#:"), max_size=60),
        st.sampled_from(("", " ", "\n", "\n\n", "\u3000", "\x00", "a" * 700, "word " * 200, "漢" * 300)),
    )


@st.composite
def relatives(draw: st.DrawFn, pool: Sequence[str]) -> str:
    """A text of the pool, as it is, with its case or white space changed, or with some words more."""
    text = draw(st.sampled_from(pool))
    changes: tuple[Callable[[str], str], ...] = (str, str.upper, str.lower, lambda text: f" {text} ", _spread, _longer)
    return draw(st.sampled_from(changes))(text)


def _longer(text: str) -> str:
    return f"{text} as of today"


def _spread(text: str) -> str:
    return text.replace(" ", "  ").replace("\n", "\n\n")


# Media


def png(width: int, height: int) -> bytes:
    """A complete grey PNG."""

    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", pixels) + part(b"IEND", b"")


def jpeg(width: int, height: int) -> bytes:
    """The headers of a baseline JPEG; no estimator looks further."""
    app0 = b"\xff\xe0\x00\x10JFIF\0\1\1\0\0\1\0\1\0\0"
    return b"\xff\xd8" + app0 + b"\xff\xc0\x00\x0b\x08" + struct.pack(">HH", height, width) + b"\1\1\x11\0\xff\xd9"


IMAGES = (
    ("image/png", png(8, 8)),
    ("image/png", png(60, 50)),
    ("image/jpeg", jpeg(300, 200)),
    ("image/jpg", jpeg(30, 20)),
    ("image/png", b"no image at all"),
    ("image/webp", b"RIFF\0\0\0\0WEBP" + bytes(30)),
    ("image/jpeg", b"\xff\xd8\xff"),
    ("", b""),
)


def media() -> st.SearchStrategy[MediaRef]:
    """Small images that are well-formed, torn or something else."""
    return st.sampled_from(
        [MediaRef(mime=mime, bytes_b64=base64.b64encode(data).decode()) for mime, data in IMAGES],
    )


def screenshot(data: bytes, target: Any) -> ContextFragment:
    """A screenshot without a caption."""
    image = MediaRef(mime="image/png", bytes_b64=base64.b64encode(data).decode())
    return ContextFragment(kind="screenshot", metadata={"target": target}, media=image)


# Fragments, policies, requests

metadata = st.one_of(
    st.none(),
    st.none(),
    st.sampled_from(
        (
            {},
            {"cache": True},
            {"cache": True},
            {"verbatim": True},
            {"verbatim": True, "cache": True},
            {"cache": "true", "verbatim": 1},
            {"turn": 0},
            {"turn": 1, "role": "user"},
            {"turn": "b", "cache": True},
            {"target": "home"},
            {"lane": "soft"},
            {"lane": "soft", "role": "user", "turn": 2},
            {"is_error": True, "lane": "soft"},
            {"superseded": True},
            {"superseded": True, "whole": True, "cache": True},
            {"whole": True},
            {"nested": {"a": [1, None, 1.5, "ü"]}},
        )
    ),
)
kinds = st.sampled_from(
    (None, None, None, "log", "log", "tool_result", "code", "screenshot", "note", "", "tool_call", "reasoning", "meta")
)
labels = st.sampled_from((None,) * 6 + ("", "[user]", "[result …C4d5e6] 1", "User: \r", "漢字" * 40, "```"))
shares = st.one_of(st.sampled_from((0.0, 1.0, 0.35, 0.5)), st.floats(0, 1))


@st.composite
def images(draw: st.DrawFn, captions: Sequence[str]) -> ContextFragment:
    """An image, often a screenshot of the one target, with or without a caption."""
    return ContextFragment(
        content=draw(st.sampled_from(captions))[:20] if draw(st.booleans()) else "",
        kind=draw(st.sampled_from((None, "screenshot", "screenshot"))),
        metadata=draw(
            st.sampled_from((None, {"target": "home"}, {"target": {"app": 1, "tab": [1]}}, {"verbatim": True}))
        ),
        media=draw(media()),
        priority=draw(st.sampled_from((None, 5))),
        label=draw(labels),
    )


@st.composite
def fragments(draw: st.DrawFn, pool: Sequence[str], *, pinned: bool = True) -> ContextFragment:
    """A fragment whose text comes from the pool or is related to it, a log or an image."""
    flavour = draw(st.sampled_from(("text",) * 5 + ("log", "log", "image")))
    if flavour == "image":
        return draw(images(pool))
    log = flavour == "log"
    return ContextFragment(
        id=draw(st.one_of(st.none(), st.none(), st.integers(0, 2**64 - 1))),
        content=draw(st.one_of(logs(), relatives(pool)) if log else relatives(pool)),
        kind="log" if log else draw(kinds),
        priority=draw(st.sampled_from((None, None, None, 0, 1, 9, 255))),
        metadata=draw(metadata),
        score=draw(st.one_of(st.none(), st.none(), shares)),
        group=draw(st.sampled_from((None,) * 6 + ("a", "b"))),
        pinned=draw(st.sampled_from((None,) * 20 + (True, False))) if pinned else None,
        label=draw(labels),
    )


def fragment(text: str, **fields: Any) -> ContextFragment:
    """A fragment by its text."""
    return ContextFragment(content=text, **fields)


@st.composite
def chunk_policies(draw: st.DrawFn) -> ChunkPolicy:
    """Sizes from nothing to everything, every boundary, overlaps that are no longer than a chunk."""
    size = draw(st.sampled_from((None, 0, 1, 7, 256, 300, 4096)))
    return ChunkPolicy(
        max_chunk_bytes=size,
        overlap_bytes=draw(st.sampled_from((None, 0, 1, min(5, 2048 if size is None else max(1, size))))),
        boundary=draw(st.sampled_from((None, *ChunkBoundary))),
    )


PRICING = PricingTable(
    version="2026-11", currency="USD", models={"gpt-5": ModelPricing(input_micros_per_million_tokens=1_250_000)}
)
OFTEN_UNSET: dict[str, st.SearchStrategy[Any]] = {
    "response_reserve_tokens": st.sampled_from((0, 3, 40)),
    "near_dup_dedup": st.booleans(),
    "near_dup_threshold": st.sampled_from((0.1, 0.5, 0.8, 1.0)),
    "disabled_rules": st.lists(st.sampled_from(DISABLEABLE), max_size=3),
    "chunk": chunk_policies(),
    "pricing": st.just(PRICING),
    "normalize_log_timestamps": st.booleans(),
    "truncate": st.sampled_from(tuple(Truncation)),
    "elision_marks": st.booleans(),
    "constraint_markers": st.sampled_from((["off limits"], ["is"], ["进行"], ["."])),
    "largest_share": st.sampled_from((0.001, 0.125, 0.5, 1)),
    "recency": st.builds(Recency, turns=st.sampled_from((None, 0, 1, 3)), ramp=st.sampled_from((None, 0.0, 0.25, 1.0))),
}


@st.composite
def policies(draw: st.DrawFn, **fixed: Any) -> CompilePolicy:
    """A policy of which most is unset; `fixed` settings are not drawn."""
    chosen = draw(st.lists(st.sampled_from(sorted(OFTEN_UNSET)), unique=True, max_size=5))
    drawn = {name: draw(OFTEN_UNSET[name]) for name in chosen if name not in fixed}
    slim = draw(st.sampled_from((None, None, None, True)))
    return CompilePolicy(**{"slim_response": slim, **drawn, **fixed})


@st.composite
def budgets(draw: st.DrawFn, whole: int) -> int:
    """From one token to more than enough for a request that needs `whole` tokens, mostly too few."""
    shares = st.integers(1, 20).map(lambda sixteenths: max(1, whole * sixteenths // 16))
    return draw(st.one_of(shares, shares, st.integers(1, 40), st.integers(1, 3000), st.just(10_000_000)))


@st.composite
def requests(draw: st.DrawFn, *, pinned: bool = True, most: int = 10, **fixed: Any) -> CompileRequest:
    """A request with copies and near-copies among its fragments; `fixed` are settings of its policy."""
    pool = draw(st.lists(texts(), min_size=1, max_size=6))
    count = draw(st.integers(0, most))
    chosen = draw(st.lists(fragments(pool, pinned=pinned), min_size=count, max_size=count))
    policy = draw(policies(**fixed))
    whole = sum(HeuristicEstimator().estimate(fragment.content) for fragment in chosen)
    return CompileRequest(
        query=draw(query_texts),
        fragments=chosen,
        target_model=draw(st.sampled_from((None, "gpt-5"))),
        token_budget=draw(budgets(whole)) + (policy.response_reserve_tokens or 0),
        policy=policy,
    )


# Transcripts

MESSAGES = (
    '{"role": "user", "content": "Where is the canary?"}',
    '{"role":"assistant","content":"```py\\nx=1\\n```\\nDone \\u00e9"}',
    '{"content": "first", "role": "system", "content": "Never deploy."}',
    '["tool", "INFO ready\\nINFO ready"]',
    '{"role": "user", "content": ""}',
    '  {"role": "user", "content": "padded"}  ',
)
TORN = ('{"role": "user", "cont', '{"role": 1, "content": "x"}', "[1, 2]", "plain words", "[" * 70, '["a"]')
ROLE_MARKS = ("System: ", "User: ", "Human: ", "Assistant: ", "AI: ", "Tool: ", "### User\n", "### Assistant\n", "")


@st.composite
def plain_transcripts(draw: st.DrawFn) -> str:
    """Turns of prose, code and logs under role markers, some of them inside fences."""
    turns = draw(st.lists(st.tuples(st.sampled_from(ROLE_MARKS), texts()), max_size=7))
    end = draw(st.sampled_from(("\n", "\r\n", "\n\n")))
    return "".join(mark + text + end for mark, text in turns)


@st.composite
def jsonl_transcripts(draw: st.DrawFn) -> str:
    """Messages a line, with blank, bad and torn lines among them."""
    lines = draw(st.lists(st.sampled_from(MESSAGES * 2 + TORN + ("", " ")), max_size=12))
    text = draw(st.sampled_from(("\n", "\r\n"))).join(lines) + draw(st.sampled_from(("", "\n")))
    return text[: len(text) - draw(st.sampled_from((0, 0, 0, 3)))]


def transcripts() -> st.SearchStrategy[str]:
    """Transcripts of either format, with or without a byte-order mark."""
    marks = st.sampled_from(("", "", "\ufeff"))
    return st.builds("{}{}".format, marks, st.one_of(plain_transcripts(), jsonl_transcripts(), texts()))


segmentation_policies = st.builds(
    SegmentationPolicy,
    format=st.sampled_from((SegmentFormat.AUTO, SegmentFormat.AUTO, SegmentFormat.PLAIN, SegmentFormat.JSONL)),
    min_segment_bytes=st.sampled_from((0, 1, 256, 4096)),
    cache_system_turn=st.booleans(),
)


@st.composite
def transcript_inputs(draw: st.DrawFn, **fixed: Any) -> TranscriptCompileInput:
    """A transcript to compile."""
    policy = draw(policies(**fixed))
    transcript = draw(transcripts())
    return TranscriptCompileInput(
        query=draw(query_texts),
        transcript=transcript,
        token_budget=draw(budgets(HeuristicEstimator().estimate(transcript))) + (policy.response_reserve_tokens or 0),
        policy=policy,
        segmentation=draw(st.one_of(st.none(), segmentation_policies)),
    )
