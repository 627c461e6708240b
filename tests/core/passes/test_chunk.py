"""Chunks cover a text: fences whole, prose cut at boundaries, long units at characters."""

import pytest

from contextc.errors import InvalidRequest, OverLimit
from contextc.model import ChunkPolicy
from contextc.passes.chunk import chunk_text
from contextc.vocabulary import ChunkBoundary


def chunks(text: str, size: int, boundary: str = "paragraph") -> list[str]:
    """The texts of the chunks, which must cover the text and whose ranges must say where they stand."""
    cut = chunk_text(text, ChunkPolicy(max_chunk_bytes=size, boundary=ChunkBoundary(boundary)))
    data, ends = text.encode(), [0, *(chunk.byte_end for chunk in cut)]
    assert [(start, chunk.byte_end, number) for number, (start, chunk) in enumerate(zip(ends, cut, strict=False))] == [
        (chunk.byte_start, chunk.byte_end, chunk.index) for chunk in cut
    ]
    assert [data[chunk.byte_start : chunk.byte_end].decode() for chunk in cut] == [chunk.text for chunk in cut]
    assert len(data) == ends[-1]
    return [chunk.text for chunk in cut]


def test_an_empty_text_has_no_chunks():
    """Nothing to cover, nothing given."""
    assert chunks("", 10) == []


@pytest.mark.parametrize("text", ["a", "one\n\ntwo", "```\na"])
def test_a_text_that_fits_is_one_chunk(text: str):
    """A text no longer than the maximum is not cut."""
    assert [text] == chunks(text, len(text))


def test_defaults_are_paragraphs_of_two_kibibytes():
    """Without a policy a chunk has at most 2,048 bytes, is cut at paragraphs and overlaps nothing."""
    text = "a" * 1500 + "\n\n" + "b" * 1500
    assert [len(chunk.text) for chunk in chunk_text(text)] == [1502, 1500]


def test_paragraphs_fill_a_chunk():
    """Three paragraphs become as few chunks as the maximum allows."""
    assert chunks("one one\n\ntwo two\n\nthree", 20) == ["one one\n\ntwo two\n\n", "three"]


def test_a_chunk_may_be_exactly_full():
    """A unit joins the open chunk up to and including the maximum."""
    assert chunks("aaa\n\nbbb\n\nccc", 10) == ["aaa\n\nbbb\n\n", "ccc"]
    assert chunks("aaa\n\nbbb\n\nccc", 9) == ["aaa\n\n", "bbb\n\nccc"]


@pytest.mark.parametrize(
    "between", ["\n\n", "\n\n\n\n", "\r\n\r\n", "\n \t\n", "\n\u3000\u2003\n\x0b\n", "\n\r\n", "\n\x85\n"]
)
def test_blank_looking_lines_end_a_paragraph(between: str):
    """A line end and every line of white space behind it, CRLF too, belong to the paragraph before."""
    assert ["a" * 9 + between, " b" + "b" * 9] == chunks("a" * 9 + between + " b" + "b" * 9, 20)


@pytest.mark.parametrize("between", ["\n", "\r\n", "\r\r", "\n\x1c\n", "\n\u200b\n", "\x0b\x0b", "\u2029\u2029"])
def test_what_ends_no_paragraph(between: str):
    """One line end, a line with a file separator or a zero-width space, and other line ends do not."""
    text = "a" * 9 + between + "b" * 9
    assert chunks(text, 15, "fixed") == chunks(text, 15)


@pytest.mark.parametrize("stop", [".", "!", "?"])
@pytest.mark.parametrize("space", [" ", "\n", "\t", "\x85", "\u3000", "\u2028", "\u1680", "\u205f"])
def test_a_sentence_ends_behind_one_white_space(stop: str, space: str):
    """A stop and one character of White_Space end a sentence; further white space begins the next."""
    text = f"aaaa{stop}{space}{space}bbbb"
    assert [f"aaaa{stop}{space}", f"{space}bbbb"] == chunks(text, 8, "sentence")


@pytest.mark.parametrize("between", [".\x1c", ".\u200b", ".\u180e", ".", ".)", ", ", ": ", "\u3002 "])
def test_what_ends_no_sentence(between: str):
    """A file separator or a character of no width behind a stop, a bracket, a comma or another mark does not."""
    text = f"aaaa{between}bbbb"
    assert chunks(text, 8, "fixed") == chunks(text, 8, "sentence")


def test_a_stop_in_a_fence_ends_no_sentence_behind_it():
    """The stop and the white space must stand in one span of prose."""
    text = "~~~\naaaaaa\n~~~\n.\n bbbbbbbbbb"
    assert chunks(text, 17, "sentence") == ["~~~\naaaaaa\n~~~\n.\n", " bbbbbbbbbb"]
    assert chunks("```\naaaaaa\n```\n bbbbbbbbbbbb", 15, "sentence") == ["```\naaaaaa\n```\n", " bbbbbbbbbbbb"]


def test_fixed_has_no_boundaries():
    """A fixed boundary cuts at the maximum alone."""
    assert chunks("x" * 100, 30, "fixed") == ["x" * 30] * 3 + ["x" * 10]


