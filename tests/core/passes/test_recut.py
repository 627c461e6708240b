"""A piece that does not fit is cut where a reader would cut, as late as it fits."""

import pytest

from contextc.passes.chunk import Piece
from contextc.passes.recut import Part, recut, recut_log, trimmed
from contextc.vocabulary import Truncation
from core.build import distinct, estimate, words


def cut(text: str, room: int, *, usable: int = 10_000, tail: bool = False) -> Part | None:
    """The part of a whole text."""
    data = text.encode()
    return recut(data, Piece(0, len(data)), room, usable, estimate, tail=tail)


def part(text: str, room: int, *, usable: int = 10_000, tail: bool = False) -> str:
    """What is kept of it, with the line of a fence that is repeated."""
    found = cut(text, room, usable=usable, tail=tail)
    if found is None:
        return ""
    data = text.encode()
    kept = found.fence_line + data[found.cut :] if tail else data[: found.cut] + found.fence_line
    assert found.tokens == estimate(kept.decode()) <= room
    return kept.decode()


TEN = words(10)
PARAGRAPHS = f"{TEN}\n\n{words(10, 'def')}\n\n{words(20, 'ghi')}"
LINES = PARAGRAPHS.replace("\n\n", "\n")
SENTENCES = f"{TEN} a. {words(9, 'def')} b? {words(20, 'ghi')}"


@pytest.mark.parametrize(
    ("text", "room", "kept"),
    [
        (PARAGRAPHS, 15, f"{TEN}\n\n"),
        (PARAGRAPHS, 21, f"{TEN}\n\n"),
        (PARAGRAPHS, 22, f"{TEN}\n\n{words(10, 'def')}\n\n"),
        (PARAGRAPHS.replace("\n\n", "\r\n\r\n"), 15, f"{TEN}\r\n\r\n"),
        (LINES, 15, f"{TEN}\n"),
        (LINES, 20, f"{TEN}\n"),
        (LINES, 21, f"{TEN}\n{words(10, 'def')}\n"),
        (SENTENCES, 15, f"{TEN} a. "),
        (SENTENCES, 22, f"{TEN} a. {words(9, 'def')} b? "),
        (words(40), 15, words(15) + " "),
        (words(40), 1, "abc "),
        ("日" * 40, 10, "日" * 12),
        ("日日日日日。日日日日日日日日日日日日", 7, "日日日日日。"),
        ("x" * 100, 10, "x" * 33),
        ("é" * 100, 10, "é" * 33),
        ("🚀" * 100, 10, "🚀" * 33),
    ],
)
def test_the_head(text: str, room: int, kept: str):
    """Paragraphs, lines, sentences, words, ideographs, characters: the coarsest that fills half the room."""
    assert kept == part(text, room)


@pytest.mark.parametrize(
    ("text", "room", "kept"),
    [
        (f"{words(20, 'ghi')}\n\n{TEN}\n\n{TEN}", 15, TEN),
        (f"{words(20, 'ghi')}\n\n{TEN}\n\n{TEN}", 21, f"{TEN}\n\n{TEN}"),
        (f"{words(20, 'ghi')}\n{TEN}", 15, TEN),
        (f"{words(20, 'ghi')}. {TEN}", 15, TEN),
        (words(40), 15, words(15)),
        ("日" * 40, 10, "日" * 12),
        ("x" * 100, 10, "x" * 33),
        ("🚀" * 100, 10, "🚀" * 33),
    ],
)
def test_the_tail(text: str, room: int, kept: str):
    """The tail begins where a head would end."""
    assert kept == part(text, room, tail=True)


def test_a_coarse_part_that_leaves_half_the_room_empty_gives_way():
    """A paragraph of ten tokens fills half of twenty and not of twenty-four, where words are cut instead."""
    text = f"{words(10)}\n\n{words(90, 'def')}"
    assert [f"{TEN}\n\n", f"{TEN}\n\n{words(13, 'def')} "] == [part(text, room) for room in (22, 24)]


def test_the_longest_part_is_kept_when_none_fills_half():
    """Where every level leaves half the room empty the longest part counts."""
    text = f"a\n\nb. c {'x' * 100}"
    assert part(text, 20) == "a\n\nb. c "


