"""Hits -> what is admitted, and as what: the one way for every mode.

Withheld ones go first, then what the policy overrides, then what a newer hit stands in for; the rest share the budget.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from contextc.recall.allocate import (
    STRUCTURED,
    SUMMARY_SHARE,
    ScoredEntry,
    allocate_with_diversity,
    strip_summaries_for_structured_formats,
)
from contextc.recall.hits import SearchHit
from contextc.recall.ledger import Ledger
from contextc.recall.policy import Settings
from contextc.recall.render import RendererRegistry
from contextc.recall.render.updates import render_update
from contextc.recall.updates import Chains, Update, change, find_updates
from contextc.tokens import TokenEstimator
from contextc.vocabulary import Allocation, MetadataLevel, OutputFormat

WITHHELD = ("retracted", "rejected")
"""Of `verification_status`."""


class Judged(NamedTuple):
    """What a decision backend said of a hit."""

    relevance: float
    verbatim: float
    calibrated: bool


class Shaping(NamedTuple):
    """How a mode shows what it admits."""

    full: Callable[[SearchHit], str]
    short: Callable[[SearchHit], str]
    updates: bool = False
    """Whether superseded hits become a section of updates."""
    newest: bool = False
    """Whether an update tells the new value alone."""


class Bench(NamedTuple):
    """What every selection of an assembly needs."""

    hits: Sequence[SearchHit]
    settings: Settings
    registry: RendererRegistry
    estimator: TokenEstimator
    judged: Mapping[int, Judged]
    ledger: Ledger


class Choice(NamedTuple):
    """A grain or an update that is weighed."""

    place: int
    """The index of the hit; of an update, of its old value."""
    hit: SearchHit
    """Of an update, the new value."""
    full: str
    entry: ScoredEntry
    update: Update | None = None
    allocation: Allocation = Allocation.OMIT
    text: str = ""
    """As it is shown."""
    rule_id: str = ""

    @property
    def grains(self) -> tuple[int, ...]:
        """The hits that it shows."""
        return (self.place,) if self.update is None else self.update


def select(among: Sequence[int], budget: int | None, shaping: Shaping, bench: Bench) -> list[Choice]:
    """Everything that was weighed, in input order; what is omitted has no text."""
    chains, left = _candidates(among, shaping, bench)
    choices = [_weigh(index, None, shaping, bench) for index in left]
    choices += [_weigh(update.old, update, shaping, bench) for update in chains.updates]
    choices.sort(key=lambda choice: choice.place)
    speaking = [choice for choice in choices if choice.full]
    for choice in choices:
        if not choice.full:
            bench.ledger.note(choice.place, "shown.empty", format=bench.settings.format)
    entries = [choice.entry for choice in speaking]
    weighed = allocate_with_diversity(entries, budget, bench.settings.diversity)
    allocations = strip_summaries_for_structured_formats(list(weighed), bench.settings.format)
    return [
        _settle(choice, allocation, budget, shaping, bench)
        for choice, allocation in zip(speaking, allocations, strict=True)
    ]


def _candidates(among: Sequence[int], shaping: Shaping, bench: Bench) -> tuple[Chains, list[int]]:
    left = _override(_withhold(among, bench), bench)
    if bench.settings.format is OutputFormat.JSON:
        return Chains([], {}), left
    found = find_updates(bench.hits, left)
    updates = found.updates if shaping.updates else []
    shown = {index for update in updates for index in update}
    replaced = {} if bench.settings.metadata is MetadataLevel.FULL else found.replaced
    for index, newer in replaced.items():
        if index not in shown:
            bench.ledger.note(index, "superseded.newer", newer=newer)
    return Chains(updates, found.replaced), [index for index in left if index not in shown and index not in replaced]


def unwithheld(among: Iterable[int], hits: Sequence[SearchHit], settings: Settings) -> list[int]:
    """Those that may be shown: what was retracted may not, unless the policy says so."""
    if settings.include_retracted:
        return list(among)
    return [index for index in among if hits[index].fields.get("verification_status") not in WITHHELD]


def _withhold(among: Sequence[int], bench: Bench) -> list[int]:
    left = unwithheld(among, bench.hits, bench.settings)
    for index in sorted(set(among) - set(left)):
        bench.ledger.note(index, "withheld.retracted")
    return left


def _override(among: Iterable[int], bench: Bench) -> list[int]:
    left: list[int] = []
    kept: dict[str, int] = {}
    for index in among:
        kind = bench.hits[index].grain_type
        override = bench.settings.grain_overrides.get(kind)
        if override is None:
            left.append(index)
        elif not override.include:
            bench.ledger.note(index, "override.excluded")
        elif override.max_count is not None and kept.get(kind, 0) >= override.max_count:
            bench.ledger.note(index, "override.max_count", max_count=override.max_count)
        else:
            kept[kind] = kept.get(kind, 0) + 1
            left.append(index)
    return left


def _weigh(index: int, update: Update | None, shaping: Shaping, bench: Bench) -> Choice:
    hits, decide = bench.hits, bench.settings.decide
    hit = hits[index if update is None else update.new]
    full = shaping.full(hit) if update is None else _line(update, bench, whole=not shaping.newest)
    renderer = bench.registry.get(hit.grain_type)
    tokens = renderer.token_estimate(full, bench.estimator) if full else 0
    judged = [bench.judged.get(one) for one in ([index] if update is None else update)]
    sure = [one for one in judged if one is not None and one.calibrated]
    priority = max(
        bench.registry.get(hits[one].grain_type).context_priority(
            hits[one], verdict.relevance if verdict else hits[one].score
        )
        for one, verdict in zip([index] if update is None else update, judged, strict=True)
    )
    entry = ScoredEntry(
        priority=priority,
        full_tokens=tokens,
        summary_tokens=max(tokens // SUMMARY_SHARE, 1),
        index=index,
        grain_type=hit.grain_type,
        force_omit=bool(sure) and all(one.relevance < decide.drop_below for one in sure),
        prefer_full=any(one.verbatim >= decide.full_above for one in sure),
    )
    return Choice(index, hit, full, entry, update)


def _line(update: Update, bench: Bench, *, whole: bool) -> str:
    said = change(bench.hits[update.old], bench.hits[update.new])
    return render_update(said, bench.settings.format, whole=whole)


def _settle(choice: Choice, allocation: Allocation, budget: int | None, shaping: Shaping, bench: Bench) -> Choice:
    text = ""
    if allocation is Allocation.FULL:
        text = choice.full
    elif allocation is Allocation.SUMMARY:
        text = shaping.short(choice.hit) if choice.update is None else _line(choice.update, bench, whole=False)
    if not text:
        allocation = Allocation.OMIT
    rule_id = _rule(choice, allocation, budget, bench.settings.format)
    choice = choice._replace(allocation=allocation, text=text, rule_id=rule_id)
    note(choice, allocation, rule_id, bench)
    return choice


def _rule(choice: Choice, allocation: Allocation, budget: int | None, format: OutputFormat) -> str:
    if choice.entry.force_omit:
        return "judged.dropped"
    if allocation is Allocation.OMIT:
        return "budget.whole_or_none" if format in STRUCTURED else "budget.omit"
    return "shown.whole" if budget is None else f"budget.{allocation}"


def note(choice: Choice, allocation: Allocation, rule_id: str, bench: Bench, **numbers: object) -> None:
    """Put what became of a choice into the ledger, for every hit that it shows."""
    for index in choice.grains:
        judged = bench.judged.get(index)
        bench.ledger.note(
            index,
            rule_id,
            allocation,
            priority=choice.entry.priority,
            tokens=choice.entry.full_tokens,
            relevance=judged.relevance if judged else None,
            format=bench.settings.format,
            drop_below=bench.settings.decide.drop_below,
            **numbers,
        )
