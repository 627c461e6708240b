"""What went in and what came out -> the tokens and the money saved (spec 8)."""

from __future__ import annotations

from .caps import U64
from .estimate import estimate
from .model import Item, Request, Tray
from .report import Json, visible


def insights(
    request: Request,
    items: list[Item],
    trays: dict[int, Tray],
    decisions: list[Json],
    content: str,
) -> Json:
    """The counts, by rule, and the cost where the model has a price."""
    taken = {seq for seq, tray in trays.items() if tray.emitted is not None}
    tokens_in = min(sum(item.tokens for item in items), U64)
    images = sum(item.image_tokens for item in items if item.seq in taken)
    tokens_out = min(estimate(content) + images, U64)
    by_rule: dict[str, int] = {}
    for item, decision in zip(items, decisions, strict=True):
        emitted = 0
        if item.seq in taken:
            emitted = item.tokens if item.raw is not None else estimate(visible(trays[item.seq]))
        saved = max(item.tokens - emitted, 0)
        if saved:
            by_rule[decision["rule_id"]] = min(by_rule.get(decision["rule_id"], 0) + saved, U64)
    saved = max(tokens_in - tokens_out, 0)
    return {
        "tokens_in": tokens_in,
        "tokens_out": tokens_out,
        "tokens_saved": saved,
        "tokens_saved_by_rule": by_rule,
        **_cost(request, saved),
    }


def _cost(request: Request, saved: int) -> Json:
    table = request.policy.pricing
    if table is None or request.target_model not in table["models"]:
        return {}
    return {
        "estimated_cost_saved_micros": min(saved * table["models"][request.target_model], U64) // 1_000_000,
        "currency": table["currency"],
        "pricing_version": table["version"],
    }
