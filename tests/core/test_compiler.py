"""The pipeline as a whole: one request, one answer, the same every time."""

import random

import msgspec
import pytest

from contextc.compiler import ContextCompiler
from contextc.images import ImageTokenEstimator
from contextc.limits import Limits
from contextc.model import ChunkPolicy, CompilePolicy, CompileRequest
from contextc.vocabulary import ChunkBoundary, FidelityRisk
from core.build import (
    actions,
    compile_,
    distinct,
    estimate,
    fragment,
    image,
    png,
    request_,
    risks,
    rules,
    shot,
    words,
)

MIXED = (
    "The canary is at two percent.",
    fragment("```sh\nmake deploy\n```", kind="code"),
    fragment("Never deploy on Friday.", priority=9),
    "The canary is at two percent.",
    "See https://a.example/runbook",
    fragment("connection refused\n" * 30, kind="log"),
    image(png(300, 250), "a dashboard"),
    shot(png(salt=b"1")),
    fragment("You are terse.", metadata={"cache": True}),
)


@pytest.mark.parametrize("budget", [1, 30, 120, 1000])
def test_the_same_request_has_the_same_answer(budget: int):
    """Two compilers, two calls of one, and a decoded copy of the request give equal bytes."""
    request = request_(*MIXED, query="canary deploy", budget=budget)
    encode = msgspec.json.Encoder(enc_hook=int).encode
    again = msgspec.json.decode(encode(request), type=CompileRequest, dec_hook=lambda kind, value: kind(value))
    one = ContextCompiler()
    answers = [encode(compiler.compile(given)) for compiler, given in ((one, request), (one, again))]
    assert [encode(ContextCompiler().compile(request))] * 2 == answers


@pytest.mark.parametrize("budget", [64, 128, 256, 1024])
def test_the_budget_holds(budget: int):
    """Forty similar sentences stay within the budget."""
    texts = [f"Service {name} is healthy and serves traffic." for name in distinct(40).split()]
    context = compile_(*texts, budget=budget)
    assert estimate(context.content) == context.insights.tokens_out <= budget


def test_a_block_of_code_among_prose_is_verbatim():
    """With room to spare everything stands as it came, code too."""
    code = "```py\nif x:\n    return\n```"
    context = compile_("Look:", code, "Done.")
    assert (f"Look:\n\n{code}\n\nDone.", "preserve.code_fence") == (context.content, rules(context)[1])


def test_constraints_survive_chatter():
    """Five constraints behind thirty turns of chatter are kept, and all of the chatter that is missing has a handle."""
    chatter = [f"we talked about {name} for a while and it was nice" for name in distinct(30).split()]
    constraints = [f"Never touch {name} in production." for name in distinct(5, 900).split()]
    context = compile_(*chatter, *constraints, budget=70)
    assert [constraint for constraint in constraints if constraint not in context.content] == []
    missing = [decision.handle for decision in context.decisions if decision.handle]
    assert (True, missing) == (len(missing) > 20, [handle.handle for handle in context.retrieval_handles])


def test_more_constraints_than_fit():
    """What is left out of thirty constraints is named, and the risk is high."""
    context = compile_(*[f"Never touch {name} in production." for name in distinct(30).split()], budget=128)
    missing = actions(context).count("retrieve")
    assert (True, missing, "high") == (0 < missing < 30, len(context.retrieval_handles), context.risk)


def test_a_giant_leaves_room_for_the_small():
    """A fragment that cannot fit does not keep a small one out."""
    giant = fragment(f"```\n{distinct(400)}\n```", priority=9)
    assert (
        actions(compile_(giant, "tiny", budget=50)),
        compile_(giant, "tiny", budget=50).content,
    ) == (["retrieve", "preserve"], "tiny")


def test_a_large_text_is_cut_to_the_budget():
    """Twenty-six kilobytes of sentences fill a budget of 512, and what is missing is counted."""
    text = "The canary is at two percent and nothing is wrong with it at all. " * 400
    context = compile_(text, budget=512)
    insights = context.insights
    assert (True, True, {"preserve.default": insights.tokens_saved}) == (
        480 < insights.tokens_out <= 512,
        text.startswith(context.content),
        insights.tokens_saved_by_rule,
    )


