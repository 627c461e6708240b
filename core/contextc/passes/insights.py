"""All of it -> what was saved: tokens always, money when the model has a price."""

from collections.abc import Sequence

from contextc.limits import U64_MAX
from contextc.model import CompilationInsights, PricingTable
from contextc.passes.assemble import Layout, Outcome
from contextc.passes.dedup import Standing


def account(
    standings: Sequence[Standing],
    outcomes: Sequence[Outcome],
    layout: Layout,
    pricing: PricingTable | None,
    target_model: str | None,
) -> CompilationInsights:
    """Sum up a compilation; tokens saved by a rule are those of its fragments that are not in the context."""
    tokens_in = min(sum(standing.source.tokens for standing in standings), U64_MAX)
    saved = max(0, tokens_in - layout.tokens)
    by_rule: dict[str, int] = {}
    for outcome in outcomes:
        if outcome.saved:
            rule_id = outcome.decision.rule_id
            by_rule[rule_id] = by_rule.get(rule_id, 0) + outcome.saved
    price = pricing.models.get(target_model) if pricing and target_model is not None else None
    return CompilationInsights(
        tokens_in=tokens_in,
        tokens_out=layout.tokens,
        tokens_saved=saved,
        tokens_saved_by_rule=dict(sorted(by_rule.items())),
        estimated_cost_saved_micros=(
            min(saved * price.input_micros_per_million_tokens, U64_MAX) // 1_000_000 if price else None
        ),
        currency=pricing.currency if pricing and price else None,
        pricing_version=pricing.version if pricing and price else None,
        near_dup_uncompared=layout.uncompared,
    )
