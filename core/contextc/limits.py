"""The caps a host sets: how much a request may hold before it is refused."""

from msgspec import Struct

MIB = 1_048_576


DEPTH = 64
"""Levels of JSON nesting; a WebAssembly interpreter ends at some thousand."""


class Limits(Struct, frozen=True, kw_only=True):
    """Inclusive maxima, set by the host and never by a request.

    Sizes of texts are UTF-8 bytes, sizes of media are base64 characters.

    >>> Limits().fragment_bytes, Limits.strict().fragment_bytes
    (67108864, 1048576)
    """

    fragments: int = 65_536
    """Fragments that a caller sends in one request."""
    fragment_bytes: int = 64 * MIB
    metadata_bytes: int = 65_536
    """One fragment's metadata as compact JSON."""
    media_chars: int = 16 * MIB
    media_total_chars: int = 256 * MIB
    transcript_bytes: int = 256 * MIB
    segments: int = 1_048_576
    """Segments of one transcript, after merging."""
    request_bytes: int = 512 * MIB
    depth: int = DEPTH
    """Levels of JSON nesting."""
    near_dup_candidates: int = 32
    """Texts in the context that one fragment is compared with; of 10,000 ordinary ones none has more than 16 candidates."""
    ingest_files: int = 65_536
    ingest_file_bytes: int = 64 * MIB
    ingest_total_bytes: int = 256 * MIB

    @classmethod
    def strict(cls) -> "Limits":
        """Caps for a door that strangers can reach; those of the reference implementation."""
        return cls(
            fragments=1_024,
            fragment_bytes=MIB,
            media_chars=4 * MIB,
            media_total_chars=64 * MIB,
            transcript_bytes=8 * MIB,
            segments=1_024,
            request_bytes=128 * MIB,
            ingest_files=64,
            ingest_file_bytes=MIB,
            ingest_total_bytes=64 * MIB,
        )


TOKEN_BUDGET = 10_000_000
"""A larger budget is clamped to this, silently (reference behaviour)."""

DISABLED_RULES = 256
"""Entries of `policy.disabled_rules`."""

U64_MAX = 2**64 - 1
