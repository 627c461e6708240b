"""A text -> whether one of its lines forbids something (spec 2.5 row 5, C7)."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from .chars import WS_NOT_LF, is_word_character, lines_of, lower, split_words
from .differences import Differences
from .model import Fragment, Policy

REFERENCE: Final = ("never ", "must not", "do not", "don't", "ne pas", "ne jamais", "jamais ")

UNMARKED_KINDS: Final = frozenset({"log", "tool_result"})
UNMARKED_IN_TRANSCRIPTS: Final = frozenset({"tool_call", "reasoning", "meta"})
"""Under C18."""

APOSTROPHES: Final = "'\u2019"

_BETWEEN: Final = f"(?:{WS_NOT_LF}|[-_*~]){{1,16}}"
_TO_SPACES: Final = str.maketrans(dict.fromkeys(set(string.punctuation) - {"'"}, " "))
_LATIN: Final = range(0x250)


def forbids(fragment: Fragment, policy: Policy, on: Differences) -> bool:
    """Some line holds a marker."""
    if "C7" not in on:
        return any(_reference_marked(line.text) for line in lines_of(fragment.content))
    if fragment.kind in UNMARKED_IN_TRANSCRIPTS and "C18" in on:
        return False
    return fragment.kind not in UNMARKED_KINDS and _holds_marker(fragment.content, policy.markers)


@lru_cache(maxsize=4096)
def _holds_marker(text: str, added: tuple[str, ...]) -> bool:
    words, substrings = _lexicon()
    for entry in added:
        marker = " ".join(split_words(lower(entry)))
        if marker and _is_latin_word(marker[0]) and _is_latin_word(marker[-1]):
            words = [*words, marker]
        elif marker:
            substrings = [*substrings, marker]
    return any(_marked(lower(line.text), words, substrings) for line in lines_of(text))


def _reference_marked(line: str) -> bool:
    plain = lower(line).translate(_TO_SPACES) + " "
    return any(marker in plain for marker in REFERENCE)


@lru_cache
def _lexicon() -> tuple[list[str], list[str]]:
    """The phrases of all languages: those of words, and those that may stand anywhere."""
    from contextc.lexicon import LANGUAGES  # noqa: PLC0415  (the reference needs no table, and no contextc)

    words = [phrase for _, phrases, _ in LANGUAGES for phrase in phrases]
    substrings = [phrase for _, _, phrases in LANGUAGES for phrase in phrases]
    return words, substrings


def _is_latin_word(char: str) -> bool:
    return ord(char) in _LATIN and is_word_character(char)


def _marked(line: str, words: Iterable[str], substrings: Iterable[str]) -> bool:
    return any(_has_words(line, phrase) for phrase in words) or any(
        _pattern(phrase).search(line) for phrase in substrings
    )


@lru_cache
def _pattern(phrase: str) -> re.Pattern[str]:
    """The phrase with either apostrophe, and with anything but letters between its words; found at every place."""
    words = [re.escape(word).replace("'", f"[{APOSTROPHES}]") for word in phrase.split(" ")]
    return re.compile(f"(?=({_BETWEEN.join(words)}))")


def _has_words(line: str, phrase: str) -> bool:
    return any(
        not is_word_character(line[: match.start(1)][-1:] or " ") and not _goes_on(line[match.end(1) :])
        for match in _pattern(phrase).finditer(line)
    )


def _goes_on(rest: str) -> bool:
    """The word that a phrase ended in has more letters, perhaps behind an apostrophe."""
    letters = rest[1:] if rest[:1] in set(APOSTROPHES) else rest
    return is_word_character(letters[:1] or " ")
