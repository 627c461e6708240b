"""The bytes of an image tell its format and its size; torn, foreign and hostile bytes tell nothing."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.image_headers import JPEG_SEGMENTS, ImageHeader, image_header
from core.build import jpeg, png, sof

APP0 = b"\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"
EXIF = b"\xff\xe1\0\x22Exif\0\0" + bytes(26)
FRAME = sof(0xC0, 800, 600)
COMMENT = b"\xff\xfe\0\x02"


def gif(version: bytes = b"GIF89a", width: int = 320, height: int = 240) -> bytes:
    """The start of a GIF."""
    return version + struct.pack("<HH", width, height) + b"\xf7\0\0"


def webp(chunk: bytes, body: bytes) -> bytes:
    """A WebP with this first chunk."""
    return b"RIFF" + struct.pack("<I", len(body) + 12) + b"WEBP" + chunk + struct.pack("<I", len(body)) + body


def lossy(width: int, height: int) -> bytes:
    """A WebP with a VP8 key frame; both sides also carry a scale in their two highest bits."""
    return webp(b"VP8 ", b"\x30\x01\0\x9d\x01\x2a" + struct.pack("<HH", width | 0x4000, height | 0x8000))


def lossless(width: int, height: int) -> bytes:
    """A WebP with a VP8L stream that has an alpha channel."""
    return webp(b"VP8L", b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14 | 1 << 28))


def extended(width: int, height: int) -> bytes:
    """A WebP with features, such as an animation."""
    return webp(b"VP8X", b"\x12\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little"))


SOUND = [
    ("image/png", png(800, 600)),
    ("image/jpeg", jpeg(FRAME)),
    ("image/gif", gif(b"GIF87a", 800, 600)),
    ("image/gif", gif(b"GIF89a", 800, 600)),
    ("image/webp", lossy(800, 600)),
    ("image/webp", lossless(800, 600)),
    ("image/webp", extended(800, 600)),
]


@pytest.mark.parametrize(("mime", "data"), SOUND)
def test_every_format(mime: str, data: bytes):
    """Format, width and height are read, whatever follows."""
    assert [ImageHeader(mime, 800, 600)] * 2 == [image_header(data), image_header(data + b"\xff\xc0" * 50)]


@pytest.mark.parametrize(("mime", "data"), SOUND)
def test_a_torn_header(mime: str, data: bytes):
    """One byte less than the size needs is no header, and so is any other beginning of it."""
    assert [image_header(data[:length]) for length in range(_needed(mime, data))] == [None] * _needed(mime, data)


def _needed(mime: str, data: bytes) -> int:
    ends = {"image/jpeg": 11, "image/gif": 10}
    return ends.get(mime, len(data))


@pytest.mark.parametrize(
    "data",
    [
        png(0, 600),
        png(800, 0),
        jpeg(sof(0xC0, 0, 600)),
        jpeg(sof(0xC0, 800, 0)),
        gif(width=0),
        gif(height=0),
        lossy(0, 600),
        lossy(800, 0),
    ],
)
def test_a_side_of_nothing(data: bytes):
    """An image of no width or no height has no size."""
    assert image_header(data) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no image at all",
        b"\x88" + png()[1:],
        png().replace(b"IHDR", b"CgBI"),
        b"GIF88a" + gif()[6:],
        b"RIFF\0\0\0\0WAVE" + lossy(8, 6)[12:],
        webp(b"VP8 ", b"\x30\x01\0\x9d\x01\x2b" + bytes(4)),
        webp(b"VP8L", b"\x2e" + bytes(9)),
        webp(b"ALPH", bytes(20)),
        b"BM" + bytes(60),
        b"%PDF-1.7",
        b"<svg width='8' height='6'/>",
    ],
)
def test_other_bytes(data: bytes):
    """Another signature, another first chunk, another start code, another format."""
    assert image_header(data) is None


@pytest.mark.parametrize("marker", [code for code in range(0xC0, 0xD0) if code not in (0xC4, 0xC8, 0xCC)])
def test_every_frame_of_a_jpeg(marker: int):
    """Baseline, progressive, lossless, arithmetic: all thirteen kinds of frames have a size."""
    assert image_header(jpeg(APP0, sof(marker, 640, 480))) == ImageHeader("image/jpeg", 640, 480)


@pytest.mark.parametrize("marker", [0xC4, 0xC8, 0xCC])
def test_tables_of_a_jpeg(marker: int):
    """Tables whose codes stand among those of frames are passed by."""
    table = b"\xff" + bytes([marker]) + b"\0\x09" + bytes(7)
    assert image_header(jpeg(table, FRAME)) == ImageHeader("image/jpeg", 800, 600)


@pytest.mark.parametrize(
    "segments",
    [
        (APP0, EXIF, FRAME),
        (b"\xff", FRAME),
        (b"\xff" * 1000, APP0, b"\xff\xff", FRAME),
        (b"\xff\x01", b"\xff\xd0", b"\xff\xd7", FRAME),
        (b"\xff\xd8", FRAME),
        (b"\xff\xe2\xff\xff" + bytes(0xFFFD), FRAME),
        (b"\xff\xe1\0\x14Exif" + sof(0xC0, 9, 9) + bytes(5), FRAME),
        (COMMENT, FRAME),
        (COMMENT * (JPEG_SEGMENTS - 1), FRAME),
    ],
    ids=["metadata", "a fill byte", "many fill bytes", "no length", "start again", "64 KB", "preview", "empty", "most"],
)
def test_what_stands_before_a_frame(segments: tuple[bytes, ...]):
    """Metadata with a preview's own frame, fill bytes and markers without a length are passed by."""
    assert image_header(jpeg(*segments)) == ImageHeader("image/jpeg", 800, 600)


@pytest.mark.parametrize(
    "segments",
    [
        (),
        (b"\0", FRAME),
        (b"\xff\0", FRAME),
        (b"\xff\xe1\0\x01", FRAME),
        (b"\xff\xe1\0\0", FRAME),
        (b"\xff\xe1\xff\xff", FRAME),
        (b"\xff\xe1\0",),
        (b"\xff\xda\0\x02", FRAME),
        (COMMENT * JPEG_SEGMENTS, FRAME),
        (b"\xff" * 1000,),
    ],
    ids=[
        "nothing",
        "no marker",
        "a zero",
        "length 1",
        "length 0",
        "beyond",
        "half",
        "a scan",
        "too many",
        "fill bytes",
    ],
)
def test_a_jpeg_that_leads_nowhere(segments: tuple[bytes, ...]):
    """A lost marker, an impossible length, a scan without a frame or more segments than any camera writes."""
    assert image_header(jpeg(*segments)) is None


def test_sixteen_and_twenty_four_bits():
    """The largest images of every format."""
    sizes = [image_header(data) for data in (lossy(16383, 16383), lossless(16384, 16384), extended(1 << 24, 1))]
    assert [size and size[1:] for size in sizes] == [(16383, 16383), (16384, 16384), (1 << 24, 1)]


@given(
    st.sampled_from([b"", b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8 "]),
    st.binary(max_size=60),
)
def test_any_bytes_are_answered(magic: bytes, data: bytes):
    """No bytes are an exception, and a size is never nothing."""
    header = image_header(magic + data)
    assert header is None or min(header.width, header.height) > 0