def test_the_longest_tail_is_kept_when_none_fills_half():
    """The same from the end."""
    text = f"{'x' * 100} c b. a\n\na"
    assert part(text, 20, tail=True) == "c b. a\n\na"


def test_characters_are_cut_only_when_nothing_else_is():
    """A long word is cut when it stands at the start, and not when a word before it is kept."""
    assert [part(f"{start}{'x' * 100}", 1) for start in ("a ", "")] == ["a ", "xxx"]


def test_a_part_may_fill_the_room_exactly():
    """The estimate of the part may equal the room."""
    assert (cut(words(40), 15).tokens, cut(words(40), 0)) == (15, None)


@pytest.mark.parametrize("tail", [False, True])
def test_nothing_fits_no_room(tail: bool):
    """Where not even a character fits there is no part."""
    assert [part(text, 0, tail=tail) for text in ("abc def", "x")] == ["", ""]


def test_one_character_has_no_parts():
    """A part is shorter than what it is cut from."""
    assert part("🚀", 10) == ""


@pytest.mark.parametrize("tail", [False, True])
def test_a_long_text_is_cut_as_late_as_a_short_one(tail: bool):
    """The search for the cut begins small and grows until the room is full."""
    blanks = " " * 5000
    text = f"{words(30)}{blanks}{words(30)}"
    kept = part(text, 20, tail=tail)
    assert words(20) == kept.strip()
    assert estimate(part(text, 45, tail=tail)) == 45


def test_a_cut_in_a_piece_counts_from_the_text():
    """The offset of the cut is one of the whole text, not of the piece."""
    text = f"éé {words(40)}".encode()
    assert recut(text, Piece(5, len(text)), 10, 1000, estimate, tail=False)[:2] == (5 + 40, 10)
    assert (len(text) - 39, 10) == recut(text, Piece(5, len(text)), 10, 1000, estimate, tail=True)[:2]


# Fences

CODE = "".join(f"{line}\n" for line in distinct(20).split())
FENCE = f"```py\n{CODE}```\n"


@pytest.mark.parametrize("tail", [False, True])
def test_a_fence_that_could_fit_is_not_cut(tail: bool):
    """A fence within the usable budget is kept whole or not at all."""
    assert [part(FENCE, room, usable=estimate(FENCE), tail=tail) for room in (12, estimate(FENCE) - 1)] == ["", ""]


def test_prose_around_a_fence_is_cut():
    """What stands before a fence may be kept without it, and what stands behind it likewise."""
    text = f"{TEN}\n\n{FENCE}\n{TEN}"
    assert [f"{TEN}\n\n", TEN] == [part(text, 20), part(text, 20, tail=True)]


def test_a_whole_fence_may_be_kept_with_prose():
    """A part may end behind a fence."""
    text = f"{FENCE}\n{words(90)}"
    assert part(text, estimate(FENCE) + 2) == FENCE + "\n"


def test_a_fence_larger_than_the_budget_is_cut_between_lines():
    """The head ends at a line end, and the closing line is repeated so that the fence is closed."""
    lines = CODE.splitlines(keepends=True)
    assert "```py\n" + "".join(lines[:6]) + "```\n" == part(FENCE, 13, usable=20)


def test_the_tail_of_a_fence_repeats_its_opening_line():
    """The tail begins at a line, behind the opening line."""
    lines = CODE.splitlines(keepends=True)
    assert "```py\n" + "".join(lines[-6:]) + "```\n" == part(FENCE, 13, usable=20, tail=True)


def test_a_fence_is_never_cut_inside_a_line():
    """Where no line of the fence fits, none of its code is kept."""
    fence = f"```\n{words(90)}\n```\n"
    assert [part(fence, 30, usable=50, tail=tail).count("abc") for tail in (False, True)] == [0, 0]


def test_an_unclosed_fence_has_no_line_to_repeat():
    """The head of a fence without a closing line just ends."""
    lines = CODE.splitlines(keepends=True)
    assert "```py\n" + "".join(lines[:6]) == part(f"```py\n{CODE}", 12, usable=20)


