"""The words of a query -> which kind of answer it asks for: an order of events, the newest value, a count."""

from collections.abc import Iterable, Sequence

from contextc.recall.policy import RenderingHints
from contextc.text import WORD, lower

TEMPORAL = (
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
)
RECENT = ("currently", "right now", "most recently", "at this point", "latest", "what is", "what s")
"""Section 6.1 of the second specification, whose stem `chronolog` stands here as whole words (A12)."""

COUNTING = (
    "how many",
    "how much",
    "number of",
    "total number",
    "count of",
    "count the",
    "in total",
    "list all",
    "list every",
    "name all",
    "name every",
    "which of",
)
"""Questions about all of them, whoever they are (A2)."""

UNITS = ("seconds", "minutes", "hours", "days", "weeks", "months", "years", "time")
"""How many of these is a question about time, not about entities."""


def asks_for_order(queries: Sequence[str]) -> bool:
    """Whether an answer should tell what came first.

    >>> asks_for_order(["When did it happen?"]), asks_for_order(["reorder of"])
    (True, False)
    """
    return _has(queries, TEMPORAL)


def asks_for_newest(queries: Sequence[str]) -> bool:
    """Whether an older value is of no use.

    >>> asks_for_newest(["What’s the phone number?"])
    True
    """
    return _has(queries, RECENT)


def asks_by_entity(hints: RenderingHints, queries: Sequence[str]) -> bool:
    """Whether an answer should count entities.

    >>> asks_by_entity(RenderingHints(), ["How many people like tea?"])
    True
    >>> asks_by_entity(RenderingHints(), ["How many days ago?"])
    False
    """
    return bool(hints.entity_count) or bool(hints.entities) or any(_counts(words) for words in map(_words, queries))


def _has(queries: Iterable[str], phrases: Iterable[str]) -> bool:
    return any(f" {phrase} " in words for words in map(_words, queries) for phrase in phrases)


def _counts(words: str) -> bool:
    for unit in UNITS:
        words = words.replace(f" how many {unit} ", " ").replace(f" how much {unit} ", " ")
    return any(f" {phrase} " in words for phrase in COUNTING)


def _words(query: str) -> str:
    return f" {' '.join(WORD.findall(lower(query)))} "
