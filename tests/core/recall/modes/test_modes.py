"""The first mode that applies."""

import json

import pytest

from contextc.vocabulary import OutputFormat
from core.recall.build import (
    CURRENT,
    DAY,
    EXPANSION,
    FORMATS,
    FULL,
    JAN_1,
    JSON,
    MARKDOWN,
    NO_RESERVE,
    NONE,
    PLAIN,
    SML,
    TEXTUAL,
    TOON,
    assembled,
    census,
    counts,
    fact,
    hash_,
    lines,
    outdated,
    rules,
    said,
    text,
)

MODES = [
    ("=== Entities: ", {"entity_count": 2}),
    ("=== Timeline ", {"has_temporal_expr": True}),
    ("=== Additional Sessions ", {}),
]
"""A heading of each, and what asks for it."""

MANY = [fact(f"s{number} r o", created_at_sec=JAN_1 + number * DAY) for number in range(11)]


@pytest.mark.parametrize("first", range(3))
def test_modes_in_their_order(first: int):
    """Aggregation, timeline, census; each alone has the text."""
    hints = {key: value for _, asked in MODES[first:] for key, value in asked.items()}
    made = text(*MANY, fact(**census("s")), hints=hints)
    assert [heading in made for heading, _ in MODES] == [place == first for place in range(3)]


def test_highlights_come_last():
    """Where no other mode applies (A3)."""
    assert "Most Relevant" in text(*MANY)
    assert ["Most Relevant" in text(*MANY, fact(**census()), hints=asked) for _, asked in MODES] == [False] * 3


@pytest.mark.parametrize("hints", [{}, {"entity_count": 2}, {"has_time_range": True}])
@pytest.mark.parametrize("grouped", [None, []])
def test_json_has_no_modes(hints: dict, grouped: list | None):
    """It is one array, in the order of the policy (A1)."""
    made = text(*MANY, fact(**census()), said("x", score=1.0, **EXPANSION), format=JSON, hints=hints, grouped=grouped)
    found = json.loads(made)
    assert (len(found), found[0]["grain_type"], made.count("\n")) == (13, "event", 12)


@pytest.mark.parametrize("query", ["When did it happen?", "how many days ago"])
@pytest.mark.parametrize("where", ["policy", "hints"])
def test_a_question_about_an_order(query: str, where: str):
    """Of the policy or of the hints (A12)."""
    given = {"query": query} if where == "policy" else {"hints": {"query_text": query}}
    assert text(said("a"), said("b"), **given).startswith("=== Timeline")


@pytest.mark.parametrize("where", ["policy", "hints"])
def test_a_question_for_a_count(where: str):
    """Of the policy or of the hints (A12)."""
    query = "How many people like tea?"
    given = {"query": query} if where == "policy" else {"hints": {"query_text": query}}
    assert text(fact(), **given).startswith("=== Entities: 1 ===")


def test_one_hit_is_no_timeline():
    """It needs two, whether they are shown or not."""
    assert text(said("a"), hints={"has_time_range": True}) == "a"


# Updates

PAIR = [
    fact("phone is 111", hash=hash_(1), created_at_sec=JAN_1, **outdated(2)),
    fact("phone is 222", hash=hash_(2), created_at_sec=JAN_1 + 40 * DAY, **CURRENT),
]


@pytest.mark.parametrize(
    ("format", "text_"),
    [
        (
            PLAIN,
            '=== Knowledge Updates ===\nphone: "111" (2025-01-01) → "222" (2025-02-10) [CURRENT]\n\nmira likes jazz',
        ),
        (
            MARKDOWN,
            "## Knowledge Updates\n**phone**: ~~111~~ (2025-01-01) → **222** (2025-02-10) [CURRENT]\n\n- **mira** likes jazz",
        ),
        (
            SML,
            (
                '<knowledge_updates>\n<update subject="phone" old="111" old_date="2025-01-01" new="222" new_date="2025-02-10" />\n'
                "</knowledge_updates>\n<fact>mira likes jazz</fact>"
            ),
        ),
        (
            TOON,
            (
                'knowledge_updates[1]{subject,old,old_date,new,new_date}:\n  phone,"111",2025-01-01,"222",2025-02-10\n\n'
                "facts[1]{subject,content,confidence}:\n  mira,likes jazz,null"
            ),
        ),
    ],
)
def test_updates_stand_first(format: OutputFormat, text_: str):
    """Section 6.5; a table in TOON (A4)."""
    made = assembled(*PAIR, fact("mira likes jazz"), format=format)
    assert (made.text, counts(made)) == (text_, (3, 0, False))


@pytest.mark.parametrize("where", ["policy", "hints"])
def test_who_asks_for_the_newest_gets_it_alone(where: str):
    """The old value counts as shown all the same."""
    query = "What is the phone number?"
    given = {"query": query} if where == "policy" else {"hints": {"query_text": query}}
    made = assembled(*PAIR, **given)
    assert (made.text, counts(made)) == ('=== Knowledge Updates ===\nphone: "222" [CURRENT]', (2, 0, False))


def test_the_newest_in_a_table():
    """It has no columns for the old one."""
    assert text(*PAIR, format=TOON, query="latest phone") == (
        'knowledge_updates[1]{subject,new,new_date}:\n  phone,"222",2025-02-10'
    )


