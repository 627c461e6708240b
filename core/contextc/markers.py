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

_BETWEEN = WS_IN_LINE[:-1] + r"\-_*~\u2010\u2011]+"
_SEPARATORS = re.compile(_BETWEEN[:-2] + r"\n]+")
"""What may stand between the words of a phrase: white space, hyphens, emphasis."""
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
        # A text without any phrase's longest word holds no phrase, and substring searches say so fastest.
        longest = {max(re.split(_APOSTROPHE, max(phrase, key=len)), key=len) for phrase in phrases}
        anchors = sorted(word for word in longest if not any(other in word for other in longest - {word}))
        self._ascii_anchors = [anchor for anchor in anchors if anchor.isascii()]
        self._all_anchors = anchors
        bounded = "|".join(_pattern(phrase) for phrase in phrases if _bounded(phrase[-1][-1]))
        others = [_pattern(phrase) for phrase in phrases if not _bounded(phrase[-1][-1])]
        # One look-ahead for all: its class has hundreds of ranges, and compiling it is what a pattern costs.
        self._pattern = re.compile("|".join([f"(?:{bounded})(?!{_GOES_ON})", *others]))

    def found_in(self, text: str) -> bool:
        """Whether a phrase stands in the text, in any case, within one line."""
        text = lower(text)
        anchors = self._ascii_anchors if text.isascii() else self._all_anchors
        if not any(anchor in text for anchor in anchors):
            return False
        at = 0
        while found := self._pattern.search(text, at):
            if found.start() == 0 or not _joins(text[found.start() - 1], text[found.start()]):
                return True
            at = found.start() + 1
        return False


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
