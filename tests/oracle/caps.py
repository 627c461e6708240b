"""The differences in force -> the largest sizes that are accepted (spec 1.24, C14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .differences import Differences

KIB: Final = 1024
MIB: Final = 1024 * KIB

U64: Final = 2**64 - 1
TOKEN_BUDGET: Final = 10_000_000
METADATA_BYTES: Final = 64 * KIB
SEGMENT_BYTES: Final = MIB
"""Body and log pieces of a transcript are cut at this size under either set of caps."""


@dataclass(frozen=True, slots=True)
class Caps:
    """Inclusive maxima; media is counted in base64 characters."""

    fragments: int
    fragment_bytes: int
    media: int
    media_total: int
    transcript_bytes: int
    segments: int
    depth: int | None


REFERENCE: Final = Caps(
    fragments=1024,
    fragment_bytes=MIB,
    media=4 * MIB,
    media_total=64 * MIB,
    transcript_bytes=8 * MIB,
    segments=1024,
    depth=None,
)

PROJECT: Final = Caps(
    fragments=65_536,
    fragment_bytes=64 * MIB,
    media=16 * MIB,
    media_total=256 * MIB,
    transcript_bytes=256 * MIB,
    segments=1_048_576,
    depth=64,
)


def caps(on: Differences) -> Caps:
    """The caps in force."""
    return PROJECT if "C14" in on else REFERENCE
