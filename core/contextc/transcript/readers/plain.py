"""Plain transcripts: a line that begins with a role and a colon, or is marked in another known way, opens a turn."""

from contextc.fences import Fence
from contextc.transcript.readers.dialects import USUAL, Opening, closing, dialect_of, openings
from contextc.transcript.records import Source
from contextc.transcript.turns import Reading, Text, Turn
from contextc.vocabulary import SegmentFormat


def opens(data: bytes) -> bool:
    r"""Whether the first line that is not blank names a speaker.

    >>> opens(b"\nUser: hi"), opens(b"Hi, User: see below")
    (True, False)
    """
    return dialect_of(data) is not None


def detect(_: Source) -> bool:
    """Whether it is a text, which it always is."""
    return True


def read(source: Source, *, strict: bool) -> Reading:  # noqa: ARG001  (any text is a plain transcript)
    """The turns of a plain transcript; text before the first marker is a turn without a role."""
    data = source.data
    if not data:
        return Reading(format=SegmentFormat.PLAIN, turns=[])
    dialect = dialect_of(data) or USUAL
    found, fenced = openings(data, dialect)
    if not found or found[0].start > 0:
        found.insert(0, Opening(0, 0, ""))
    ends = [opening.start for opening in found[1:]] + [len(data)]
    turns: list[Turn] = []
    at = 0
    for opening, end in zip(found, ends, strict=True):
        inside: list[Fence] = []
        while at < len(fenced) and fenced[at].start < end:
            inside.append(fenced[at])
            at += 1
        text = Text(
            text=data[opening.start : end].decode(),
            verbatim=True,
            fences=tuple(inside),
            lead=len(data[opening.start : opening.end].decode()),
            trail=end - closing(data, opening.end, end, dialect),
            start=opening.start,
            end=end,
        )
        turns.append(Turn(role=opening.role or None, parts=(text,)))
    return Reading(format=SegmentFormat.PLAIN, turns=turns)
