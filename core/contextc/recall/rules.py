"""What became of a hit: the rules that a decision can name, with their reasons."""

RULES = {
    "withheld.retracted": "retracted, and policy.include_retracted is off",
    "override.excluded": "policy.grain_overrides leaves {grain_type} out",
    "override.max_count": "policy.grain_overrides keeps the first {max_count} of {grain_type}",
    "superseded.newer": "hit {newer} is newer and here",
    "shown.empty": "says nothing in {format}",
    "shown.whole": "there is no budget to keep to",
    "judged.dropped": "judged {relevance} relevant, below {drop_below}",
    "budget.full": "{tokens} tokens, within what is for whole grains",
    "budget.summary": "{tokens} tokens in full are too many, the summary fits",
    "budget.omit": "{tokens} tokens in full, and a third of them for the summary, are more than is left",
    "budget.whole_or_none": "{tokens} tokens in full are too many, and {format} has no summaries",
    "budget.last_pass": "the whole text was over the budget of {budget} tokens, and the room went to what is more important or smaller",
}
"""Rule id -> reason, with the numbers in it."""
