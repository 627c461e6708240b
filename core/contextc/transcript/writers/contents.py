"""What the formats share: the object that arguments are, the block that a part stood in, and media in a form that can be sent."""

import base64
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import msgspec

from contextc.image_headers import image_header
from contextc.limits import DEPTH
from contextc.nesting import nests_deeper
from contextc.payloads import PADDED, read_payload
from contextc.transcript.turns import AnyPart, Media, Meta, Text, ToolResult

JsonObject = dict[str, Any]

SUFFIXES = {
    "gif": "image/gif",
    "heic": "image/heic",
    "heif": "image/heif",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "mp3": "audio/mp3",
    "mp4": "video/mp4",
    "pdf": "application/pdf",
    "png": "image/png",
    "wav": "audio/wav",
    "webp": "image/webp",
}
"""What the end of an address says of the file there."""

PDF = "application/pdf"

WEB_IMAGES = frozenset({"image/gif", "image/jpeg", "image/png", "image/webp"})
"""Of Anthropic's `Base64ImageSourceParam`, and of OpenAI's guide to images."""


class Inline(NamedTuple):
    """The bytes of a medium."""

    mime: str
    data: str
    """In base64, with padding and nothing else."""

    @property
    def uri(self) -> str:
        """All in one text."""
        return f"data:{self.mime};base64,{self.data}"


class Address(NamedTuple):
    """Where a medium is."""

    mime: str
    """Empty when nothing tells."""
    url: str


def inline(media: Media) -> Inline | None:
    """The bytes of a medium, if it has any; an image is of the type that its bytes say.

    >>> inline(Media(mime="image/png", data="data:;base64,R0lGODlhQAHwAA"))
    Inline(mime='image/gif', data='R0lGODlhQAHwAA==')
    """
    payload = None if media.data is None else read_payload(media.data, media.mime)
    if payload is None or media.data is None:
        return None
    header = image_header(payload.data)
    whole = len(media.data) % 4 == 0 and PADDED.fullmatch(media.data)
    data = media.data if whole else base64.b64encode(payload.data).decode()
    return Inline(header.mime if header else payload.mime, data)


def address(media: Media, *schemes: str) -> Address | None:
    """Where a medium is, if everybody can fetch it there; the id of a file is known to its provider alone.

    >>> address(Media(url="https://a.test/b.PDF?c=d.png"))
    Address(mime='application/pdf', url='https://a.test/b.PDF?c=d.png')
    >>> address(Media(url="file-123")) is None
    True
    """
    url = media.url or ""
    scheme, _, rest = url.partition("://")
    if scheme.lower() not in ("http", "https", *schemes) or not rest:
        return None
    end = rest.partition("#")[0].partition("?")[0].rpartition(".")[2].lower()
    return Address(media.mime or SUFFIXES.get(end, ""), url)


def arguments_object(arguments: str) -> JsonObject:
    """The arguments of a call, where a provider takes an object alone.

    >>> arguments_object('{"a": 1}'), arguments_object("ls -l"), arguments_object("")
    ({'a': 1}, {'input': 'ls -l'}, {})
    """
    if not arguments.strip():
        return {}
    data = arguments.encode()
    value: Any = None
    if not nests_deeper(data, DEPTH):
        try:
            value = msgspec.json.decode(data)
        except msgspec.DecodeError:
            value = None
    return cast(JsonObject, value) if isinstance(value, dict) else {"input": arguments}


def objects(value: object) -> list[JsonObject]:
    """The objects in a list; nothing when it is none.

    >>> objects([{"a": 1}, "b"]), objects("text")
    ([{'a': 1}], [])
    """
    found = cast(Sequence[Any], value) if isinstance(value, list) else ()
    return [cast(JsonObject, one) for one in found if isinstance(one, dict)]


def stood_in(message: JsonObject | None, part: AnyPart, *, beyond: int = 0) -> JsonObject:
    """The block of a message that a part was read from, to be made anew with its other fields.

    `beyond` is the length of the way to what must hold the block.

    >>> block = {"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}}
    >>> stood_in({"content": [block]}, Media(path=("content", 0, "text"))) == block
    True
    >>> stood_in({"content": "hi"}, Media(path=("content",)))
    {}
    """
    last = max([place for place, key in enumerate(part.path) if isinstance(key, int)], default=-1)
    found: Any = message
    try:
        for key in part.path[: last + 1]:
            found = found[key]
    except (KeyError, IndexError, TypeError):
        return {}
    return cast(JsonObject, found) if last >= beyond and isinstance(found, dict) else {}


def unchanged(message: JsonObject | None, result: ToolResult, part: Text | Media | Meta) -> JsonObject:
    """The block of a part of a result, if that is as it was; media are never changed, only left out."""
    stood = stood_in(message, part, beyond=len(result.path))
    return {} if isinstance(part, Text) and stood.get("text") != part.text else stood


def plain_text(blocks: list[JsonObject]) -> str | None:
    """What the blocks say if they are one text without any other field.

    >>> plain_text([{"type": "text", "text": "hi"}])
    'hi'
    """
    if len(blocks) == 1 and len(blocks[0]) == 2 and blocks[0].get("type") == "text":
        text = blocks[0].get("text")
        return text if isinstance(text, str) else None
    return None
