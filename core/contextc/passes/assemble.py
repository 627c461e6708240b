"""Steps -> the context and its record: sections, a decision a fragment, sources, handles, risk and warnings."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from contextc.errors import PinnedDoesNotFit
from contextc.model import CompiledSection, ContextDecision, ContextWarning, RetrievalHandle, SourceReference
from contextc.passes.chunk import pieces
from contextc.passes.classify import SUPERSEDED
from contextc.passes.dedup import Standing, Twin
from contextc.passes.emission import Emission, cut_mark
from contextc.passes.pack import Packing
from contextc.passes.plan import piece_bytes
from contextc.passes.relevance import Relevance
from contextc.passes.similar import Likeness
from contextc.settings import Settings
from contextc.vocabulary import ContextAction, FidelityRisk, SectionKind

JOINER = "\n\n"

WARNING_FLOOR = 0.35
"""Relevance from which on something that is missing is worth a warning (reference behaviour)."""

RISKS = tuple(FidelityRisk)
"""Lowest first."""


class Layout(NamedTuple):
    """Blocks at their places."""

    emissions: dict[int, Emission]
    blocks: dict[int, str]
    """The text of every fragment that stands in the context, by its place, without its label."""
    sections: list[CompiledSection]
    content: str
    tokens: int
    """Of the content and of the images beside it."""
    likenesses: dict[int, Likeness]
    """By the place of a fragment that was passed over: the whole one that says nearly the same."""
    uncompared: int
    """Fragments of which this could not be told."""


def lay_out(standings: Sequence[Standing], packing: Packing, usable: int, settings: Settings) -> Layout:
    """Put the blocks at their places; while the whole exceeds the budget, the last step is given back."""

    def laid(count: int) -> Layout:
        return _laid(standings, packing, count, settings)

    if packing.reserved:
        needed = max(packing.needed, laid(packing.reserved).tokens)
        if needed > usable:
            raise _pinned_does_not_fit(needed, usable, settings)
    layout = laid(len(packing.steps))
    if layout.tokens > usable:
        # Only an estimator that charges more for a whole than for its parts gets here.
        counts = range(len(packing.steps))
        fitting = bisect_right(counts, usable, lo=packing.reserved, key=lambda count: laid(count).tokens) - 1
        layout = laid(max(fitting, packing.reserved))
    return layout if layout.tokens <= usable else laid(packing.reserved)


def _pinned_does_not_fit(needed: int, usable: int, settings: Settings) -> PinnedDoesNotFit:
    budget = needed + settings.reserve
    return PinnedDoesNotFit(
        f"the pinned fragments need {needed} tokens and {usable} are usable: "
        f"a token_budget of {budget} is the smallest that works",
        path="$.token_budget",
        data={"min_budget": budget},
    )


def _laid(standings: Sequence[Standing], packing: Packing, count: int, settings: Settings) -> Layout:
    emissions: dict[int, Emission] = {}
    for step in packing.steps[:count]:
        emissions.update(step)
    for seq, emission in emissions.items():
        twin = standings[seq].twin
        if emission.mark and twin and not _is_whole(emissions.get(twin.seq)):
            # A mark that points at what is not there would be worse than none.
            emissions[seq] = replace(emission, mark=cut_mark(standings[seq].source))
    blocks = {seq: emissions[seq].text(standings[seq].source) for seq in sorted(emissions)}
    sections: list[CompiledSection] = []
    for kind in SectionKind:
        members = [seq for seq, text in blocks.items() if text and _section(standings[seq]) is kind]
        if members:
            content = JOINER.join([standings[seq].source.label + blocks[seq] for seq in members])
            ids = [standings[seq].source.id for seq in members]
            sections.append(CompiledSection(kind=kind, content=content, fragment_ids=ids))
    content = JOINER.join([section.content for section in sections])
    images = sum(standings[seq].source.image_tokens for seq, emission in emissions.items() if emission.complete)
    tokens = settings.estimator.estimate(content) + images
    # What was given back stands for nothing, and what it stood for did not fit either.
    likenesses = {seq: found for seq, found in packing.likenesses.items() if _is_whole(emissions.get(found.seq))}
    return Layout(emissions, blocks, sections, content, tokens, likenesses, packing.uncompared)


def _is_whole(emission: Emission | None) -> bool:
    return emission is not None and emission.complete


def _section(standing: Standing) -> SectionKind:
    cached = standing.verdict.rule.action is ContextAction.CACHE and standing.packable
    return SectionKind.CACHE if cached else SectionKind.BODY


class Outcome(NamedTuple):
    """A decision, and what it leaves out."""

    decision: ContextDecision
    saved: int
    """Tokens of the fragment less those of its block."""
    missing: int
    """Tokens of the fragment that are not in the context, when part of it is; else 0."""


def decide(
    standings: Sequence[Standing], relevances: Sequence[Relevance], layout: Layout, usable: int, settings: Settings
) -> list[Outcome]:
    """One outcome a fragment, in input order."""
    estimate = settings.estimator.estimate
    outcomes: list[Outcome] = []
    for standing, relevance in zip(standings, relevances, strict=True):
        source = standing.source
        emission = layout.emissions.get(source.seq)
        action, rule_id, risk, reason = _judge(standing, emission, layout, usable, settings)
        complete = emission is not None and emission.complete
        partial = emission is not None and not complete and action not in ABSENT
        decision = ContextDecision(
            fragment_id=source.id,
            content_hash=source.content_hash,
            action=action,
            rule_id=rule_id,
            relevance=relevance.score,
            risk=risk,
            reason=reason,
            handle=None if complete else source.handle,
            emitted=emission.ranges(source) if emission and partial else None,
            ranked_by=relevance.ranked_by,
        )
        if complete and not standing.verdict.collapse:
            saved = 0
        else:
            saved = max(0, source.tokens - (estimate(layout.blocks[source.seq]) if emission else 0))
        missing = max(0, source.tokens - estimate(emission.kept(source))) if emission and partial else 0
        outcomes.append(Outcome(decision, saved, missing))
    return outcomes


ABSENT = (ContextAction.RETRIEVE, ContextAction.DROP)
"""Actions whose fragment has no text of its own in the context."""


def _judge(
    standing: Standing,
    emission: Emission | None,
    layout: Layout,
    usable: int,
    settings: Settings,
) -> tuple[ContextAction, str, FidelityRisk, str]:
    """Action, rule, risk and reason: the first line of the table that applies."""
    rule = standing.verdict.rule
    lost = FidelityRisk.HIGH if standing.critical else FidelityRisk.MEDIUM
    stub = "; a mark holds its place in the group" if emission and not emission.complete else ""
    # Copies and variants of what was passed over go with it.
    likeness = layout.likenesses.get(standing.twin.seq if standing.twin else standing.source.seq)
    if likeness:
        return ContextAction.DROP, "drop.near_duplicate", *_likened(likeness)
    if standing.twin:
        name = {"exact": "drop.duplicate", "near": "drop.near_duplicate"}[standing.twin.kind]
        risk, why = _fate_of_twin(standing.twin, layout, lost)
        return ContextAction.DROP, name, risk, why + stub
    if standing.superseded is not None:
        reason = SUPERSEDED[standing.superseded] + stub
        return ContextAction.RETRIEVE, standing.superseded, FidelityRisk.MEDIUM, reason
    if emission is None or not (emission.complete or emission.taken or emission.recut):
        reason = f"did not fit the budget ({rule.reason}) — its handle retrieves it{stub}"
        return ContextAction.RETRIEVE, "budget.externalize", lost, reason
    reason = rule.reason
    if standing.verdict.collapse and standing.verdict.collapse.masked:
        reason += " — timestamps normalized"
    if not emission.complete:
        return rule.action, rule.id, lost, f"{reason} — {_packed(standing, emission, usable, settings)}"
    abstracted = rule.action is ContextAction.ABSTRACT
    return rule.action, rule.id, FidelityRisk.MEDIUM if abstracted else FidelityRisk.LOW, reason


def _fate_of_twin(twin: Twin, layout: Layout, lost: FidelityRisk) -> tuple[FidelityRisk, str]:
    survivor = layout.emissions.get(twin.seq)
    name = {"exact": "exact duplicate", "near": "near-duplicate"}[twin.kind]
    of = f"{name} of fragment #{twin.seq}"
    if survivor is None or not survivor.complete:
        return lost, f"{of} — that one is not in the context as a whole — recover via the handle"
    if twin.caption_lost:
        return FidelityRisk.LOW, f"{of} — the image survives through it, its differing caption does not"
    if survivor.log:
        return FidelityRisk.MEDIUM, f"{of} — its collapsed lines survive through it"
    return FidelityRisk.LOW, f"{of} — its content survives through it"


def _likened(likeness: Likeness) -> tuple[FidelityRisk, str]:
    of = f"near-duplicate of fragment #{likeness.seq} ({likeness.shared} of {likeness.union} shingles are the same)"
    if likeness.contained:
        return FidelityRisk.LOW, f"{of} — its content survives through it"
    return FidelityRisk.MEDIUM, f"{of} — recover its own wording via the handle"


def _packed(standing: Standing, emission: Emission, usable: int, settings: Settings) -> str:
    if emission.log:
        return "packed as many of its lines as fit; the handle retrieves the rest"
    total = sum(1 for _ in pieces(standing.source.data, piece_bytes(usable, settings), settings.boundary))
    part = " and part of the next" if emission.recut else ""
    return f"packed {emission.taken}/{total} chunks{part}; the handle retrieves the rest"


def list_sources(standings: Sequence[Standing], outcomes: Sequence[Outcome]) -> list[SourceReference]:
    """The distinct originals, in input order."""
    return [
        SourceReference(fragment_id=standing.source.id, handle=standing.source.handle)
        for standing, outcome in zip(standings, outcomes, strict=True)
        if outcome.decision.action is not ContextAction.DROP
    ]


def list_handles(standings: Sequence[Standing], outcomes: Sequence[Outcome]) -> list[RetrievalHandle]:
    """What is left out of the context, wholly or in part."""
    handles: list[RetrievalHandle] = []
    for standing, outcome in zip(standings, outcomes, strict=True):
        source = standing.source
        if outcome.decision.emitted is not None:
            handles.append(
                RetrievalHandle(
                    handle=source.handle, fragment_id=source.id, estimated_tokens=outcome.missing, partial=True
                )
            )
        elif outcome.decision.action is ContextAction.RETRIEVE:
            handles.append(RetrievalHandle(handle=source.handle, fragment_id=source.id, estimated_tokens=source.tokens))
    return handles


def list_warnings(standings: Sequence[Standing], outcomes: Sequence[Outcome]) -> list[ContextWarning]:
    """What is close to the query and missing, wholly or for the most part."""
    warnings: list[ContextWarning] = []
    for standing, outcome in zip(standings, outcomes, strict=True):
        decision = outcome.decision
        mostly = outcome.missing * 2 > standing.source.tokens
        if (mostly or decision.action is ContextAction.RETRIEVE) and decision.relevance >= WARNING_FLOOR:
            warnings.append(
                ContextWarning(
                    fragment_id=decision.fragment_id,
                    action=decision.action,
                    relevance=decision.relevance,
                    reason=decision.reason,
                )
            )
    return warnings


def highest_risk(outcomes: Sequence[Outcome]) -> FidelityRisk:
    """The highest risk of all decisions; low without any."""
    return max((outcome.decision.risk for outcome in outcomes), key=RISKS.index, default=FidelityRisk.LOW)
