"""The caps of the default door, and those of a door that strangers reach."""

from contextc.limits import Limits
from core.build import MIB


def test_default_caps():
    """What a host allows unless it says otherwise."""
    caps = Limits()
    assert (
        caps.fragments,
        caps.fragment_bytes,
        caps.metadata_bytes,
        caps.media_chars,
        caps.media_total_chars,
        caps.transcript_bytes,
        caps.segments,
        caps.request_bytes,
        caps.depth,
        caps.near_dup_candidates,
    ) == (65_536, 64 * MIB, 65_536, 16 * MIB, 256 * MIB, 256 * MIB, MIB, 512 * MIB, 64, 32)


def test_strict_caps_are_those_of_the_reference():
    """Fragments, sizes, media, transcripts, segments and files."""
    caps = Limits.strict()
    assert (
        caps.fragments,
        caps.fragment_bytes,
        caps.metadata_bytes,
        caps.media_chars,
        caps.media_total_chars,
        caps.transcript_bytes,
        caps.segments,
        caps.ingest_files,
        caps.ingest_file_bytes,
        caps.ingest_total_bytes,
    ) == (1_024, MIB, 65_536, 4 * MIB, 64 * MIB, 8 * MIB, 1_024, 64, MIB, 64 * MIB)
