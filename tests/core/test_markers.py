"""Constraint markers are words of the lexicon, in any case, within one line."""

import pytest

from contextc.errors import InvalidRequest, OverLimit
from contextc.lexicon import LANGUAGES
from contextc.markers import MARKER_CHARACTERS, MARKERS, Markers
from core.build import compile_, decide, fragment

BUILT_IN = Markers()
PHRASES = [phrase for language in LANGUAGES for phrase in language.phrases]
ALONE = [phrase for phrase in PHRASES if not any(other != phrase and other in phrase for other in PHRASES)]
"""Those that hold no other phrase."""
UNSPACED = [phrase for language in LANGUAGES for phrase in language.fragments]
CONSTRAINT = "preserve.negative_constraint"


@pytest.mark.parametrize("phrase", PHRASES)
def test_every_phrase_is_a_marker(phrase: str):
    """A phrase of the lexicon is found at the start, inside and at the end of a text, in any case."""
    texts = (
        phrase,
        f"Well, {phrase} here.",
        phrase.upper(),
        f"well {phrase.capitalize()}:",
        f"({phrase})",
        f"*{phrase}*",
    )
    assert [True] * len(texts) == [BUILT_IN.found_in(text) for text in texts]


@pytest.mark.parametrize("phrase", ALONE)
def test_no_phrase_is_found_inside_a_word(phrase: str):
    """A word character on either side makes it another word, behind it also after an apostrophe."""
    texts = (f"x{phrase}", f"{phrase}x", f"9{phrase}", f"{phrase}9", f"é{phrase}", f"{phrase}é")
    texts += (f"{phrase}'s", f"{phrase}\u2019s")
    assert [False] * len(texts) == [BUILT_IN.found_in(text) for text in texts]


@pytest.mark.parametrize("phrase", ALONE)
def test_a_quoted_phrase_is_one(phrase: str):
    """Quotation marks around a phrase are no part of its words."""
    texts = (f"'{phrase}'", f"\u2018{phrase}\u2019", f'"{phrase}"', f"rule: '{phrase} touch'")
    assert [True] * len(texts) == [BUILT_IN.found_in(text) for text in texts]


@pytest.mark.parametrize("phrase", UNSPACED)
def test_phrases_of_languages_without_spaces_stand_anywhere(phrase: str):
    """Chinese and Japanese phrases are found between other characters, Latin ones too."""
    assert [BUILT_IN.found_in(text) for text in (f"我们{phrase}这样", f"a{phrase}b")] == [True, True]


@pytest.mark.parametrize(
    "text",
    [
        "Never.",
        "I said: NEVER, ok",
        "you must not",
        "you mustn't",
        "you mustn\u2019t",
        "it shall not pass",
        "do  not deploy",
        "do\tnot deploy",
        "do\u00a0not deploy",
        "do-not-deploy",
        "DO_NOT_DEPLOY = 1",
        "do **not** deploy",
        "do ~~not~~ deploy",
        "don't",
        "don\u2019t",
        "you cannot",
        "we can't",
        "you can\u2019t",
        "the agent cannot",
        "the Assistant can't",
        "ne jamais: effacer",
        "Il ne dois pas",
        "Das darf nicht sein",
        "DÜRFEN NICHT",
        "¡Nunca!",
        "JAMÁS",
        "请勿删除",
        "消さないこと。変更しないこと。",
        "絶対に消すな",
    ],
)
def test_constraints(text: str):
    """What forbids something in one of the six languages is found."""
    assert BUILT_IN.found_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "whenever ready",
        "nevertheless",
        "do nothing",
        "must note",
        "une passe",
        "ne passe pas",
        "dont",
        "donut",
        "do\nnot",
        "do\r\nnot",
        "do, not",
        "do x not",
        "cannot",
        "it cannot be",
        "they can't",
        "cannot you",
        "jamaisx",
        "niemalsig",
        "verbotene",
        "no debería",
        "要不",
        "禁 止",
    ],
)
def test_no_constraints(text: str):
    """Longer words, words of two lines, other words between, and a `cannot` that binds nobody are no constraint."""
    assert not BUILT_IN.found_in(text)


