"""A media payload -> its bytes, and what the image costs (spec 1.3, 3.3)."""

from __future__ import annotations

import base64
import re

from .estimate import estimate
from .model import Refused


def decode_base64(text: str) -> bytes:
    """Standard alphabet, whole quads, padding only at the very end."""
    if len(text) % 4 or not re.fullmatch("[A-Za-z0-9+/]*={0,2}", text):
        raise Refused("over_limit")
    return base64.b64decode(text)


def image_tokens(mime: str, raw: bytes, text: str) -> int:
    """By area when the header is understood, else the price of the base64 text."""
    size = None
    if mime == "image/png":
        size = _png_size(raw)
    elif mime in {"image/jpeg", "image/jpg"}:
        size = _jpeg_size(raw)
    if size is None or 0 in size:
        return estimate(text)
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
