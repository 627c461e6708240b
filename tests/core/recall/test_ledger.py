"""What became of every hit is noted, the last word counts."""

import pytest

from contextc.recall.ledger import Ledger
from contextc.recall.rules import RULES
from contextc.vocabulary import Allocation
from core.recall.build import fact, hash_, said


def ledger() -> Ledger:
    """A ledger of two hits."""
    return Ledger([fact(hash=hash_(1)), said("hi", hash=hash_(2))])


def test_a_decision_names_its_hit():
    """By place, hash and type."""
    book = ledger()
    book.note(1, "shown.whole", Allocation.FULL, priority=0.5, tokens=3, relevance=0.25)
    book.note(0, "withheld.retracted")
    first, second = book.decisions()
    assert (
        first.index,
        first.hash,
        first.grain_type,
        first.outcome,
        first.priority,
        first.tokens,
        first.relevance,
    ) == (
        0,
        hash_(1),
        "fact",
        "omit",
        None,
        None,
        None,
    )
    assert (second.index, second.hash, second.grain_type, second.outcome, second.priority) == (
        1,
        hash_(2),
        "event",
        "full",
        0.5,
    )
    assert (second.tokens, second.relevance, second.rule_id) == (3, 0.25, "shown.whole")


def test_the_last_word_counts():
    """What was admitted may have no room in the end."""
    book = Ledger([fact()])
    book.note(0, "shown.whole", Allocation.FULL)
    book.note(0, "budget.last_pass", budget=4)
    assert [(decision.rule_id, str(decision.outcome)) for decision in book.decisions()] == [
        ("budget.last_pass", "omit")
    ]


@pytest.mark.parametrize("rule", RULES)
def test_every_reason_has_its_numbers(rule: str):
    """No reason has a gap."""
    book = Ledger([fact()])
    numbers = {"max_count": 2, "newer": 1, "format": "sml", "drop_below": 0.1, "budget": 9}
    book.note(0, rule, tokens=3, relevance=0.05, **numbers)
    assert "{" not in book.decisions()[0].reason != ""


def test_a_reason_says_its_numbers():
    """In a sentence."""
    book = Ledger([fact()])
    book.note(0, "judged.dropped", relevance=0.05, drop_below=0.1)
    assert book.decisions()[0].reason == "judged 0.05 relevant, below 0.1"


def test_a_hit_without_a_decision_is_a_mistake():
    """Every hit has one (A11)."""
    with pytest.raises(KeyError):
        ledger().decisions()
