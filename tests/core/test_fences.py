"""Fences are found as CommonMark 0.31 does, except that any indentation counts."""

import pytest

from contextc.fences import fence_lines, fences, has_fence


def spans(text: str, stops: tuple[int, ...] = ()) -> list[str]:
    """The fences of a text."""
    data = text.encode()
    return [data[fence.start : fence.end].decode() for fence in fences(fence_lines(data), len(data), stops)]


@pytest.mark.parametrize(
    "fence",
    [
        "```\ncode\n```\n",
        "~~~\ncode\n~~~\n",
        "```py\ncode\n```\n",
        "````\n```\n````\n",
        "```\ncode\n`````\n",
        "~~~\n```\n~~~\n",
        "```\n~~~\n```\n",
        "~~~ a`b\ncode\n~~~\n",
        "        ```\ncode\n\t```\n",
        "\u3000```\ncode\n\u2003```\n",
        "\x85~~~\ncode\n~~~\n",
        "```\r\ncode\r\n```\r\n",
        "```\ncode\n``` \t\u3000\n",
        "```\n```\n",
        "```\ncode\n```py\ncode\n```\n",
    ],
)
def test_a_fence_ends_at_its_own_kind_of_line(fence: str):
    """The same character, at least as many, nothing behind them, indented at will: that closes, and nothing else does."""
    assert [fence] == spans(f"before\n{fence}after\n")


@pytest.mark.parametrize("text", ["a ``` b", "``", "~~ ~", "``` a`b", "``\n`", "\x1c```", "\u200b```", "> ```"])
def test_what_opens_no_fence(text: str):
    """Ticks inside a line, too few, or with a tick behind them open nothing; neither do they behind other characters."""
    assert (spans(text), has_fence(text.encode())) == ([], False)


@pytest.mark.parametrize("text", ["```\ncode", "```\ncode\n~~~\n", "````\ncode\n```\n", "```\ncode\n```x\n", "```"])
def test_an_unclosed_fence_runs_to_the_end(text: str):
    """Without a closing line everything after the opening line is code."""
    assert [text] == spans(text)


def test_an_unclosed_fence_ends_at_a_stop():
    """Where the caller names places to stop at, a fence without a closing line ends at the next of them."""
    assert spans("```\na\n~~~\nb", stops=(6,)) == ["```\na\n", "~~~\nb"]


def test_a_closed_fence_ignores_stops():
    """A stop inside a closed fence does not end it."""
    assert spans("```\na\nb\n```\n", stops=(6,)) == ["```\na\nb\n```\n"]


def test_stops_before_a_fence_do_not_end_it():
    """Only a stop behind the opening line counts."""
    assert spans("x\n```\na", stops=(0, 2)) == ["```\na"]


def test_fences_one_after_the_other():
    """A closing line never opens the next fence."""
    assert spans("```\na\n```\n```\nb\n```") == ["```\na\n```\n", "```\nb\n```"]


def test_a_line_that_cannot_open_is_passed_by():
    """An inline run of ticks is not the start of a fence, and the fence after it is found."""
    assert spans("``` x ``` y\n~~~\na\n~~~\n") == ["~~~\na\n~~~\n"]


def test_where_the_lines_of_a_fence_are():
    """A fence tells the span of its opening line and of its closing line, if it has one."""
    data = b"x\n```py\na\n```\n~~~\nb"
    closed, unclosed = fences(fence_lines(data), len(data))
    assert (closed.opening, closed.closing, unclosed.opening, unclosed.closing) == ((2, 8), (10, 14), (14, 18), None)
