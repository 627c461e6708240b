"""What is pinned: the promise of `fragments[].pinned`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contextc import CompileRequest, ContextAction, ContextCompiler, DynTokenEstimator
from contextc.errors import BudgetTooSmall, PinnedDoesNotFit
from core.laws import strategies
from core.laws.estimators import ESTIMATORS
from core.laws.reading import fates, raw, usable

DEARER_TOGETHER = ("whole costs more than its parts", "parts round down", "blank text is free")
"""Estimators for which a whole costs more than its parts, so that it has to be looked at as a whole."""


@st.composite
def pinned_requests(draw: st.DrawFn) -> CompileRequest:
    """A request with at least one pinned fragment."""
    asked = draw(strategies.requests(slim_response=None))
    pool = [fragment.content for fragment in asked.fragments] or ["canary"]
    extra = [replace(one, pinned=True) for one in draw(st.lists(strategies.fragments(pool), min_size=1, max_size=3))]
    place = draw(st.integers(0, len(asked.fragments)))
    return replace(asked, fragments=[*asked.fragments[:place], *extra, *asked.fragments[place:]])


class TestPinned:
    """A pinned fragment is never dropped; if it cannot fit, `min_budget` succeeds where one less fails."""

    @strategies.examples
    @given(pinned_requests())
    def test_pinned_is_whole(self, asked: CompileRequest):
        """When the answer is no error, every pinned text and image is in it as a whole, or collapsed as its rule says."""
        try:
            context = ContextCompiler().compile(asked)
        except PinnedDoesNotFit:
            return
        found = fates(asked, context)
        whole = [(fate.text, raw(fate.fragment)) for fate in found if fate.whole]
        for fate in found:
            if fate.fragment.pinned:
                image = raw(fate.fragment)

                assert fate.decision.action is not ContextAction.RETRIEVE
                assert (image in [kept for _, kept in whole]) if image is not None else (fate.text, None) in whole

    @strategies.examples
    @given(pinned_requests())
    def test_smallest_budget_works(self, asked: CompileRequest):
        """The budget that the error names works, and one token less does not."""
        self.check(asked, ContextCompiler())

    @strategies.examples
    @given(pinned_requests(), st.sampled_from([*DEARER_TOGETHER, *sorted(ESTIMATORS)]))
    def test_smallest_budget_works_by_any_count(self, asked: CompileRequest, name: str):
        """The same for estimators that a host injects."""
        self.check(asked, ContextCompiler(estimator=DynTokenEstimator(ESTIMATORS[name])))

    def check(self, asked: CompileRequest, compiler: ContextCompiler) -> None:
        """Ask with the least budget there is, then with the one the error names, then with one less."""
        least = asked.token_budget - usable(asked) + 1
        try:
            compiler.compile(replace(asked, token_budget=least))
        except PinnedDoesNotFit as error:
            smallest = error.data["min_budget"]
        else:
            return

        context = compiler.compile(replace(asked, token_budget=smallest))
        assert context.insights.tokens_out <= smallest - least + 1
        with pytest.raises((PinnedDoesNotFit, BudgetTooSmall)) as caught:
            compiler.compile(replace(asked, token_budget=smallest - 1))
        assert caught.value.data.get("min_budget", smallest) == smallest
        assert caught.value.path == "$.token_budget"
