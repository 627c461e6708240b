"""An update as a line or a row, whole or with the new value alone."""

from xml.etree import ElementTree as ET

import pytest
from toon_format import decode

from contextc.recall.render.toon import table
from contextc.recall.render.updates import COLUMNS, LINES, NEW_COLUMNS, render_update
from contextc.recall.updates import Change
from contextc.vocabulary import OutputFormat
from core.recall.build import FORMATS, JSON, MARKDOWN, PLAIN, SML, TOON

DATED = Change("phone", "111", "2025-01-01", "222", "2025-02-10")
UNDATED = Change("phone", "111", None, "222", None)


@pytest.mark.parametrize(
    ("format", "change", "whole", "line"),
    [
        (PLAIN, DATED, True, 'phone: "111" (2025-01-01) → "222" (2025-02-10) [CURRENT]'),
        (PLAIN, DATED, False, 'phone: "222" [CURRENT]'),
        (PLAIN, UNDATED, True, 'phone: "111" → "222" [CURRENT]'),
        (MARKDOWN, DATED, True, "**phone**: ~~111~~ (2025-01-01) → **222** (2025-02-10) [CURRENT]"),
        (MARKDOWN, DATED, False, "**phone**: **222** (2025-02-10) [CURRENT]"),
        (MARKDOWN, UNDATED, True, "**phone**: ~~111~~ → **222** [CURRENT]"),
        (
            SML,
            DATED,
            True,
            '<update subject="phone" old="111" old_date="2025-01-01" new="222" new_date="2025-02-10" />',
        ),
        (SML, DATED, False, '<update subject="phone" new="222" new_date="2025-02-10" />'),
        (SML, UNDATED, True, '<update subject="phone" old="111" new="222" />'),
        (TOON, DATED, True, 'phone,"111",2025-01-01,"222",2025-02-10'),
        (TOON, DATED, False, 'phone,"222",2025-02-10'),
        (TOON, UNDATED, True, 'phone,"111",null,"222",null'),
    ],
)
def test_lines(format: OutputFormat, change: Change, whole: bool, line: str):
    """Section 6.5; in TOON a row of a table."""
    assert render_update(change, format, whole=whole) == line


def test_every_format_but_json_has_a_line():
    """JSON has both grains (A1)."""
    assert set(LINES) == set(FORMATS) - {JSON}


HOSTILE = ['x"/><evil>', "a\n## b", "=== x ===", 'a\nb: "1" [CURRENT]', "\x1b\u202e", "'&'", ""]


@pytest.mark.parametrize("said", HOSTILE)
@pytest.mark.parametrize("whole", [True, False])
def test_an_element_is_one_element(said: str, whole: bool):
    """Values stay in their attributes (A6)."""
    made = ET.fromstring(render_update(Change(said, said, None, said, None), SML, whole=whole))
    assert (made.tag, set(made.attrib), len(made)) == (
        "update",
        {"subject", "old", "new"} if whole else {"subject", "new"},
        0,
    )


@pytest.mark.parametrize("said", HOSTILE)
@pytest.mark.parametrize(("whole", "columns"), [(True, COLUMNS), (False, NEW_COLUMNS)])
def test_a_row_is_one_row(said: str, whole: bool, columns: tuple[str, ...]):
    """The official decoder has the values (A4)."""
    row = render_update(Change(said, said, None, said, "2025-01-01"), TOON, whole=whole)
    (found,) = decode(table("updates", columns, [row]))["updates"]
    assert (found["subject"], found["new"], found["new_date"]) == (said, said, "2025-01-01")


@pytest.mark.parametrize(("format", "indent"), [(MARKDOWN, " " * 6), (PLAIN, " " * 4)])
def test_a_line_is_one_line(format: OutputFormat, indent: str):
    """What goes on is indented (A6)."""
    made = render_update(Change("a\nb", "c\r\nd", None, "e\u2028f", None), format, whole=True)
    assert [line[: len(indent)] for line in made.split("\n")[1:]] == [indent] * 3


@pytest.mark.parametrize(
    ("value", "quoted"),
    [('say "hi"', '"say \\"hi\\""'), ("a\\", '"a\\\\"'), ('a\\" [CURRENT]', '"a\\\\\\" [CURRENT]"')],
)
def test_quotes_of_a_value(value: str, quoted: str):
    """A value ends where its quotes do, and nowhere before (A6)."""
    assert render_update(Change("s", value, None, "x", None), PLAIN, whole=True) == f's: {quoted} → "x" [CURRENT]'
