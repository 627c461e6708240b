"""What became of every hit -> a table that a person reads.

At 160 columns and more a hit is one row; below, its rule and reason stand on a line of their own.
"""

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from contextc.recall.answer import FormattedContext, GrainDecision
from contextc.recall.hits import SearchHit
from contextc.recall.policy import FormatPolicy
from contextc.recall.render import plaintext
from contextc.vocabulary import Allocation, EstimatorName
from contextc_host.cli.bars import percent
from contextc_host.cli.lines import amount, shown, snippet

ROWS = 40
"""Hits that are shown unless all are asked for."""

WIDE = 160
"""Columns from which on everything about a hit fits a row."""

WORDS = 48
"""Columns of a hit's first words at most."""

FEW = 12
"""Columns of them at least."""

NAME = 20
"""Columns of a type's name at most; the longest that is known has 14."""

STYLES = {Allocation.FULL: "green", Allocation.SUMMARY: "yellow", Allocation.OMIT: "red"}
ASIDE = {
    "withheld.retracted": "withheld",
    "override.excluded": "overridden",
    "override.max_count": "overridden",
    "superseded.newer": "superseded",
    "shown.empty": "empty",
}
"""The rules by which a hit is not shown, whatever the budget."""

NUMBERS = ("#", "priority", "tokens")


def explain_hits(
    answer: FormattedContext, hits: Sequence[SearchHit], policy: FormatPolicy, console: Console, *, everything: bool
) -> None:
    """Print how much of what was recalled is in the text, and what became of each hit."""
    decisions = answer.decisions or []
    console.print()
    console.print(_totals(answer, decisions, policy), overflow="fold")
    if not decisions:
        return
    console.print()
    rows = decisions if everything else decisions[:ROWS]
    (_print_wide if console.width >= WIDE else _print_narrow)(rows, hits, console)
    if len(rows) < len(decisions):
        more = len(decisions) - len(rows)
        console.print(Text(f"and {more:,} more; --explain-all shows every one", "dim"), overflow="fold")


def _totals(answer: FormattedContext, decisions: Sequence[GrainDecision], policy: FormatPolicy) -> Text:
    counts = Counter(decision.outcome for decision in decisions)
    aside = Counter(ASIDE[decision.rule_id] for decision in decisions if decision.rule_id in ASIDE)
    parts = [
        f"{counts[Allocation.FULL]:,} in full",
        f"{counts[Allocation.SUMMARY]:,} in short",
        f"{answer.omitted_count:,} omitted",
        *[f"{aside[word]:,} {word}" for word in dict.fromkeys(ASIDE.values()) if aside[word]],
    ]
    used, budget = answer.estimated_tokens, policy.token_budget
    return Text.assemble(
        (amount(len(decisions), "hit"), "bold"),
        f": {', '.join(parts)}; ",
        (amount(used, "token") if budget is None else f"{used:,} of {amount(budget, 'token')}", "bold"),
        f" ({percent(used, budget) or '0 %'})" if budget else "",
        f" by {policy.estimator or EstimatorName.BYTES4}" + (", no budget" if budget is None else ""),
    )


def _print_wide(rows: Sequence[GrainDecision], hits: Sequence[SearchHit], console: Console) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for head in ("#", "hit", "type", "outcome", "rule", "priority", "tokens", "reason"):
        table.add_column(head, justify="right" if head in NUMBERS else "left", no_wrap=head != "reason")
    for row in rows:
        place, kind, outcome, priority, tokens = _cells(row)
        table.add_row(
            place,
            _words(hits[row.index], WORDS),
            kind,
            Text(outcome, _style(row)),
            row.rule_id,
            priority,
            tokens,
            Text(shown(row.reason), "dim"),
        )
    console.print(table)


def _print_narrow(rows: Sequence[GrainDecision], hits: Sequence[SearchHit], console: Console) -> None:
    heads = ("#", "type", "outcome", "priority", "tokens")
    cells = [_cells(row) for row in rows]
    place, kind, outcome, priority, tokens = (max(map(len, column)) for column in zip(heads, *cells, strict=True))
    room = min(max(FEW, console.width - place - kind - outcome - priority - tokens - 2 * len(heads)), WORDS)
    head = (
        f"{'#':>{place}}  {'hit':<{room}}  {'type':<{kind}}  {'outcome':<{outcome}}  {'priority':>{priority}}"
        f"  {'tokens':>{tokens}}"
    )
    console.print(Text(head, "bold"), no_wrap=True, overflow="crop")
    for row, (number, name, became, weight, count) in zip(rows, cells, strict=True):
        words = _words(hits[row.index], room)
        line = Text.assemble(
            f"{number:>{place}}  ",
            words,
            " " * (room - words.cell_len),
            f"  {name:<{kind}}  ",
            (f"{became:<{outcome}}", _style(row)),
            f"  {weight:>{priority}}  {count:>{tokens}}",
        )
        console.print(line, no_wrap=True, overflow="crop")
        reason = Text(f"{' ' * (place + 2)}{row.rule_id}: {shown(row.reason)}", "dim")
        console.print(reason, no_wrap=True, overflow="ellipsis")


def _cells(row: GrainDecision) -> tuple[str, str, str, str, str]:
    return (
        f"{row.index}",
        row.grain_type if len(row.grain_type) <= NAME else row.grain_type[: NAME - 1] + "…",
        str(row.outcome),
        "" if row.priority is None else f"{row.priority:.3f}",
        "" if row.tokens is None else f"{row.tokens:,}",
    )


def _words(hit: SearchHit, width: int) -> Text:
    words = Text(snippet(plaintext.full(hit), width))
    words.truncate(width, overflow="ellipsis")
    return words


def _style(row: GrainDecision) -> str:
    return "dim" if row.rule_id in ASIDE else STYLES[row.outcome]
