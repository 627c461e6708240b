"""One recall in every format and layout, as it was read and found good."""

import difflib
import json
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt
from toon_format import decode

from contextc.recall.grain_types import GRAIN_TYPES
from contextc.vocabulary import OutputFormat
from core.recall.build import FORMATS, JSON, MARKDOWN, SML, TOON
from core.recall.record import FOLDER, SUFFIXES, path
from core.recall.samples import CENSUS, HITS, LAYOUTS, made

WITHHELD = 1
REPLACED = 1
"""The old value of the update, where there is no section of it."""


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("format", FORMATS)
def test_a_text_is_as_it_was_recorded(format: OutputFormat, layout: str):
    """To the byte; `python tests/core/recall/record.py` records a change."""
    before, now = path(format, layout).read_bytes().decode(), f"{made(format, layout).text}\n"
    assert before == now, "".join(
        difflib.unified_diff(before.splitlines(True), now.splitlines(True), "recorded", "now")
    )


def test_nothing_else_is_recorded():
    """A file that no test reads is a mistake."""
    assert sorted(one.name for one in FOLDER.iterdir()) == sorted(
        f"{layout}.{suffix}" for layout in LAYOUTS for suffix in SUFFIXES.values()
    )


def test_the_sample_has_every_type():
    """And one of none."""
    assert {hit.grain_type for hit in HITS} == {*GRAIN_TYPES, "note"}


@pytest.mark.parametrize("layout", ["flat", "grouped", "timeline", "aggregation", "highlight"])
@pytest.mark.parametrize("format", FORMATS)
def test_nothing_is_lost(format: OutputFormat, layout: str):
    """Without a budget everything is there but what was retracted, and what an update stands in for."""
    found = LAYOUTS[layout][0]
    replaced = REPLACED if layout in ("timeline", "aggregation") and format is not JSON else 0
    context = made(format, layout)
    assert (context.included_count, context.omitted_count) == (len(found) - WITHHELD - replaced, 0)
    assert "boat" not in context.text


@pytest.mark.parametrize("format", FORMATS)
def test_a_budget_is_kept_to(format: OutputFormat):
    """All that was weighed is counted."""
    context = made(format, "census")
    assert context.estimated_tokens <= 600
    assert context.included_count + context.omitted_count == len(HITS) + len(CENSUS) - WITHHELD


@pytest.mark.parametrize("layout", LAYOUTS)
def test_readers_read_them(layout: str):
    """XML, TOON, JSON and Markdown."""
    root = ET.fromstring(f"<root>{made(SML, layout).text}</root>")
    assert len(root) > 0 < len(decode(made(TOON, layout).text))
    assert {one["grain_type"] for one in json.loads(made(JSON, layout).text)} <= {*GRAIN_TYPES, "note"}
    headings = [token for token in MarkdownIt().parse(made(MARKDOWN, layout).text) if token.type == "heading_open"]
    assert len(headings) == made(MARKDOWN, layout).text.count("\n#") + made(MARKDOWN, layout).text.startswith("#")
