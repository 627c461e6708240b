"""Lines, words and lower case follow pinned sets, not the helpers of the running Python."""

import re
import zlib
from itertools import chain

import pytest

from contextc.text import NUMBER_CLASS, WORD, is_blank, line_spans, lower, near_form, terms, words

WHITE_SPACE = [
    *range(0x09, 0x0E),
    0x20,
    0x85,
    0xA0,
    0x1680,
    *range(0x2000, 0x200B),
    0x2028,
    0x2029,
    0x202F,
    0x205F,
    0x3000,
]
LOOKS_LIKE_SPACE = [0x1C, 0x1D, 0x1E, 0x1F, 0x180E, 0x200B, 0x2060, 0xFEFF]


@pytest.mark.parametrize("point", WHITE_SPACE)
def test_white_space_separates_words(point: int):
    """Each of the 25 characters of White_Space separates words."""
    assert words(f"a{chr(point)}b") == ["a", "b"]


@pytest.mark.parametrize("point", LOOKS_LIKE_SPACE)
def test_other_gaps_are_part_of_a_word(point: int):
    """Separators of C0 and characters of no width belong to the word around them."""
    assert [f"a{chr(point)}b"] == words(f"a{chr(point)}b")


def test_nothing_else_separates_words():
    """No other character of the whole code space separates words."""
    points = (chr(point) for point in chain(range(0xD800), range(0xE000, 0x110000)) if point not in WHITE_SPACE)
    assert len(words("".join(points))) == 1


def test_blank_is_white_space_alone():
    """A text of White_Space is blank; a text of a file separator is not."""
    assert [is_blank(text) for text in ("", "\t\u3000\n", "\x1c", " a ")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("", []),
        ("\n", [(0, 1)]),
        ("a", [(0, 1)]),
        ("a\n", [(0, 2)]),
        ("a\r\nb", [(0, 3), (3, 4)]),
        ("a\rb\x0bc\x0cd\x85e\u2028f\x1cg", [(0, 16)]),
    ],
)
def test_only_a_line_feed_ends_a_line(text: str, spans: list[tuple[int, int]]):
    """A line feed ends a line and no other character does; there is no empty last line."""
    assert spans == line_spans(text.encode())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Straße", "straße"),
        ("ΟΔΟΣ", "οδος"),
        ("ΟΔΟΣ!", "οδος!"),
        ("ΣΑΣ", "σας"),
        ("İ", "i̇"),
        ("\u1c89", "\u1c8a"),
        ("\ua7da", "\ua7db"),
        ("\ua7dc", "\u019b"),
        ("\U00010d50\U00010d65", "\U00010d70\U00010d85"),
    ],
)
def test_lower_is_that_of_unicode_16(text: str, expected: str):
    """Lower case is full, knows the final sigma, and has the pairs of Unicode 16 on every Python."""
    assert expected == lower(text)


@pytest.mark.parametrize(
    ("character", "inside"),
    [
        ("a", True),
        ("5", True),
        ("Ⅷ", True),
        ("½", True),
        ("\u05b4", True),
        ("\u0902", True),
        ("\u0e31", True),
        ("ⓐ", True),
        ("\u1c89", True),
        ("_", False),
        ("-", False),
        ("'", False),
        ("\u0301", False),
        ("\u0307", False),
        ("🚀", False),
    ],
)
def test_word_characters_are_alphabetic_or_numbers(character: str, inside: bool):
    """A word character is Alphabetic or a number; vowel signs are, accents and the underscore are not."""
    assert inside == bool(WORD.match(character))


def test_word_characters_are_those_of_unicode_16():
    """Of all scalar values 144,434 are word characters, and they are these."""
    points = map(chr, chain(range(0xD800), range(0xE000, 0x110000)))
    inside = "".join(point for point in points if WORD.match(point))
    assert (len(inside), zlib.crc32(inside.encode())) == (144_434, 0x8C0F350E)


def test_numbers_are_those_of_unicode_16():
    """Of the word characters 1,911 are digits or other numbers (Nd, Nl, No), and they are these."""
    points = map(chr, chain(range(0xD800), range(0xE000, 0x110000)))
    number = re.compile(f"[{NUMBER_CLASS}]")
    inside = "".join(point for point in points if number.match(point))
    assert (len(inside), zlib.crc32(inside.encode())) == (1_911, 0x626C901C)
    assert len(inside) == sum(map(len, WORD.findall(inside)))


def test_terms_are_lower_cased_one_by_one():
    """A term is a run of word characters in its own lower case: what follows the run decides no final sigma."""
    assert {"οδος", "b"} == terms("ΟΔΟΣ_B")


def test_near_form_ignores_case_and_white_space():
    """Case and the amount and kind of white space do not count."""
    assert near_form("the canary is green") == near_form("\u3000The  CANARY\n\tis Green\n")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Straße", "strasse"), ("οδος", "οδοσ"), ("a b", "a\x1cb"), ("ﬁn", "fin"), ("é", "e\u0301")],
)
def test_near_form_does_not_fold_or_normalise(one: str, other: str):
    """Lower-casing is all that is done to a word: no case folding, no normal form."""
    assert near_form(one) != near_form(other)


def test_near_form_ends_words_at_white_space():
    """Every word has its own final sigma."""
    assert near_form("οδος ας") == near_form("ΟΔΟΣ\u2003ΑΣ")