def test_a_timeline_has_no_updates():
    """With full metadata the old value is an event of it."""
    hints = {"has_time_range": True}
    assert lines(*PAIR, hints=hints) == [
        "=== Timeline (earliest to latest) ===",
        "1. 2025-02-10: [CURRENT] phone is 222",
    ]
    assert lines(*PAIR, hints=hints, metadata=FULL)[1:] == [
        "1. 2025-01-01: [OUTDATED] phone is 111",
        "   ↓ 40 days",
        "2. 2025-02-10: [CURRENT] phone is 222",
    ]


# Expansion


@pytest.mark.parametrize(
    ("format", "text_"),
    [
        (PLAIN, "mira likes jazz\n\n=== Additional Context (expansion) ===\n\nbo likes tea"),
        (MARKDOWN, "- **mira** likes jazz\n\n## Additional Context (expansion)\n\n- **bo** likes tea"),
        (SML, "<fact>mira likes jazz</fact>\n<expansion_results>\n<fact>bo likes tea</fact>\n</expansion_results>"),
        (
            TOON,
            (
                "facts[1]{subject,content,confidence}:\n  mira,likes jazz,null\n\n"
                "expansion_facts[1]{subject,content,confidence}:\n  bo,likes tea,null"
            ),
        ),
    ],
)
def test_what_was_found_beside(format: OutputFormat, text_: str):
    """Section 6.4; tables of another name in TOON (A4)."""
    assert text(fact("bo likes tea", **EXPANSION), fact("mira likes jazz"), format=format) == text_


# Census


@pytest.mark.parametrize(
    ("format", "text_"),
    [
        (
            PLAIN,
            (
                "mira likes jazz\n\n=== Additional Sessions (census) ===\nbo likes tea [session: sess-7]\n"
                "cy likes rum [session: unknown]"
            ),
        ),
        (
            MARKDOWN,
            (
                "- **mira** likes jazz\n\n## Additional Sessions (census)\n- **bo** likes tea (from sess-7)\n"
                "- **cy** likes rum (from unknown)"
            ),
        ),
        (
            SML,
            (
                '<fact>mira likes jazz</fact>\n<census_results>\n<fact session="sess-7">bo likes tea</fact>\n'
                '<fact session="unknown">cy likes rum</fact>\n</census_results>'
            ),
        ),
        (
            TOON,
            (
                "facts[1]{subject,content,confidence}:\n  mira,likes jazz,null\n\n"
                "census_facts[2]{subject,content,confidence}:\n  bo,likes tea,null\n  cy,likes rum,null"
            ),
        ),
    ],
)
def test_a_census(format: OutputFormat, text_: str):
    """Section 6.3."""
    hits = [fact("bo likes tea", **census("sess-7")), fact("mira likes jazz"), fact("cy likes rum", **census())]
    assert text(*hits, format=format, metadata=NONE) == text_


def test_a_census_in_json():
    """Each grain says where it is from (A1)."""
    made = json.loads(text(fact(), fact("bo likes tea", **census("sess-7")), format=JSON))
    assert [(one.get("recall_source"), one.get("source_session")) for one in made] == [
        (None, None),
        ("census", "sess-7"),
    ]


def test_a_census_alone():
    """Nothing stands before it."""
    assert lines(fact(**census("s"))) == ["=== Additional Sessions (census) ===", "mira likes tea [session: s]"]


def test_a_census_is_in_input_order():
    """Whatever the policy's order is."""
    hits = [fact("a r x", score=0.1, **census("s")), fact("b r y", score=0.9, **census("s"))]
    assert [line[0] for line in lines(*hits, ordering="reverse_chronological")[1:]] == ["a", "b"]


def test_shares_of_a_census():
    """Four fifths for what was found, one for the rest: neither takes the other's room."""
    hits = [said("word " * 8)] * 30 + [said("word " * 8, **census("s"))] * 30
    made = assembled(*hits, budget=100, grain_type_diversity=NO_RESERVE)
    # 10 tokens each, 3 in short: of 80 there are 56 for 5 in full and 76 for 8 more, of 20 there are 14 for 1 and 19 for 3.
    admitted = [rule != "budget.omit" for rule in rules(made)]
    assert (sum(admitted[:30]), sum(admitted[30:])) == (13, 4)


@pytest.mark.parametrize("format", TEXTUAL)
def test_a_census_has_no_labels(format: OutputFormat):
    """What holds in another session may not hold in this one."""
    assert "[CURRENT]" not in text(fact(**{**census("s"), **CURRENT}), format=format)


def test_an_update_in_a_census():
    """There is no section of it: the newer one stands in for the older."""
    hits = [
        fact("phone is 111", hash=hash_(1), **{**census("s"), **outdated(2)}),
        fact("phone is 222", hash=hash_(2), **{**census("s"), **CURRENT}),
    ]
    made = assembled(*hits)
    assert (made.text.split("\n")[1:], rules(made)) == (
        ["phone is 222 [session: s]"],
        ["superseded.newer", "shown.whole"],
    )


def test_updates_beside_a_census():
    """What the query found is shown as without one."""
    assert lines(*PAIR, fact(**census("s")))[0] == "=== Knowledge Updates ==="


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_hits_give_the_same_text(format: OutputFormat):
    """Nothing is left to chance."""
    hits = [*PAIR, *MANY, fact(**census("s")), fact(**EXPANSION)]
    assert assembled(*hits, format=format, budget=200) == assembled(*hits, format=format, budget=200)
