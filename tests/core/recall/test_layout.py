"""Parts are put together as each format does it."""

from xml.etree import ElementTree as ET

import pytest

from contextc.recall.grain_types import GRAIN_TYPES
from contextc.recall.layout import MARKDOWN as MARKDOWN_FRAMES
from contextc.recall.layout import PLAINTEXT as PLAIN_FRAMES
from contextc.recall.layout import SML as SML_FRAMES
from contextc.recall.layout import lay_out
from contextc.recall.modes.parts import Part
from contextc.vocabulary import OutputFormat
from core.recall.build import (
    MARKDOWN,
    NONE,
    PLAIN,
    SML,
    TEXTUAL,
    census,
    choice,
    choices,
    fact,
    hit,
    said,
    text,
)

A, B = choices(said("a"), said("b"))


def test_a_flat_part_has_no_heading():
    """A line a grain."""
    assert {lay_out([Part("flat", [A, B])], format) for format in TEXTUAL} == {"a\nb"}


@pytest.mark.parametrize(("format", "gap"), [(SML, "\n"), (MARKDOWN, "\n\n"), (PLAIN, "\n\n")])
def test_between_parts(format: OutputFormat, gap: str):
    """A line end, or a blank line (section 5.10)."""
    assert lay_out([Part("flat", [A]), Part("flat", [B])], format) == f"a{gap}b"


@pytest.mark.parametrize("format", TEXTUAL)
def test_nothing(format: OutputFormat):
    """No parts, no text."""
    assert lay_out([], format) == ""


@pytest.mark.parametrize(
    ("style", "name", "sml", "markdown", "plain"),
    [
        ("group", "fact", "<facts>|</facts>", "## Facts", "=== FACTS ==="),
        ("group", "reasoning", "<reasoning>|</reasoning>", "## Reasoning", "=== REASONING ==="),
        ("group", "note", "<other_note>|</other_note>", "## Other note", "=== OTHER NOTE ==="),
        (
            "updates",
            "",
            "<knowledge_updates>|</knowledge_updates>",
            "## Knowledge Updates",
            "=== Knowledge Updates ===",
        ),
        ("most_relevant", "", "<most_relevant>|</most_relevant>", "## Most Relevant", "=== Most Relevant ==="),
        (
            "additional",
            "",
            "<additional_context>|</additional_context>",
            "## Additional Context",
            "=== Additional Context ===",
        ),
        (
            "expansion",
            "",
            "<expansion_results>|</expansion_results>",
            "## Additional Context (expansion)\n",
            "=== Additional Context (expansion) ===\n",
        ),
        ("entity", "mira", '<entity name="mira">|</entity>', "### mira", "--- mira ---"),
        ("others", "", "<entity>|</entity>", "### (no entity)", "--- (no entity) ---"),
    ],
)
def test_headings(style: str, name: str, sml: str, markdown: str, plain: str):
    """An element around a part, or a line before it."""
    part = Part(style, [A, B], name)
    assert lay_out([part], SML) == sml.replace("|", "\na\nb\n")
    assert (lay_out([part], MARKDOWN), lay_out([part], PLAIN)) == (f"{markdown}\na\nb", f"{plain}\na\nb")


@pytest.mark.parametrize(
    ("format", "heading"),
    [(SML, '<entities count="1 of 2"/>'), (MARKDOWN, "## Entities: 1 of 2"), (PLAIN, "=== Entities: 1 of 2 ===")],
)
def test_a_count_of_entities(format: OutputFormat, heading: str):
    """It has no grains of its own."""
    assert lay_out([Part("entities", [], "1 of 2")], format) == heading


@pytest.mark.parametrize("name", GRAIN_TYPES)
def test_the_noun_of_a_group(name: str):
    """It is that of its type."""
    tag = GRAIN_TYPES[name].tag
    part = [Part("group", [A], name)]
    assert lay_out(part, SML) == f"<{tag}>\na\n</{tag}>"
    assert (lay_out(part, MARKDOWN), lay_out(part, PLAIN)) == (f"## {tag.capitalize()}\na", f"=== {tag.upper()} ===\na")


