"""Laws of what a recalled grain says: all of it is told in every format, and reads as it was."""

import json
import re
import xml.etree.ElementTree as ET

import msgspec
import pytest
import toon_format
from hypothesis import given
from hypothesis import strategies as st

from contextc.recall import AssembleRequest, assemble
from contextc.recall.visible import HIDDEN, escaped
from contextc.vocabulary import OutputFormat
from core.laws.hostile import strings
from core.laws.strategies import examples

SAID: dict[str, tuple[str, ...]] = {
    "fact": ("subject", "relation", "object"),
    "event": ("content", "role"),
    "state": ("context",),
    "workflow": ("name",),
    "tool": ("tool_name", "tool_content", "error"),
    "observation": ("subject", "object", "content"),
    "goal": ("description", "criteria"),
    "reasoning": ("conclusion",),
    "consensus": ("agreed_content",),
    "consent": ("subject_did", "scope"),
    "skill": ("name", "description", "instructions", "when_to_use"),
    "recommendation": ("content",),
    "trigger": ("kind", "schedule", "content"),
    "note": ("title", "content", "other"),
}
"""Type -> fields that every full rendering tells."""


def shown(text: str) -> str:
    """A text with one kind of line end, and escapes for what is hidden."""
    return HIDDEN.sub(lambda found: escaped(found[0]), re.sub("\r\n?", "\n", text))


def bare(text: str) -> str:
    """A text without what a format puts into it: line ends and their indents, and escapes."""
    return re.sub(r"[\s\\]", "", shown(text))


def texts_of(kind: str, format: OutputFormat, fields: dict[str, str]) -> list[str]:
    """What a reader of the format finds, in pieces."""
    hit = {"grain_type": kind, "fields": fields}
    text = assemble(msgspec.convert({"hits": [hit], "policy": {"format": format}}, AssembleRequest)).text
    match format:
        case OutputFormat.SML:
            root = ET.fromstring(f"<root>{text}</root>")
            return [*root.itertext(), *[value for one in root.iter() for value in one.attrib.values()]]
        case OutputFormat.TOON:
            rows = [row for table in toon_format.decode(text).values() for row in table]
            return [str(value) for row in rows for value in row.values()]
        case OutputFormat.JSON:
            return list(json.loads(text)[0]["fields"].values())
        case _:
            return [text]


@pytest.mark.parametrize("format", OutputFormat)
@pytest.mark.parametrize("kind", SAID)
@examples
@given(data=st.data())
def test_nothing_that_is_said_is_lost(kind, format, data):
    """In every format a whole grain tells all that it says."""
    fields = {key: data.draw(strings) for key in SAID[kind]}
    found = bare("\n".join(texts_of(kind, format, fields)))

    assert {key: value for key, value in fields.items() if bare(value) not in found} == {}


ALONE = {"event": "content", "tool": "tool_content", "goal": "description", "reasoning": "conclusion"}
"""Type -> a field that stands alone in its element and its cell."""


@pytest.mark.parametrize("kind", ALONE)
@examples
@given(text=strings)
def test_a_decoder_gives_the_very_text(kind, text):
    """Un-escaped from SML, TOON and JSON, a text is what it was, but for what cannot be seen and the kind of line ends."""
    fields = {ALONE[kind]: text}

    assert shown(text) in texts_of(kind, OutputFormat.SML, fields) or text == ""
    assert re.sub("[\U000e0000-\U000e007f]", lambda found: escaped(found[0]), text) in texts_of(
        kind, OutputFormat.TOON, fields
    )
    assert [text] == texts_of(kind, OutputFormat.JSON, fields)


@examples
@given(strings, strings)
def test_an_attribute_is_the_very_text(role, name):
    """An XML parser gives attributes as they were, with their line ends and tabs."""
    event = texts_of("event", OutputFormat.SML, {"content": "", "role": role})
    skill = texts_of("skill", OutputFormat.SML, {"name": name, "domain": role})

    assert ([shown(role)] if role else []) == [text for text in event if text]
    assert [text for text in (shown(name) or "?", shown(role)) if text] == [text for text in skill if text]


@pytest.mark.parametrize("format", OutputFormat)
@pytest.mark.parametrize("blocks", [[], [{"type": "text", "text": ""}], [{"type": "image"}], "text", None])
def test_blocks_that_say_nothing_hide_no_content(format, blocks):
    """Where the blocks of an event have no text, its content is told."""
    hit = {"grain_type": "event", "fields": {"content": "hello", "content_blocks": blocks}}
    request = msgspec.convert({"hits": [hit], "policy": {"format": format}}, AssembleRequest)

    assert "hello" in assemble(request).text
