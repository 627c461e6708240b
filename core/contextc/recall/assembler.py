"""Recall hits -> the text that fits a model, and the record of what became of each."""

import math
from collections.abc import Sequence

from msgspec.structs import replace

from contextc.conform import check_type, conform
from contextc.errors import InvalidRequest, OverLimit
from contextc.estimators import estimator as named_estimator
from contextc.limits import Limits
from contextc.recall.answer import FormattedContext
from contextc.recall.decide.backend import Clock, DecisionBackend
from contextc.recall.decide.judge import Judgement, judge, query_of
from contextc.recall.fit import fit
from contextc.recall.hits import SearchHit, ready
from contextc.recall.intent import asks_by_entity, asks_for_newest, asks_for_order
from contextc.recall.layout import lay_out
from contextc.recall.ledger import Ledger
from contextc.recall.modes import Plan, Wanted, plan
from contextc.recall.policy import AssembleRequest, FormatPolicy, RenderingHints, Settings, settle
from contextc.recall.render import SHARED, GrainRenderer, RendererRegistry
from contextc.recall.select import Bench, Choice, Judged, note, unwithheld
from contextc.recall.tables import write_tables
from contextc.tokens import BytesEstimator, TokenEstimator
from contextc.vocabulary import Allocation, EstimatorName, MetadataLevel, OutputFormat


