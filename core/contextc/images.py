"""Media -> token estimates, by the pixels that a PNG or JPEG header declares."""

from typing import Protocol

from contextc.tokens import HeuristicEstimator

PIXELS_PER_TOKEN = 750
"""Anthropic's published rule of thumb for images."""


class ImageTokenEstimator(Protocol):
    """What the compiler asks of an estimator of images."""

    def estimate(self, mime: str, data: bytes, bytes_b64: str) -> int:
        """Tokens of an image, at least 0; `bytes_b64` is `data` as it was sent."""
        ...


class PixelEstimator:
    r"""Pixels by 750, rounded up; an unreadable header is priced as the text of its base64.

    >>> png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (1024).to_bytes(4) + (768).to_bytes(4)
    >>> PixelEstimator().estimate("image/png", png, "")
    1049
    """

    def estimate(self, mime: str, data: bytes, bytes_b64: str) -> int:
        """Tokens of an image."""
        size = SIZES[mime](data) if mime in SIZES else None
        if size is None:
            return HeuristicEstimator().estimate(bytes_b64)
        width, height = size
        return -(-width * height // PIXELS_PER_TOKEN)


def png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height from the IHDR chunk, which must come first."""
    if len(data) < 24 or data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        return None
    return _nonzero(int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height from the first SOF0 or SOF2 marker."""
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xD0 <= marker <= 0xD9:
            at += 2
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if length < 2:
            return None
        if marker in (0xC0, 0xC2):
            if at + 9 > len(data):
                return None
            return _nonzero(int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big"))
        at += 2 + length
    return None


def _nonzero(width: int, height: int) -> tuple[int, int] | None:
    return (width, height) if width and height else None


SIZES = {"image/png": png_size, "image/jpeg": jpeg_size, "image/jpg": jpeg_size}
"""Header readers by MIME type; exact, as the type is what decides how a model reads the bytes."""
