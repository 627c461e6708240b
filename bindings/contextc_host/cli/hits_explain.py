"""What became of every hit -> a table that a person reads."""

from collections import Counter
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from contextc.recall.answer import FormattedContext, GrainDecision
from contextc.recall.hits import SearchHit
from contextc.recall.render import plaintext
from contextc.vocabulary import Allocation
from contextc_host.cli.bars import percent
from contextc_host.cli.lines import amount, snippet

ROWS = 40
"""Hits that are shown unless all are asked for."""

STYLES = {Allocation.FULL: "green", Allocation.SUMMARY: "yellow", Allocation.OMIT: "red"}
WIDE = 160
"""Columns from which on the reason fits beside the rest."""

HEADS = ("#", "type", "outcome", "rule", "priority", "tokens", "reason")
NUMBERS = ("#", "priority", "tokens")


def explain_hits(
    answer: FormattedContext, hits: Sequence[SearchHit], budget: int | None, console: Console, *, everything: bool
) -> None:
    """Print how much of what was recalled is in the text, and what became of each hit."""
    decisions = answer.decisions or []
    console.print()
    console.print(_totals(answer, decisions, budget), overflow="fold")
    console.print()
    shown = decisions if everything else decisions[:ROWS]
    rows = [_cells(decision, wide=console.width >= WIDE) for decision in shown]
    heads = HEADS if console.width >= WIDE else HEADS[:-1]
    widths = [max(cell_len(cell) for cell in column) for column in zip(heads, *rows, strict=True)]
    room = max(console.width - sum(widths[:6]) - 2 * len(heads), 12)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for head in heads:
        table.add_column(head, justify="right" if head in NUMBERS else "left", no_wrap=head != "reason")
        if head == "#":
            table.add_column("hit", no_wrap=True, overflow="ellipsis")
    for decision, cells in zip(shown, rows, strict=True):
        words = snippet(plaintext.full(hits[decision.index]), min(room, 40))
        outcome = Text(cells[2], STYLES[decision.outcome])
        table.add_row(cells[0], Text(words), cells[1], outcome, *[Text(cell) for cell in cells[3:]])
    console.print(table)
    if len(shown) < len(decisions):
        more = len(decisions) - len(shown)
        console.print(Text(f"and {more:,} more; --explain-all shows every one", "dim"), overflow="fold")


def _cells(decision: GrainDecision, *, wide: bool) -> list[str]:
    return [
        f"{decision.index}",
        decision.grain_type,
        str(decision.outcome),
        decision.rule_id,
        "" if decision.priority is None else f"{decision.priority:.3f}",
        "" if decision.tokens is None else f"{decision.tokens:,}",
        *([decision.reason] if wide else []),
    ]


def _totals(answer: FormattedContext, decisions: Sequence[GrainDecision], budget: int | None) -> Text:
    used = f"{answer.estimated_tokens:,}" + (f" of {budget:,}" if budget is not None else "")
    share = f" ({percent(answer.estimated_tokens, budget) or '0 %'})" if budget else ""
    counts = Counter(decision.outcome for decision in decisions)
    aside = counts[Allocation.OMIT] - answer.omitted_count
    parts = [
        f"{counts[Allocation.FULL]:,} in full",
        f"{counts[Allocation.SUMMARY]:,} in short",
        f"{answer.omitted_count:,} omitted",
        f"{aside:,} withheld, overridden, superseded or empty",
    ]
    return Text.assemble(
        (amount(len(decisions), "hit"), "bold"), ": ", ", ".join(parts), "; ", (used, "bold"), f" tokens{share}"
    )
