"""An image costs its pixels by 750, or the text of its base64 when its header cannot be read."""

import base64

import pytest

from contextc.images import PixelEstimator
from contextc.tokens import DynTokenEstimator
from core.build import compile_, estimate, fragment, jpeg, media, png, sof


def cost(data: bytes, mime: str) -> int | None:
    """Tokens by pixels; nothing when the cost is that of the base64."""
    text = base64.b64encode(data).decode()
    tokens = PixelEstimator().estimate(mime, data, text)
    return None if tokens == estimate(text) else tokens


APP0 = b"\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"
BIG = sof(0xC0, 800, 600)


@pytest.mark.parametrize(("width", "height", "tokens"), [(1024, 768, 1049), (64, 48, 5), (30, 25, 1), (1, 1, 1)])
def test_png(width: int, height: int, tokens: int):
    """Width times height by 750, rounded up."""
    assert tokens == cost(png(width, height), "image/png")


@pytest.mark.parametrize(
    "data",
    [
        png(1024, 768)[:23],
        png(1024, 768).replace(b"IHDR", b"CgBI"),
        b"\x88" + png(1024, 768)[1:],
        png(0, 768),
        png(1024, 0),
        b"",
    ],
)
def test_a_png_without_a_readable_header(data: bytes):
    """A short header, another first chunk, a wrong signature or a zero dimension: the base64 is priced."""
    assert cost(data, "image/png") is None


@pytest.mark.parametrize("mime", ["IMAGE/PNG", "image/png ", "image/gif", "image/webp", "image/jpeg"])
def test_the_type_decides_how_bytes_are_read(mime: str):
    """A PNG under any other name, in other case too, is not read as one."""
    assert cost(png(1024, 768), mime) is None


@pytest.mark.parametrize("mime", ["image/jpeg", "image/jpg"])
@pytest.mark.parametrize(
    "data",
    [
        jpeg(BIG),
        jpeg(sof(0xC2, 800, 600)),
        jpeg(APP0, BIG),
        jpeg(b"\xff\xd0", b"\xff\xd9", BIG),
        jpeg(sof(0xC1, 9, 9) + bytes(10), BIG),
        jpeg(b"\xff\xe1\0\x02", BIG),
    ],
)
def test_jpeg(data: bytes, mime: str):
    """The first SOF0 or SOF2 marker counts, under both names; SOF1, markers without length and others are passed by."""
    assert cost(data, mime) == 640


@pytest.mark.parametrize(
    "data",
    [
        jpeg(sof(0xC1, 800, 600)),
        jpeg(sof(0xC3, 800, 600)),
        jpeg(b"\xff", BIG),
        jpeg(b"\0", BIG),
        jpeg(b"\xff\xe1\0\x01", BIG),
        jpeg(BIG[:8]),
        jpeg(sof(0xC0, 0, 600)),
        jpeg(sof(0xC0, 800, 0)),
        jpeg(),
        BIG,
    ],
)
def test_a_jpeg_without_a_readable_header(data: bytes):
    """Other frames, fill bytes, a lost marker, a bad length, a short frame, a zero dimension: the base64 is priced."""
    assert cost(data, "image/jpeg") is None


def test_the_fallback_does_not_use_an_injected_estimator():
    """The base64 of an unreadable image is priced by the heuristic, whatever prices the texts."""
    context = compile_(fragment(media=media(b"GIF89a", "image/gif")), estimator=DynTokenEstimator(lambda _: 500))
    assert estimate(media(b"GIF89a").bytes_b64) == context.insights.tokens_in - 500
