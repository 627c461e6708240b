"""What a user sets and types -> the part of a link behind `#`: raw deflate of JSON, as base64 for URLs, behind a version."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

VERSION = "1"


def encode(saved: dict[str, Any]) -> str:
    """The part behind `#`."""
    deflate = zlib.compressobj(wbits=-15)
    data = deflate.compress(json.dumps({"v": 1, **saved}).encode()) + deflate.flush()
    return VERSION + urlsafe_b64encode(data).decode().rstrip("=")


def decode(code: str) -> dict[str, Any]:
    """What the part behind `#` holds."""
    assert code.startswith(VERSION)
    data = code.removeprefix(VERSION)
    saved: dict[str, Any] = json.loads(zlib.decompress(urlsafe_b64decode(data + "=" * (-len(data) % 4)), wbits=-15))
    return saved
