"""A request and its decisions -> what must stand where in the text: parts in their order, each with its grains.

The rules of the modes, said a second time and with nothing of theirs but words: what a reader of a format finds is held
against this.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from contextc.recall import AssembleRequest, FormatPolicy, FormattedContext, RenderingHints, SearchHit
from contextc.recall.grain_types import GRAIN_TYPES
from contextc.recall.hits import ready
from contextc.recall.modes.aggregation import entity
from contextc.text import near_form
from contextc.vocabulary import Allocation, MetadataLevel, Ordering, OutputFormat, RecallSource, SupersessionStatus

COUNTS, ORDERS, NEWEST = "How many are there?", "When did it start?", "What is it now?"
"""Questions that ask for a mode; no other has words that do."""

UNLABELLED = (OutputFormat.TOON, OutputFormat.JSON)


class Part(NamedTuple):
    """A run of grains under one heading."""

    style: str
    grains: list[int]
    """Hits, in the order in which they stand."""
    name: str = ""
    updates: Sequence[tuple[int, int]] = ()
    """Old and new value, in the part of updates."""


class Arranged(NamedTuple):
    """What must stand in a text."""

    parts: list[Part]
    hits: list[SearchHit]
    """Made ready, as they are shown."""
    labels: dict[int, str]
    """Of grains that have one."""
    brief: list[int]
    """Old values that their update does not tell: by the question, or by the budget."""

    @property
    def grains(self) -> list[int]:
        """All hits that are shown as grains, in the order of the text."""
        return [index for part in self.parts for index in part.grains]

    @property
    def updates(self) -> list[tuple[int, int]]:
        """All updates."""
        return [update for part in self.parts for update in part.updates]


def arranged(request: AssembleRequest, answer: FormattedContext) -> Arranged:
    """What must stand in the answer."""
    policy, hints = request.policy or FormatPolicy(), request.hints or RenderingHints()
    decisions = answer.decisions or []
    shown = [decision.index for decision in decisions if decision.outcome is not Allocation.OMIT]
    weighed = [decision.index for decision in decisions if decision.priority is not None]
    hits = [ready(hit) for hit in request.hits]
    mode = mode_of(request)
    census = [index for index in shown if mode == "census" and hits[index].recall_source is RecallSource.CENSUS]
    updates: list[tuple[int, int]] = []
    if mode in ("census", "default"):
        out = [decision.index for decision in decisions if decision.rule_id.startswith(("withheld", "override"))]
        among = [index for index in range(len(hits)) if index not in out]
        if mode == "census":
            among = [index for index in among if hits[index].recall_source is not RecallSource.CENSUS]
        updates = [update for update in _updates(hits, among) if {*update} <= {*shown}]
    ends = {index for update in updates for index in update}
    left = [index for index in shown if index not in ends and index not in census]
    if mode == "aggregation":
        parts = _by_entity(left, weighed, hits, policy, hints)
    elif mode == "timeline":
        parts = [Part("timeline", _sorted(left, hits, Ordering.CHRONOLOGICAL))]
    elif mode == "dump":
        parts = [Part("flat", _sorted(left, hits, policy.ordering))]
    else:
        priorities = {decision.index: decision.priority or 0.0 for decision in decisions}
        parts = [Part("updates", [], updates=updates)] if updates else []
        parts += _usual(left, hits, policy, priorities if mode == "default" else None)
        parts += [Part("census", census)] if census else []
    if answer.text == "":
        # A heading over nothing goes, too, when the budget has no room for it.
        parts = [part for part in parts if part.grains or part.updates]
    summaries = [decision.index for decision in decisions if decision.outcome is Allocation.SUMMARY]
    brief = [old for old, _ in updates if old in summaries or policy.query_text == NEWEST]
    return Arranged(parts, hits, _labels(left, hits, policy), brief)


def mode_of(request: AssembleRequest) -> str:
    """The mode that the request asks for."""
    policy, hints = request.policy or FormatPolicy(), request.hints or RenderingHints()
    queries = (policy.query_text, hints.query_text)
    if policy.format is OutputFormat.JSON:
        return "dump"
    if request.hits and (hints.entities or hints.entity_count or COUNTS in queries):
        return "aggregation"
    if len(request.hits) > 1 and (hints.has_time_range or hints.has_temporal_expr or ORDERS in queries):
        return "timeline"
    return "census" if any(hit.recall_source is RecallSource.CENSUS for hit in request.hits) else "default"


def _updates(hits: Sequence[SearchHit], among: Iterable[int]) -> list[tuple[int, int]]:
    place = {hits[index].hash: index for index in among}
    ends: dict[int, int] = {}
    inner: set[int] = set()
    for start in place.values():
        path = [start]
        while hits[path[-1]].supersession_status is SupersessionStatus.SUPERSEDED and len(path) <= len(hits):
            following = place.get(hits[path[-1]].superseded_by_hash)
            if following is None:
                break
            path.append(following)
        if len(path) > 1 and hits[path[-1]].supersession_status is SupersessionStatus.CURRENT:
            ends[start] = path[-1]
            inner.update(path[1:])
    return [(old, new) for old, new in ends.items() if old not in inner]


def _sorted(among: Iterable[int], hits: Sequence[SearchHit], ordering: Ordering | None) -> list[int]:
    found = sorted(among)
    match ordering:
        case Ordering.CHRONOLOGICAL:
            found.sort(key=lambda index: hits[index].created_at_sec or 0)
        case Ordering.REVERSE_CHRONOLOGICAL:
            found.sort(key=lambda index: -(hits[index].created_at_sec or 0))
        case Ordering.BY_ENTITY:
            found.sort(key=lambda index: -(hits[index].score or 0.0))
            found.sort(key=lambda index: _text(hits[index].fields.get("subject")))
        case _:
            found.sort(key=lambda index: -(hits[index].score or 0.0))
            found.sort(key=lambda index: hits[index].score is None)
    return found


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _usual(
    left: Sequence[int], hits: Sequence[SearchHit], policy: FormatPolicy, priorities: dict[int, float] | None
) -> list[Part]:
    beside = [index for index in left if hits[index].recall_source is RecallSource.EXPANSION]
    own = [index for index in left if index not in beside]
    parts = [Part("flat", _sorted(own, hits, policy.ordering))] if own else []
    if own and policy.sections and policy.sections.group_by_type:
        parts = []
        order = dict.fromkeys(
            [*policy.sections.type_order, *GRAIN_TYPES]
            + [hits[index].grain_type for index in _sorted(own, hits, policy.ordering)]
        )
        for kind in order:
            group = [index for index in own if hits[index].grain_type == kind]
            parts += [Part("group", _sorted(group, hits, policy.ordering), kind)] if group else []
    elif priorities is not None and len(own) > 10 and policy.ordering in (None, Ordering.BY_RELEVANCE):
        best = sorted(sorted(own), key=lambda index: -priorities[index])[:5]
        others = [index for index in own if index not in best]
        parts = [Part("most_relevant", best), Part("additional", _sorted(others, hits, policy.ordering))]
    if beside:
        parts.append(Part("expansion", _sorted(beside, hits, policy.ordering)))
    return parts


def _by_entity(
    left: Sequence[int], weighed: Sequence[int], hits: Sequence[SearchHit], policy: FormatPolicy, hints: RenderingHints
) -> list[Part]:
    keys = {index: near_form(entity(hits[index].fields)) for index in [*left, *weighed]}
    inside = _sorted(left, hits, policy.ordering)
    order = dict.fromkeys([near_form(name) for name in hints.entities or []] + [keys[index] for index in inside])
    found = {key: [index for index in inside if keys[index] == key] for key in order}
    named = [key for key in order if key and found[key]]
    total = len({keys[index] for index in weighed} - {""})
    count = str(total) if total == len(named) else f"{len(named)} of {total}"
    parts = [Part("entities", [], count)]
    parts += [Part("entity", found[key], entity(hits[found[key][0]].fields)) for key in named]
    return [*parts, Part("others", found[""])] if found.get("") else parts


def _labels(left: Iterable[int], hits: Sequence[SearchHit], policy: FormatPolicy) -> dict[int, str]:
    if policy.metadata is MetadataLevel.NONE or policy.format in UNLABELLED:
        return {}
    statuses = {index: hits[index].supersession_status or hits[index].conflict_status for index in left}
    return {
        index: "[CURRENT] " if status == "current" else "[OUTDATED] " for index, status in statuses.items() if status
    }