def test_formats_have_the_same_parts():
    """No format lacks a heading."""
    assert set(SML_FRAMES) == set(MARKDOWN_FRAMES) == set(PLAIN_FRAMES)


@pytest.mark.parametrize("name", ['x"/><evil>', "a\n## b", "=== x ===", "\x1b", "{}"])
def test_names_of_entities_stay_in_their_heading(name: str):
    """A name is in an attribute, or on one line (A6)."""
    part = [Part("entity", [A], name)]
    assert [child.tag for child in ET.fromstring(f"<root>{lay_out(part, SML)}</root>").iter()] == ["root", "entity"]
    assert (lay_out(part, MARKDOWN).count("\n"), lay_out(part, PLAIN).count("\n")) == (1, 1)


def test_names_come_back():
    """An entity is called what it is."""
    made = ET.fromstring(lay_out([Part("entity", [A], 'a<b>\n"{}"')], SML))
    assert made.get("name") == 'a<b>\n"{}"'


# Sessions


def session(format: OutputFormat, name: str | None, shown: str | None = None) -> str:
    """The line of a grain of a census."""
    of = fact(**census(name))
    made = choice(of, shown=shown)
    return lay_out([Part("census", [made])], format).split("\n", 1)[1].removesuffix("\n</census_results>")


@pytest.mark.parametrize(
    ("format", "line"),
    [
        (SML, '<fact session="s-7">x</fact>'),
        (MARKDOWN, "<fact>x</fact> (from s-7)"),
        (PLAIN, "<fact>x</fact> [session: s-7]"),
    ],
)
def test_sessions(format: OutputFormat, line: str):
    """Each grain of a census tells where it is from."""
    assert session(format, "s-7", "<fact>x</fact>") == line


@pytest.mark.parametrize("name", [None, ""])
def test_a_session_without_a_name(name: str | None):
    """It is unknown."""
    assert session(PLAIN, name) == "mira likes tea [session: unknown]"


def test_an_element_that_tells_more_has_no_session():
    """Section 6.3."""
    assert session(SML, "s", '<fact date="2025-01-01"><fact></fact>') == '<fact date="2025-01-01"><fact></fact>'


@pytest.mark.parametrize("name", ['s"><evil/>', "a\nb\r\nc"])
def test_sessions_stay_where_they_are(name: str):
    """In the attribute, or on the line (A6)."""
    made = ET.fromstring(session(SML, name, "<fact>x</fact>"))
    assert (made.get("session"), len(made)) == (name.replace("\r\n", "\n"), 0)
    assert {session(format, name, "x").count("\n") for format in (MARKDOWN, PLAIN)} == {0}


def test_a_grain_of_an_unknown_type_has_its_session():
    """Its element is a grain."""
    made = choice(hit("note", **census("s")), shown="<grain>note: x</grain>")
    assert '<grain session="s">note: x</grain>' in lay_out([Part("census", [made])], SML)


# Groups


def test_five_types_in_groups():
    """States, goals, facts, tools, events (section 5.10)."""
    hits = [
        said("Where is my parcel?"),
        fact("mira prefers oat milk"),
        hit("tool", {"tool_name": "lookup", "tool_content": "3 rows"}),
        hit("goal", {"description": "Refund order 88", "priority": "high"}),
        hit("state", {"context": {"label": "intake"}}),
    ]
    assert text(*hits, format=SML, grouped=[]) == (
        "<states>\n<state>intake</state>\n</states>\n"
        '<goals>\n<goal state="active" priority="high">Refund order 88</goal>\n</goals>\n'
        "<facts>\n<fact>mira prefers oat milk</fact>\n</facts>\n"
        '<tools>\n<tool tool="lookup" status="ok">3 rows</tool>\n</tools>\n'
        "<events>\n<event>Where is my parcel?</event>\n</events>"
    )
    assert text(*hits, format=MARKDOWN, grouped=["event"], metadata=NONE).split("\n\n")[:2] == [
        "## Events\n- Where is my parcel?",
        "## States\n- **State**: intake",
    ]
