"""What the calibrated estimator counts, and what it makes of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.calibrated import CalibratedEstimator, count
from contextc.weights import MILLITOKENS, WEIGHTS, Weights

texts = st.text(st.characters(codec="utf-8") | st.sampled_from("aZ0.\n é漢"), max_size=200)


def units(text: str) -> dict[str, int]:
    """The units that a text has."""
    return {name: times for name, times in zip(Weights._fields, count(text), strict=False) if times}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", {}),
        ("two words", {"lower": 2, "ascii": 9}),
        ("Two", {"upper": 1, "ascii": 3}),
        ("newLine", {"lower": 1, "humps": 1, "ascii": 7}),
        ("HTTPServer", {"upper": 1, "ascii": 10}),
        ("a.b", {"lower": 2, "marks": 1, "ascii": 3}),
        ("!?!", {"marks": 1, "ascii": 3}),
        ("2026", {"digits": 4, "ascii": 4}),
        ("\n\n\n\n", {"lines": 1, "ascii": 4}),
        ("a" * 15, {"lower": 1, "ascii": 15}),
        ("a" * 20, {"lower": 1, "ascii": 20, "long": 5}),
        ("=" * 20, {"marks": 1, "ascii": 20}),
        ("é", {"latin": 1}),
        ("µ", {"latin1": 1}),
        ("Ωμέγα", {"greek": 5}),
        ("мир", {"cyrillic": 3}),
        ("שלום", {"hebrew": 4}),
        ("سلام", {"arabic": 4}),
        ("हिन्दी", {"indic": 6}),
        ("ไทย", {"thai": 3}),
        ("ქ", {"georgian": 1}),
        ("–", {"quotes": 1}),
        ("─│", {"boxes": 2}),
        ("→", {"symbols": 1}),
        ("かな。", {"kana": 3}),
        ("漢字", {"han": 2}),
        ("한국", {"hangul": 2}),
        ("！", {"forms": 1}),
        ("😀", {"emoji": 1}),
        ("x漢 y", {"lower": 2, "ascii": 3, "han": 1}),
    ],
)
def test_units(text, found):
    """Runs are counted once, digits and characters beyond ASCII each."""
    assert found == units(text)


@given(texts)
def test_estimate_is_the_weighed_sum(text):
    """An estimate is the units times their weights, rounded up to a token."""
    for family, weights in WEIGHTS.items():
        parts = sum(times * weight for times, weight in zip(count(text), weights, strict=False))

        assert -(-parts // MILLITOKENS) == CalibratedEstimator(family).estimate(text)


@given(texts)
def test_every_character_is_counted(text):
    """No character is free of all units: ASCII by its bytes, every other by its script."""
    wide = sum(
        times for name, times in units(text).items() if Weights._fields.index(name) >= Weights._fields.index("latin1")
    )

    assert (sum(map(str.isascii, text)), len(text)) == (units(text).get("ascii", 0), units(text).get("ascii", 0) + wide)


@given(texts, texts)
def test_parts_cost_little_more_or_less_than_the_whole(one, other):
    """Cutting a text changes its estimate by the runs at the cut alone."""
    estimate = CalibratedEstimator().estimate
    widest = max(max(weights) for weights in WEIGHTS.values()) * 16 // MILLITOKENS + 2

    assert abs(estimate(one + other) - estimate(one) - estimate(other)) <= widest


@pytest.mark.parametrize("family", WEIGHTS)
def test_common_words_are_near_a_token(family):
    """In every family a sentence of common words costs from one to two tokens a word."""
    sentence = "the build failed again and nobody knows why it did that"

    assert len(sentence.split()) <= CalibratedEstimator(family).estimate(sentence) <= 2 * len(sentence.split())