@pytest.mark.parametrize("tail", [False, True])
def test_two_fences_are_told_apart(tail: bool):
    """A part that ends between two fences repeats nothing."""
    assert part(FENCE + FENCE, estimate(FENCE), usable=20, tail=tail) == FENCE


# Logs


def tail_of(text: str, room: int, *, mask_timestamps: bool = False, tail: bool = True) -> str | None:
    """The collapse of what is kept of a log."""
    end = Truncation.TAIL if tail else Truncation.HEAD
    found = recut_log(text.encode(), room, estimate, mask_timestamps=mask_timestamps, end=end)
    kept = found and found.ends[tail]
    return kept.text if kept else None


LOG = "up\n" * 30 + "".join(f"{word}\n" for word in distinct(6).split()) + "down\n" * 30


@pytest.mark.parametrize(
    ("room", "kept"),
    [
        (2, None),
        (6, "down (x30)\n"),
        (9, "aae\naaf\ndown (x30)\n"),
    ],
)
def test_the_longest_tail_whose_collapse_fits(room: int, kept: str | None):
    """A log is cut at a line first and collapsed then, so that repeats take no room."""
    assert kept == tail_of(LOG, room)


def test_the_head_of_a_log():
    """The same from the start, where the log is to be cut at its end."""
    assert tail_of(LOG, 8, tail=False) == "up (x30)\naaa\naab\n"


def test_a_tail_may_begin_inside_a_run_of_repeats():
    """The count is that of the lines kept."""
    assert [tail_of(LOG, room) for room in (5, 6)] == ["down (x9)\n", "down (x30)\n"]


@pytest.mark.parametrize(("text", "kept"), [("a\nb\nc", "b\nc"), ("a\nb\nc\n", "c\n"), ("a\r\nb\r\nc", "b\r\nc")])
def test_the_end_of_a_log_stays_as_it_was(text: str, kept: str):
    """With or without a line end behind it, the last line is kept as it stands."""
    assert kept == tail_of(text, estimate(kept))


def test_a_log_of_which_no_line_fits():
    """Where not even the last line fits nothing is kept."""
    assert [tail_of("abc def\n" * 9, 2, tail=tail) for tail in (False, True)] == [None, None]


def test_ranges_of_a_tail_count_from_the_whole_log():
    """The byte ranges are those of the lines shown, in the whole log."""
    _, found = recut_log(b"up\n" * 3 + b"a\nb\nb\n", 6, estimate, mask_timestamps=False, end=Truncation.TAIL).ends
    assert (found.text, found.ranges) == ("a\nb (x2)\n", [(9, 13)])


def test_a_masked_tail():
    """Times are masked in a tail as they are in the whole."""
    log = "".join(f"2026-07-18T10:23:{second}Z up\n" for second in range(10, 40))
    assert tail_of(log, 30, mask_timestamps=True) == "2026-07-18T10:23:10Z up (x30)\n"


def test_both_ends_of_a_log_share_the_room():
    """Half the room is for lines from the start, the rest for lines from the end, each collapsed for itself."""
    log = b"first\n" * 30 + b"".join(f"{word}\n".encode() for word in distinct(60).split()) + b"last\n" * 30
    found = recut_log(log, 20, estimate, mask_timestamps=False, end=Truncation.BOTH)
    head, tail = found.ends
    assert ("first (x30)\n" in head.text, "last (x30)\n" in tail.text, found.tokens <= 20) == (True, True, True)


def test_an_end_inside_a_word_moves_out_of_it():
    """What is kept ends at a word or a line, unless all of it is one word."""
    text = b"one two three\nfour five"
    assert [trimmed(text, 10, 23), trimmed(text, 14, 19), trimmed(b"abcdef" * 9, 3, 20)] == [(8, 23), (14, 19), (3, 20)]


def test_a_tail_does_not_move_to_the_end():
    """Where the only white space behind a cut ends the text, the tail stays: there would be nothing left of it."""
    text = b"one long" + b"x" * 30 + b"\n"

    assert trimmed(text, 0, 12) == (0, 12)
