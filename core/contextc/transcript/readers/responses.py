"""OpenAI Responses: items, each with a `type`, in `input`, `output` or `items` of a document, as a list, or in lines."""

from typing import Any

from contextc.transcript.readers.blocks import Place
from contextc.transcript.readers.chat import block_types, mostly, read_chat
from contextc.transcript.readers.items import ITEMS, ROLES, item_turn
from contextc.transcript.records import Source
from contextc.transcript.turns import Reading
from contextc.vocabulary import SegmentFormat

OWN = frozenset(kind for kind in ITEMS if kind.endswith(("_call", "_call_output"))) | {"reasoning", "compaction"}
"""Types that tell an item from records of other formats."""

BLOCKS = frozenset({"input_text", "input_image", "input_file", "output_text"})
"""Kinds of block that tell a message from those of other formats."""


def detect(source: Source) -> bool:
    """Whether most of the first records are items, and one of them could be nothing else."""
    own = "instructions" in source.head or any(_is_own(value) for value in source.sample)
    return own and mostly(source.sample, _is_item)


def read(source: Source, *, strict: bool) -> Reading:
    """A turn an item; the instructions lead."""
    return read_chat(
        source,
        SegmentFormat.OPENAI_RESPONSES,
        strict=strict,
        read_one=lambda record: item_turn(Place(record), record.data),
        system="instructions",
    )


def _is_own(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    said = kind == "message" and isinstance(value.get("content"), str)
    return str(kind) in OWN or (_is_message(value) and (said or bool(block_types([value]) & BLOCKS)))


def _is_item(value: dict[str, Any]) -> bool:
    kind = str(value.get("type", "message"))
    return _is_message(value) if kind == "message" else kind in ITEMS


def _is_message(value: dict[str, Any]) -> bool:
    return str(value.get("role")) in ROLES and "content" in value
