"""How a transcript was read -> a few words: its format, the records that were skipped, the turns that were given up."""

from collections.abc import Sequence
from typing import NamedTuple

from contextc.model import SegmentationReport
from contextc.vocabulary import SegmentFormat
from contextc_host.cli.lines import amount

SHOWN = 10
"""Numbers of skipped records that are named."""


class Heard(NamedTuple):
    """What became of a transcript's records."""

    format: SegmentFormat
    turns: int
    skipped: int = 0
    numbers: Sequence[int] = ()
    """Of the records that were skipped, the first at least."""
    abandoned: int = 0

    @property
    def losses(self) -> str:
        """What is in the transcript and not in its turns.

        >>> Heard(SegmentFormat.CODEX, 9, 2, (7, 1204), 1).losses
        '2 records skipped (7, 1204), 1 turn abandoned'
        """
        numbers = ", ".join(f"{number}" for number in self.numbers[:SHOWN])
        more = ", …" if self.skipped > SHOWN else ""
        skipped = f"{amount(self.skipped, 'record')} skipped ({numbers}{more})" if self.skipped else ""
        abandoned = f"{amount(self.abandoned, 'turn')} abandoned" if self.abandoned else ""
        return ", ".join(filter(None, (skipped, abandoned)))

    def __str__(self) -> str:
        """All of it.

        >>> str(Heard(SegmentFormat.PLAIN, 1))
        'read as plain: 1 turn'
        """
        return ", ".join(filter(None, (f"read as {self.format}: {amount(self.turns, 'turn')}", self.losses)))


def heard(report: SegmentationReport) -> Heard:
    """What the report on a compiled transcript says of its records."""
    turns = len({segment.turn for segment in report.segments})
    return Heard(report.format_detected, turns, report.skipped_lines, report.skipped or (), report.abandoned_turns)
