"""CompileRequest -> CompiledContext: the passes in order."""

from typing import NamedTuple

from contextc.conform import conform
from contextc.estimators import estimator as named_estimator
from contextc.images import ImageTokenEstimator, PixelEstimator
from contextc.limits import Limits
from contextc.model import CompiledContext, CompilePolicy, CompileRequest, PricingTable
from contextc.passes.admit import Source, admit, usable_tokens
from contextc.passes.assemble import Layout, decide, highest_risk, lay_out, list_handles, list_sources, list_warnings
from contextc.passes.check import check_request
from contextc.passes.classify import Classifier
from contextc.passes.dedup import Standing, dedup
from contextc.passes.insights import account
from contextc.passes.pack import Packing, pack
from contextc.passes.relevance import Relevance, recencies, relevances
from contextc.settings import Settings, merge, settle
from contextc.tokens import TokenEstimator
from contextc.vocabulary import U64, EstimatorName


class ContextCompiler:
    """Packs fragments into a token budget, and records what became of each.

    A compiler holds no state between calls and may be shared by threads.

    >>> from contextc.model import ContextFragment
    >>> request = CompileRequest(
    ...     query="deploy",
    ...     fragments=[ContextFragment(content="Never deploy on Friday."), ContextFragment(content="It rained.")],
    ...     token_budget=10,
    ... )
    >>> context = ContextCompiler().compile(request)
    >>> context.content
    'Never deploy on Friday.'
    >>> [(decision.rule_id, str(decision.risk)) for decision in context.decisions]
    [('preserve.negative_constraint', 'low'), ('budget.externalize', 'medium')]
    """

    def __init__(
        self,
        policy: CompilePolicy | None = None,
        *,
        estimator: TokenEstimator | None = None,
        image_estimator: ImageTokenEstimator | None = None,
        pricing: PricingTable | None = None,
        limits: Limits | None = None,
    ) -> None:
        conform(policy, CompilePolicy | None, "$.policy")
        conform(pricing, PricingTable | None, "$.pricing")
        conform(limits, Limits | None, "$.limits")
        self.policy = policy or CompilePolicy()
        self.estimator = estimator
        self.image_estimator = image_estimator
        self.pricing = pricing
        self.limits = limits or Limits()

    def compile(self, request: CompileRequest) -> CompiledContext:
        """Compile a request; its policy lies over the compiler's. Errors are subclasses of `ContextcError`."""
        return self._compile(request, most=self.limits.fragments)[0]

    def compile_segments(self, request: CompileRequest) -> tuple[CompiledContext, list[U64]]:
        """Compile a transcript's segments, of which there may be more, and tell the content hash of each."""
        context, sources = self._compile(request, most=self.limits.segments)
        return context, [source.content_hash for source in sources]

    def estimator_for(self, policy: CompilePolicy | None, target_model: str | None) -> TokenEstimator:
        """What counts the tokens of a request: the estimator that this compiler was given, else the one that the policy names."""
        if self.estimator is not None:
            return self.estimator
        name = merge(self.policy, policy).estimator or EstimatorName.CALIBRATED
        return named_estimator(name, target_model)

    def prepare(self, request: CompileRequest, *, most: int) -> "Prepared":
        """Everything that does not depend on the budget; there may be `most` fragments."""
        check_request(request, most)
        settings = settle(
            merge(self.policy, request.policy),
            pricing=self.pricing,
            limits=self.limits,
            estimator=self.estimator_for(request.policy, request.target_model),
            images=self.image_estimator or PixelEstimator(request.target_model),
        )
        sources = admit(request, settings)
        classifier = Classifier(settings)
        verdicts = classifier.classify_all(sources)
        standings = dedup(sources, verdicts, settings)
        ranked = relevances(standings, request.query, settings.relevance)
        return Prepared(request, settings, sources, standings, ranked, recencies(standings, settings.recency))

    def _compile(self, request: CompileRequest, *, most: int) -> tuple[CompiledContext, list[Source]]:
        prepared = self.prepare(request, most=most)
        usable = usable_tokens(request, prepared.settings)
        layout = lay_out(prepared.standings, prepared.pack(usable), usable, prepared.settings)
        return prepared.answer(layout, usable), prepared.sources


class Prepared(NamedTuple):
    """A request before anything is selected."""

    request: CompileRequest
    settings: Settings
    sources: list[Source]
    standings: list[Standing]
    ranked: list[Relevance]
    recencies: list[float]

    def pack(self, usable: int) -> Packing:
        """What fits a budget."""
        return pack(self.standings, self.ranked, self.recencies, usable, self.settings)

    def answer(self, layout: Layout, usable: int) -> CompiledContext:
        """The context, and the record of what became of every fragment."""
        standings, settings = self.standings, self.settings
        outcomes = decide(standings, self.ranked, layout, usable, settings)
        return CompiledContext(
            content=layout.content,
            sections=[] if settings.slim else layout.sections,
            decisions=[] if settings.slim else [outcome.decision for outcome in outcomes],
            sources=list_sources(standings, outcomes),
            retrieval_handles=list_handles(standings, outcomes),
            insights=account(standings, outcomes, layout, settings.pricing, self.request.target_model),
            risk=highest_risk(outcomes),
            warnings=list_warnings(standings, outcomes),
        )
