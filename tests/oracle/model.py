"""The nouns: what a request is read into, and what the passes hand to each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Boundary = Literal["paragraph", "sentence", "fixed"]


class Refused(Exception):
    """The request is not answered; `code` is the contract's name for why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Media:
    """An inline image."""

    mime: str
    bytes_b64: str


@dataclass(frozen=True, slots=True)
class Fragment:
    """One input text or image (spec 1.2)."""

    content: str
    id: int | None = None
    path: str | None = None
    kind: str | None = None
    priority: int | None = None
    metadata: dict[str, Any] | None = None
    media: Media | None = None

    def flag(self, name: str) -> bool:
        """Only the JSON value `true` counts."""
        return self.metadata is not None and self.metadata.get(name) is True


@dataclass(frozen=True, slots=True)
class Policy:
    """The fields of a policy that the core reads (spec 1.5)."""

    reserve: int
    near_dup: bool
    disabled: tuple[str, ...]
    max_chunk: int
    boundary: Boundary
    pricing: dict[str, Any] | None
    normalize: bool
    slim: bool
    truncate: str
    markers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What the core compiles."""

    query: str
    fragments: tuple[Fragment, ...]
    target_model: str | None
    token_budget: int
    policy: Policy


@dataclass(frozen=True, slots=True)
class Segmentation:
    """How a transcript is cut (spec 1.21)."""

    format: str
    min_bytes: int
    cache_system: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the table of rules."""

    row: int
    id: str
    action: Literal["preserve", "cache", "abstract"]
    critical: bool


@dataclass(frozen=True, slots=True)
class Part:
    """Text that is emitted, and the character ranges of the content that it shows."""

    text: str
    ranges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Collapse:
    """A log with its repeated lines folded."""

    part: Part
    merged_by_mask: bool


@dataclass(frozen=True, slots=True)
class Item:
    """A fragment with everything that was found out about it alone, or merged from its copies."""

    seq: int
    fragment: Fragment
    raw: bytes | None
    content_hash: int
    handle_hash: int
    image_tokens: int
    tokens: int
    rule: Rule
    critical: bool
    priority: int
    relevance: float
    superseded: bool

    @property
    def content(self) -> str:
        """The text, or the caption of an image."""
        return self.fragment.content

    @property
    def id(self) -> int:
        """The caller's id, else the hash of the text."""
        return self.content_hash if self.fragment.id is None else self.fragment.id


@dataclass(frozen=True, slots=True)
class Twin:
    """The mark of a duplicate: of which fragment, and how."""

    of: int
    near: bool


@dataclass(slots=True)
class Tray:
    """What packing does to one fragment: its pieces in the order they are taken, and what was taken."""

    item: Item
    pieces: list[Part]
    from_tail: bool
    taken: int = 0
    extra: Part | None = None
    trimmed: Part | None = None
    """What is left when a cut inside a word has moved out of it."""
    costs: list[int] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """Every piece was taken; a fragment without pieces always is."""
        return self.taken == len(self.pieces)

    @property
    def emitted(self) -> Part | None:
        """What stands in the output, in the order of the input; nothing when nothing was taken."""
        if self.trimmed:
            return self.trimmed
        parts = [*self.pieces[: self.taken], *([self.extra] if self.extra else [])]
        if not parts and self.pieces:
            return None
        if self.from_tail:
            parts.reverse()
        ranges = tuple(span for part in parts for span in part.ranges)
        return Part("".join(part.text for part in parts), ranges)
