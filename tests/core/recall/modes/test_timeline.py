"""An order of events: grains by their time, and how long it was from each to the next."""

import pytest

from contextc.recall.modes.timeline import Delta, delta, deltas, timeline
from contextc.vocabulary import OutputFormat
from core.recall.build import (
    DAY,
    JAN_1,
    JSON,
    MARKDOWN,
    NONE,
    PLAIN,
    SML,
    TOON,
    assembled,
    choice,
    choices,
    counts,
    fact,
    said,
    text,
    texts,
)

HINTS = {"has_time_range": True}


@pytest.mark.parametrize(
    ("days", "label"),
    [
        (0, "same day"),
        (1, "1 day"),
        (2, "2 days"),
        (89, "89 days"),
        (90, "3 months"),
        (119, "3 months"),
        (120, "4 months"),
        (364, "12 months"),
        (365, "1 year"),
        (394, "1 year"),
        (395, "1 year, 1 months"),
        (495, "1 year, 4 months"),
        (729, "1 year, 12 months"),
        (730, "2 years"),
        (800, "2 years, 2 months"),
    ],
)
def test_a_time_in_words(days: int, label: str):
    """Section 6.2; a month has 30 days and a year 365."""
    assert (delta(days * DAY), delta(days * DAY + DAY - 1)) == (Delta(days, label), Delta(days, label))


def at(*seconds: int) -> list:
    """Choices of these times."""
    return choices(*[said(str(second), created_at_sec=second) for second in seconds])


@pytest.mark.parametrize(
    ("seconds", "labels"),
    [
        ((5, 5 + DAY, 5 + DAY), ["1 day", None, None]),
        ((5, 6), ["same day", None]),
        ((0, 6), [None, None]),
        ((5,), [None]),
        ((), []),
    ],
)
def test_times_between(seconds: tuple, labels: list):
    """Where the next is later; a time that is unknown is at no distance."""
    assert [found and found.label for found in deltas(at(*seconds))] == labels


def test_a_time_that_was_never_made_ready():
    """None is unknown too."""
    assert deltas([choice(said("a")), choice(said("b", created_at_sec=5))]) == [None, None]


def test_the_earliest_comes_first():
    """What has no time before all others; ties in input order."""
    (part,) = timeline(at(3, 0, 2, 3))
    assert (part.style, texts(part.choices)) == ("timeline", ["0", "2", "3", "3"])


EVENTS = [
    said("Upgraded", created_at_sec=JAN_1 + 500 * DAY),
    said("Signed up", created_at_sec=JAN_1),
    said("Same day call", created_at_sec=JAN_1 + 500 * DAY + 60),
    said("First call", created_at_sec=JAN_1 + 5 * DAY),
]


@pytest.mark.parametrize(
    ("format", "text_"),
    [
        (
            PLAIN,
            (
                "=== Timeline (earliest to latest) ===\n1. 2025-01-01: Signed up\n   ↓ 5 days\n2. 2025-01-06: First call\n"
                "   ↓ 1 year, 4 months\n3. 2026-05-16: Upgraded\n   ↓ same day\n4. 2026-05-16: Same day call"
            ),
        ),
        (
            MARKDOWN,
            (
                "## Timeline (earliest to latest)\n1. 2025-01-01: - Signed up *(2025-01-01)*\n   ↓ *5 days*\n"
                "2. 2025-01-06: - First call *(2025-01-06)*\n   ↓ *1 year, 4 months*\n"
                "3. 2026-05-16: - Upgraded *(2026-05-16)*\n   ↓ *same day*\n4. 2026-05-16: - Same day call *(2026-05-16)*"
            ),
        ),
        (
            SML,
            (
                '<timeline order="chronological">\n<event>Signed up</event>\n<delta days="5" label="5 days"/>\n'
                '<event>First call</event>\n<delta days="495" label="1 year, 4 months"/>\n<event>Upgraded</event>\n'
                '<delta days="0" label="same day"/>\n<event>Same day call</event>\n</timeline>'
            ),
        ),
        (
            TOON,
            (
                "timeline[4]{date,type,content,time_to_next}:\n  2025-01-01,event,Signed up,5 days\n"
                '  2025-01-06,event,First call,"1 year, 4 months"\n  2026-05-16,event,Upgraded,same day\n'
                "  2026-05-16,event,Same day call,null"
            ),
        ),
    ],
)
def test_timelines(format: OutputFormat, text_: str):
    """Section 6.2; a table in TOON (A4)."""
    assert text(*EVENTS, format=format, metadata=NONE, query="When did it happen?") == text_