@pytest.mark.parametrize("boundary", list(ChunkBoundary))
def test_a_long_unit_is_cut_at_the_maximum(boundary: str):
    """A unit that is longer than the maximum is cut there, whatever the boundary."""
    assert chunks("x" * 100, 30, boundary) == ["x" * 30] * 3 + ["x" * 10]


def test_the_rest_of_a_long_unit_stays_alone():
    """What is left of a unit that was cut is not joined with what follows."""
    assert chunks("x" * 12 + "\n\ny", 10) == ["x" * 10, "xx\n\n", "y"]


def test_what_stands_before_a_long_unit_stays_alone():
    """A chunk that was being filled ends where a longer unit begins."""
    assert chunks("a\n\n" + "x" * 13, 10) == ["a\n\n", "x" * 10, "x" * 3]


def test_a_cut_moves_down_to_a_character():
    """A cut inside a character moves to its start, never to its end."""
    assert chunks("日日日日", 10, "fixed") == ["日日日", "日"]
    assert chunks("aééa", 4, "fixed") == ["aé", "éa"]


def test_a_cut_counts_from_the_cut_before():
    """The maximum is measured from where the last cut really was."""
    assert chunks("日" * 8, 10, "fixed") == ["日日日", "日日日", "日日"]


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_a_character_wider_than_the_maximum_stays_whole(size: int):
    """Where no character fits, each is a chunk; a maximum of zero is one of one."""
    assert chunks("🚀🚀🚀", size, "fixed") == ["🚀"] * 3


def test_a_fence_stays_whole():
    """A fence is longer than the maximum rather than cut, and what stands around it does not join it."""
    fence = "```\n" + "x\n\n" * 20 + "```\n"
    assert ["before\n", fence, "after"] == chunks(f"before\n{fence}after", 20)


def test_small_fences_fill_a_chunk():
    """A fence that fits shares a chunk with its neighbours."""
    assert chunks("a\n```\nb\n```\nc\n\n" + "d" * 10, 15) == ["a\n```\nb\n```\nc\n\n", "d" * 10]


def test_an_unclosed_fence_runs_to_the_end():
    """Without a closing line the rest of the text is one piece."""
    fence = "```\n" + "x\n\n" * 20
    assert ["a\n\n", fence] == chunks(f"a\n\n{fence}", 20)


def test_tildes_and_longer_fences_are_fences():
    """A fence of tildes, or one around shorter ticks, is not cut inside."""
    fence = "~~~~\n```\n\n~~~\n\n~~~~\n"
    assert ["a\n\n", fence, "b" * 9] == chunks(f"a\n\n{fence}" + "b" * 9, 10)


def test_ticks_inside_prose_are_prose():
    """Ticks behind a sentence open nothing, so the prose is still cut."""
    assert chunks("See. ```a b``` c.", 6, "sentence") == ["See. ", "```a b", "``` c."]


def test_an_overlap_repeats_what_stands_before():
    """Every chunk but the first begins with the end of the one before; ranges leave that out."""
    cut = chunk_text("abcdefghij", ChunkPolicy(max_chunk_bytes=4, overlap_bytes=2, boundary=ChunkBoundary.FIXED))
    assert [(chunk.text, chunk.byte_start, chunk.byte_end) for chunk in cut] == [
        ("abcd", 0, 4),
        ("cdefgh", 4, 8),
        ("ghij", 8, 10),
    ]


def test_an_overlap_begins_at_a_character():
    """An overlap that would begin inside a character begins at the next one."""
    cut = chunk_text("日本語", ChunkPolicy(max_chunk_bytes=3, overlap_bytes=4, boundary=ChunkBoundary.FIXED))
    assert [chunk.text for chunk in cut] == ["日", "日本", "本語"]


def test_an_overlap_ends_at_the_start_of_the_text():
    """An overlap longer than what stands before repeats all of that."""
    cut = chunk_text("abcdef", ChunkPolicy(max_chunk_bytes=3, overlap_bytes=99))
    assert [chunk.text for chunk in cut] == ["abc", "abcdef"]


def test_overlaps_are_capped():
    """Overlaps may repeat 128 KiB and sixteen times the text: of 1,000 chunks of a byte, 158 bytes each and not 160."""
    text = "x" * 1000
    assert len(chunk_text(text, ChunkPolicy(max_chunk_bytes=1, overlap_bytes=158))) == 1000
    with pytest.raises(OverLimit) as caught:
        chunk_text(text, ChunkPolicy(max_chunk_bytes=1, overlap_bytes=160))
    repeated = sum(min(160, start) for start in range(1000))
    assert (caught.value.path, str(repeated) in str(caught.value)) == ("$.policy.overlap_bytes", True)


@pytest.mark.parametrize("field", ["max_chunk_bytes", "overlap_bytes"])
@pytest.mark.parametrize("value", [-1, 2**64])
def test_sizes_are_64_bit_counts(field: str, value: int):
    """A size below zero or beyond 64 bits is an error that names the field."""
    with pytest.raises(InvalidRequest) as caught:
        chunk_text("a", ChunkPolicy(**{field: value}))
    assert f"$.policy.{field}" == caught.value.path


def test_half_a_surrogate_pair_is_an_error():
    """A text that has no UTF-8 is refused."""
    with pytest.raises(InvalidRequest) as caught:
        chunk_text("a\ud800")
    assert caught.value.path == "$.text"