def test_an_overlap_repeats_nothing_in_a_context():
    """Chunks overlap for `chunk_text` alone; a context has every byte once."""
    text = distinct(200)
    policy = ChunkPolicy(max_chunk_bytes=256, overlap_bytes=64, boundary=ChunkBoundary.FIXED)
    assert text == compile_(text, chunk=policy).content


@pytest.mark.parametrize("boundary", [*ChunkBoundary])
def test_every_boundary_rebuilds_the_text(boundary: ChunkBoundary):
    """With room for all, no boundary changes a byte."""
    text = "One. Two!  Three?\r\n\r\n四。五。\n\n```\nsix\n\n```\n" * 40
    assert text == compile_(text, budget=100_000, chunk=ChunkPolicy(max_chunk_bytes=300, boundary=boundary)).content


ODD = [
    "\x00\x01\x07\x1b[0m",
    "``````````",
    "```\nnever closed",
    "🚀🎉👩‍👩‍👧",
    "e\u0301\u0327" * 9,
    "\n" * 50,
    "🇩🇪🇫🇷",
    "\r\r\r",
    "\u200f\u202e",
]


@pytest.mark.parametrize("budget", [1, 3, 50])
def test_odd_texts(budget: int):
    """Control characters, ticks, open fences, emoji, marks, line ends and flags get one decision each."""
    context = compile_(*ODD, budget=budget)
    assert (len(ODD), True) == (len(context.decisions), context.insights.tokens_out <= budget)


def test_empty_texts_between_others():
    """Empty fragments leave no gap, change no order and break no budget."""
    context = compile_("a", "", "b", "", "c", budget=5)
    assert (context.content, context.insights.tokens_out) == ("a\n\nb\n\nc", 5)


@pytest.mark.parametrize("seed", range(40))
def test_nothing_is_lost_silently(seed: int):
    """Every constraint is in the context or the risk is high; every loss has a handle; every line is somebody's."""
    draw = random.Random(seed)
    texts = [
        draw.choice(("Never touch {}.", "{} is fine.", "see https://{}.example", "{} 1 2 3")).format(name)
        for name in distinct(draw.randrange(1, 60)).split()
    ]
    context = compile_(*texts, budget=draw.randrange(1, 200), query="fine")
    lost = [text for text in texts if text.startswith("Never") and text not in context.content]
    assert not lost or context.risk is FidelityRisk.HIGH
    assert [
        decision for decision in context.decisions if decision.action in ("retrieve", "drop") and not decision.handle
    ] == []
    assert [line for line in context.content.split("\n\n") if not any(line in text for text in texts)] == []


def test_the_risk_is_the_highest_of_all():
    """One high decision among lower ones."""
    context = compile_("a", "a", words(90), fragment(words(90, "def"), metadata={"cache": True}), budget=20)
    assert (risks(context), context.risk) == (["low", "low", "medium", "high"], "high")


class Flat:
    """Every image costs seven."""

    def estimate(self, mime: str, data: bytes, bytes_b64: str) -> int:
        """Seven."""
        return 7


def test_an_estimator_of_images():
    """The cost of images is the host's to choose."""
    flat: ImageTokenEstimator = Flat()
    request = request_(image(png(300, 250), "a"), budget=8)
    assert [
        compiler.compile(request).insights.tokens_out
        for compiler in (ContextCompiler(image_estimator=flat), ContextCompiler())
    ] == [8, 0]


def test_a_compiler_has_defaults():
    """Without arguments a compiler has an empty policy, the default caps and no prices."""
    compiler = ContextCompiler()
    assert (CompilePolicy(), Limits(), None) == (compiler.policy, compiler.limits, compiler.pricing)


def test_segments_have_a_cap_of_their_own():
    """A transcript may have more segments than a caller may send fragments."""
    compiler = ContextCompiler(limits=Limits(fragments=1, segments=2))
    context, hashes = compiler.compile_segments(request_("a", "b"))
    assert (2, [decision.content_hash for decision in context.decisions]) == (len(context.decisions), hashes)