def test_json_has_no_timeline():
    """It is a dump, in the order of the policy (A1)."""
    assert text(*EVENTS, format=JSON, hints=HINTS) == text(*EVENTS, format=JSON)


@pytest.mark.parametrize(
    ("format", "header"),
    [
        (PLAIN, "=== Timeline (earliest to latest) ==="),
        (MARKDOWN, "## Timeline (earliest to latest)"),
        (SML, '<timeline order="chronological">\n</timeline>'),
        (TOON, "timeline[0]{date,type,content,time_to_next}:"),
    ],
)
def test_a_timeline_of_nothing(format: OutputFormat, header: str):
    """The header is there while there is room for it."""
    long = [said("x" * 4000), said("y" * 4000)]
    made = assembled(*long, format=format, hints=HINTS, budget=len(header) // 4)
    assert (made.text, counts(made)) == (header, (0, 2, True))
    assert text(*long, format=format, hints=HINTS, budget=1) == ""


def test_a_grain_that_says_nothing_leaves_no_gap():
    """It is not counted, numbered or measured (A5)."""
    hits = [
        said("a", created_at_sec=JAN_1),
        said("", created_at_sec=JAN_1 + DAY),
        said("b", created_at_sec=JAN_1 + 2 * DAY),
    ]
    assert text(*hits, hints=HINTS).split("\n")[1:] == ["1. 2025-01-01: a", "   ↓ 2 days", "2. 2025-01-03: b"]


@pytest.mark.parametrize(
    ("format", "line"),
    [(PLAIN, "1. mira likes tea"), (MARKDOWN, "1. **mira** likes tea"), (SML, "<fact>mira likes tea</fact>")],
)
def test_a_grain_without_a_time(format: OutputFormat, line: str):
    """It has no date, and comes first."""
    made = text(said("x", created_at_sec=JAN_1), fact(), format=format, hints=HINTS)
    assert made.split("\n")[1] == line


def test_a_cell_without_a_time():
    """It is null (A4)."""
    assert text(fact(), said("x"), format=TOON, hints=HINTS).split("\n")[1] == "  null,fact,mira likes tea,null"


def test_groups_and_order_do_not_matter():
    """A timeline has its own."""
    assert text(*EVENTS, hints=HINTS, grouped=[], ordering="reverse_chronological") == text(*EVENTS, hints=HINTS)


def test_further_lines_of_an_item():
    """They stand behind its number, however long that is."""
    hits = [said("a\n# b", created_at_sec=JAN_1 + number) for number in range(10)]
    found = [
        line
        for line in text(*hits, format=MARKDOWN, metadata=NONE, hints=HINTS).split("\n")
        if "#" in line and "##" not in line
    ]
    assert (found[0].index("#"), found[-1].index("#")) == (9, 10)


def test_a_delta_belongs_to_its_item():
    """It stands under the text of the item, however long that one's number is."""
    hits = [said("a", created_at_sec=JAN_1 + number) for number in range(11)]
    found = [line for line in text(*hits, format=MARKDOWN, hints=HINTS).split("\n") if "↓" in line]
    assert (found[0].index("↓"), found[-1].index("↓"), len(found)) == (3, 4, 10)
