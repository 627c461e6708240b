"""The bytes of an image -> its format and its size, told by the bytes alone (C18)."""

from __future__ import annotations

from dataclasses import dataclass

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Header:
    """A readable header; both sides are at least 1."""

    mime: str
    width: int
    height: int


def read_header(raw: bytes) -> Header | None:
    """The header of a PNG, a JPEG, a GIF or a WebP; none when it is torn or has a side of nothing."""
    found: tuple[str, Size | None] = ("", None)
    if raw[:8] == b"\x89PNG\r\n\x1a\n":
        found = "image/png", _png(raw)
    elif raw[:2] == b"\xff\xd8":
        found = "image/jpeg", _jpeg(raw)
    elif raw[:6] in {b"GIF87a", b"GIF89a"}:
        found = "image/gif", _two(raw, 6, 2)
    elif raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        found = "image/webp", _webp(raw)
    mime, size = found
    return None if size is None or 0 in size else Header(mime, *size)


def _two(raw: bytes, at: int, width: int) -> Size | None:
    """Two numbers of so many bytes, least byte first."""
    if len(raw) < at + 2 * width:
        return None
    first, second = raw[at : at + width], raw[at + width : at + 2 * width]
    return int.from_bytes(first, "little"), int.from_bytes(second, "little")


def _png(raw: bytes) -> Size | None:
    if len(raw) < 24 or raw[12:16] != b"IHDR":
        return None
    return int.from_bytes(raw[16:20], "big"), int.from_bytes(raw[20:24], "big")


def _jpeg(raw: bytes) -> Size | None:
    """Marker by marker to the first frame; the coded data behind a scan is not searched."""
    at = 2
    while raw[at : at + 1] == b"\xff":
        while raw[at : at + 1] == b"\xff":
            at += 1
        if at == len(raw):
            return None
        code = raw[at]
        at += 1
        if code == 0x01 or 0xD0 <= code <= 0xD9:
            continue
        length = int.from_bytes(raw[at : at + 2], "big")
        if code in {0x00, 0xDA} or length < 2:
            return None
        if 0xC0 <= code <= 0xCF and code not in {0xC4, 0xC8, 0xCC}:
            frame = raw[at : at + 7]
            return (int.from_bytes(frame[5:7], "big"), int.from_bytes(frame[3:5], "big")) if len(frame) == 7 else None
        at += length
    return None


def _webp(raw: bytes) -> Size | None:
    """Extended, lossless or lossy, by the name of the first chunk."""
    form = raw[12:16]
    if form == b"VP8X":
        canvas = _two(raw, 24, 3)
        return None if canvas is None else (canvas[0] + 1, canvas[1] + 1)
    if form == b"VP8L" and raw[20:21] == b"\x2f" and len(raw) >= 25:
        bits = f"{int.from_bytes(raw[21:25], 'little'):032b}"
        return int(bits[18:32], 2) + 1, int(bits[4:18], 2) + 1
    if form == b"VP8 " and raw[23:26] == b"\x9d\x01\x2a":
        frame = _two(raw, 26, 2)
        return None if frame is None else (frame[0] % 0x4000, frame[1] % 0x4000)
    return None
