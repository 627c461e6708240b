"""The text of an inline medium -> its bytes: base64 as programs write it, bare or in a data URI.

The rule is the forgiving-base64 decode of the WHATWG Infra standard, and the URL alphabet of RFC 4648.
"""

import base64
import re
from typing import NamedTuple

BASE64 = re.compile(rb"[A-Za-z0-9+/]*")
PADDED = re.compile("[A-Za-z0-9+/]*={0,2}")

SPACE = b"\t\n\f\r "
DATA_URI = re.compile(r"[\t\n\f\r ]*data:([^,;]*)(?:;[^,]*)?;[ ]*base64[ ]*,", re.IGNORECASE)

ESCAPES = ((b"+", b"2B"), (b"/", b"2F"), (b"=", b"3D"), (b"\n", b"0A"), (b"\r", b"0D"), (b" ", b"20"))
"""What base64 in a URI is percent-encoded for."""

URL_ALPHABET = bytes.maketrans(b"-_", b"+/")


class Payload(NamedTuple):
    """A medium as its model gets it."""

    mime: str
    data: bytes


def read_payload(text: str, mime: str) -> Payload | None:
    r"""The MIME type and the bytes of a medium; the type in a data URI wins over the one beside it.

    >>> read_payload("data:image/gif;base64,R0lGODlh", "")
    Payload(mime='image/gif', data=b'GIF89a')
    >>> read_payload("R0lG\nODlh_w", "image/gif").data
    b'GIF89a\xff'
    >>> read_payload("no base64!", "image/gif") is None
    True
    """
    if len(text) % 4 == 0 and PADDED.fullmatch(text):
        return Payload(mime, base64.b64decode(text))
    if not text.isascii():
        return None
    uri = DATA_URI.match(text)
    body = text[uri.end() :].encode() if uri else text.encode()
    if uri:
        mime = uri[1].strip() or mime
        for plain, escape in ESCAPES if b"%" in body else ():
            body = body.replace(b"%" + escape, plain).replace(b"%" + escape.lower(), plain)
    data = _decoded(body.translate(None, SPACE))
    return None if data is None else Payload(mime, data)


def _decoded(body: bytes) -> bytes | None:
    """The bytes of base64 without white space: padded fully or not at all, one alphabet or the other."""
    if len(body) % 4 == 0:
        body = body[:-2] + body[-2:].rstrip(b"=")
    if not (b"+" in body or b"/" in body):
        body = body.translate(URL_ALPHABET)
    if len(body) % 4 == 1 or not BASE64.fullmatch(body):
        return None
    return base64.b64decode(body + b"=" * (-len(body) % 4))
