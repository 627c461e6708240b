"""What a writer of messages is given: turns as they will be said, each part with the block that it was, if it still is."""

from typing import Any

from msgspec import Struct

from contextc.transcript.turns import AnyPart


class OutPart(Struct, frozen=True, kw_only=True):
    """A part that goes out."""

    part: AnyPart
    """What it says now."""
    block: Any = None
    """The block of its message that says so already: it goes out as it is. Only where source and target have one format."""


class OutTurn(Struct, frozen=True, kw_only=True):
    """A turn that goes out."""

    role: str
    """One of `Role`."""
    parts: tuple[OutPart, ...]
    message: dict[str, Any] | None = None
    """The message that it was; fields beside its blocks are kept. Only where source and target have one format."""
    untouched: bool = False
    """The message goes out as it is."""
