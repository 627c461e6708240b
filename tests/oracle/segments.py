"""A transcript -> pieces of bearable size with their byte ranges (spec 5.1, 5.5, 5.6, C18)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from .caps import SEGMENT_BYTES, Caps
from .chars import byte_length, lines_of
from .chunks import chunk_text
from .differences import Differences
from .jsonl import jsonl_pieces
from .model import Refused, Segmentation
from .turns import Piece, plain_pieces

BOM: Final = "\ufeff"

LEAST_RUN: Final = 1024
LONG_RUN: Final = re.compile(f"([A-Za-z0-9+/_-]{{{LEAST_RUN},}})={{0,2}}")
"""Base64, if the start of it has letters of both cases and digits."""


@dataclass(frozen=True, slots=True)
class Segments:
    """The pieces and what is reported about the cutting."""

    format: str
    pieces: list[Piece]
    merged: int
    skipped: list[int]
    """The numbers of lines that are no messages."""


def segment(text: str, policy: Segmentation, limits: Caps, on: Differences) -> Segments:
    """Cut a transcript."""
    if byte_length(text) > limits.transcript_bytes:
        raise Refused("over_limit")
    mark = BOM if "C25" in on and text.startswith(BOM) else ""
    text = text.removeprefix(mark)
    if not text:
        raise Refused("segmentation_failed")
    found = None
    if policy.format != "plain":
        found = jsonl_pieces(text, forced=policy.format == "jsonl", on=on)
    name = "plain" if found is None else "jsonl"
    pieces, skipped = found or (_place(plain_pieces(text, on)), [])
    longest_code = limits.fragment_bytes
    if any(p.kind == "code" and byte_length(p.text) > longest_code for p in pieces):
        raise Refused("over_limit")
    if "C18" in on:
        pieces = [part for piece in pieces for part in _apart(piece)]
    pieces = [part for piece in pieces for part in _split(piece, on)]
    merged = _behind_mark(_merge(pieces, policy.min_bytes), byte_length(mark))
    if len(merged) > limits.segments:
        raise Refused("over_limit")
    return Segments(name, merged, len(pieces) - len(merged), skipped)


def _place(pieces: list[Piece]) -> list[Piece]:
    """Plain pieces follow each other without a gap."""
    placed: list[Piece] = []
    end = 0
    for piece in pieces:
        start, end = end, end + byte_length(piece.text)
        placed.append(replace(piece, start=start, end=end))
    return placed


def _behind_mark(pieces: list[Piece], size: int) -> list[Piece]:
    """A byte-order mark moves every range, and the first one takes it in."""
    return [
        replace(piece, start=piece.start + size if at else 0, end=piece.end + size) for at, piece in enumerate(pieces)
    ]


def _apart(piece: Piece) -> list[Piece]:
    """Long runs of base64 in a text are pieces of their own."""
    if piece.kind != "body":
        return [piece]
    runs = [match for match in LONG_RUN.finditer(piece.text) if _is_data(match[1][:LEAST_RUN])]
    if not runs:
        return [piece]
    edges = [0, *(edge for match in runs for edge in match.span()), len(piece.text)]
    texts = [piece.text[start:end] for start, end in pairwise(edges)]
    found = _shares(piece, texts)
    return [replace(part, kind="base64") if at % 2 else part for at, part in enumerate(found) if part.text]


def _is_data(text: str) -> bool:
    return all(re.search(kind, text) for kind in ("[A-Z]", "[a-z]", "[0-9]"))


def _split(piece: Piece, on: Differences) -> list[Piece]:
    length = byte_length(piece.text)
    if piece.kind == "code" or length <= SEGMENT_BYTES:
        return [piece]
    if piece.kind == "log":
        texts = _split_log(piece.text, on)
    else:
        texts = chunk_text(piece.text, SEGMENT_BYTES, "paragraph", on)
    return _shares(piece, texts)


def _shares(piece: Piece, texts: list[str]) -> list[Piece]:
    """The texts of a piece with their byte ranges; a decoded one shares its range out in proportion."""
    length = byte_length(piece.text)
    children: list[Piece] = []
    start, done = piece.start, 0
    for text in texts:
        done += byte_length(text)
        share = (piece.end - piece.start) * done // length
        end = piece.start + share if piece.decoded else piece.end - length + done
        children.append(replace(piece, text=text, start=start, end=end))
        start = end
    return children


def _split_log(text: str, on: Differences) -> list[str]:
    """Whole lines up to the size; only a line longer than that is cut."""
    parts: list[str] = []
    opened: list[str] = []
    room = SEGMENT_BYTES
    for line in lines_of(text):
        whole = text[line.start : line.stop]
        length = byte_length(whole)
        if length > room:
            parts.append("".join(opened))
            opened, room = [], SEGMENT_BYTES
        if length > SEGMENT_BYTES:
            parts += chunk_text(whole, SEGMENT_BYTES, "fixed", on)
        else:
            opened.append(whole)
            room -= length
    parts.append("".join(opened))
    return [part for part in parts if part]


def _merge(pieces: list[Piece], least: int) -> list[Piece]:
    """A piece joins the one before it when both are of one kind and turn, and one of them is tiny."""
    merged: list[Piece] = []
    for piece in pieces:
        last = merged[-1] if merged else None
        if last is not None and _belong_together(last, piece, least):
            merged[-1] = replace(last, text=last.text + piece.text, end=piece.end)
        else:
            merged.append(piece)
    return merged


def _belong_together(a: Piece, b: Piece, least: int) -> bool:
    return (
        (a.turn, a.kind, a.end) == (b.turn, b.kind, b.start)
        and not a.decoded
        and not b.decoded
        and b.end - a.start <= SEGMENT_BYTES
        and min(a.end - a.start, b.end - b.start) < least
    )
