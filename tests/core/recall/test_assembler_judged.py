"""An assembler asks a backend what a query is after, and which hits it needs."""

from typing import Any

import pytest

from contextc.recall import (
    ContextAssembler,
    DecidePolicy,
    RenderingHints,
    SearchHit,
)
from contextc.recall.decide.scripted import Scripted
from core.recall.build import (
    CURRENT,
    DAY,
    JAN_1,
    fact,
    hash_,
    hit,
    outdated,
    policy,
    said,
)


def asked(
    *hits: SearchHit,
    hints: dict[str, Any] | None = None,
    intent: str | None = None,
    calibrated: bool = True,
    **given: Any,
):
    """Assemble hits with a backend that knows what a query is after."""
    backend = Scripted.judging(intent=intent, calibrated=calibrated, rel=[3, 3, 3])
    assembler = ContextAssembler().with_decider(backend)
    made = assembler.format_with_hints(hits, policy(**given), RenderingHints(**(hints or {})))
    return made, backend


EVENTS = [said("a", created_at_sec=JAN_1), said("b", created_at_sec=JAN_1 + DAY)]
PAIR = [fact("phone is 111", hash=hash_(1), **outdated(2)), fact("phone is 222", hash=hash_(2), **CURRENT)]


@pytest.mark.parametrize(
    ("query", "intent", "calibrated", "timeline"),
    [
        ("tea", "timeline", True, True),
        ("tea", "timeline", False, True),
        ("when did it happen", "general", True, False),
        ("when did it happen", "general", False, False),
        ("when did it happen", None, True, True),
        ("tea", None, True, False),
    ],
)
def test_an_intent_comes_before_words(query: str, intent: str | None, calibrated: bool, timeline: bool):
    """For an order, a guess will do; without an answer the words count (section 8.3)."""
    made, _ = asked(*EVENTS, query=query, intent=intent, calibrated=calibrated)
    assert made.text.startswith("=== Timeline") is timeline


@pytest.mark.parametrize(
    ("query", "intent", "calibrated", "newest"),
    [
        ("tea", "current_state", True, True),
        ("tea", "current_state", False, False),
        ("what is the phone", "general", True, False),
        ("what is the phone", "general", False, True),
        ("what is the phone", None, True, True),
    ],
)
def test_an_old_value_is_left_out_on_good_grounds(query: str, intent: str | None, calibrated: bool, newest: bool):
    """A guess does not do for a loss (section 8.3)."""
    made, _ = asked(*PAIR, query=query, intent=intent, calibrated=calibrated)
    assert ("111" not in made.text) is newest


def test_hints_come_before_an_intent():
    """Who knows of a time range is not asked."""
    made, backend = asked(*EVENTS, query="tea", intent="general", hints={"has_time_range": True})
    assert (made.text.startswith("=== Timeline"), [next(iter(one.questions)) for one in backend.requests]) == (
        True,
        ["rel_0"],
    )


def test_who_is_asked_is_told():
    """The provenance is that of the answers that were used."""
    made, _ = asked(*EVENTS, query="tea", intent="general")
    used = made.decision
    assert used is not None
    assert (used.provider, used.model, used.calibrated, used.requests, used.latency_ms, used.intent) == (
        "fake",
        "fake-1",
        True,
        2,
        14,
        "general",
    )


def test_nothing_is_asked_without_a_query():
    """And nothing is told."""
    made, backend = asked(*EVENTS, intent="timeline")
    assert (made.decision, backend.requests) == (None, [])


def test_withheld_hits_are_not_shown_to_a_backend():
    """Judgements are those of the others."""
    hits = [hit("event", {"content": "secret", "verification_status": "retracted"}), *EVENTS]
    made, backend = asked(*hits, query="tea", intent="general")
    assert (
        "secret" in str([one.state for one in backend.requests]),
        [one.relevance for one in made.decisions or ()],
    ) == (
        False,
        [None, 1.0, 1.0],
    )


def test_a_clock_measures_the_deadline():
    """A host has one; when nothing is left nothing is asked."""
    backend = Scripted.judging(intent="general")
    assembler = ContextAssembler().with_decider(backend, lambda: 0.0)
    asking = policy(query="tea", decide=DecidePolicy(deadline_ms=0))
    assert (assembler.format(EVENTS, asking).decision, backend.requests) == (None, [])
