"""The format of a transcript is told by its first records, or given."""

import pytest

from contextc.errors import SegmentationFailed
from contextc.transcript.readers import READERS, read
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.shown import SAMPLES

AUTO, PLAIN = SegmentFormat.AUTO, SegmentFormat.PLAIN
FORMATS = [format for format in SegmentFormat if format is not AUTO]
OTHERS = [format for format in FORMATS if format is not PLAIN]

NAMES = sorted(path.name for path in SAMPLES.iterdir())


def test_every_format_has_a_reader():
    """The table has a row for each format that can be forced, and the one that reads anything is the last."""
    assert set(READERS) == set(FORMATS)
    assert list(READERS)[-1] is PLAIN


@pytest.mark.parametrize("name", NAMES)
def test_a_format_may_be_given(name: str):
    """A sample reads alike whether its format is told or given; a torn last line is left out, since then it is an error."""
    data = (SAMPLES / name).read_bytes().rpartition(b"\n")[0]
    reading = read(data, AUTO)
    assert reading == read(data, reading.format)


def test_samples_are_of_every_format():
    """Every format in JSON but generic lines has a sample."""
    assert {read((SAMPLES / name).read_bytes(), AUTO).format for name in NAMES} == {*OTHERS} - {SegmentFormat.JSONL}


@pytest.mark.parametrize("format", OTHERS)
def test_what_is_of_no_format(format: SegmentFormat):
    """A text is plain unless another format is forced, which is an error."""
    assert read(b"hello", AUTO).format is PLAIN
    with pytest.raises(SegmentationFailed) as caught:
        read(b"hello", format)
    assert (caught.value.path, caught.value.data) == ("$.transcript", {"line": 1})


@pytest.mark.parametrize("name", NAMES)
def test_plain_can_be_forced(name: str):
    """Anything is plain text when the caller says so, to the last byte."""
    data = (SAMPLES / name).read_bytes()
    reading = read(data, PLAIN)
    assert (reading.format, b"".join(data[part.start : part.end] for turn in reading.turns for part in turn.parts)) == (
        PLAIN,
        data,
    )


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n\n"])
def test_nothing_is_read_from_nothing(data: bytes, format: SegmentFormat):
    """A transcript without a line has no turn that says anything; of JSON lines it is an error."""
    if format is SegmentFormat.JSONL:
        with pytest.raises(SegmentationFailed, match="no non-blank line"):
            read(data, format)
    else:
        assert [part for turn in read(data, format).turns for part in turn.parts if format is not PLAIN] == []
