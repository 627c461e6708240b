"""An account -> what a person reads: where the budget went, what became of every fragment, and what is missing.

At 160 columns and more a fragment is one row; below, its rule and reason stand on a line of their own. Beyond `ROWS`
fragments those that took most of the budget are shown and the rest is summed up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from contextc.model import ContextDecision, ContextWarning
from contextc.vocabulary import FidelityRisk
from contextc_host.cli.account import Account, Fate, Row
from contextc_host.cli.bars import percent, share_out
from contextc_host.cli.heard import Heard
from contextc_host.cli.lines import amount, shown

ROWS = 40
"""Fragments that are shown unless all are asked for."""

HANDLES = 10
"""Handles that are shown unless all are asked for."""

WIDE = 160
"""Columns from which on everything about a fragment fits a row."""

PARTS = {
    "cached": ("▓", "magenta"),
    "whole": ("█", "green"),
    "collapsed": ("▚", "cyan"),
    "cut": ("▒", "yellow"),
    "joins": ("┊", "dim"),
    "reserve": ("╱", "blue"),
    "free": ("░", "dim"),
}
"""What a budget is spent on: a mark that needs no colour, and a colour."""

STYLES = {Fate.LEFT_OUT: "red", Fate.DROPPED: "dim", **{Fate(word): PARTS[word][1] for word in list(PARTS)[:4]}}
RISKS = {FidelityRisk.LOW: "green", FidelityRisk.MEDIUM: "yellow", FidelityRisk.HIGH: "bold red"}


def explain(
    account: Account,
    left_out: Counter[str],
    console: Console,
    *,
    heard: Heard | None = None,
    everything: bool = False,
) -> None:
    """Print an account."""
    rows = account.rows if everything else largest(account.rows)
    console.print()
    if heard:
        _print(console, Text(str(heard)))
    _print_budget(account, console)
    console.print()
    (_print_wide if console.width >= WIDE else _print_narrow)(rows, account, console)
    if len(rows) < len(account.rows):
        _print_rest(rows, account.rows, console)
    _print_warnings(account, console, everything=everything)
    _print_missing(account, console, everything=everything)
    if left_out:
        counts = ", ".join(f"{count:,} {reason}" for reason, count in sorted(left_out.items()))
        _print(console, Text.assemble(("\nnot read ", "bold"), f"in the folders: {counts}"))


def largest(rows: Sequence[Row]) -> list[Row]:
    """The rows that took most of the budget, or would have, in their own order."""
    ranked = sorted(rows, key=lambda row: (-row.tokens_out, -row.tokens_in, row.place))
    return sorted(ranked[:ROWS], key=lambda row: row.place)


def _print(console: Console, text: Text) -> None:
    console.print(text, overflow="fold")


# The budget


def _print_budget(account: Account, console: Console) -> None:
    insights, risk = account.context.insights, account.context.risk
    _print(
        console,
        Text.assemble(
            (amount(len(account.rows), "fragment"), "bold"),
            f", {insights.tokens_in:,} tokens in, ",
            (f"{insights.tokens_out:,} of {account.budget:,}", "bold"),
            f" used ({percent(insights.tokens_out, account.budget) or '0 %'}), risk ",
            (str(risk), RISKS[risk]),
        ),
    )
    spent = Counter({str(row.fate): 0 for row in account.rows})
    for row in account.rows:
        spent[row.fate] += row.tokens_out
    spent.update(joins=account.joins, reserve=account.reserve, free=account.free)
    bar = Text()
    for part, cells in zip(PARTS, share_out([spent[part] for part in PARTS], console.width), strict=True):
        mark, style = PARTS[part]
        bar.append(mark * cells, style)
    _print(console, bar)
    counts = Counter(str(row.fate) for row in account.rows)
    legend: list[Text] = []
    for part, (mark, style) in PARTS.items():
        if spent[part]:
            number = f" in {counts[part]:,}" if counts[part] else ""
            legend.append(Text.assemble((mark, style), f" {part} {spent[part]:,}{number}"))
    _print(console, Text("   ").join(legend))
    missing = {
        Fate.LEFT_OUT: "left out",
        Fate.DROPPED: "dropped as duplicates",
        Fate.CUT: "cut away",
        Fate.COLLAPSED: "saved by collapsing",
    }
    lost = {fate: sum(row.tokens_in - row.tokens_out for row in account.rows if row.fate is fate) for fate in missing}
    words = [f"{missing[fate]} {lost[fate]:,} in {counts[fate]:,}" for fate in missing if lost[fate]]
    if words:
        _print(console, Text.assemble("not in the context: ", ("   ".join(words))))


# The fragments


def _print_wide(rows: Sequence[Row], account: Account, console: Console) -> None:
    name_width = min(max(cell_len(_name(row)) for row in rows), console.width // 4) if rows else 0
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("#", "fragment", "decision", "rule", "in", "out", "share", "risk", "reason"):
        right = heading in ("#", "in", "out", "share")
        table.add_column(heading, justify="right" if right else "left", no_wrap=heading != "reason")
    for row in rows:
        table.add_row(
            f"{row.place}",
            _label(row, name_width),
            _decision(row),
            row.decision.rule_id,
            f"{row.tokens_in:,}",
            f"{row.tokens_out:,}",
            percent(row.tokens_out, account.budget),
            _risk(row),
            Text(shown(row.decision.reason), "dim"),
        )
    console.print(table)


def _print_narrow(rows: Sequence[Row], account: Account, console: Console) -> None:
    place = max([1, *(len(f"{row.place}") for row in rows)])
    decision = max([8, *(len(_decision(row)) for row in rows)])
    tokens = max([3, *(len(f"{row.tokens_in:,}") for row in rows)])
    # Gaps of two columns: after the place, and before decision, in, out, share and risk.
    name_width = max(12, console.width - place - 2 - (2 + decision) - 2 * (2 + tokens) - (2 + 5) - (2 + 6))
    head = (
        f"{'#':>{place}}  {'fragment':<{name_width}}  {'decision':<{decision}}  {'in':>{tokens}}  {'out':>{tokens}}"
        "  share  risk"
    )
    console.print(Text(head, "bold"), no_wrap=True, overflow="crop")
    for row in rows:
        label = _label(row, name_width)
        label.append(" " * (name_width - label.cell_len))
        mark = _decision(row)
        mark.append(" " * (decision - len(mark)))
        line = Text.assemble(
            f"{row.place:>{place}}  ",
            label,
            "  ",
            mark,
            f"  {row.tokens_in:>{tokens},}  {row.tokens_out:>{tokens},}",
            f"  {percent(row.tokens_out, account.budget):>5}  ",
            _risk(row),
        )
        console.print(line, no_wrap=True, overflow="crop")
        reason = Text(f"{' ' * (place + 2)}{row.decision.rule_id}: {shown(row.decision.reason)}", "dim")
        console.print(reason, no_wrap=True, overflow="ellipsis")


def _name(row: Row) -> str:
    return "  ".join(filter(None, (row.name, row.words)))


def _label(row: Row, width: int) -> Text:
    """A row's name in a column; of a path that is too long the end is kept."""
    name = row.name
    if words := row.words:
        label = Text.assemble(name, (f"  {words}", "dim"))
        label.truncate(width, overflow="ellipsis")
        return label
    while cell_len(name) > width:
        over = cell_len(name) - width
        name = "…" + name.removeprefix("…")[max(1, over // 2) :]
    return Text(name)


def _decision(row: Row) -> Text:
    cut = " (cut)" if row.decision.emitted is not None else ""
    return Text(f"{row.decision.action}{cut}", STYLES[row.fate])


def _risk(row: Row) -> Text:
    return Text(str(row.decision.risk), RISKS[row.decision.risk])


def _print_rest(rows: Sequence[Row], everything: Sequence[Row], console: Console) -> None:
    places = {row.place for row in rows}
    rest = sorted((row for row in everything if row.place not in places), key=lambda row: list(Fate).index(row.fate))
    parts: list[str] = []
    for fate, members in groupby(rest, key=lambda row: row.fate):
        group = list(members)
        came, stayed = sum(row.tokens_in for row in group), sum(row.tokens_out for row in group)
        parts.append(f"{len(group):,} {fate} ({came:,} tokens in, {stayed:,} out)")
    _print(console, Text(f"and {len(rest):,} more: {', '.join(parts)}; --explain-all shows every one", "dim"))


# What is missing


def _print_warnings(account: Account, console: Console, *, everything: bool) -> None:
    warnings = account.context.warnings
    if not warnings:
        return
    _print(console, Text.assemble(("\nwarnings", "bold yellow"), ": close to the query, and missing or mostly cut"))
    # A warning names an id, which copies share; warnings come in the order of their decisions.
    rows = iter(account.rows)
    warned = [(warning, next(row for row in rows if _is_about(warning, row.decision))) for warning in warnings]
    ranked = sorted(warned, key=lambda pair: -pair[0].relevance)
    ranked = ranked if everything else ranked[:HANDLES]
    digits = max(len(f"{row.place}") for _, row in ranked)
    for warning, row in ranked:
        place = f"{row.place:>{digits}}"
        line = Text.assemble((f"{warning.relevance:>6.2f}", "yellow"), f"  #{place}  ")
        line.append_text(_label(row, max(12, console.width - digits - 11)))
        console.print(line, no_wrap=True, overflow="crop")
    _print_more(len(warned), console, everything=everything)


def _is_about(warning: ContextWarning, decision: ContextDecision) -> bool:
    return (warning.fragment_id, warning.action, warning.reason) == (
        decision.fragment_id,
        decision.action,
        decision.reason,
    )


def _print_missing(account: Account, console: Console, *, everything: bool) -> None:
    missing = list(_missing(account))
    if not missing:
        return
    total = sum(tokens for tokens, _, _ in missing)
    heading = f": {amount(len(missing), 'handle')}, {total:,} tokens to fetch"
    _print(console, Text.assemble(("\nleft out", "bold"), heading))
    ranked = sorted(missing, key=lambda entry: (-entry[0], entry[2].place))
    width = max(len(f"{total:,}"), 6)
    for tokens, handle, row in ranked if everything else ranked[:HANDLES]:
        room = console.width - width - len(handle) - 4
        line = Text.assemble(f"{tokens:>{width},}  ", (handle, "cyan"), "  ")
        line.append_text(_label(row, max(room, 12)))
        console.print(line, no_wrap=True, overflow="crop")
    _print_more(len(ranked), console, everything=everything)


def _missing(account: Account) -> Iterator[tuple[int, str, Row]]:
    lost = (row for row in account.rows if row.decision.emitted is not None or row.fate is Fate.LEFT_OUT)
    for row, handle in zip(lost, account.context.retrieval_handles, strict=True):
        yield handle.estimated_tokens, handle.handle, row


def _print_more(count: int, console: Console, *, everything: bool) -> None:
    if count > HANDLES and not everything:
        _print(console, Text(f"and {count - HANDLES:,} more", "dim"))
