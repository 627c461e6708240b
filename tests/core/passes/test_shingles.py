"""A text's shingles are its words, three in a row."""

import re

import pytest

from contextc.passes.shingles import UNSPACED_CLASS, shingle_words, shingles
from core.build import distinct


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The canary, at 2%: green!", "the canary at 2 green"),
        ("foo_bar v2.1", "foo bar v2 1"),
        ("it's", "it s"),
        ("tab\tand\x1cfile\x00nul", "tab and file nul"),
        ("Über ÉTÉ ½", "über été ½"),
        ("ΟΔΟΣ ΟΔΟΣ'Α", "οδος οδος α"),
        ("İstanbul", "i\u0307stanbul"),
        ("नहीं है", "नह\u0940\u0902 है"),
        ("배포가 진행", "배포가 진행"),
        ("النشر يسير", "النشر يسير"),
        ("👍 yes", "yes"),
        ("", ""),
        ("?! …", ""),
    ],
)
def test_words_are_runs_of_word_characters(text: str, words: str):
    """Everything else stands between words; case does not count."""
    assert words.split() == shingle_words(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("部署完了。", ["部", "署", "完", "了"]),
        ("v2を発布", ["v2", "を", "発", "布"]),
        ("コーヒー", ["コ", "ー", "ヒ", "ー"]),
        ("ไม่ดี", ["ไ", "ม", "่", "ด", "ี"]),
        ("ລາວ", ["ລ", "າ", "ວ"]),
        ("မြန်မာ", ["မ", "ြ", "န", "်", "မ", "ာ"]),
        ("ខ្មែរ", ["ខ", "្", "ម", "ែ", "រ"]),
        ("\U00020000", ["\U00020000"]),
        ("日ΣΑΣ本", ["日", "σας", "本"]),
    ],
)
def test_scripts_without_spaces_have_words_of_one_character(text: str, words: list[str]):
    """Ideographs, kana, Thai, Lao, Burmese and Khmer, with their tone and vowel marks."""
    assert words == shingle_words(text)


def test_ascii_takes_the_same_words_by_its_shorter_way():
    """A text with a single character outside of ASCII has the same words before it."""
    text = "".join(map(chr, range(128))) * 2

    assert shingle_words(text) == shingle_words(f"{text} é")[:-1]


def test_shingles_overlap():
    """Every three words in a row are a shingle, once each, in order."""
    text = "a b c d a b c"

    assert [tuple(three) for three in ("abc", "bcd", "cda", "dab")] == shingles(text)


@pytest.mark.parametrize(("text", "expected"), [("one two", [("one", "two")]), ("One!", [("one",)]), (" - ", [])])
def test_short_texts_have_one_shingle(text: str, expected: list[tuple[str, ...]]):
    """Fewer than three words are one shingle, none are none."""
    assert expected == shingles(text)


def test_a_text_of_distinct_words_has_two_shingles_less_than_words():
    """No shingle is lost at either end."""
    assert len(shingles(distinct(100))) == 98


@pytest.mark.parametrize("words", ["배포 진행", "नहीं", "النشر", "הפריסה", "ትግራይ", "ཨོཾ", "ꦗꦮ", "x", "é", "Я"])
def test_other_scripts_put_spaces_between_words(words: str):
    """None of their characters is a word by itself."""
    assert re.search(f"[{UNSPACED_CLASS}]", words) is None