class ContextAssembler:
    """Shows recalled grains within a token budget.

    An assembler holds no state between calls and may be shared by threads.

    >>> hits = [SearchHit(grain_type="fact", fields={"subject": "mira", "relation": "likes", "object": "tea"})]
    >>> ContextAssembler().format(hits, FormatPolicy.gpt4()).text
    '- **mira** likes tea'
    """

    def __init__(
        self,
        *,
        registry: RendererRegistry | None = None,
        estimator: TokenEstimator | None = None,
        limits: Limits | None = None,
        decider: DecisionBackend | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.registry = registry or RendererRegistry()
        self.estimator = estimator
        self.limits = limits or Limits()
        self.decider = decider
        self.clock = clock

    def with_renderer(self, grain_type: str, renderer: GrainRenderer) -> "ContextAssembler":
        """The same with another renderer for one type."""
        return ContextAssembler(
            registry=self.registry.with_renderer(grain_type, renderer),
            estimator=self.estimator,
            limits=self.limits,
            decider=self.decider,
            clock=self.clock,
        )

    def with_decider(self, decider: DecisionBackend, clock: Clock | None = None) -> "ContextAssembler":
        """The same with a backend that is asked what a query is after, and which hits it needs.

        The clock measures `DecidePolicy.deadline_ms`: `time.monotonic`, where there is one.
        """
        return ContextAssembler(
            registry=self.registry, estimator=self.estimator, limits=self.limits, decider=decider, clock=clock
        )

    def format(self, hits: Sequence[SearchHit], policy: FormatPolicy) -> FormattedContext:
        """Show hits as a policy says. Errors are subclasses of `ContextcError`."""
        return self.format_with_hints(hits, policy, RenderingHints())

    def format_with_hints(
        self, hits: Sequence[SearchHit], policy: FormatPolicy, hints: RenderingHints
    ) -> FormattedContext:
        """Show hits as a policy says, in the mode that the query and its hints ask for."""
        conform(policy, FormatPolicy, "$.policy")
        conform(hints, RenderingHints, "$.hints")
        settings = settle(policy)
        found = admit_hits(hits, self.limits)
        candidates = unwithheld(range(len(found)), found, settings)
        judgement = self._judge(candidates, found, settings, hints)
        bench = Bench(
            found,
            settings,
            self.registry,
            self.estimator or _named(policy),
            judged(judgement, candidates),
            Ledger(found),
        )
        wanted = _wanted(policy, hints, judgement)
        return replace(_answer(plan(wanted, bench), wanted, bench), decision=judgement.provenance)

    def _judge(
        self, candidates: Sequence[int], hits: Sequence[SearchHit], settings: Settings, hints: RenderingHints
    ) -> Judgement:
        if self.decider is None:
            return Judgement()
        texts = [
            self.registry.get(hits[index].grain_type).render(hits[index], OutputFormat.PLAINTEXT, MetadataLevel.NONE)
            for index in candidates
        ]
        return judge(
            query_of(settings.query_text, hints),
            texts,
            hits=len(hits),
            policy=settings.decide,
            hints=hints,
            backend=self.decider,
            clock=self.clock,
        )


def assemble(request: AssembleRequest, assembler: ContextAssembler | None = None) -> FormattedContext:
    """Answer a request as every door does: the decisions are there when the policy asks for them."""
    check_type(request, AssembleRequest, "$")
    policy = FormatPolicy() if request.policy is None else request.policy
    hints = RenderingHints() if request.hints is None else request.hints
    made = (assembler or ContextAssembler()).format_with_hints(request.hits, policy, hints)
    return made if policy.explain else replace(made, decisions=None)


def estimate_tokens(hit: SearchHit, policy: FormatPolicy | None = None) -> int:
    """What a hit costs in full, as a policy shows it; at least 1.

    >>> hit = SearchHit(grain_type="fact", fields={"subject": "mira", "relation": "likes", "object": "oat milk"})
    >>> estimate_tokens(hit), estimate_tokens(hit, FormatPolicy.json_api())
    (4, 40)
    """
    policy = FormatPolicy() if policy is None else policy
    conform(policy, FormatPolicy, "$.policy")
    (found,) = admit_hits([hit], Limits())
    settings = settle(policy)
    renderer = SHARED
    return renderer.token_estimate(renderer.render(found, settings.format, settings.metadata), _named(policy))


def admit_hits(hits: Sequence[SearchHit], limits: Limits) -> list[SearchHit]:
    """The hits made ready; an error at the first that is none, or when there are too many."""
    if not isinstance(hits, list | tuple):
        raise InvalidRequest(f"{type(hits).__name__} is not a list of hits", path="$.hits")
    if len(hits) > limits.fragments:
        raise OverLimit(
            f"there are {len(hits)} hits, the cap is {limits.fragments}: recall fewer",
            path="$.hits",
            data={"hits": len(hits), "limit": limits.fragments},
        )
    return [_admitted(hit, f"$.hits[{index}]") for index, hit in enumerate(hits)]


def judged(judgement: Judgement, candidates: Sequence[int]) -> dict[int, Judged]:
    """What was judged of each candidate."""
    if judgement.relevance is None or judgement.verbatim is None:
        return {}
    said = zip(candidates, judgement.relevance, judgement.verbatim, strict=True)
    return {index: Judged(relevance, verbatim, judgement.disclosure_calibrated) for index, relevance, verbatim in said}


def _wanted(policy: FormatPolicy, hints: RenderingHints, judgement: Judgement) -> Wanted:
    """What the hints, the judged intent and the words of the query ask for, in this order.

    To leave an old value out is a loss, so only a calibrated intent decides on that.
    """
    queries = [text for text in (policy.query_text, hints.query_text) if text]
    intent = judgement.intent
    hinted = hints.has_temporal_expr or hints.has_time_range
    return Wanted(
        by_entity=asks_by_entity(hints, queries),
        order=hinted or (asks_for_order(queries) if intent is None else intent == "timeline"),
        newest=intent == "current_state" if judgement.intent_calibrated else asks_for_newest(queries),
        entities=hints.entities or (),
    )


def _named(policy: FormatPolicy) -> TokenEstimator:
    if policy.estimator in (None, EstimatorName.BYTES4):
        return BytesEstimator(up=False)
    return named_estimator(policy.estimator, policy.target_model)


def _admitted(hit: SearchHit, path: str) -> SearchHit:
    check_type(hit, SearchHit, path)
    if isinstance(hit.score, float) and not math.isfinite(hit.score):
        # A store that computed no number has not refused the hit: it comes last, as one without a score.
        hit = replace(hit, score=None)
    conform(hit, SearchHit, path)
    return ready(hit)


def _answer(made: Plan, wanted: Wanted, bench: Bench) -> FormattedContext:
    settings = bench.settings
    admitted = [choice for choice in made.choices if choice.text]

    def write(kept: Sequence[Choice]) -> str:
        parts = made.parts(kept)
        if settings.format is OutputFormat.JSON:
            return "[" + ",\n".join([choice.text for part in parts for choice in part.choices]) + "]"
        if settings.format is OutputFormat.TOON:
            return write_tables(parts, newest=wanted.newest)
        return lay_out(parts, settings.format)

    fitted = fit(admitted, settings.token_budget, write, bench.estimator)
    shown = {choice.place for choice in fitted.kept}
    for choice in admitted:
        if choice.place not in shown:
            note(choice, Allocation.OMIT, "budget.last_pass", bench, budget=settings.token_budget)
    for choice in fitted.kept:
        # A new value is in every update that ends at it, and one that is kept shows it.
        note(choice, choice.allocation, choice.rule_id, bench)
    included = {index for choice in fitted.kept for index in choice.grains}
    weighed = {index for choice in made.choices for index in choice.grains}
    return FormattedContext(
        text=fitted.text,
        estimated_tokens=fitted.tokens,
        included_count=len(included),
        omitted_count=len(weighed - included),
        truncated=len(weighed) > len(included),
        decisions=bench.ledger.decisions(),
    )
