"""Hits -> what is chosen of them and in which parts it is shown, by the first mode that applies."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from contextc.recall.modes.aggregation import aggregation
from contextc.recall.modes.parts import Part, ordered
from contextc.recall.modes.single_pass import single_pass
from contextc.recall.modes.timeline import timeline
from contextc.recall.select import Bench, Choice, select
from contextc.recall.shaping import cells, shaping, unlabelled
from contextc.vocabulary import OutputFormat, RecallSource


class Wanted(NamedTuple):
    """What the query and its hints ask for."""

    by_entity: bool = False
    order: bool = False
    newest: bool = False
    entities: Sequence[str] = ()


class Plan(NamedTuple):
    """What was weighed, and how that which is kept of it is shown."""

    choices: list[Choice]
    parts: Callable[[Sequence[Choice]], list[Part]]


def plan(wanted: Wanted, bench: Bench) -> Plan:
    """The choices and parts of the first mode that applies."""
    return next(run for applies, run in MODES if applies(wanted, bench))(wanted, bench)


def _dump(_: Wanted, bench: Bench) -> Plan:
    settings = bench.settings
    choices = select(_every(bench), settings.token_budget, shaping(bench.registry, settings), bench)

    def parts(kept: Sequence[Choice]) -> list[Part]:
        return [Part("flat", ordered(kept, settings.ordering))]

    return Plan(choices, parts)


def _aggregation(wanted: Wanted, bench: Bench) -> Plan:
    settings = bench.settings
    choices = select(_every(bench), settings.token_budget, shaping(bench.registry, settings), bench)

    def parts(kept: Sequence[Choice]) -> list[Part]:
        return aggregation(kept, choices, wanted.entities, settings)

    return Plan(choices, parts)


def _timeline(_: Wanted, bench: Bench) -> Plan:
    settings = bench.settings
    tabular = settings.format is OutputFormat.TOON
    shown = cells(bench.registry) if tabular else shaping(bench.registry, settings)
    return Plan(select(_every(bench), settings.token_budget, shown, bench), timeline)


def _census(wanted: Wanted, bench: Bench) -> Plan:
    """Four fifths of the budget for what the query found, a fifth for what other sessions know."""
    settings, budget = bench.settings, bench.settings.token_budget
    usual = shaping(bench.registry, settings, updates=True, newest=wanted.newest)
    own = [index for index in _every(bench) if not _from_census(bench, index)]
    others = [index for index in _every(bench) if _from_census(bench, index)]
    choices = select(own, None if budget is None else budget * 4 // 5, usual, bench)
    choices += select(others, None if budget is None else budget // 5, unlabelled(bench.registry, settings), bench)

    def parts(kept: Sequence[Choice]) -> list[Part]:
        found = [choice for choice in kept if choice.hit.recall_source is not RecallSource.CENSUS]
        told = [choice for choice in kept if choice.hit.recall_source is RecallSource.CENSUS]
        return [*single_pass(found, settings, apart=False), *([Part("census", told)] if told else [])]

    return Plan(choices, parts)


def _single_pass(wanted: Wanted, bench: Bench) -> Plan:
    settings = bench.settings
    usual = shaping(bench.registry, settings, updates=True, newest=wanted.newest)
    choices = select(_every(bench), settings.token_budget, usual, bench)

    def parts(kept: Sequence[Choice]) -> list[Part]:
        return single_pass(kept, settings, apart=True)

    return Plan(choices, parts)


def _every(bench: Bench) -> range:
    return range(len(bench.hits))


def _from_census(bench: Bench, index: int) -> bool:
    return bench.hits[index].recall_source is RecallSource.CENSUS


Applies = Callable[[Wanted, Bench], bool]

MODES: tuple[tuple[Applies, Callable[[Wanted, Bench], Plan]], ...] = (
    (lambda _, bench: bench.settings.format is OutputFormat.JSON, _dump),
    (lambda wanted, bench: wanted.by_entity and bool(bench.hits), _aggregation),
    (lambda wanted, bench: wanted.order and len(bench.hits) > 1, _timeline),
    (lambda _, bench: any(_from_census(bench, index) for index in _every(bench)), _census),
    (lambda _, __: True, _single_pass),
)
"""When a mode applies, and what it does; the first row counts. JSON has no modes, it is a dump."""
