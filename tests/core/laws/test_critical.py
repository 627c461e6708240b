"""Law 3: nothing critical is silently lost."""

from hypothesis import given
from msgspec.structs import replace

from contextc import CompileRequest, ContextCompiler, ContextFragment, FidelityRisk
from contextc.passes.classify import SUPERSEDED
from contextc.text import near_form
from core.laws import strategies
from core.laws.reading import compiled, fates, raw

CRITICAL = {
    "media.atomic",
    "preserve.marked_verbatim",
    "cache.stable_prefix",
    "preserve.tool_error",
    "preserve.user_turn",
    "preserve.code_fence",
    "preserve.negative_constraint",
    "preserve.exact_values",
    "preserve.url",
}
RISKS = [FidelityRisk.LOW, FidelityRisk.MEDIUM, FidelityRisk.HIGH]


def critical_alone(asked: CompileRequest, fragment: ContextFragment) -> bool:
    """Whether a fragment is critical when nothing stands beside it."""
    alone = replace(asked, fragments=[fragment], token_budget=10_000_000)
    return ContextCompiler().compile(alone).decisions[0].rule_id in CRITICAL


class TestNothingCriticalIsSilentlyLost:
    """Losing critical content raises risk to high and names it."""

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_lost_text_is_a_high_risk(self, asked: CompileRequest):
        """A critical text that is lost, and not superseded, makes its decision and the whole answer high risk."""
        context = compiled(asked)
        for fate in fates(asked, context):
            superseded = fate.decision.rule_id in SUPERSEDED
            if superseded or fate.fragment.media or fate.text in context.content:
                continue
            if not critical_alone(asked, fate.fragment):
                continue

            assert (fate.text, FidelityRisk.HIGH) == (fate.text, fate.decision.risk)
            assert context.risk is FidelityRisk.HIGH
            assert fate.decision.handle in [handle.handle for handle in context.retrieval_handles]

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_lost_image_is_a_high_risk(self, asked: CompileRequest):
        """An image that is not kept and not superseded is a high risk with a handle to fetch it."""
        context = compiled(asked)
        kept = {raw(fate.fragment) for fate in fates(asked, context) if fate.whole}
        for fate in fates(asked, context):
            superseded = fate.decision.rule_id in SUPERSEDED
            if raw(fate.fragment) in {None, *kept} or superseded or not critical_alone(asked, fate.fragment):
                continue

            assert fate.decision.risk is FidelityRisk.HIGH
            assert context.risk is FidelityRisk.HIGH
            assert fate.decision.handle in [handle.handle for handle in context.retrieval_handles]

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_low_risk_means_present(self, asked: CompileRequest):
        """A text at low risk stands in the content, as it is or, for a near-duplicate, in its near form."""
        context = compiled(asked)
        found = fates(asked, context)
        forms = {near_form(fate.text) for fate in found if fate.whole}
        for fate in found:
            if fate.decision.risk is not FidelityRisk.LOW or fate.fragment.media:
                continue
            near = fate.decision.rule_id == "drop.near_duplicate"

            assert near_form(fate.text) in forms if near else fate.text in context.content

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_risk_is_the_highest(self, asked: CompileRequest):
        """The risk of the answer is the highest of its decisions."""
        context = compiled(asked)
        risks = [decision.risk for decision in context.decisions]

        assert max(risks, key=RISKS.index, default=FidelityRisk.LOW) is context.risk
