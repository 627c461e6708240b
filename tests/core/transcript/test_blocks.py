"""The content of a message is a text or blocks; an image is described, whatever its length."""

import base64
import json
from typing import Any

import pytest

from contextc.transcript.segment import segment_transcript
from core.build import png


def image(data: str, **source: Any) -> dict[str, Any]:
    """An image in base64."""
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data, **source}}


def text(words: str) -> dict[str, Any]:
    """A text."""
    return {"type": "text", "text": words}


def result(content: Any) -> dict[str, Any]:
    """What a tool answered."""
    return {"type": "tool_result", "tool_use_id": "1", "content": content}


def read(content: Any) -> str | None:
    """The text of a message between two others; nothing when it is no message."""
    lines = [{"role": "user", "content": "a"}, {"role": "tool", "content": content}, {"role": "user", "content": "b"}]
    outcome = segment_transcript("".join(json.dumps(line) + "\n" for line in lines))
    texts = [segment.text for segment in outcome.segments]
    assert (texts[0], texts[-1], len(texts) + outcome.skipped_lines) == ("a", "b", 3)
    return None if outcome.skipped_lines else texts[1]


SHOT = base64.b64encode(png(1280, 720, salt=bytes(1_000_000))).decode()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ([text("one")], "one"),
        ([text("one"), text("two\n")], "one\ntwo\n"),
        ([result("done")], "done"),
        ([result([text("one"), text("two")]), text("three")], "one\ntwo\nthree"),
        ([], ""),
        ([text("one") | {"cache_control": {"type": "ephemeral"}}], "one"),
    ],
)
def test_blocks_of_text(content: Any, expected: str):
    """Blocks are lines of one text, those of a tool's answer too; other fields do not matter."""
    assert expected == read(content)


@pytest.mark.parametrize("block", [image(SHOT), result([image(SHOT)]), image(f"data:image/png;base64,{SHOT}")])
def test_an_image(block: Any):
    """It becomes a mark with its type, its size and its bytes."""
    assert read([block, text("Checkout")]) == "[… image/png, 1280 x 720 pixels, 1000024 bytes …]\nCheckout"


@pytest.mark.parametrize(
    ("data", "mark"),
    [("QUJD", "[… image, 3 bytes …]"), ("", "[… image, 0 bytes …]"), ("no base64!", "[… image, 10 characters …]")],
)
def test_an_image_that_cannot_be_read(data: str, mark: str):
    """Then the mark says how long it is."""
    assert mark == read([image(data)])


@pytest.mark.parametrize(
    "content",
    [
        None,
        7,
        {"type": "text", "text": "a"},
        [7],
        ["a"],
        [{"type": "text"}],
        [{"text": "a"}],
        [{"type": "tool_use", "id": "1", "name": "run", "input": {}}],
        [image("QUJD", type="url", url="https://example.com/a.png")],
        [result([result("a")])],
        [text("a"), {"type": "thinking", "thinking": "b"}],
    ],
)
def test_other_content(content: Any):
    """A message with a block of any other kind is not read in part: the line is skipped and counted."""
    assert read(content) is None


def test_role_and_content_in_an_array():
    """The short form takes blocks as well."""
    outcome = segment_transcript('["user","a"]\n["tool",[{"type":"text","text":"b"}]]\n')
    assert [segment.text for segment in outcome.segments] == ["a", "b"]
