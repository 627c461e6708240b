"""The content of a message -> its text: blocks of text as they are, an image as a mark that says what it was."""

from collections.abc import Sequence

from msgspec import Struct

from contextc.image_headers import image_header
from contextc.payloads import read_payload


class TextBlock(Struct, tag="text"):
    """What was said."""

    text: str


class Base64(Struct, tag="base64"):
    """An image in the message itself."""

    data: str
    media_type: str = ""


class ImageBlock(Struct, tag="image"):
    """What was shown."""

    source: Base64


class ResultBlock(Struct, tag="tool_result"):
    """What a tool answered."""

    content: str | Sequence[TextBlock | ImageBlock]


Content = str | Sequence[TextBlock | ImageBlock | ResultBlock]
"""What a message may hold; one with any other block is no message yet."""


def text_of(content: Content) -> str:
    r"""The text of a message, a block a line.

    >>> text_of([ImageBlock(source=Base64(data="R0lGODlhQAHwAA==")), TextBlock(text="a chart")])
    '[… image/gif, 320 x 240 pixels, 10 bytes …]\na chart'
    """
    return content if isinstance(content, str) else "\n".join([_block(block) for block in content])


def _block(block: TextBlock | ImageBlock | ResultBlock) -> str:
    if isinstance(block, TextBlock):
        return block.text
    return text_of(block.content) if isinstance(block, ResultBlock) else _mark(block.source)


def _mark(source: Base64) -> str:
    """An image in a few words, whatever its length."""
    payload = read_payload(source.data, source.media_type)
    if payload is None:
        return f"[… image, {len(source.data)} characters …]"
    header = image_header(payload.data)
    if header is None:
        return f"[… image, {len(payload.data)} bytes …]"
    return f"[… {header.mime}, {header.width} x {header.height} pixels, {len(payload.data)} bytes …]"
