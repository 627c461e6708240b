"""An image costs what the model's provider charges for it, by the header that its bytes hold."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.compiler import ContextCompiler
from contextc.images import PRICES, RULES, UNKNOWN, UNKNOWN_UNREAD, PixelEstimator
from contextc.model import CompileRequest, MediaRef
from contextc.windows import MODEL_WINDOWS
from core.build import compile_, fragment, image, jpeg, media, png, request_, sof, transcript_

WITHOUT_IMAGES = {
    "deepseek-chat",
    "deepseek-reasoner",
    "deepseek-v4-flash",
    "deepseek-v4-pro",
    "gpt-4",
    "o3-mini",
}
"""Models with a known window that read text alone, or whose provider tells no price."""


def cost(data: bytes, model: str | None = None, mime: str = "image/png") -> int:
    """Tokens of an image for a model."""
    return PixelEstimator(model).estimate(mime, data, "")


@pytest.mark.parametrize(
    ("model", "tokens"),
    [
        (None, 2765),
        ("gpt-7-of-tomorrow", 2765),
        ("claude-sonnet-4-5", 1560),
        ("claude-opus-5-5", 2691),
        ("Claude-Opus-4-7", 2691),
        ("gpt-6-astra", 2448),
        ("gpt-5.5", 2448),
        ("gpt-5.4", 2448),
        ("gpt-5.2", 2448),
        ("gpt-5-mini", 1810),
        ("gpt-5-nano", 2262),
        ("o4-mini", 2594),
        ("gpt-4.1-mini", 3305),
        ("gpt-5", 910),
        ("o3", 975),
        ("gpt-4o", 1105),
        ("gpt-4o-mini", 36_835),
        ("gemini-3.8-flash", 1120),
        ("gemini-2.5-pro", 1806),
    ],
)
def test_a_screenshot(model: str | None, tokens: int):
    """1920 by 1080 pixels for every kind of model; an unknown one is charged by the area."""
    assert tokens == cost(png(1920, 1080), model)


@pytest.mark.parametrize(("width", "height", "tokens"), [(1024, 768, 1049), (64, 48, 5), (30, 25, 1), (1, 1, 1)])
def test_an_unknown_model(width: int, height: int, tokens: int):
    """Width times height by 750, rounded up."""
    assert tokens == cost(png(width, height))


@pytest.mark.parametrize("mime", ["image/png", "IMAGE/PNG", "image/jpeg", "application/octet-stream", ""])
def test_the_bytes_decide(mime: str):
    """What an image is called changes nothing."""
    assert [cost(png(1024, 768), mime=mime), cost(jpeg(sof(0xC2, 800, 600)), mime=mime)] == [1049, 640]


@pytest.mark.parametrize("price", PRICES, ids=lambda price: price.models.split()[0])
@pytest.mark.parametrize("data", [b"", b"not an image", png(0, 768), png().replace(b"IHDR", b"CgBI")])
def test_an_unreadable_header(price, data: bytes):
    """It costs the most that the model's rule charges, however many bytes it has."""
    model = price.models.split()[0]
    assert [price.rule.most] * 2 == [cost(data, model), cost(data + bytes(100_000), model)]


def test_an_unreadable_header_for_an_unknown_model():
    """It costs what the publisher of the rule of thumb charges at most, which is no row's price of its own."""
    assert UNKNOWN_UNREAD == cost(b"") == PixelEstimator("claude-opus-5").estimate("", b"", "")


def test_nothing_exceeds_the_dearest_row():
    """A header may declare any size, and the table's most is the end."""
    assert max(price.rule.most for price in PRICES) == UNKNOWN.most == cost(png(2**32 - 1, 2**32 - 1))


def test_every_row_has_a_source_and_a_date():
    """The table says of each row where its rule stands, and when that was read."""
    assert [price for price in PRICES if not price.source or not price.date.startswith("202")] == []


def test_no_model_has_two_rows():
    """A name stands in the table once, in lower case."""
    names = [name for price in PRICES for name in price.models.split()]
    assert sorted(RULES) == sorted(names)
    assert [name.lower() for name in names] == names


def test_every_model_with_a_window_is_in_the_table():
    """But for those that read no images."""
    assert set(MODEL_WINDOWS) - set(RULES) == WITHOUT_IMAGES


@given(
    st.sampled_from([*sorted(RULES), None]),
    st.binary(max_size=40),
    st.integers(0, 2**32 - 1),
    st.integers(0, 2**32 - 1),
)
def test_any_bytes_have_a_price(model: str | None, data: bytes, width: int, height: int):
    """Whatever the bytes are, an image costs a token or more and no more than the row's most."""
    most = (RULES.get(model or "") or UNKNOWN).most
    assert [tokens for tokens in (cost(data, model), cost(png(width, height), model)) if not 1 <= tokens <= most] == []


def tokens_in(request: CompileRequest) -> int:
    """What a compilation makes of a request's fragments."""
    return ContextCompiler().compile(request).insights.tokens_in


@pytest.mark.parametrize(("model", "tokens"), [(None, 1049), ("gpt-4o", 765), ("claude-opus-5", 1036)])
def test_the_request_names_the_model(model: str | None, tokens: int):
    """Each request is priced for its own model; an image without a caption costs itself."""
    assert tokens == tokens_in(request_(image(png(1024, 768)), target_model=model))


def test_every_way_of_writing_base64_costs_the_same():
    """The same bytes have one price, one hash and one handle, and are copies of each other."""
    plain = media(png(1024, 768, salt=b"\xff" * 40)).bytes_b64
    ways = [plain, plain.rstrip("="), f"data:image/png;base64,{plain}", "\n".join(plain), plain.replace("/", "_")]
    context = compile_(*[fragment(media=MediaRef(mime="", bytes_b64=way)) for way in ways], budget=9999)
    assert ["preserve", *["drop"] * 4] == [str(decision.action) for decision in context.decisions]
    assert [context.insights.tokens_in, context.insights.tokens_out, len(context.sources)] == [5 * 1049, 1049, 1]


class Named:
    """An estimator that tells what it is told."""

    def estimate(self, mime: str, data: bytes, bytes_b64: str) -> int:
        """The length of all three."""
        return len(mime) + 100 * len(data) + 10_000 * len(bytes_b64)


def test_an_injected_estimator_wins():
    """It gets the type that a data URI names, the bytes, and the text as it was sent, whatever the model."""
    text = "data:image/gif;base64," + base64.b64encode(b"abc").decode()
    request = request_(fragment(media=MediaRef(mime="a/b", bytes_b64=text)), target_model="gpt-4o")
    context = ContextCompiler(image_estimator=Named()).compile(request)
    assert len("image/gif") + 300 + 10_000 * len(text) == context.insights.tokens_in


def test_a_transcript_passes_its_model_on():
    """Images that a transcript may hold one day are priced for its model; its texts cost the same for each."""
    costs = {transcript_("User: hi", target_model=model).context.insights.tokens_in for model in (None, "gpt-4o")}
    assert len(costs) == 1
