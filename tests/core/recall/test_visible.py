"""Text of a grain cannot break out of where it stands."""

from xml.etree import ElementTree as ET

import pytest

from contextc.recall.visible import (
    attribute,
    escaped,
    markdown,
    markdown_start,
    one_line,
    plain,
    plain_start,
    visible,
    xml,
)

SHOWN = [
    *range(0x09),
    0x0B,
    0x0C,
    *range(0x0E, 0x20),
    *range(0x7F, 0xA0),
    0x200B,
    0x2060,
    0xFEFF,
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *range(0xE0000, 0xE0080),
]
"""What A6 names."""

KEPT = "\t\n aé漢🚀\u200c\u200d\u200e\u200f\u00ad\u00a0\u0300"


@pytest.mark.parametrize("code", SHOWN)
def test_what_is_hidden_is_shown(code: int):
    """Controls, characters without width, those that turn the text, and tags become escapes."""
    escape = f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    assert [f"a{escape}b"] * 5 == [write(f"a{chr(code)}b") for write in (visible, xml, markdown, plain, one_line)]


@pytest.mark.parametrize("code", [0xFFFE, 0xFFFF])
def test_what_is_in_no_xml_is_shown(code: int):
    """A parser would refuse the whole text for it."""
    assert (visible(chr(code)), xml(chr(code))) == (f"\\u{code:04x}", f"\\u{code:04x}")


@pytest.mark.parametrize("character", KEPT)
def test_what_scripts_need_stays(character: str):
    """Joiners and single marks of direction are part of words and emoji."""
    assert (visible(f"a{character}b"), xml(f"a{character}b")) == (f"a{character}b", f"a{character}b")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u2029"])
def test_line_ends(end: str):
    """Every one is a line feed."""
    assert (visible(f"a{end}b"), one_line(f"a{end}b")) == ("a\nb", "a b")


def test_escapes_have_four_digits_or_eight():
    """Small letters are hex digits here."""
    assert (escaped("\x1b"), escaped("\U000e007f")) == ("\\u001b", "\\U000e007f")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("&", "&amp;"),
        ("&lt;", "&amp;lt;"),
        ("<b>", "&lt;b&gt;"),
        ("\"'", "&quot;&apos;"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("\x00<", "\\u0000&lt;"),
        ("plain", "plain"),
    ],
)
def test_bodies(given: str, text: str):
    """What XML could take for markup is escaped, the ampersand first."""
    assert xml(given) == text


@pytest.mark.parametrize("given", ["a\nb", "a\tb", "\"'<>&", "  a  ", "a\r\nb"])
def test_attributes_come_back(given: str):
    """A reader gets line ends and tabs as they were, with one kind of line end."""
    assert ET.fromstring(f'<a b="{attribute(given)}"/>').get("b") == given.replace("\r\n", "\n")


def test_lines_that_go_on_are_indented():
    """Six spaces in Markdown, four in plain text, at every line end."""
    assert (markdown("a\n# b\r\nc"), plain("a\n# b\r\nc")) == ("a\n      # b\n      c", "a\n    # b\n    c")


@pytest.mark.parametrize("write", [markdown, plain])
def test_a_text_begins_and_ends_on_its_line(write):
    """Empty lines around it would take it away from its bullet."""
    assert write("\n\r\na\n") == "a"


@pytest.mark.parametrize(
    "line",
    [
        "# x",
        "###### x",
        "> x",
        "- x",
        "+ x",
        "* x",
        "*\tx",
        "***",
        "* * *",
        "** **",
        "___",
        "_ _ _",
        "---",
        "===",
        "```x",
        "~~~",
        "<div>",
        "[a]: b",
        "[CURRENT] x",
        "| a |",
    ],
)
def test_markers_of_markdown(line: str):
    """What would begin a block or a label begins a paragraph."""
    assert markdown_start(line) == f"\\{line}"


@pytest.mark.parametrize(
    ("line", "text"), [("1. x", "1\\. x"), ("12) x", "12\\) x"), ("7.", "7\\."), ("1.\tx", "1\\.\tx")]
)
def test_numbers_of_markdown(line: str, text: str):
    """A number would begin a list."""
    assert markdown_start(line) == text


@pytest.mark.parametrize(
    "line", ["**x** y", "x", "1.5 x", "1234567890. x", "a # b", "_x_ y", "&amp;", "_ _ x", "**x**", "漢", ""]
)
def test_lines_of_markdown_that_stay(line: str):
    """What is no marker is not touched; our own bold names are none."""
    assert markdown_start(line) == line


def test_spaces_before_a_marker_go():
    """They would make it code, or a marker again."""
    assert (markdown_start("  \t# x"), markdown_start("    x")) == ("\\# x", "x")


@pytest.mark.parametrize("line", ["=== x ===", "--- x ---", "[CURRENT] x", "[OUTDATED] x", "  === x", "   ↓ 5 days"])
def test_markers_of_plain_text(line: str):
    """What would be a heading, a label or a delta of ours is marked as not ours."""
    assert plain_start(line) == f"\\{line}"


@pytest.mark.parametrize("line", ["x", "[current] x", "== x", "-- x", "[high/active] x", "x === y", ""])
def test_lines_of_plain_text_that_stay(line: str):
    """Nothing else is touched."""
    assert plain_start(line) == line
