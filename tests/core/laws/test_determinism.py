"""Law 5: determinism, within one process; `tests/host/test_determinism.py` has processes and Pythons."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from hypothesis import given
from msgspec.structs import replace

from contextc import (
    CompiledContext,
    CompileRequest,
    ContextCompiler,
    ContextFragment,
    TranscriptCompileInput,
    compile_transcript,
)
from contextc.errors import SegmentationFailed
from core.laws import strategies


def written(record: object) -> bytes:
    """A request or an answer as JSON, ids as strings."""
    return msgspec.json.encode(record, enc_hook=str)


def turned(value: Any) -> Any:
    """A JSON value with the keys of its objects in the opposite order."""
    if isinstance(value, dict):
        return {key: turned(item) for key, item in reversed(value.items())}
    return [turned(item) for item in value] if isinstance(value, list) else value


class TestDeterminism:
    """Same request, same bytes."""

    @strategies.examples
    @given(strategies.requests(pinned=False))
    def test_answers_repeat(self, asked: CompileRequest):
        """A compiler that has worked before, and another one, answer with the same bytes."""
        compiler = ContextCompiler()
        first = written(compiler.compile(asked))

        assert first == written(compiler.compile(asked))
        assert first == written(ContextCompiler().compile(asked))

    @strategies.examples
    @given(strategies.requests(pinned=False))
    def test_request_stays_as_it_was(self, asked: CompileRequest):
        """Compiling changes nothing in the request."""
        before = written(asked)
        ContextCompiler().compile(asked)

        assert before == written(asked)

    @strategies.examples
    @given(strategies.requests(pinned=False))
    def test_order_of_metadata_keys_means_nothing(self, asked: CompileRequest):
        """Objects are equal whatever the order of their keys, so the answers are."""
        every_second = [
            replace(fragment, metadata=turned(fragment.metadata) if place % 2 else fragment.metadata)
            for place, fragment in enumerate(asked.fragments)
        ]
        other = replace(asked, fragments=every_second)

        assert written(ContextCompiler().compile(asked)) == written(ContextCompiler().compile(other))

    def test_order_of_target_keys_means_nothing(self):
        """Screenshots of one target supersede each other, whatever the order of the keys in it."""
        target = {"app": 1, "tab": [{"a": 1, "b": 2}]}
        old, new = strategies.screenshot(b"old", target), strategies.screenshot(b"new", turned(target))
        context = ContextCompiler().compile(CompileRequest(query="", fragments=[old, new], token_budget=9))

        assert context.decisions[0].rule_id == "retrieve.screenshot_superseded"

    @strategies.examples
    @given(strategies.requests(pinned=False))
    def test_policies_merge_as_one(self, asked: CompileRequest):
        """A policy acts the same from the compiler and from the request."""
        inner = ContextCompiler().compile(asked)
        outer = ContextCompiler(asked.policy).compile(replace(asked, policy=None))

        assert written(inner) == written(outer)

    @strategies.examples
    @given(strategies.transcript_inputs())
    def test_transcripts_repeat(self, asked: TranscriptCompileInput):
        """A transcript compiles to the same bytes every time, or fails with the same words."""
        answers: list[object] = []
        for _ in range(2):
            try:
                answers.append(written(compile_transcript(asked)))
            except SegmentationFailed as error:
                answers.append((error.path, error.message, error.data))

        assert answers[0] == answers[1]

    def test_threads_share_a_compiler(self):
        """Requests compiled by one compiler in several threads get the answers that they get alone."""
        compiler = ContextCompiler()
        asked = [
            CompileRequest(
                query="canary",
                fragments=[ContextFragment(content=text * count, kind="log") for text in strategies.PROSE],
                token_budget=50 * count,
            )
            for count in range(1, 9)
        ]
        alone: list[CompiledContext] = [compiler.compile(request) for request in asked]
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(compiler.compile, asked * 2))

        assert alone * 2 == together
