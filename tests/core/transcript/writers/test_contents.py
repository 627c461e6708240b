"""Media that can be sent, arguments, and blocks that are found again."""

import pytest

from contextc.transcript.turns import Media, Meta, Text, ToolResult
from contextc.transcript.writers.contents import (
    Address,
    Inline,
    address,
    arguments_object,
    inline,
    plain_text,
    stood_in,
    unchanged,
)
from core.transcript.build import GIF
from core.transcript.readers.shown import PNG


@pytest.mark.parametrize(
    ("media", "expected"),
    [
        (Media(mime="image/png", data=PNG), Inline("image/png", PNG)),
        (Media(mime="image/png", data=GIF), Inline("image/gif", GIF)),
        (Media(data=f"data:image/gif;base64,{GIF}"), Inline("image/gif", GIF)),
        (Media(mime="audio/wav", data="UklGRg"), Inline("audio/wav", "UklGRg==")),
        (Media(mime="image/png", data="no base64!"), None),
        (Media(url="https://a.test/x.png"), None),
    ],
)
def test_bytes_are_sent_as_what_they_are(media: Media, expected: Inline | None):
    """A provider refuses an image whose type is another than it says, and base64 that is not whole."""
    assert expected == inline(media)


def test_a_uri_holds_type_and_bytes():
    """As OpenAI takes them."""
    assert Inline("image/gif", "R0lG").uri == "data:image/gif;base64,R0lG"


@pytest.mark.parametrize(
    ("media", "expected"),
    [
        (Media(url="https://a.test/x.JPG"), Address("image/jpeg", "https://a.test/x.JPG")),
        (Media(url="HTTP://a.test/x#y.png"), Address("", "HTTP://a.test/x#y.png")),
        (Media(mime="image/webp", url="https://a.test/x.png"), Address("image/webp", "https://a.test/x.png")),
        (Media(url="gs://b/x.pdf"), None),
        (Media(url="file-123"), None),
        (Media(url="https://"), None),
        (Media(), None),
    ],
)
def test_only_what_all_can_fetch_has_an_address(media: Media, expected: Address | None):
    """Ids of files are a provider's own."""
    assert expected == address(media)


def test_a_scheme_of_its_own_is_taken_where_it_is_named():
    """Gemini reads from Google's storage."""
    assert Address("application/pdf", "gs://b/x.pdf") == address(Media(url="gs://b/x.pdf"), "gs")


@pytest.mark.parametrize(
    "text", ["[1]", "ls", '{"a":', "[" * 100_000 + "]" * 100_000, '{"a": ' * 100_000 + "1" + "}" * 100_000]
)
def test_arguments_that_are_no_object_are_its_input(text: str):
    """Also those that are nested too deep to be read."""
    assert {"input": text} == arguments_object(text)


def test_no_arguments_are_an_empty_object():
    """A call of a function without parameters."""
    assert arguments_object(" ") == {}


BLOCK = {"type": "text", "text": "hi", "cache_control": 1}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("content", 0, "text"), BLOCK),
        (("content", 0), BLOCK),
        (("content", 1), {}),
        (("parts", 0), {}),
        (("content", "a", 0), {}),
        (("content",), {}),
        ((), {}),
    ],
)
def test_the_block_of_a_part_is_found_by_its_path(path: tuple[str | int, ...], expected: object):
    """A path that leads nowhere finds nothing."""
    assert expected == stood_in({"content": [BLOCK]}, Text(text="", path=path))


def test_a_built_part_stood_nowhere():
    """There is no message."""
    assert stood_in(None, Text(text="", path=("content", 0))) == {}


def test_the_block_of_a_result_is_none_of_its_parts():
    """A content that is one value has no blocks."""
    message = {"content": [{"type": "tool_result", "content": 5}]}
    result = ToolResult(path=("content", 0, "content"))
    assert unchanged(message, result, Meta(kind="content", value=5, path=("content", 0, "content"))) == {}


def test_a_text_of_a_result_that_was_cut_has_no_block():
    """The block says more."""
    message = {"content": [{"type": "tool_result", "content": [BLOCK]}]}
    result, path = ToolResult(path=("content", 0, "content")), ("content", 0, "content", 0, "text")
    assert [unchanged(message, result, Text(text=text, path=path)) for text in ("hi", "h")] == [BLOCK, {}]


def test_only_a_text_without_other_fields_is_plain():
    """What marks the cache must stay a block."""
    plain = {"type": "text", "text": "hi"}
    blocks = [[plain], [plain, plain], [BLOCK], [{"type": "text", "text": 1}], [{"type": "image", "a": 1}], []]
    assert [plain_text(given) for given in blocks] == ["hi", None, None, None, None, None]
