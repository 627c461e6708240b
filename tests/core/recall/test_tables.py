"""Parts are tables, each under a name that is there once."""

import pytest
from toon_format import decode

from contextc.recall.modes.parts import Part
from contextc.recall.tables import PREFIXES, write_tables
from core.recall.build import (
    CURRENT,
    DAY,
    EXPANSION,
    JAN_1,
    TOON,
    census,
    choices,
    fact,
    hash_,
    hit,
    outdated,
    said,
    text,
)

FACTS = "{subject,content,confidence}"


def decoded(*hits, **settings):
    """What the official decoder finds."""
    return decode(text(*hits, format=TOON, **settings))


def test_a_table_a_type():
    """In the order in which types come; a blank line between them."""
    hits = [said("a"), fact("mira likes tea", fields={"confidence": 0.9}), said("b")]
    assert text(*hits, format=TOON) == (
        'events[2]{role,time,content}:\n  user,"",a\n  user,"",b\n\n' + f"facts[1]{FACTS}:\n  mira,likes tea,0.9"
    )


def test_grouped_tables_stand_in_the_order_of_groups():
    """Their rows are those of flat ones."""
    hits = [said("a"), fact()]
    assert text(*hits, format=TOON, grouped=[]) == "\n\n".join(reversed(text(*hits, format=TOON).split("\n\n")))


def test_a_table_of_an_unknown_type():
    """Its name cannot be that of another table."""
    assert text(hit("facts", {"content": "hi"}), fact(), format=TOON).split("\n")[0] == "other_facts[1]{content}:"


@pytest.mark.parametrize("style", PREFIXES)
def test_prefixes(style: str):
    """Every part has tables of its own."""
    made = write_tables([Part(style, choices(fact()), "fact")], newest=False)
    assert made.startswith(f"{PREFIXES[style]}facts[1]{FACTS}:\n")
    assert PREFIXES == {
        "flat": "",
        "group": "",
        "most_relevant": "most_relevant_",
        "additional": "additional_",
        "expansion": "expansion_",
        "census": "census_",
    }


def test_no_parts_no_tables():
    """And no choices none either."""
    assert (write_tables([], newest=False), write_tables([Part("flat", [])], newest=False)) == ("", "")


def test_no_name_is_there_twice():
    """All parts at once are one document (A4)."""
    hits = [
        fact("phone is 111", hash=hash_(1), **outdated(2)),
        fact("phone is 222", hash=hash_(2), **CURRENT),
        fact(),
        fact("bo likes rum", **EXPANSION),
        fact("cy likes gin", **census("s")),
        hit("expansion_fact", {"content": "x"}),
    ]
    assert list(decoded(*hits)) == [
        "knowledge_updates",
        "facts",
        "other_expansion_fact",
        "expansion_facts",
        "census_facts",
    ]


def test_most_relevant_and_additional():
    """Highlights are two tables a type (A3)."""
    found = decoded(*[fact(f"s{number} r o") for number in range(11)])
    assert [(name, len(rows)) for name, rows in found.items()] == [("most_relevant_facts", 5), ("additional_facts", 6)]


def test_entities():
    """A table of the counts, then one a type with a column for the entity; grains of none have null."""
    hits = [
        fact("mira likes tea"),
        fact("bo likes rum"),
        said("hello"),
        fact("Mira is in"),
        hit("tool", {"tool_name": "bo"}),
    ]
    assert decoded(*hits, hints={"entity_count": 2}) == {
        "entities": [{"entity": "mira", "grains": 2}, {"entity": "bo", "grains": 2}],
        "facts": [
            {"entity": "mira", "subject": "mira", "content": "likes tea", "confidence": None},
            {"entity": "mira", "subject": "Mira", "content": "is in", "confidence": None},
            {"entity": "bo", "subject": "bo", "content": "likes rum", "confidence": None},
        ],
        "tools": [{"entity": "bo", "tool": "bo", "phase": "ok", "content": ""}],
        "events": [{"entity": None, "role": "user", "time": "", "content": "hello"}],
    }


def test_no_entities():
    """The table of counts is empty."""
    assert decoded(said("hello"), hints={"entity_count": 2})["entities"] == []


@pytest.mark.parametrize("name", ["null", "a,b", "42", "x\ny"])
def test_names_of_entities_come_back(name: str):
    """They are texts."""
    found = decoded(hit(fields={"subject": name}), hints={"entity_count": 1})
    assert (found["entities"][0]["entity"], found["facts"][0]["entity"]) == (name, name)


def test_a_timeline():
    """A row a grain, with the time to the next."""
    hits = [said("a, b", created_at_sec=JAN_1), said("c", created_at_sec=JAN_1 + DAY)]
    assert decoded(*hits, hints={"has_time_range": True}) == {
        "timeline": [
            {"date": "2025-01-01", "type": "event", "content": "a, b", "time_to_next": "1 day"},
            {"date": "2025-01-02", "type": "event", "content": "c", "time_to_next": None},
        ]
    }


def test_updates():
    """A table of what was and what is."""
    hits = [
        fact("phone is 111", hash=hash_(1), created_at_sec=JAN_1, **outdated(2)),
        fact("phone is 222", hash=hash_(2), **CURRENT),
    ]
    assert decoded(*hits) == {
        "knowledge_updates": [
            {"subject": "phone", "old": "111", "old_date": "2025-01-01", "new": "222", "new_date": None}
        ]
    }
