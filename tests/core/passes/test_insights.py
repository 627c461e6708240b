"""What a compilation saved: tokens always, money when the model has a price."""

import pytest

from contextc.limits import U64_MAX
from contextc.model import ModelPricing, PricingTable
from contextc.tokens import DynTokenEstimator
from core.build import compile_, distinct, estimate, fragment, image, png, shot, words

LOG = "connection refused\n" * 50


def prices(micros: int = 3_000_000, version: str = "1", currency: str = "EUR") -> PricingTable:
    """A table with one model."""
    return PricingTable(
        version=version, currency=currency, models={"m": ModelPricing(input_micros_per_million_tokens=micros)}
    )


def test_tokens_in_are_those_of_all_fragments():
    """Copies, what was superseded, what was left out and images count."""
    fragments = (words(10), words(10), words(90, "def"), shot(png(30, 50, b"a"), caption="x y"), shot(png()))
    assert compile_(*fragments, budget=20).insights.tokens_in == 10 + 10 + 90 + 2 + 2 + 1


def test_tokens_out_are_those_of_the_content_and_its_images():
    """The content is estimated as a whole, joiners included, and the images in it are added."""
    insights = compile_(
        "a", "b", image(png(300, 250), "c"), image(png(300, 250, b"1"), priority=0), budget=110
    ).insights
    assert estimate("a\n\nb\n\nc") + 100 == insights.tokens_out


def test_tokens_saved_are_the_difference():
    """Tokens in less tokens out."""
    insights = compile_(words(10), words(10), budget=50).insights
    assert (insights.tokens_in, insights.tokens_out, insights.tokens_saved) == (20, 10, 10)


def test_nothing_saved_is_never_less_than_nothing():
    """Joiners may make the context cost more than its fragments; that saves nothing."""
    insights = compile_("a", "b").insights
    assert (
        insights.tokens_in,
        insights.tokens_out,
        insights.tokens_saved,
        insights.tokens_saved_by_rule,
    ) == (2, 3, 0, {})


def test_savings_by_rule():
    """Each rule has what its fragments leave out, by id in alphabetical order, and rules without savings are absent."""
    fragments = (
        fragment(LOG, kind="log"),
        words(10),
        words(10),
        f" {words(10)}",
        words(200, "def"),
        shot(png(300, 250)),
        shot(png()),
    )
    saved = compile_(*fragments, budget=30).insights.tokens_saved_by_rule
    expected = {
        "abstract.log_dedup": estimate(LOG) - estimate("connection refused (x50)\n"),
        "budget.externalize": 200,
        "drop.duplicate": 10,
        "drop.near_duplicate": 10,
        "retrieve.screenshot_superseded": 100,
    }
    assert (expected, sorted(expected)) == (saved, list(saved))


def test_a_cut_saves_under_its_own_rule():
    """What a cut leaves out counts for the rule of the fragment, and a lone fragment's savings are the whole."""
    insights = compile_(distinct(1000), budget=100).insights
    assert {"preserve.default": insights.tokens_saved} == insights.tokens_saved_by_rule


def test_an_image_saves_all_or_nothing():
    """An image in the context saves nothing, and one that is left out all of its cost, caption included."""
    fragments = [image(png(300, 250), "a b c")]
    saved = [compile_(*fragments, budget=budget).insights for budget in (103, 102)]
    assert [(insights.tokens_saved_by_rule, insights.tokens_saved) for insights in saved] == [
        ({}, 0),
        ({"budget.externalize": 103}, 103),
    ]


def test_an_image_without_a_caption():
    """A lone image costs the same in and out, and shows no text."""
    context = compile_(image(png(300, 250)))
    assert (
        context.insights.tokens_in,
        context.insights.tokens_out,
        context.insights.tokens_saved,
        context.content,
        context.sections,
    ) == (100, 100, 0, "", [])


def test_counts_end_at_64_bits():
    """A sum beyond 64 bits stays at the largest number there is."""
    insights = compile_("a", "b", budget=5, estimator=DynTokenEstimator(lambda text: U64_MAX if text else 0)).insights
    assert (insights.tokens_in, insights.tokens_out, insights.tokens_saved) == (U64_MAX, 0, U64_MAX)


# Money


@pytest.mark.parametrize(
    ("micros", "cost"),
    [(3_000_000, 3 * 10), (0, 0), (1, 0), (99_999, 0), (100_000, 1), (2**64 - 1, (2**64 - 1) // 1_000_000)],
)
def test_the_cost_saved(micros: int, cost: int):
    """Tokens saved times the price of a million, rounded down and kept within 64 bits; zero is reported as zero."""
    insights = compile_(words(10), words(10), target_model="m", pricing=prices(micros)).insights
    assert (cost, "EUR", "1") == (
        insights.estimated_cost_saved_micros,
        insights.currency,
        insights.pricing_version,
    )


@pytest.mark.parametrize(
    ("model", "table"), [(None, prices()), ("m", None), ("M", prices()), ("other", prices()), ("", prices())]
)
def test_no_cost_without_a_price(model: str | None, table: PricingTable | None):
    """Without a model, a table, or the exact model in the table, no figure is given."""
    policy = {"pricing": table} if table else {}
    insights = compile_(words(10), words(10), target_model=model, **policy).insights
    assert (
        insights.estimated_cost_saved_micros,
        insights.currency,
        insights.pricing_version,
    ) == (None, None, None)


def test_the_compilers_own_prices():
    """A table given to the compiler is used when the policy has none, and not when the policy's lacks the model."""
    own, empty = prices(version="own"), PricingTable(version="2", currency="USD", models={})
    assert [
        compile_("a", target_model="m", prices=own, **policy).insights.pricing_version
        for policy in ({}, {"pricing": empty}, {"pricing": prices()})
    ] == ["own", None, "1"]
