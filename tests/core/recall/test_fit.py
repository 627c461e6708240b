"""The whole text is within the budget, whatever that takes."""

import pytest

from contextc.recall.fit import Fitted, fit, most_important
from contextc.recall.select import Choice
from contextc.tokens import DynTokenEstimator
from core.recall.build import choice, hit, texts

CHARACTERS = DynTokenEstimator(len)


def shown(*texts_and_weights: tuple[str, float]) -> list[Choice]:
    """Choices that show these texts."""
    return [choice(hit(), place, weight, text) for place, (text, weight) in enumerate(texts_and_weights)]


def headed(choices) -> str:
    """A heading of four characters, then the texts."""
    return "HEAD" + "".join(texts(choices))


def bare(choices) -> str:
    """The texts alone."""
    return "".join(texts(choices))


def fitted(choices: list[Choice], budget: int | None, write=headed) -> tuple[str, int]:
    """The text and its tokens."""
    found = fit(choices, budget, write, CHARACTERS)
    assert len(found.text) == found.tokens
    return found.text, len(found.kept)


def test_without_a_budget_everything_fits():
    """The text is that of all choices."""
    choices = shown(("aaaa", 0.1), ("bb", 0.9))
    assert fit(choices, None, headed, CHARACTERS) == Fitted(choices, "HEADaaaabb", 10)


@pytest.mark.parametrize(
    ("budget", "text", "kept"),
    [
        (10, "HEADaaaabb", 2),
        (9, "HEADaaaa", 1),
        (8, "HEADaaaa", 1),
        (7, "HEAD", 0),
        (4, "HEAD", 0),
        (3, "", 0),
        (0, "", 0),
    ],
)
def test_the_least_important_goes(budget: int, text: str, kept: int):
    """Then the next, then everything, then the heading."""
    assert fitted(shown(("aaaa", 0.9), ("bb", 0.1)), budget) == (text, kept)


def test_what_does_not_fit_any_more_goes_first():
    """A small one behind a large one has its room."""
    assert fitted(shown(("aaaa", 0.9), ("bbbbbb", 0.5), ("c", 0.1)), 6, bare) == ("aaaac", 2)


def test_the_order_of_the_input_stays():
    """However important they are."""
    assert fitted(shown(("a", 0.1), ("b", 0.9), ("c", 0.5)), 2, bare) == ("bc", 2)


def test_of_equals_the_last_goes():
    """Ties are settled by place."""
    assert fitted(shown(*[(letter, 0.5) for letter in "abcde"]), 3, bare) == ("abc", 3)


@pytest.mark.parametrize("budget", range(4, 45))
def test_as_many_as_there_is_room_for(budget: int):
    """One less for each character."""
    choices = shown(*[("x", 1 - place / 100) for place in range(40)])
    assert fitted(choices, budget) == ("HEAD" + "x" * (budget - 4) if budget < 45 else "", min(budget - 4, 40))


def test_nothing_fits_when_nothing_is_free():
    """An estimator may charge for the empty text too; there is still nothing to leave out."""
    found = fit(shown(("a", 0.5)), 1, headed, DynTokenEstimator(lambda text: len(text) + 2))
    assert found == Fitted([], "", 2)


def test_nothing_of_nothing():
    """The text of no choices is what the mode writes."""
    assert (fitted([], None), fitted([], 4), fitted([], 3)) == (("HEAD", 0), ("HEAD", 0), ("", 0))


def test_the_most_important():
    """In input order, of equals the first."""
    choices = shown(("a", 0.1), ("b", 0.9), ("c", 0.5), ("d", 0.5))
    assert [texts(most_important(choices, count)) for count in (0, 2, 3, 9)] == [
        [],
        ["b", "c"],
        ["b", "c", "d"],
        ["a", "b", "c", "d"],
    ]
