"""The first bytes of an image -> its format and its size in pixels.

The bytes decide and not the MIME type beside them: programs mislabel images, and a model reads what the bytes hold.
Whatever the bytes are, the work is bounded, and a header that is torn, or declares a side of nothing, is no header.
"""

import re
from collections.abc import Callable
from typing import NamedTuple


class ImageHeader(NamedTuple):
    """What an image declares about itself."""

    mime: str
    width: int
    height: int


def image_header(data: bytes) -> ImageHeader | None:
    r"""The header of a PNG, JPEG, GIF or WebP; nothing for any other bytes.

    >>> image_header(b"GIF89a\x40\x01\xf0\x00")
    ImageHeader(mime='image/gif', width=320, height=240)
    """
    for magic, mime, size in FORMATS:
        if data.startswith(magic):
            width, height = size(data) or (0, 0)
            return ImageHeader(mime, width, height) if width and height else None
    return None


Size = tuple[int, int]


def png_size(data: bytes) -> Size | None:
    """The IHDR chunk, which must come first (PNG, third edition, 5.6)."""
    if len(data) < 24 or data[12:16] != b"IHDR":
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


MARKER = re.compile(rb"\xff++([^\x00\xff])")
"""Any number of fill bytes may stand before a marker's code (ITU-T T.81, B.1.1.2)."""

ALONE = frozenset([0x01, *range(0xD0, 0xDA)])
"""TEM, RST0 to RST7, SOI and EOI: markers without a length."""

FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""SOF0 to SOF15; three codes of their range are tables and a reserve."""

SCAN = 0xDA

JPEG_SEGMENTS = 4096
"""Real files have some dozen before the frame, with embedded profiles and previews some hundred."""


def jpeg_size(data: bytes) -> Size | None:
    """The first frame header, wherever it stands behind tables and metadata."""
    at = 2
    for _ in range(JPEG_SEGMENTS):
        marker = MARKER.match(data, at)
        if marker is None:
            return None
        code, at = marker[1][0], marker.end()
        if code in ALONE:
            continue
        length = int.from_bytes(data[at : at + 2], "big")
        # Behind a scan's header stands coded data, which has no lengths to go by; a frame always comes before it.
        if length < 2 or code == SCAN:
            return None
        if code in FRAMES:
            if at + 7 > len(data):
                return None
            return int.from_bytes(data[at + 5 : at + 7], "big"), int.from_bytes(data[at + 3 : at + 5], "big")
        at += length
    return None


def gif_size(data: bytes) -> Size | None:
    """The logical screen, which all frames share (GIF89a, 18)."""
    if len(data) < 10:
        return None
    return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")


def webp_size(data: bytes) -> Size | None:
    """The canvas of an extended file, or the frame of a plain one (RFC 9649, 2.5 to 2.7; RFC 6386, 9.1)."""
    chunk = data[12:16]
    if data[8:12] != b"WEBP" or len(data) < 30 - 5 * (chunk == b"VP8L"):
        return None
    if chunk == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if chunk == b"VP8L" and data[20] == 0x2F:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    return None


FORMATS: tuple[tuple[bytes, str, Callable[[bytes], Size | None]], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png", png_size),
    (b"\xff\xd8", "image/jpeg", jpeg_size),
    (b"GIF87a", "image/gif", gif_size),
    (b"GIF89a", "image/gif", gif_size),
    (b"RIFF", "image/webp", webp_size),
)
"""What a file begins with, and who reads on."""
