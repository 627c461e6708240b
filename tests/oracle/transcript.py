"""A transcript request -> the compiled context of its segments, and the report on them (spec 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from .caps import caps
from .compiler import compile_context
from .decode import decode_transcript
from .differences import Differences
from .digest import stable_hash
from .model import Fragment, Refused
from .report import Json
from .segments import segment
from .turns import Piece

SKIPPED_SHOWN: Final = 100


def compile_transcript(value: Any, on: Differences) -> Json:
    """The context and the segmentation."""
    request, text, policy = decode_transcript(value, on)
    if not text:
        raise Refused("segmentation_failed")
    limits = caps(on)
    found = segment(text, policy, limits, on)
    fragments = tuple(_fragment(piece, cache=policy.cache_system) for piece in found.pieces)
    context = compile_context(replace(request, fragments=fragments), fragments=limits.segments, limits=limits, on=on)
    report: Json = {
        "format_detected": found.format,
        "merged_segments": found.merged,
        "segments": [_entry(index, piece) for index, piece in enumerate(found.pieces)],
    }
    if found.skipped:
        report["skipped_lines"] = len(found.skipped)
        report["skipped"] = found.skipped[:SKIPPED_SHOWN]
    return {"context": context, "segmentation": report}


def _fragment(piece: Piece, *, cache: bool) -> Fragment:
    metadata: Json = {"role": piece.role, "turn": piece.turn}
    if cache and piece.turn == 0 and _is_system(piece.role):
        metadata["cache"] = True
    kind = None if piece.kind == "body" else piece.kind
    return Fragment(content=piece.text, kind=kind, metadata=metadata)


def _is_system(role: str | None) -> bool:
    """Equal to `system` where only A-Z fold."""
    return role is not None and role.isascii() and role.lower() == "system"


def _entry(index: int, piece: Piece) -> Json:
    entry: Json = {
        "index": index,
        "turn": piece.turn,
        "kind": piece.kind,
        "byte_start": piece.start,
        "byte_end": piece.end,
        "fragment_id": str(stable_hash(piece.text.encode())),
    }
    if piece.role is not None:
        entry["role"] = piece.role
    return entry
