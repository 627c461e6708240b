"""Text -> whether it forbids something: the lexicon and a caller's own phrases as one pattern."""

import re
from collections.abc import Sequence
from functools import lru_cache

from contextc.errors import InvalidRequest, OverLimit
from contextc.lexicon import LANGUAGES
from contextc.text import WORD, WORD_CLASS, WS_IN_LINE, lower, words

MARKERS = 256
"""Entries of `policy.constraint_markers`."""

MARKER_CHARACTERS = 200
"""A longer marker is a text, and searching for it costs its length at every word."""

ALL_MARKERS_CHARACTERS = 8_192
"""Of all markers together: they become one pattern, which is made before the first text is looked at."""

MOST_BETWEEN = 16
"""Characters that may stand between two words of a phrase; so a phrase has a longest form, and a place to look for it."""

_SEPARATOR = WS_IN_LINE[:-1] + r"\-_*~\u2010\u2011"
"""White space, hyphens, emphasis."""
_BETWEEN = f"{_SEPARATOR}]{{1,{MOST_BETWEEN}}}"
_SEPARATORS = re.compile(f"{_SEPARATOR}\\n]+")
_GOES_ON = f"['\u2019]?[{WORD_CLASS}]"
"""Behind a phrase, the rest of a longer word; a quotation mark alone is none."""
_APOSTROPHE = "['\u2019]"
_IDEOGRAPHS = "\u2e80"
"""From here on (CJK radicals, kana, ideographs, Hangul) a phrase runs into its neighbours without a space."""


class Markers:
    """The phrases that make a text a constraint.

    >>> markers = Markers(("off limits",))
    >>> [markers.found_in(text) for text in ("Do  not deploy", "whenever", "do nothing", "Off-limits!", "请勿删除")]
    [True, False, False, True, True]
    """

    def __init__(self, extra: Sequence[str] = ()) -> None:
        phrases = [words(phrase) for language in LANGUAGES for phrase in (*language.phrases, *language.fragments)]
        phrases += _checked(extra)
        # Where the anchor of no phrase stands, no phrase does, and substring searches find the rest fastest. Last words
        # make good anchors: "not" and "pas" serve many phrases.
        anchored = {form for phrase in phrases for form in _forms(_anchor(phrase))}
        anchors = sorted(word for word in anchored if not any(other in word for other in anchored - {word}))
        self._reach = {anchor: max(_length(p) for p in phrases if _may_hold(p, anchor)) + 2 for anchor in anchors}
        self._ascii_anchors = [anchor for anchor in anchors if anchor.isascii()]
        self._all_anchors = anchors
        bounded = "|".join(_pattern(phrase) for phrase in phrases if _bounded(phrase[-1][-1]))
        others = [_pattern(phrase) for phrase in phrases if not _bounded(phrase[-1][-1])]
        # One look-ahead for all: its class has hundreds of ranges, and compiling it is what a pattern costs.
        self._pattern = re.compile("|".join([f"(?:{bounded})(?!{_GOES_ON})", *others]))

    def found_in(self, text: str) -> bool:
        """Whether a phrase stands in the text, in any case, within one line."""
        text = lower(text)
        return any(
            self._found_near(anchor, text) for anchor in (self._ascii_anchors if text.isascii() else self._all_anchors)
        )

    def _found_near(self, anchor: str, text: str) -> bool:
        """Whether a phrase stands around an occurrence of the word; occurrences close together are one place."""
        reach = self._reach[anchor]
        at = text.find(anchor)
        while at >= 0:
            start, end = max(0, at - reach), at + reach
            at = text.find(anchor, at + 1)
            while 0 <= at <= end:
                end = at + reach
                at = text.find(anchor, at + 1)
            if self._found_between(text, start, end):
                return True
        return False

    def _found_between(self, text: str, start: int, end: int) -> bool:
        while found := self._pattern.search(text, start, end):
            start = found.start()
            # The search saw nothing beyond its end, where the word may go on.
            if self._pattern.match(text, start) and not (start and _joins(text[start - 1], text[start])):
                return True
            start += 1
        return False


def _anchor(phrase: list[str]) -> str:
    return phrase[-1] if len(phrase[-1]) > 2 else max(phrase, key=len)


def _forms(word: str) -> list[str]:
    """A word with either apostrophe."""
    parts = re.split(_APOSTROPHE, word)
    return ["'".join(parts), "\u2019".join(parts)] if len(parts) > 1 else parts


def _may_hold(phrase: list[str], anchor: str) -> bool:
    return any(anchor in form for word in phrase for form in _forms(word))


def _length(phrase: list[str]) -> int:
    return sum(map(len, phrase)) + MOST_BETWEEN * (len(phrase) - 1)


def _pattern(phrase: list[str]) -> str:
    return _BETWEEN.join(_APOSTROPHE.join(map(re.escape, re.split(_APOSTROPHE, word))) for word in phrase)


def _joins(before: str, first: str) -> bool:
    """Whether a phrase that begins with `first` is the rest of a longer word."""
    return _bounded(first) and WORD.match(before) is not None


def _bounded(edge: str) -> bool:
    return edge < _IDEOGRAPHS and WORD.match(edge) is not None


def _checked(extra: Sequence[str]) -> list[list[str]]:
    path = "$.policy.constraint_markers"
    if len(extra) > MARKERS:
        raise OverLimit(
            f"{len(extra)} markers exceed the cap of {MARKERS}",
            path=path,
            data={"count": len(extra), "limit": MARKERS},
        )
    total = sum(map(len, extra))
    if total > ALL_MARKERS_CHARACTERS:
        raise OverLimit(
            f"the markers have {total} characters together, the cap is {ALL_MARKERS_CHARACTERS}",
            path=path,
            data={"chars": total, "limit": ALL_MARKERS_CHARACTERS},
        )
    phrases: list[list[str]] = []
    for index, marker in enumerate(extra):
        # A word of what may stand between words would make the pattern ambiguous, and its search exponential.
        phrase = [word for word in _SEPARATORS.split(lower(marker)) if word]
        if not phrase:
            raise InvalidRequest("a marker without a word would match every text", path=f"{path}[{index}]")
        if len(marker) > MARKER_CHARACTERS:
            raise OverLimit(
                f"a marker has {len(marker)} characters, the cap is {MARKER_CHARACTERS}",
                path=f"{path}[{index}]",
                data={"chars": len(marker), "limit": MARKER_CHARACTERS},
            )
        phrases.append(phrase)
    return phrases


@lru_cache(maxsize=16)
def markers(extra: tuple[str, ...]) -> Markers:
    """The markers with a caller's own phrases, made once for each set of them."""
    return Markers(extra)
