"""An image -> what it costs (spec 3.3, C18)."""

from __future__ import annotations

from .differences import Differences
from .estimate import estimate
from .headers import read_header
from .model import Media
from .prices import image_price


def image_tokens(media: Media, raw: bytes, model: str | None, on: Differences) -> int:
    """By its provider's price; in the reference by area when the header is understood, else as base64 text."""
    if "C18" in on:
        header = read_header(raw)
        return image_price(model, None if header is None else (header.width, header.height))
    size = None
    if media.mime == "image/png":
        size = _png_size(raw)
    elif media.mime in {"image/jpeg", "image/jpg"}:
        size = _jpeg_size(raw)
    if size is None or 0 in size:
        return estimate(media.bytes_b64)
    width, height = size
    return -(-width * height // 750)


def _png_size(raw: bytes) -> tuple[int, int] | None:
    if len(raw) < 24 or raw[:8] != b"\x89PNG\r\n\x1a\n" or raw[12:16] != b"IHDR":
        return None
    return int.from_bytes(raw[16:20]), int.from_bytes(raw[20:24])


def _jpeg_size(raw: bytes) -> tuple[int, int] | None:
    if raw[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 1 < len(raw):
        if raw[at] != 0xFF:
            return None
        marker = raw[at + 1]
        if 0xD0 <= marker <= 0xD9:
            at += 2
            continue
        length = int.from_bytes(raw[at + 2 : at + 4])
        if at + 4 > len(raw) or length < 2:
            return None
        if marker in {0xC0, 0xC2}:
            if at + 9 > len(raw):
                return None
            return int.from_bytes(raw[at + 7 : at + 9]), int.from_bytes(raw[at + 5 : at + 7])
        at += 2 + length
    return None
