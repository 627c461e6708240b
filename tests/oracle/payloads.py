"""A media payload -> its bytes (spec 1.3, C18)."""

from __future__ import annotations

import base64
import re
from typing import Final
from urllib.parse import unquote

from .differences import Differences
from .model import Refused

BLANKS: Final = "\t\n\f\r "
"""ASCII white space."""

ESCAPED: Final = re.compile("%(?:2b|2f|3d|0a|0d|20)", re.IGNORECASE)
"""What may be percent-encoded in a data URI: `+ / =`, line ends, blanks."""


def decode_payload(text: str, on: Differences) -> bytes:
    """The bytes; a payload that cannot be read refuses the request."""
    found = forgiving_bytes(text) if "C18" in on else strict_bytes(text)
    if found is None:
        raise Refused("invalid_request")
    return found


def strict_bytes(text: str) -> bytes | None:
    """Standard alphabet, whole quads, padding only at the very end."""
    if len(text) % 4 or not re.fullmatch("[A-Za-z0-9+/]*={0,2}", text):
        return None
    return base64.b64decode(text)


def forgiving_bytes(text: str) -> bytes | None:
    """Base64 in one alphabet, padded or not, with white space, alone or in a data URI."""
    inner = _inside_uri(text)
    digits = "".join(char for char in (text if inner is None else inner) if char not in BLANKS)
    bare = digits.rstrip("=")
    padding = len(digits) - len(bare)
    missing = -len(bare) % 4
    if missing == 3 or padding not in {0, missing}:
        return None
    for alphabet in ("+/", "-_"):
        if re.fullmatch(f"[A-Za-z0-9{alphabet}]*", bare):
            return base64.b64decode(bare + "=" * missing, altchars=alphabet.encode())
    return None


def _inside_uri(text: str) -> str | None:
    """What a data URI holds; none when it is no data URI in base64."""
    head, comma, body = text.lstrip(BLANKS).partition(",")
    if not comma or not re.fullmatch("data:.*; *base64 *", head, re.IGNORECASE | re.DOTALL):
        return None
    return ESCAPED.sub(lambda match: unquote(match[0]), body)
