"""The bench measures what it says."""

import pytest

from bench import long, many, near, recall, sessions
from bench.growth import Growth, Point
from bench.stages import stages
from bench.workloads import WORKLOADS, Workload, compile_request, dump, fragments, log_text
from contextc.passes.shingles import shingles
from contextc_wire import call

CASES = [*many.CASES, *near.CASES, *long.CASES, *sessions.CASES, *recall.CASES]


def small(name: str) -> Workload:
    """A workload of a few fragments."""
    return compile_request(name, fragments(40, 500, 1), "a few")


def growth(*seconds: float) -> Growth:
    """Times at sizes that double, all of them judged."""
    sizes = many.doubling(1_024, 1_024 * 2 ** (len(seconds) - 1))
    case = many.Case("", lambda _: {}, sizes)
    return Growth(case, "", [Point(size, time) for size, time in zip(sizes, seconds, strict=True)])


def test_log_has_the_lines_it_promises():
    """W4 has 8,941 lines, 2,971 of them distinct behind their time stamps."""
    lines = log_text().splitlines()

    assert (len(lines), len({line[24:] for line in lines})) == (8_941, 2_971)


def test_workloads_are_the_same_each_time():
    """Two of one seed have one digest."""
    assert small("a").digest == small("b").digest


def test_a_fifth_are_copies():
    """Of the fragments of W1, 20 % are exact copies of others."""
    made = fragments(1_000, 2_000, 1)

    assert len({fragment["content"] for fragment in made}) == 800


@pytest.mark.parametrize("name", ["W1", "W3"])
def test_every_pass_is_a_stage(name: str):
    """The stages of a workload hold its passes, whatever they are called with."""
    workload = small(name)
    if name == "W3":
        text = "System: be brief\nUser: hello\n"
        body = {"query": "hello", "transcript": text, "token_budget": 100}
        workload = Workload(name, "compile_transcript", dump(body), len(text), "")
    names = [stage.name for stage in stages(workload)]

    assert {"decode", "admit", "classify_all", "dedup", "relevances", "pack", "lay_out", "decide", "encode"} <= {*names}


def test_stages_run():
    """A recorded stage can be run again and again."""
    for stage in stages(small("a")):
        stage.run()
        stage.run()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_cases_are_answered(case: many.Case):
    """Every growing case is a request that the door understands."""
    answer = call(case.method, dump(case.make(case.sizes[0])))

    assert b'"invalid_request"' not in answer[:60]
    assert b'"internal"' not in answer[:60]


def test_quadratic_is_flagged():
    """Four times the time for twice the size is exponent 2 and flagged."""
    quadratic = growth(0.01, 0.04, 0.16)

    assert (quadratic.flagged, round(quadratic.exponent, 6)) == (True, 2.0)


def test_linear_is_not_flagged():
    """Twice the time for twice the size is exponent 1 and passes."""
    linear = growth(0.01, 0.02, 0.04)

    assert (linear.flagged, round(linear.exponent, 6)) == (False, 1.0)


def test_joins_agree():
    """What near-duplicates are found in a workload does not depend on how they are looked for."""
    texts = dict.fromkeys(fragment["content"] for fragment in fragments(300, 560, 1))
    sets = [shingles(text) for text in texts]

    assert near.brute_stream(sets, near.brute(sets)) == near.stream(sets)


def test_there_are_five_workloads():
    """The names that `--workload` takes."""
    assert list(WORKLOADS) == ["W1", "W2", "W3", "W3j", "W4"]
