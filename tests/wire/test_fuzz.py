"""Law 6 at the door of bytes: requests that nobody wrote."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from contextc import CompileRequest, TranscriptCompileInput
from contextc_wire import call
from contextc_wire.codec import encode
from contextc_wire.dispatch import METHODS
from core.laws import strategies
from fuzz.answers import ORDINARY, answer
from fuzz.mutate import mutated

methods = st.one_of(st.sampled_from(sorted(METHODS)), st.sampled_from(sorted(METHODS)), st.text(max_size=20))
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)),
    max_leaves=20,
)


class TestFuzz:
    """`call` answers every text and every byte string with one JSON document."""

    @strategies.examples
    @given(methods, st.binary(max_size=200))
    def test_any_bytes(self, method: str, request_: bytes):
        """Any bytes at any method are answered."""
        answer(method, request_)

    @strategies.examples
    @given(methods, st.text(st.characters(), max_size=100))
    def test_any_text(self, method: str, request_: str):
        """Any text, with halves of surrogate pairs too, is answered."""
        answer(method, request_)

    @strategies.examples
    @given(methods, json_values)
    def test_any_json(self, method: str, value: object):
        """Any JSON at any method is answered."""
        answer(method, encode(value))

    @strategies.examples
    @given(st.sampled_from(sorted(METHODS)), st.integers(0, 2**32))
    def test_mutated_requests(self, method: str, seed: int):
        """A good request that was changed in a few places is answered, and the good one still is."""
        before = call(method, ORDINARY[method])
        answer(method, mutated(Random(seed), ORDINARY[method]))

        assert call(method, ORDINARY[method]) == before

    @strategies.examples
    @given(strategies.requests())
    def test_rich_requests(self, asked: CompileRequest):
        """A rich request is answered with a context, or refused for its pins; and so is what was made of it."""
        request = encode(asked)
        error = answer("compile", request).get("error")

        assert error is None or error["code"] == "pinned_does_not_fit"
        for seed in range(3):
            answer("compile", mutated(Random(seed), request))

    @strategies.examples
    @given(strategies.transcript_inputs())
    def test_rich_transcripts(self, asked: TranscriptCompileInput):
        """The same for transcripts, which may be empty or not of the format that was forced."""
        request = encode(asked)
        error = answer("compile_transcript", request).get("error")

        assert error is None or error["code"] == "segmentation_failed"
        for seed in range(3):
            answer("compile_transcript", mutated(Random(seed), request))
