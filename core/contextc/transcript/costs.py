"""A conversation -> what its messages cost: the texts as the estimator counts them, and what surrounds them."""

from typing import Any

import msgspec

from contextc.images import ImageTokenEstimator
from contextc.payloads import read_payload
from contextc.tokens import TokenEstimator
from contextc.transcript.rendering import text_of
from contextc.transcript.turns import AnyPart, Compaction, Media, Reasoning, ToolCall, ToolResult

MESSAGE_TOKENS = 4
"""What tells a message from the next: OpenAI's cookbook counts 3 or 4, by model."""

CALL_TOKENS = 8
"""The id and the frame of a call, or of a result."""

LABEL_TOKENS = 40
"""A label that a format needs where another had a field, or the mark of an image that it has no place for."""

SEALED_BYTES_PER_TOKEN = 4
"""Of what only the provider can read; a signature beside a text that can be read is not counted by those who sign."""


class Costs:
    """Tokens of parts, as one request counts them.

    >>> from contextc.images import PixelEstimator
    >>> from contextc.tokens import BytesEstimator
    >>> Costs(BytesEstimator(), PixelEstimator(None)).of_part(ToolCall(name="ping", arguments="{}"))
    10
    """

    def __init__(self, estimator: TokenEstimator, images: ImageTokenEstimator) -> None:
        self.estimate = estimator.estimate
        self.images = images

    def of_part(self, part: AnyPart) -> int:
        """The tokens of a part."""
        match part:
            case ToolResult():
                return CALL_TOKENS + sum(map(self.of_part, part.parts))
            case Media():
                return self._media(part)
            case ToolCall():
                return CALL_TOKENS + self.estimate(f"{part.name} {part.arguments}")
            case Reasoning() | Compaction():
                sealed = len(part.signature or "") // SEALED_BYTES_PER_TOKEN if not part.text else 0
                return self.estimate(part.text) + sealed
            case _:
                return self.estimate(text_of(part))

    def beside(self, value: Any) -> int:
        """What is sent beside the messages: the texts of a system prompt, the JSON of tools."""
        if value is None:
            return 0
        return MESSAGE_TOKENS + self.estimate(value if isinstance(value, str) else msgspec.json.encode(value).decode())

    def _media(self, media: Media) -> int:
        payload = None if media.data is None else read_payload(media.data, media.mime)
        if payload is None:
            # Whatever it is, it costs no more than an image that cannot be read.
            return self.images.estimate(media.mime, b"", media.data or "")
        return self.images.estimate(*payload, media.data or "")
