"""What is kept or left out together is one unit, and units stand in the order of selection."""

from contextc.compiler import ContextCompiler, Prepared
from contextc.model import CompileRequest
from contextc.passes.units import Unit, units
from contextc.tokens import HeuristicEstimator
from core.build import fragment, image, png, request_


def prepared(request: CompileRequest) -> Prepared:
    """A request before anything is selected."""
    return ContextCompiler(estimator=HeuristicEstimator()).prepare(request, most=100)


def ranked(*fragments) -> list[Unit]:
    """The units of a request."""
    found = prepared(request_(*fragments))
    return units(found.standings, found.ranked, found.recencies)


def places(*fragments) -> list[list[int]]:
    """The places of the members of each unit."""
    return [[member.source.seq for member in unit.members] for unit in ranked(*fragments)]


def test_best_first():
    """The soft lane, then what is critical, then priority, then relevance, then the place."""
    fragments = [
        fragment("a"),
        fragment("b", score=0.5),
        fragment("c", priority=1),
        fragment("d", metadata={"verbatim": True}),
        fragment("e", metadata={"lane": "soft"}),
        fragment("f"),
    ]
    assert places(*fragments) == [[4], [3], [2], [1], [0], [5]]


def test_the_soft_lane_has_the_callers_order():
    """In it what is critical comes first by its priority alone."""
    soft = {"lane": "soft"}
    critical = fragment("a", metadata=soft | {"verbatim": True})
    assert places(critical, fragment("b", metadata=soft, priority=1), fragment("c", metadata=soft)) == [[1], [0], [2]]


def test_what_does_not_compete():
    """Copies, what is superseded and what is cached are no units; what is pinned is one."""
    fragments = [
        fragment("a"),
        fragment("a"),
        fragment("b", metadata={"superseded": True}),
        fragment("c", metadata={"cache": True}),
        fragment("d", metadata={"cache": True}, pinned=True),
    ]
    assert places(*fragments) == [[4], [0]]


def test_members_of_a_group_stand_together():
    """Members are sorted among themselves, and their group stands where each rank is best, copies among them."""
    image_ = image(png(), group="g")
    fragments = [fragment("a", priority=1), fragment("b", group="g"), image_, fragment("c", group="g", priority=3)]
    assert places(*fragments) == [[2, 3, 1], [0]]
    assert ranked(*fragments)[0].rank[:2] == (1, -3)


def test_a_unit_is_pinned_by_a_member():
    """A pinned member that stands for itself pins its unit."""
    found = ranked(fragment("a"), fragment("b", group="g"), fragment("c", group="g", pinned=True))
    assert [(unit.pinned, unit.grouped) for unit in found] == [(False, False), (True, True)]
