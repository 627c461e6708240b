"""Records that cannot be read are counted, or refused."""

import pytest

from contextc.errors import SegmentationFailed
from contextc.transcript.readers.skips import Skips
from contextc.transcript.records import Record
from contextc.vocabulary import SegmentFormat


def record(number: int) -> Record:
    """A record."""
    return Record(number, 10, 20, b"{")


def test_records_are_counted():
    """Their numbers are kept in the order of the transcript."""
    skips = Skips(SegmentFormat.CODEX, strict=False)
    for number in (3, 7, 8):
        skips.add(record(number), "torn")
    assert skips.numbers == [3, 7, 8]


def test_nothing_is_skipped_at_first():
    """A reader that finds nothing bad has no numbers."""
    assert Skips(SegmentFormat.CODEX, strict=True).numbers == []


def test_a_forced_format_refuses():
    """The error names the record, the format and what to do, and carries the number."""
    with pytest.raises(SegmentationFailed, match="record 3 of the codex transcript is torn: mend it") as caught:
        Skips(SegmentFormat.CODEX, strict=True).add(record(3), "torn")
    assert (caught.value.path, caught.value.data) == ("$.transcript", {"line": 3})
