"""The heuristic charges thirtieths of a token a character and rounds up a word."""

import pytest

from contextc.tokens import DynTokenEstimator, HeuristicEstimator

estimate = HeuristicEstimator().estimate


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        (" \t ", 0),
        ("x", 1),
        ("abc", 1),
        ("abcd", 2),
        ("abcde", 2),
        ("a b", 2),
        ("2026-07-14", 9),
        ("a1", 2),
        ("\n", 1),
        ("\n\n", 1),
        ("\n\n\n", 2),
        ("a\nb", 3),
        ("a\rb", 2),
        ("日本語漢字", 5),
        ("日", 1),
        ("日a", 2),
        ("日1", 2),
        ("é1", 2),
        ("ééé", 1),
        ("éééé", 2),
        ("🚀🚀🚀", 1),
        ("x" * 5000, 1500),
        ("é" * 5000, 1500),
    ],
)
def test_estimate(text: str, tokens: int):
    """Thirty a digit, twenty-five a CJK character, nine any other, rounded up a word; fifteen a line feed."""
    assert tokens == estimate(text)


@pytest.mark.parametrize("edges", ["\u3040\u30ff", "\u3400\u9fff", "\uac00\ud7af", "\uf900\ufaff"])
def test_cjk_blocks_cost_more(edges: str):
    """Kana, ideographs, Hangul syllables and compatibility ideographs cost twenty-five, edges included."""
    assert estimate((edges * 3)[:6]) == 5


@pytest.mark.parametrize(
    "character",
    [
        "\u3001",
        "\u303f",
        "\u3100",
        "\u312f",
        "\u33ff",
        "\ua000",
        "\uabff",
        "\ud7b0",
        "\uf8ff",
        "\ufb00",
        "\uff11",
        "\u1100",
        "\U00020000",
        "\u0661",
    ],
)
def test_neighbours_of_cjk_blocks_are_plain(character: str):
    """Punctuation, Bopomofo, full-width forms, Jamo, extension B and other digits cost nine like any character."""
    assert estimate(character * 3) == 1


def test_white_space_is_pinned():
    """A file separator joins what Python's own split would take apart; an ideographic space separates."""
    assert [estimate("a\x1cb"), estimate("a\u3000b")] == [1, 2]


def test_the_hint_is_three_bytes():
    """A token of the heuristic covers three bytes."""
    assert HeuristicEstimator().bytes_per_token_hint() == 3


def test_an_estimator_from_a_function():
    """Any function that counts makes an estimator, with three bytes a token unless it says otherwise."""
    assert (
        DynTokenEstimator(len).estimate("four"),
        DynTokenEstimator(len).bytes_per_token_hint(),
        DynTokenEstimator(len, 1).bytes_per_token_hint(),
    ) == (4, 3, 1)


@pytest.mark.parametrize("count", [-1, 1.0, True, None, "4"])
def test_a_function_that_does_not_count_is_refused(count: object):
    """A negative number, a float or no number at all is no token count."""
    with pytest.raises(ValueError, match="whole number"):
        DynTokenEstimator(lambda _: count).estimate("a")