def test_a_marker_behind_a_longer_word_is_found():
    """A first hit inside a longer word does not hide a later one."""
    assert BUILT_IN.found_in("whenever, nevertheless, never")


def rule_of(content: str, kind: str | None) -> str:
    """The rule of a text of a kind."""
    return decide(fragment(content, kind=kind)).rule_id


@pytest.mark.parametrize("kind", ["log", "tool_result"])
def test_what_machines_write_binds_nobody(kind: str):
    """Logs and tool results are never constraints."""
    assert rule_of("Never deploy on Friday.", kind) == "preserve.default"


@pytest.mark.parametrize("kind", [None, "LOG", "logs", "tool", "memory"])
def test_other_kinds_may_forbid(kind: str | None):
    """Only the exact kinds are exempt."""
    assert rule_of("Never deploy on Friday.", kind) == CONSTRAINT


@pytest.mark.parametrize(
    ("marker", "text"),
    [
        ("Off Limits", "that is OFF-LIMITS!"),
        ("  hands   off ", "hands off"),
        ("won't", "we won\u2019t"),
        ("won\u2019t", "we won't"),
        ("c++", "no C++11 here"),
        (".env", "read.env"),
        ("!", "stop!"),
        ("нельзя", "НЕЛЬЗЯ"),
        ("금지", "사용금지입니다"),
    ],
)
def test_own_markers_are_found(marker: str, text: str):
    """A caller's phrase is matched like the lexicon's: any case, any spaces, either apostrophe; at a sign, anywhere."""
    assert [markers.found_in(text) for markers in (BUILT_IN, Markers([marker]))] == [False, True]


@pytest.mark.parametrize(
    ("marker", "text"),
    [("off limits", "offlimits"), ("off", "coffee"), ("c++", "abc++"), ("нельзя", "нельзями"), ("a.b", "axb")],
)
def test_own_markers_are_words(marker: str, text: str):
    """A caller's phrase is not found inside a longer word, and its signs mean themselves."""
    assert not Markers([marker]).found_in(text)


def test_own_markers_have_the_rule_of_the_lexicon():
    """A caller's phrase adds to the lexicon under the same rule id."""
    policy = {"constraint_markers": ["hands off"]}
    assert [decide(text, **policy).rule_id for text in ("Hands off prod.", "Never deploy.")] == [CONSTRAINT] * 2


@pytest.mark.parametrize("blank", ["", " ", "\u3000\n", "-", "* _ ~"])
def test_a_blank_marker_is_an_error(blank: str):
    """A marker without a word would match every text."""
    with pytest.raises(InvalidRequest) as caught:
        compile_("a", constraint_markers=["ok", blank])
    assert caught.value.path == "$.policy.constraint_markers[1]"


def test_the_number_of_markers_is_capped():
    """One marker more than the cap is an error with both numbers; the cap itself is fine."""
    assert not Markers(["ok"] * MARKERS).found_in("a")
    with pytest.raises(OverLimit) as caught:
        Markers(["ok"] * (MARKERS + 1))
    assert caught.value.data == {"count": 257, "limit": 256}


def test_the_length_of_a_marker_is_capped():
    """A marker of 200 characters is taken and a longer one is an error with both numbers."""
    assert Markers(["x" * MARKER_CHARACTERS]).found_in("x" * 200)
    with pytest.raises(OverLimit) as caught:
        Markers(["ok", "x" * 201])
    assert (caught.value.path, caught.value.data) == ("$.policy.constraint_markers[1]", {"chars": 201, "limit": 200})


@pytest.mark.parametrize("marker", ["- hands - off -", "*hands* _off_", "hands\noff"])
def test_what_may_stand_between_words_is_no_word(marker: str):
    """Hyphens and emphasis in a marker separate its words, like those in a text."""
    assert Markers([marker]).found_in("hands off")


def test_all_markers_together_have_a_cap():
    """Many long markers are refused before they become a pattern."""
    with pytest.raises(OverLimit) as caught:
        Markers([f"{number:03} {'x' * 150}" for number in range(60)])
    assert caught.value.data == {"chars": 60 * 154, "limit": 8_192}
