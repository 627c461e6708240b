"""A grain is shown in its format, with a label that says whether it still holds."""

from typing import Any

import pytest

from contextc.recall.hits import SearchHit
from contextc.recall.render import RendererRegistry
from contextc.recall.shaping import cells, labelled, shaping, unlabelled
from contextc.vocabulary import MetadataLevel, OutputFormat
from core.recall.build import (
    CURRENT,
    FULL,
    JSON,
    MARKDOWN,
    MINIMAL,
    NONE,
    PLAIN,
    SML,
    TEXTUAL,
    TOON,
    disputed,
    fact,
    hash_,
    hit,
    outdated,
    said,
    settings,
)

REGISTRY = RendererRegistry()
OUTDATED = outdated(2)


def full(format: OutputFormat, level: MetadataLevel, **standing: Any) -> str:
    """A fact as it is shown."""
    return shaping(REGISTRY, settings(format, metadata=level)).full(fact(**standing))


@pytest.mark.parametrize(
    ("standing", "label"),
    [
        ({}, ""),
        (CURRENT, "[CURRENT] "),
        (OUTDATED, "[OUTDATED] "),
        (disputed("current"), "[CURRENT] "),
        (disputed("outdated"), "[OUTDATED] "),
        ({**OUTDATED, **disputed("current")}, "[OUTDATED] "),
        ({**CURRENT, **disputed("outdated")}, "[CURRENT] "),
    ],
)
@pytest.mark.parametrize("level", [MINIMAL, FULL])
def test_labels(level: MetadataLevel, standing: dict, label: str):
    """Whether it was superseded counts before whether another contradicts it."""
    assert (full(PLAIN, level, **standing), full(MARKDOWN, level, **standing)) == (
        f"{label}mira likes tea",
        f"- {label}**mira** likes tea",
    )


def test_the_label_of_an_element_stands_before_it():
    """In the element it would be text of the grain."""
    assert full(SML, MINIMAL, **CURRENT) == "[CURRENT] <fact>mira likes tea</fact>"


@pytest.mark.parametrize("format", TEXTUAL)
def test_no_metadata_is_no_label(format: OutputFormat):
    """Whatever the grain's standing is."""
    assert full(format, NONE, **CURRENT) == full(format, NONE)


@pytest.mark.parametrize("format", TEXTUAL)
def test_summaries_have_labels(format: OutputFormat):
    """A short text holds no longer than a long one."""
    found = shaping(REGISTRY, settings(format)).short(fact(**OUTDATED))
    assert found.removeprefix("- ").startswith("[OUTDATED] ")


@pytest.mark.parametrize("level", [NONE, MINIMAL, FULL])
def test_rows_have_no_labels(level: MetadataLevel):
    """A row has its columns."""
    assert full(TOON, level, **OUTDATED) == "mira,likes tea,null"


@pytest.mark.parametrize("level", [NONE, MINIMAL, FULL])
def test_json_has_keys(level: MetadataLevel):
    """At every level."""
    assert full(JSON, level, hash=hash_(1), **OUTDATED, **disputed("outdated")) == (
        '{"conflict_status":"outdated","fields":{"object":"tea","relation":"likes","subject":"mira"},'
        f'"grain_type":"fact","hash":"{hash_(1)}","superseded_by":"{hash_(2)}","supersession_status":"superseded"}}'
    )


@pytest.mark.parametrize("format", TEXTUAL)
def test_a_census_has_no_labels(format: OutputFormat):
    """Another session's grain is not compared with this one's."""
    shown = unlabelled(REGISTRY, settings(format))
    assert (shown.full(fact(**CURRENT)), shown.short(fact(**CURRENT))) == (shown.full(fact()), shown.short(fact()))


def test_nothing_has_no_label():
    """A grain that says nothing stays so."""
    assert labelled("", fact(**CURRENT), PLAIN) == ""


def test_a_host_s_line_that_is_no_bullet_has_its_label_first():
    """There is no bullet to be in."""
    assert labelled("# x", fact(**CURRENT), MARKDOWN) == "[CURRENT] # x"


@pytest.mark.parametrize("format", [SML, MARKDOWN, PLAIN])
@pytest.mark.parametrize("content", ["[CURRENT] x", "[OUTDATED] x", "\n[CURRENT] x", "  [CURRENT] x"])
def test_a_label_cannot_be_forged(format: OutputFormat, content: str):
    """What a grain says is not taken for its standing (A6)."""
    assert not shaping(REGISTRY, settings(format)).full(said(content)).lstrip("- ").startswith("[")


def test_what_a_shaping_is_for():
    """Whether there are updates is the mode's matter."""
    plain = shaping(REGISTRY, settings())
    with_updates = [
        shaping(REGISTRY, settings(format, metadata=level), updates=True, newest=True)
        for format in (PLAIN, TOON)
        for level in (NONE, MINIMAL)
    ]
    assert (plain.updates, plain.newest, {(one.updates, one.newest) for one in with_updates}) == (
        False,
        False,
        {(True, True)},
    )


@pytest.mark.parametrize(("of", "text"), [(fact(), "mira likes tea"), (said("a, b"), '"a, b"'), (hit("event"), '""')])
def test_a_cell_is_a_line_of_plain_text(of: SearchHit, text: str):
    """In one table grains of all types share their columns; a table has no summaries."""
    shown = cells(REGISTRY)
    assert (shown.full(of), shown.short(of), shown.updates) == (text, text, False)
