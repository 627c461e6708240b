"""Law 7: linear."""

import pytest

from contextc import (
    ChunkBoundary,
    ChunkPolicy,
    ContextCompiler,
    TranscriptCompileInput,
    chunk_text,
    compile_transcript,
)
from core.laws.adversaries import REQUESTS, TEXTS, TRANSCRIPTS
from core.laws.counting import CountingEstimator, Work, work

SIZE, FACTOR = 3_000, 4
GROWTH = 2.2**2
"""What four times the input may cost: a little more than four for what does not divide; a square would be 16."""


def assert_linear(less: Work, more: Work) -> None:
    """Four times the input is about four times the work, at most."""
    assert more.steps <= GROWTH * less.steps
    assert more.estimated <= GROWTH * max(less.estimated, 1_000)


class TestLinear:
    """Cost grows linearly with input bytes and fragments; no input makes a pass quadratic."""

    @pytest.mark.parametrize("name", REQUESTS)
    def test_compiling(self, name: str):
        """Four times the request is four times the work, for what would be worst."""
        make = REQUESTS[name]
        # The first call of all compiles patterns, which is nobody's work.
        ContextCompiler().compile(make(SIZE))

        def run(size: int) -> Work:
            asked = make(size)
            return work(lambda estimator: ContextCompiler(estimator=estimator).compile(asked))

        assert_linear(run(SIZE), run(FACTOR * SIZE))

    @pytest.mark.parametrize("name", TRANSCRIPTS)
    def test_reading_transcripts(self, name: str):
        """Four times the transcript is four times the work."""

        def run(size: int) -> Work:
            asked = TranscriptCompileInput(query="canary", transcript=TRANSCRIPTS[name](size), token_budget=200)

            def compile_(estimator: CountingEstimator) -> object:
                return compile_transcript(asked, ContextCompiler(estimator=estimator))

            compile_(CountingEstimator())
            return work(compile_)

        assert_linear(run(SIZE), run(FACTOR * SIZE))

    @pytest.mark.parametrize("boundary", ChunkBoundary)
    @pytest.mark.parametrize("name", TEXTS)
    def test_chunking(self, name: str, boundary: ChunkBoundary):
        """Four times the text is four times the work, cut as small as can be."""
        policy = ChunkPolicy(max_chunk_bytes=1, boundary=boundary)

        def run(size: int) -> Work:
            text = TEXTS[name](size)
            return work(lambda _: chunk_text(text, policy))

        assert_linear(run(SIZE), run(FACTOR * SIZE))

    def test_overlaps(self):
        """Chunks that repeat as much as they may hold at most twice the text."""
        text = "a" * SIZE
        chunks = chunk_text(text, ChunkPolicy(max_chunk_bytes=64, overlap_bytes=64))

        assert sum(len(chunk.text) for chunk in chunks) <= 2 * len(text)
