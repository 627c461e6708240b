"""What a reader does with a record that it cannot read: counts it, or refuses the transcript when the format was forced."""

from contextc.errors import SegmentationFailed
from contextc.transcript.records import Record
from contextc.vocabulary import SegmentFormat


class Skips:
    """The records that were left out.

    >>> skips = Skips(SegmentFormat.CODEX, strict=True)
    >>> skips.add(Record(3, 0, 0, b"{torn"), "no JSON")
    Traceback (most recent call last):
    contextc.errors.SegmentationFailed: record 3 of the codex transcript is no JSON: mend it, or leave the format to be detected
    """

    def __init__(self, format: SegmentFormat, *, strict: bool) -> None:
        self.format = format
        self.strict = strict
        self.numbers: list[int] = []

    def add(self, record: Record, what: str) -> None:
        """Leave a record out that is `what`."""
        if self.strict:
            raise SegmentationFailed(
                f"record {record.number} of the {self.format} transcript is {what}: "
                "mend it, or leave the format to be detected",
                path="$.transcript",
                data={"line": record.number},
            )
        self.numbers.append(record.number)
