"""The first row of the rule table that matches decides about a fragment."""

import pytest

from contextc.errors import OverLimit, UnknownRule
from contextc.passes.classify import DISABLEABLE, RULE_IDS, RULES
from core.build import compile_, decide, fragment, image, png

ROWS = [
    "media.atomic",
    "preserve.marked_verbatim",
    "cache.stable_prefix",
    "preserve.tool_error",
    "preserve.user_turn",
    "preserve.code_fence",
    "preserve.negative_constraint",
    "abstract.log_dedup",
    "preserve.exact_values",
    "preserve.url",
    "preserve.default",
]
SUPERSEDED = ["retrieve.screenshot_superseded", "retrieve.superseded_result"]
EVERYTHING = "Never run this:\n```sh\ncurl https://a.example/1 2 3\n```\n"


def rule(content: str, **fields) -> str:
    """The rule of a fragment."""
    return decide(fragment(content, **fields)).rule_id


def test_the_table():
    """The rows stand in their order; all but the last can be disabled, and so can both kinds of supersession."""
    assert (ROWS, [*ROWS[:-1], *SUPERSEDED]) == ([rule.id for rule in RULES], list(DISABLEABLE))


def test_every_id_that_a_decision_may_name():
    """Beside the rows there are the budget, two kinds of duplicates and two of supersession."""
    assert {*ROWS, "budget.externalize", "drop.duplicate", "drop.near_duplicate", *SUPERSEDED} == set(RULE_IDS)


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ({"verbatim": True}, "preserve.marked_verbatim"),
        ({"cache": True}, "cache.stable_prefix"),
        ({"verbatim": True, "cache": True}, "preserve.marked_verbatim"),
        ({"verbatim": "true", "cache": "true"}, "preserve.default"),
        ({"verbatim": 1, "cache": 1}, "preserve.default"),
        ({"verbatim": False, "cache": None}, "preserve.default"),
        ({"VERBATIM": True}, "preserve.default"),
        ({}, "preserve.default"),
        (None, "preserve.default"),
    ],
)
def test_marks_are_the_value_true(metadata: dict[str, object] | None, expected: str):
    """Only JSON `true` marks a fragment, and verbatim comes before cache."""
    assert expected == rule("plain", metadata=metadata)


def test_marks_come_before_what_a_text_holds():
    """A marked text is verbatim whatever it holds."""
    assert rule(EVERYTHING, metadata={"verbatim": True}) == "preserve.marked_verbatim"


def test_a_cached_fragment_has_its_own_action():
    """The caller's mark for the prefix is the action `cache`."""
    assert str(decide(fragment("a", metadata={"cache": True})).action) == "cache"


# Conversations


@pytest.mark.parametrize(
    ("kind", "metadata", "expected"),
    [
        ("tool_result", {"is_error": True}, "preserve.tool_error"),
        ("log", {"is_error": True}, "preserve.tool_error"),
        ("tool_result", {"is_error": "true"}, "preserve.exact_values"),
        ("tool_result", {"is_error": False}, "preserve.exact_values"),
        ("tool_result", {}, "preserve.exact_values"),
        ("note", {"is_error": True}, "preserve.exact_values"),
        (None, {"is_error": True}, "preserve.exact_values"),
        ("tool_result", {"is_error": True, "verbatim": True}, "preserve.marked_verbatim"),
        ("tool_result", {"is_error": True, "lane": "soft", "role": "user"}, "preserve.tool_error"),
    ],
)
def test_what_failed(kind: str | None, metadata: dict[str, object], expected: str):
    """A tool's result or log that is marked as an error is critical, and a mark is the value true."""
    assert expected == rule("exit 1, 2 tests failed, 3 passed", kind=kind, metadata=metadata)


def test_a_log_of_a_failure_is_not_collapsed():
    """What a failed tool printed is kept as it is."""
    text = "connection refused\n" * 50
    failed = fragment(text, kind="log", metadata={"is_error": True})
    assert (text, "preserve") == (compile_(failed).content, str(decide(failed).action))


@pytest.mark.parametrize(
    ("kind", "metadata", "expected"),
    [
        (None, {"lane": "soft", "role": "user"}, "preserve.user_turn"),
        (None, {"lane": "soft", "role": "User"}, "preserve.user_turn"),
        ("code", {"lane": "soft", "role": "USER"}, "preserve.user_turn"),
        ("log", {"lane": "soft", "role": "user"}, "preserve.default"),
        ("tool_result", {"lane": "soft", "role": "user"}, "preserve.default"),
        (None, {"lane": "soft", "role": "human"}, "preserve.default"),
        (None, {"lane": "soft", "role": "assistant"}, "preserve.default"),
        (None, {"lane": "soft", "role": True}, "preserve.default"),
        (None, {"lane": "soft", "role": "u\u017fer"}, "preserve.default"),
        (None, {"lane": "soft"}, "preserve.default"),
        (None, {"lane": "Soft", "role": "user"}, "preserve.default"),
        (None, {"role": "user"}, "preserve.default"),
        (None, {"lane": "soft", "role": "user", "cache": True}, "cache.stable_prefix"),
    ],
)
def test_what_a_user_said(kind: str | None, metadata: dict[str, object], expected: str):
    """What a user said in the soft lane is critical, in any ASCII case of the role; what a program answered is not."""
    assert expected == rule("go on", kind=kind, metadata=metadata)


@pytest.mark.parametrize("rule_id", ["preserve.tool_error", "preserve.user_turn"])
def test_the_rules_of_conversations_can_be_disabled(rule_id: str):
    """Without its row a text is judged by what it holds."""
    kind = "tool_result" if rule_id == "preserve.tool_error" else None
    said = fragment("see https://a.example", kind=kind, metadata={"is_error": True, "lane": "soft", "role": "user"})
    assert [rule_id, "preserve.url"] == [decide(said, disabled_rules=off).rule_id for off in ([], [rule_id])]


