"""Law 1: the budget."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contextc import (
    CompileRequest,
    ContextAction,
    ContextCompiler,
    DynTokenEstimator,
    TranscriptCompileInput,
    compile_transcript,
)
from contextc.calibrated import CalibratedEstimator
from contextc.errors import PinnedDoesNotFit, SegmentationFailed
from contextc.passes.classify import SUPERSEDED
from core.laws import strategies
from core.laws.estimators import ESTIMATORS
from core.laws.reading import compiled, fits_whole, image_tokens, usable

shares = st.sampled_from((0.001, 0.01, 0.125, 0.5, 0.999))
slack = st.integers(0, 9)


class TestBudget:
    """The estimate of the assembled content never exceeds the usable budget, for every estimator."""

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_content_and_images_fit(self, asked: CompileRequest):
        """The content and the images beside it cost no more than is usable, and as much as the insights say."""
        context = compiled(asked)
        cost = CalibratedEstimator().estimate(context.content) + image_tokens(asked, context)

        assert cost == context.insights.tokens_out
        assert cost <= usable(asked)

    @strategies.examples
    @given(strategies.requests(slim_response=None), st.sampled_from(sorted(ESTIMATORS)))
    def test_content_fits_by_any_count(self, asked: CompileRequest, name: str):
        """An injected estimator, however odd, finds the content within the budget, or there is none."""
        count = ESTIMATORS[name]
        try:
            context = ContextCompiler(estimator=DynTokenEstimator(count)).compile(asked)
        except PinnedDoesNotFit:
            return
        images = image_tokens(asked, context)
        cost = count(context.content) + images

        assert cost == context.insights.tokens_out
        # An estimator may charge for the empty text; less than nothing cannot be given.
        assert cost <= usable(asked) or (context.content, images) == ("", 0)

    @strategies.examples
    @given(strategies.transcript_inputs())
    def test_transcript_fits(self, asked: TranscriptCompileInput):
        """A compiled transcript costs no more than is usable."""
        try:
            context = compile_transcript(asked).context
        except SegmentationFailed:
            return

        assert CalibratedEstimator().estimate(context.content) <= usable(asked)

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_ample_budget_leaves_nothing_out(self, asked: CompileRequest):
        """With room for everything nothing is cut, and nothing is left for retrieval but what is superseded."""
        ample = replace(asked, token_budget=10_000_000)
        context = compiled(ample)
        left_out = {decision.rule_id for decision in context.decisions if decision.action is ContextAction.RETRIEVE}

        assert fits_whole(asked) <= usable(ample)
        assert left_out <= set(SUPERSEDED)
        assert [None] * len(asked.fragments) == [decision.emitted for decision in context.decisions]

    @strategies.examples
    @given(strategies.requests(slim_response=None, largest_share=None, near_dup_threshold=None), shares, slack)
    def test_share_leaves_nothing_out(self, asked: CompileRequest, share: float, slack: int):
        """Where everything fits, it does so for every largest share: what is left of the budget is given."""
        ample = replace(asked, token_budget=10_000_000)
        whole = compiled(ample)
        reserve = ample.token_budget - usable(ample)
        tight = replace(asked, token_budget=max(1, whole.insights.tokens_out + slack) + reserve)
        if compiled(tight) != whole:
            return
        shared = replace(tight, policy=replace(asked.policy, largest_share=share))

        assert compiled(shared) == whole

    @strategies.examples
    @given(st.lists(strategies.prose(), min_size=1, max_size=4), st.integers(4, 100))
    def test_prose_is_never_answered_with_nothing(self, texts: list[str], budget: int):
        """Of prose that does not fit, something is emitted all the same."""
        fragments = [strategies.fragment(text) for text in texts]
        asked = CompileRequest(query="", fragments=fragments, token_budget=budget)

        assert compiled(asked).content != ""
