r"""Text -> its guard: what two texts must have in common, in the same order, before they may count as near-duplicates.

Numbers, negations, identifiers, names, questions and indentation, and code to the letter: a text that differs in one of
these says something else, however many words it shares.
"""

import re

from contextc.decisive import LANGUAGES, STEMS, UNSPACED
from contextc.fences import fence_lines, fences
from contextc.passes.shingles import UNSPACED_CLASS
from contextc.text import NUMBER_CLASS, WHITE_SPACE, WORD, WS_IN_LINE, lower, words

Guard = tuple[tuple[str, ...], ...]

QUOTES = "\"'“”‘’«»‹›„‚"
PUNCTUATION = ".,;:!?()[]{}*…¡¿،؛؟।॥、。，．：；！？「」『』（）【】《》〈〉" + QUOTES
"""What may stand at either end of a run without being part of it."""
ENDS = tuple(".!?:…।。！？：")
"""A run with one of these at its end, before quotes and brackets, ends a sentence."""
ASKS = "?？؟"
MARKS = re.compile(r"[_/\\@#$%&=+<>|^~`.:()\[\]{}]|^-")
"""Make a run of letters an identifier, a path, an address, a call or a flag, when they stand inside of it."""
OPERATORS = re.compile(r"[/\\@$%&=+<>|^]")
LONGEST_OPERATOR = 3
"""A longer run of such characters underlines a heading or draws a table."""
SYMBOLS = re.compile("[¢-©¬®-±¶×÷\u20a0-\u20cf\u2100-\u214f\u2190-\u24ff\u2580-\u2bff\U0001f000-\U0001faff]")
"""Currencies, signs, arrows, mathematics, emoji; not what draws boxes."""

_NUMBER = re.compile(f"[{NUMBER_CLASS}]")
_DECISIVE = frozenset(word for one in LANGUAGES for word in (*one.negations.split(), *one.numerals.split()))
_UNSPACED = re.compile("|".join(UNSPACED))
_UNSPACED_RUN = re.compile(f"([{UNSPACED_CLASS}]{{1,2}})[{UNSPACED_CLASS}]*")
"""Of which two characters stay: enough to be what is counted, and not the beginning of a sentence."""
_QUOTED = re.compile("`[^`\n]+`")
_INDENTED = re.compile(f"\n{WS_IN_LINE}+[^{WHITE_SPACE}]")
_INDENT = re.compile(f"\n({WS_IN_LINE}*)[^{WHITE_SPACE}]")


class Guards:
    """Makes guards, and remembers what it has found out about words.

    >>> guards = Guards()
    >>> guards.of("Deploy to eu_west after 5 minutes, Ann says.")
    (('eu_west', '5 minutes', 'Ann'), (), (), (), ())
    >>> guards.of("We do not wait.") == guards.of("We do wait.")
    False
    """

    def __init__(self) -> None:
        self._kinds = _Kinds()

    def of(self, text: str) -> Guard:
        """The guard of a text."""
        spaced = text
        unspaced: tuple[str, ...] = ()
        if not text.isascii():
            spaced = _UNSPACED_RUN.sub(r" \1 ", text).replace("\u2019", "'")
            # With its neighbours: what is denied or counted matters as much.
            unspaced = tuple(text[max(0, hit.start() - 1) : hit.end() + 1] for hit in _UNSPACED.finditer(text))
        runs = words(spaced)
        quoted = tuple(_QUOTED.findall(text)) if "`" in text else ()
        return tuple(self._decisive(runs)), unspaced, quoted, _fenced(text), _indents("\n" + text)

    def _decisive(self, runs: list[str]) -> list[str]:
        found: list[str] = []
        kinds = self._kinds
        for at in [at for at, run in enumerate(runs) if kinds[run]]:
            kind, core = kinds[runs[at]], runs[at].strip(PUNCTUATION)
            if kind & (DECIDES | NUMBER):
                # Of five minutes and five hours, the number alone is the same.
                following = runs[at + 1].strip(PUNCTUATION) if at + 1 < len(runs) else ""
                core = f"{core if kind & NUMBER else lower(core)} {lower(following) if WORD.search(following) else ''}"
            if kind & (DECIDES | NUMBER | FIXED) or (kind & NAMED and at and not _ends_sentence(runs[at - 1])):
                found.append(core)
            if kind & ASKED:
                found.append("?")
        return found


DECIDES, NUMBER, FIXED, NAMED, ASKED = 1, 2, 4, 8, 16
"""Kinds of runs: a negation or a numeral, a number, an identifier, a capitalised word, the last of a question."""


class _Kinds(dict[str, int]):
    """Run -> its kinds, found out once; 0 for an ordinary word."""

    def __missing__(self, run: str) -> int:
        kind = self[run] = _kind(run) | (ASKED if any(mark in run for mark in ASKS) else 0)
        return kind


def _kind(run: str) -> int:
    if run.isascii() and run.islower() and run.isalpha():
        return DECIDES if run in _DECISIVE else 0
    core = run.strip(PUNCTUATION)
    if _NUMBER.search(core):
        return NUMBER
    if _decides(lower(core)):
        return DECIDES
    if WORD.search(core) is None:
        operator = len(core) <= LONGEST_OPERATOR and OPERATORS.search(core)
        return FIXED if operator or SYMBOLS.search(core) else 0
    if (
        MARKS.search(core)
        or run.startswith("!")
        or "()" in run
        or "[]" in run
        or lower(core[1:]) != core[1:]
        or (not core.isascii() and SYMBOLS.search(core))
    ):
        return FIXED
    return NAMED if lower(core[0]) != core[0] else 0


def _decides(word: str) -> bool:
    return (
        not _DECISIVE.isdisjoint(word.split("-"))
        or word.endswith("n't")
        or word.startswith("n'")
        or (not word.isascii() and any(stem in word for stem in STEMS))
    )


def _ends_sentence(run: str) -> bool:
    """Whether what follows begins a sentence: behind a full stop, or behind a bullet or a dash."""
    return run.rstrip(QUOTES + ")]}*_").endswith(ENDS) or WORD.search(run) is None


def _indents(text: str) -> tuple[str, ...]:
    """The white space before every line that has more, unless no line has any."""
    return tuple(_INDENT.findall(text)) if _INDENTED.search(text) else ()


def _fenced(text: str) -> tuple[str, ...]:
    if "```" not in text and "~~~" not in text:
        return ()
    data = text.encode()
    return tuple(data[fence.start : fence.end].decode() for fence in fences(fence_lines(data), len(data)))