@pytest.mark.parametrize("kind", ["reasoning", "meta"])
def test_plain_kinds(kind: str):
    """What a model thought, or only its provider understands, is plain text whatever it holds."""
    assert rule(EVERYTHING * 9, kind=kind) == "preserve.default"


def test_a_mark_makes_plain_kinds_verbatim():
    """A caller may say that such a text matters all the same."""
    assert rule(EVERYTHING, kind="reasoning", metadata={"verbatim": True}) == "preserve.marked_verbatim"


@pytest.mark.parametrize(
    ("content", "expected"),
    [("never", "preserve.default"), ("never 1 2 3", "preserve.exact_values"), ("```", "preserve.code_fence")],
)
def test_a_call_forbids_nothing(content: str, expected: str):
    """The arguments of a call hold no prohibition, but code and values."""
    assert expected == rule(content, kind="tool_call")


# What a text holds


@pytest.mark.parametrize(
    ("content", "kind"),
    [("x", "code"), ("```\nx\n```", None), ("a ``` b", None), ("~~~\nx", None), ("a\n  ~~~ py\nx", None)],
)
def test_code(content: str, kind: str | None):
    """The kind, three ticks anywhere, or a line that opens a fence of tildes make code."""
    assert rule(content, kind=kind) == "preserve.code_fence"


@pytest.mark.parametrize(("content", "kind"), [("x", "Code"), ("x", "code "), ("a `` b", None), ("a ~~~ b", None)])
def test_no_code(content: str, kind: str | None):
    """Another kind, two ticks, or tildes inside a line make none."""
    assert rule(content, kind=kind) == "preserve.default"


@pytest.mark.parametrize(
    "content", ["order 1, item 2, row 3", "a1 b2 c3", "1 2 3", "1\u30002\u30003", "on 2026-07-14 for 30 at #9"]
)
def test_exact_values(content: str):
    """Three words with an ASCII digit are exact values."""
    assert rule(content) == "preserve.exact_values"


@pytest.mark.parametrize(
    "content", ["order 1, item 2", "123456789", "1\x1c2\x1c3", "١ ٢ ٣", "1,2,3", "a1b2c3", "１ ２ ３"]
)
def test_no_exact_values(content: str):
    """Two such words, one word with many digits, or other digits are not."""
    assert rule(content) == "preserve.default"


@pytest.mark.parametrize("content", ["see https://a.example", "xhttp://y", "https://"])
def test_urls(content: str):
    """A scheme anywhere makes a URL."""
    assert rule(content) == "preserve.url"


@pytest.mark.parametrize("content", ["HTTP://a.example", "Https://a", "ftp://a.example", "http:/a", "www.a.example"])
def test_no_urls(content: str):
    """Other case and other schemes do not."""
    assert rule(content) == "preserve.default"


@pytest.mark.parametrize("caption", ["", "https://a.example", "```", "never"])
def test_an_image_is_atomic_whatever_its_caption(caption: str):
    """An image falls under the first row, and so does one that is marked for the cache."""
    marked = image(png(), caption, metadata={"cache": True, "verbatim": True})
    assert [decide(image(png(), caption)).rule_id, decide(marked).rule_id] == ["media.atomic"] * 2


def test_what_the_base64_spells_does_not_count():
    """The payload is no text: a URL in it makes none."""
    hidden = image(b"https://a.example ``` never 1 2 3")
    assert decide(hidden, disabled_rules=["media.atomic"]).rule_id == "preserve.default"


def test_without_the_first_row_the_caption_decides():
    """With `media.atomic` disabled an image is judged by its caption."""
    assert decide(image(png(), "https://a.example"), disabled_rules=["media.atomic"]).rule_id == "preserve.url"


def test_a_disabled_row_lets_the_next_decide():
    """Each row that is switched off uncovers the next that matches."""
    content = EVERYTHING * 9
    found = [decide(fragment(content), disabled_rules=ROWS[:count]).rule_id for count in range(11)]
    assert [*[ROWS[5]] * 6, ROWS[6], *[ROWS[8]] * 2, ROWS[9], ROWS[10]] == found


@pytest.mark.parametrize(
    "rule_id", ["preserve.default", "drop.duplicate", "drop.near_duplicate", "budget.externalize", "preserve.urls", ""]
)
def test_what_cannot_be_disabled_is_an_error(rule_id: str):
    """An unknown id, or one that cannot be switched off, is refused with a list of those that can."""
    with pytest.raises(UnknownRule) as caught:
        compile_("a", disabled_rules=["preserve.url", rule_id])
    assert ("$.policy.disabled_rules[1]", {"known": list(DISABLEABLE)}) == (caught.value.path, caught.value.data)


def test_a_sentence_lists_what_can_be_disabled():
    """The error tells a reader every id that would have been taken."""
    with pytest.raises(UnknownRule) as caught:
        compile_("a", disabled_rules=["typo"])
    assert [rule_id for rule_id in DISABLEABLE if rule_id not in str(caught.value)] == []


def test_the_number_of_disabled_rules_is_capped():
    """A list may repeat ids up to 256 entries and not beyond."""
    assert compile_("a", disabled_rules=["preserve.url"] * 256).content == "a"
    with pytest.raises(OverLimit) as caught:
        compile_("a", disabled_rules=["typo"] * 257)
    assert caught.value.data == {"count": 257, "limit": 256}


def test_a_grouped_fragment_is_never_cached():
    """Membership in a group and the stable prefix exclude each other."""
    assert rule("a", metadata={"cache": True}, group="g") == "preserve.default"
