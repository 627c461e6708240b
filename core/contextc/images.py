"""Media -> token estimates: an image's size, priced as the model's provider prices it."""

from typing import NamedTuple, Protocol

from contextc.image_headers import image_header
from contextc.image_rules import Area, Crops, ImageRule, Patches, PricedPatches, Tiles
from contextc.models import row_of


class ImageTokenEstimator(Protocol):
    """What the compiler asks of an estimator of images."""

    def estimate(self, mime: str, data: bytes, bytes_b64: str) -> int:
        """Tokens of an image, at least 0; `bytes_b64` is `data` as it was sent."""
        ...


class Price(NamedTuple):
    """A rule, the models that it holds for, and who says so when."""

    rule: ImageRule
    models: str
    """Names, with white space between them."""
    source: str
    date: str
    """When the source was read."""


CLAUDE = "platform.claude.com/docs/en/build-with-claude/vision"
OPENAI = "developers.openai.com/api/docs/guides/images-vision"
OPENAI_BEFORE = OPENAI + ", for the budget its text of 2026-03"
GEMINI = "ai.google.dev/gemini-api/docs/media-resolution"
GEMINI_BEFORE = GEMINI + ", for crops image-understanding, for the edge Vertex AI's image requirements"

PRICES = (
    Price(
        Patches(28, edge=1568, most=1568),
        """claude-3-7-sonnet claude-haiku-4-5 claude-opus-4 claude-opus-4-1 claude-opus-4-5 claude-opus-4-6
        claude-sonnet-4 claude-sonnet-4-5 claude-sonnet-4-6""",
        CLAUDE,
        "2026-09",
    ),
    Price(
        Patches(28, edge=2576, most=4784),
        """claude-fable-5 claude-fable-5-1 claude-haiku-5-5 claude-mythos-5 claude-mythos-5-1 claude-opus-4-7
        claude-opus-4-8 claude-opus-5 claude-opus-5-5 claude-sonnet-5 claude-sonnet-5-5""",
        CLAUDE,
        "2026-09",
    ),
    Price(
        PricedPatches(edge=65_535, budget=30_000, percent=120, shrinks=False),
        """gpt-5.6 gpt-5.6-luna gpt-5.6-sol gpt-5.6-terra gpt-6-astra gpt-6-luna gpt-6-sol gpt-6.1-sol gpt-6.1-terra""",
        OPENAI,
        "2026-09",
    ),
    Price(PricedPatches(edge=6000, budget=10_000, percent=120), "gpt-5.5 gpt-5.5-pro", OPENAI, "2026-09"),
    Price(
        PricedPatches(edge=2048, budget=2500, percent=120),
        "gpt-5.4 gpt-5.4-mini gpt-5.4-nano gpt-5.4-pro",
        OPENAI,
        "2026-09",
    ),
    Price(
        PricedPatches(edge=2048, budget=6144, percent=120),
        "gpt-5.2 gpt-5.2-codex gpt-5.2-pro gpt-5.3-codex",
        OPENAI,
        "2026-09",
    ),
    Price(PricedPatches(edge=2048, budget=6144, percent=162), "gpt-4.1-mini", OPENAI, "2026-09"),
    Price(
        PricedPatches(edge=2048, budget=1536, percent=120), "gpt-5-mini gpt-5.1-codex-mini", OPENAI_BEFORE, "2026-09"
    ),
    Price(PricedPatches(edge=2048, budget=1536, percent=150), "gpt-5-nano", OPENAI_BEFORE, "2026-09"),
    Price(PricedPatches(edge=2048, budget=1536, percent=172), "o4-mini", OPENAI_BEFORE, "2026-09"),
    Price(PricedPatches(edge=2048, budget=1536, percent=246), "gpt-4.1-nano", OPENAI_BEFORE, "2026-09"),
    Price(
        Tiles(base=70, tile=140),
        "gpt-5 gpt-5-chat gpt-5-codex gpt-5-pro gpt-5.1 gpt-5.1-codex gpt-5.1-codex-max",
        OPENAI,
        "2026-09",
    ),
    Price(Tiles(base=75, tile=150), "o1 o1-pro o3 o3-pro", OPENAI, "2026-09"),
    Price(Tiles(base=85, tile=170), "gpt-4-turbo gpt-4.1 gpt-4o", OPENAI, "2026-09"),
    Price(Tiles(base=2833, tile=5667), "gpt-4o-mini", OPENAI, "2026-09"),
    Price(
        Tiles(base=1120, tile=0),
        """gemini-3.1-flash-lite gemini-3.5-flash gemini-3.5-flash-lite gemini-3.6-flash gemini-3.7-flash
        gemini-3.8-flash""",
        GEMINI,
        "2026-06",
    ),
    Price(
        Crops(258), "gemini-2.0-flash gemini-2.5-flash gemini-2.5-flash-lite gemini-2.5-pro", GEMINI_BEFORE, "2026-06"
    ),
)
"""What providers publish, for the level of detail that they take when a request names none.

Variants that a page does not list are priced as the model of that generation that it does.
"""

UNKNOWN = Area(750, most=max(price.rule.most for price in PRICES))
"""Models that the table lacks: a rule of thumb that Anthropic published, capped by what the dearest row can charge."""

UNKNOWN_UNREAD = 4784
"""An unreadable image for such a model: the most that the publisher of the rule of thumb charges.

The dearest rows are no measure: one counts a cheap token thirty-three times, others refuse what cannot be read here.
"""

RULES = {model: price.rule for price in PRICES for model in price.models.split()}
"""Rules by model name."""


class PixelEstimator:
    r"""Images priced by the model that they are for; an unreadable header costs the most that the model's rule can.

    >>> png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (1024).to_bytes(4) + (768).to_bytes(4)
    >>> [PixelEstimator(model).estimate("image/png", png, "") for model in (None, "claude-opus-5", "gpt-5.4", "gpt-4o")]
    [1049, 1036, 922, 765]
    >>> PixelEstimator("claude-opus-5").estimate("image/png", png[:20], "")
    4784
    """

    def __init__(self, target_model: str | None = None) -> None:
        rule = row_of(RULES, target_model)
        self._rule: ImageRule = rule or UNKNOWN
        self._unread = rule.most if rule else UNKNOWN_UNREAD

    def estimate(self, mime: str, data: bytes, bytes_b64: str) -> int:  # noqa: ARG002  (what other estimators may need)
        """Tokens of an image, by its bytes alone."""
        header = image_header(data)
        return self._rule.tokens(header.width, header.height) if header else self._unread
