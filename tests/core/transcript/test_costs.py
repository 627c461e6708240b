"""What messages cost beside and with their texts."""

import pytest

from contextc.images import PixelEstimator
from contextc.tokens import BytesEstimator
from contextc.transcript.costs import CALL_TOKENS, MESSAGE_TOKENS, Costs
from contextc.transcript.turns import AnyPart, Compaction, Media, Meta, Reasoning, Text, ToolCall, ToolResult
from core.transcript.build import GIF

COSTS = Costs(BytesEstimator(), PixelEstimator(None))
UNREADABLE = PixelEstimator(None).estimate("image/png", b"", "")


@pytest.mark.parametrize(
    "part, tokens",
    [
        (Text(text="12345678"), 2),
        (Meta(kind="x", value={"a": 1}), 2),
        (ToolCall(name="ping", arguments='{"a":1}'), CALL_TOKENS + 3),
        (ToolResult(parts=(Text(text="1234"), Text(text="5"))), CALL_TOKENS + 2),
        (ToolResult(), CALL_TOKENS),
        (Reasoning(text="12345678", signature="x" * 400), 2),
        (Reasoning(signature="x" * 400), 100),
        (Compaction(signature="x" * 40), 10),
        (Compaction(text="1234"), 1),
        (Media(mime="image/gif", data=GIF), 320 * 240 // 750 + 1),
        (Media(mime="image/png", data="no base64!"), UNREADABLE),
        (Media(mime="image/png", url="https://a.test/b.png"), UNREADABLE),
    ],
)
def test_a_part_costs_what_it_says(part: AnyPart, tokens: int):
    """Texts by the estimator, images by their pixels, what is sealed by its bytes; a signature beside a text is free."""
    assert COSTS.of_part(part) == tokens


@pytest.mark.parametrize(
    "value, tokens",
    [(None, 0), ("12345678", MESSAGE_TOKENS + 2), ([{"name": "f"}], MESSAGE_TOKENS + 4), ([], MESSAGE_TOKENS + 1)],
)
def test_what_is_sent_beside_the_messages_costs_too(value: object, tokens: int):
    """A text as it is, anything else as its JSON."""
    assert COSTS.beside(value) == tokens
