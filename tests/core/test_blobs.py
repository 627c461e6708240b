"""Long base64 stands out from everything that people write."""

import base64
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.blobs import LEAST_BYTES, Blob, blobs

DATA = bytes(range(256)) * 3
RUN = base64.b64encode(DATA)
"""As short as can be."""


def found(data: bytes) -> list[bytes]:
    """The runs of a text."""
    return [data[start:end] for start, end in blobs(data)]


def test_the_least():
    """A run of exactly so many bytes is one, and a byte less is none."""
    assert (len(RUN), found(RUN), found(RUN[1:])) == (LEAST_BYTES, [RUN], [])


@pytest.mark.parametrize(
    "run",
    [
        RUN,
        RUN + b"==",
        base64.urlsafe_b64encode(DATA),
        base64.b64encode(DATA + b"x"),
    ],
)
@pytest.mark.parametrize(
    ("before", "after"), [(b"", b""), (b"data:image/png;base64,", b" end"), ("é".encode(), "é".encode())]
)
def test_a_run_in_a_text(run: bytes, before: bytes, after: bytes):
    """Both alphabets, with their padding, wherever they stand."""
    assert [Blob(len(before), len(before) + len(run))] == list(blobs(before + run + after))


def test_many_runs():
    """Every run is found, in order."""
    assert found(RUN + b" " + b"x" * 1023 + b"\n" + RUN + b"," + RUN + b"= and more") == [RUN, RUN, RUN + b"="]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"word " * 1000,
        b"z" * 5000,
        b"ab" * 5000,
        b"-" * 5000,
        b"_/" * 5000,
        b"ACGT" * 2000,
        b"0123456789abcdef" * 500,
        b"0123456789ABCDEF" * 500,
        b"src/main/java/com/example/" * 100,
        base64.encodebytes(DATA * 9),
        "漢字かな".encode() * 2000,
        (RUN[:1000] + b" ") * 9,
    ],
)
def test_what_is_none(text: bytes):
    """Prose, rulers, sequences, hexadecimal, paths, base64 in lines, other scripts and shorter runs."""
    assert found(text) == []


@given(st.lists(st.sampled_from([RUN, RUN[:500], b"a" * 2000, b" ", b"==", b"\n", "é".encode(), b"text"]), max_size=12))
def test_runs_are_apart_and_long(parts: list[bytes]):
    """Of any text, runs come in order, do not touch a letter outside and have the least length."""
    data = b"".join(parts)
    runs = list(blobs(data))
    assert all(run.end - run.start >= LEAST_BYTES for run in runs)
    assert all(one.end <= two.start for one, two in pairwise(runs))
    assert "".join(chr(byte) for run in runs for byte in data[run.start : run.end]).isascii()
