"""Words of a query say which kind of answer it asks for."""

import pytest

from contextc.recall.intent import asks_by_entity, asks_for_newest, asks_for_order
from contextc.recall.policy import RenderingHints


@pytest.mark.parametrize(
    "phrase",
    [
        "order of",
        "in what order",
        "sequence of",
        "from earliest",
        "from latest",
        "from first",
        "from last",
        "how many days",
        "how long between",
        "time between",
        "which came first",
        "which came last",
        "which was earlier",
        "which was later",
        "before or after",
        "earlier or later",
        "when did",
        "what date",
        "what time",
        "chronological",
        "chronologically",
        "chronology",
    ],
)
def test_questions_about_an_order(phrase: str):
    """Section 6.1, with whole words for the stem (A12)."""
    assert asks_for_order([f"Tell me: {phrase.upper()} things?"])


@pytest.mark.parametrize(
    "query", ["", "reorder of", "chronologic", "whenever did", "when  she did", "what dates", "order, off", "mira"]
)
def test_questions_about_nothing_of_the_kind(query: str):
    """Parts of words do not count."""
    assert not asks_for_order([query])


@pytest.mark.parametrize("query", ["when\ndid it", "When—did it", "when did", "  when   did  "])
def test_words_are_next_to_each_other_whatever_is_between(query: str):
    """White space and punctuation end a word."""
    assert asks_for_order([query])


@pytest.mark.parametrize(
    "phrase",
    ["currently", "right now", "most recently", "at this point", "latest", "what is", "what's", "what’s", "WHAT IS"],
)
def test_questions_about_the_newest(phrase: str):
    """Section 6.1, in any case and with either apostrophe."""
    assert asks_for_newest([f"and {phrase} the number?"])


@pytest.mark.parametrize("query", ["somewhat is", "what isn't", "lateste", "now", "whats"])
def test_questions_about_any_value(query: str):
    """Whole words only."""
    assert not asks_for_newest([query])


@pytest.mark.parametrize(
    "query",
    [
        "How many people like tea?",
        "how much tea",
        "the number of tools",
        "total number",
        "a count of goals",
        "count the goals",
        "in total",
        "List all tools",
        "list every one",
        "name all",
        "name every",
        "which of them",
        "How many days ago did how many people come?",
        "how many times",
    ],
)
def test_questions_for_a_count(query: str):
    """Who asks how many, or for all of them, asks by entity (A2)."""
    assert asks_by_entity(RenderingHints(), [query])


@pytest.mark.parametrize(
    "query",
    ["", "How many days ago?", "how many weeks", "how much time", "how many hours", "account of", "show many", "total"],
)
def test_questions_for_no_count(query: str):
    """How many days is a question about time."""
    assert not asks_by_entity(RenderingHints(), [query])


@pytest.mark.parametrize("hints", [{"entity_count": 1}, {"entities": ["mira"]}, {"entity_count": 0, "entities": ["a"]}])
def test_hints_for_entities(hints: dict):
    """A recall that knows of entities asks by entity."""
    assert asks_by_entity(RenderingHints(**hints), [])


@pytest.mark.parametrize("hints", [{}, {"entity_count": 0}, {"entities": []}, {"has_time_range": True}])
def test_hints_for_no_entities(hints: dict):
    """None are none."""
    assert not asks_by_entity(RenderingHints(**hints), [])


def test_every_query_counts():
    """The policy's and the hints' alike (A12)."""
    assert (
        asks_for_order(["tea", "when did"]),
        asks_for_newest(["tea", "latest"]),
        asks_by_entity(RenderingHints(), ["tea", "how many"]),
        asks_for_order([]),
        asks_for_newest([]),
    ) == (True, True, True, False, False)


def test_words_do_not_go_from_one_query_to_the_next():
    """Two texts are not one."""
    assert not asks_for_order(["when", "did"])
