"""The words that two texts must agree in."""

import re

import pytest

from contextc.decisive import LANGUAGES, STEMS, UNSPACED
from contextc.passes.guards import Guards
from contextc.passes.shingles import UNSPACED_CLASS
from contextc.text import lower

WORDS = [word for language in LANGUAGES for word in (*language.negations.split(), *language.numerals.split())]


def test_words_are_in_lower_case():
    """A word is looked up as texts are: in lower case."""
    assert [lower(word) for word in WORDS] == WORDS


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_no_word_is_listed_twice(language):
    """A language names each of its words once."""
    words = [*language.negations.split(), *language.numerals.split()]

    assert sorted(set(words)) == sorted(words)


def test_every_word_decides():
    """A text without the word says something else, in any case of its letters and inside of punctuation."""
    of = Guards().of
    missed = [
        word for word in WORDS if of("say it aloud") in (of(f"say it {word} aloud"), of(f"say it ({word}), aloud"))
    ]

    assert missed == []


def test_every_stem_decides():
    """A Korean word with a negation inside of it is none without it."""
    of = Guards().of

    assert [stem for stem in STEMS if of("그 하늘 지금") == of(f"그 하늘{stem}다 지금")] == []


def test_every_unspaced_word_decides():
    """Where no spaces are, a negation or a numeral is found between any characters."""
    of = Guards().of

    assert [word for word in UNSPACED if of("山川天地") == of(f"山川{word}天地")] == []


def test_unspaced_words_are_of_scripts_without_spaces():
    """They are looked for in those scripts alone."""
    assert [word for word in UNSPACED if not re.fullmatch(f"[{UNSPACED_CLASS}]+", word)] == []
