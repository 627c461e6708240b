"""Law 1."""

from hypothesis import given
from hypothesis import strategies as st

from contextc import CompileRequest, ContextCompiler, DynTokenEstimator, HeuristicEstimator, TranscriptCompileInput
from contextc import build_transcript_compile_request, compile_transcript
from contextc.errors import PinnedDoesNotFit, SegmentationFailed
from core.laws import strategies
from core.laws.reading import image_tokens, usable


class TestBudget:
    """The estimate of the assembled content never exceeds the usable budget, for every estimator."""

    @strategies.examples
    @given(strategies.requests(pinned=False, slim_response=None))
    def test_content_and_images_fit(self, request_: CompileRequest):
        """The content and the images beside it cost no more than is usable, and as much as the insights say."""
        context = ContextCompiler().compile(request_)
        cost = HeuristicEstimator().estimate(context.content) + image_tokens(request_, context)

        assert context.insights.tokens_out == cost
        assert usable(request_) >= cost

    @strategies.examples
    @given(strategies.requests(slim_response=None), st.sampled_from(sorted(strategies.ESTIMATORS)))
    def test_content_fits_by_any_count(self, request_: CompileRequest, name: str):
        """An injected estimator, however odd, finds the content within the budget, or finds no content."""
        count = strategies.ESTIMATORS[name]
        try:
            context = ContextCompiler(estimator=DynTokenEstimator(count)).compile(request_)
        except PinnedDoesNotFit:
            return
        cost = count(context.content) + image_tokens(request_, context)

        assert context.insights.tokens_out == cost
        assert usable(request_) >= cost or not (context.content or image_tokens(request_, context))

    @strategies.examples
    @given(strategies.transcript_inputs())
    def test_transcript_fits(self, transcript: TranscriptCompileInput):
        """A compiled transcript costs no more than is usable."""
        try:
            context = compile_transcript(transcript).context
            request, _ = build_transcript_compile_request(transcript)
        except SegmentationFailed:
            return

        assert usable(request) >= HeuristicEstimator().estimate(context.content)

    @strategies.examples
    @given(strategies.requests(pinned=False, slim_response=None))
    def test_ample_budget_leaves_nothing_out(self, request_: CompileRequest):
        """With room for everything no fragment is cut, and none is left for retrieval but old screenshots."""
