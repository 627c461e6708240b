"""A plain transcript becomes turns, whose ranges partition it."""

import pytest

from contextc.transcript.readers import read
from contextc.transcript.readers.plain import opens
from contextc.transcript.turns import Text
from contextc.vocabulary import SegmentFormat

PLAIN = SegmentFormat.PLAIN


def texts(text: str) -> list[tuple[str | None, Text]]:
    """Role and text of every turn; they must be the transcript, cut."""
    data = text.encode()
    found = [(turn.role, part) for turn in read(data, PLAIN).turns for part in turn.parts if isinstance(part, Text)]
    assert [0, *(part.end for _, part in found)] == [*(part.start for _, part in found), len(data)]
    assert [data[part.start : part.end].decode() for _, part in found] == [part.text for _, part in found]
    return found


def turns(text: str) -> list[tuple[str | None, str]]:
    """Role and raw text of every turn."""
    return [(role, part.text) for role, part in texts(text)]


def said(text: str) -> list[tuple[str | None, str, str, str]]:
    """Role of every turn, what names the speaker, what is said, and what closes the turn."""
    return [
        (
            role,
            part.text[: part.lead],
            part.text[part.lead : len(part.text) - part.trail],
            part.text[len(part.text) - part.trail :],
        )
        for role, part in texts(text)
    ]


@pytest.mark.parametrize(
    ("marker", "role"),
    [
        ("System:", "System"),
        ("User:", "User"),
        ("Human:", "Human"),
        ("Assistant:", "Assistant"),
        ("AI:", "AI"),
        ("Tool:", "Tool"),
        ("### User", "User"),
        ("### Assistant", "Assistant"),
    ],
)
def test_markers(marker: str, role: str):
    """A line that begins with a marker opens a turn of that role, and the marker stays in it."""
    text = f"{marker} hello\n"
    assert [(None, "before\n"), (role, text), (role, text)] == turns(f"before\n{text}{text}")


@pytest.mark.parametrize("line", ["User:xyz", "### Users", "### User guide", "AI:", "System:\tx"])
def test_what_follows_a_marker_does_not_matter(line: str):
    """A marker is a prefix of the line."""
    assert len(turns(line)) == 1 and turns(line)[0][0] is not None


@pytest.mark.parametrize(
    "line",
    [
        "user: hi",
        "USER: hi",
        " User: hi",
        "\tUser: hi",
        "> User: hi",
        "**User:** hi",
        "User : hi",
        "## User",
        "User",
        "Bot: hi",
    ],
)
def test_what_is_no_marker(line: str):
    """Other case, other words, and anything before the marker make a line of text."""
    assert [(None, f"{line}\n")] == turns(f"{line}\n")


def test_other_line_ends_open_no_turn():
    """A marker counts behind a line feed alone, with or without a carriage return."""
    text = "a\rUser: b\u2028User: c\r\nUser: d"
    assert turns(text) == [(None, "a\rUser: b\u2028User: c\r\n"), ("User", "User: d")]


def test_no_marker_at_all():
    """A text without a marker is one turn without a role; an empty text is none."""
    assert (turns("just text"), turns("")) == ([(None, "just text")], [])


@pytest.mark.parametrize(
    "fence", ["```\nUser: a\n```\n", "~~~\nUser: a\n~~~\n", "````\n```\nUser: a\n````\n", "  ```py\nSystem: a\n  ```\n"]
)
def test_a_marker_in_a_closed_fence_opens_no_turn(fence: str):
    """Code that looks like a role is code."""
    assert [("User", f"User: look\n{fence}"), ("AI", "AI: ok")] == turns(f"User: look\n{fence}AI: ok")


@pytest.mark.parametrize("fence", ["```\ncode\n", "````\n```\n", "~~~\n```\n", "```\n~~~\n"])
def test_an_unclosed_fence_ends_at_the_next_marker(fence: str):
    """A fence that never closes swallows no turn."""
    text = f"User: a\n{fence}AI: b\nUser: c"
    assert [("User", f"User: a\n{fence}"), ("AI", "AI: b\n"), ("User", "User: c")] == turns(text)


def test_fences_are_looked_for_again_behind_an_unclosed_one():
    """After the marker that ends an unclosed fence, a closed one is found as ever."""
    text = "User: a\n~~~~\nAI: b\n```\nUser: c\n```\nTool: d"
    assert turns(text) == [("User", "User: a\n~~~~\n"), ("AI", "AI: b\n```\nUser: c\n```\n"), ("Tool", "Tool: d")]


def test_markers_between_two_fences():
    """A marker behind a closed fence opens a turn, and one in the next fence does not."""
    text = "```\nUser: a\n```\nUser: b\n```\nUser: c\n```\nUser: d"
    assert [role for role, _ in turns(text)] == [None, "User", "User"]


def test_the_places_of_parts():
    """A text stands in the transcript as it is; the whole is one record."""
    (_, first), (_, second) = texts("before\nUser: é")
    assert [(part.start, part.end, part.record, part.path, part.verbatim) for part in (first, second)] == [
        (0, 7, 0, (), True),
        (7, 15, 0, (), True),
    ]


def test_fences_of_a_turn():
    """A turn has the fences that begin in it, closed or not."""
    found = texts("User: a\n```\nx\n```\nb\n~~~\nAI: c\n")
    assert [[(fence.start, fence.end) for fence in part.fences or ()] for _, part in found] == [
        [(8, 18), (20, 24)],
        [],
    ]


def test_what_names_the_speaker():
    """It is marked off from what is said."""
    text = "hello\nUser: hi\n### Assistant\nyo\n"
    assert said(text) == [
        (None, "", "hello\n", ""),
        ("User", "User:", " hi\n", ""),
        ("Assistant", "### Assistant", "\nyo\n", ""),
    ]


# Other dialects


def test_chatml():
    """A turn is what stands between two tokens; the tokens are marked off."""
    text = "<|im_start|>system\nbe terse<|im_end|>\n<|im_start|>user\nhi\n<|im_end|>\n<|im_start|>assistant\n"
    assert said(text) == [
        ("system", "<|im_start|>system\n", "be terse", "<|im_end|>\n"),
        ("user", "<|im_start|>user\n", "hi\n", "<|im_end|>\n"),
        ("assistant", "<|im_start|>assistant\n", "", ""),
    ]


def test_characters_are_counted():
    """What is marked off is counted in characters, not in bytes."""
    text = "<|im_start|>user name=Éva\né<|im_end|>\n\n"
    assert said(text) == [("user", "<|im_start|>user name=Éva\n", "é", "<|im_end|>\n\n")]


def test_headings():
    """Headings of one level that name user and assistant open turns."""
    text = "## User\nhi\n\n## Assistant:\nyo\n### User\nx\n"
    assert said(text) == [
        ("User", "## User", "\nhi\n\n", ""),
        ("Assistant", "## Assistant:", "\nyo\n### User\nx\n", ""),
    ]


def test_aider():
    """In a history of aider every line tells whose it is; a mark that stands on several lines of a turn is text."""
    text = "# aider chat started at 2026-07-18 10:00:00\n\n> Model: x  \n\n#### fix it  \n\nDone.\n\n#### and  \n#### this  \n"
    assert said(text) == [
        ("event", "", "# aider chat started at 2026-07-18 10:00:00\n\n", ""),
        ("tool", "> ", "Model: x  \n\n", ""),
        ("user", "#### ", "fix it  \n\n", ""),
        ("assistant", "", "Done.\n\n", ""),
        ("user", "", "#### and  \n#### this  \n", ""),
    ]


@pytest.mark.parametrize("before", ["", "\n", " \n\r\n\t\n"])
def test_blank_lines_before_the_first_marker(before: str):
    """They are a turn without a role, as any text before it."""
    expected = [(None, before)] if before else []
    assert turns(f"{before}**User:** a\n**AI:** b") == [*expected, ("User", "**User:** a\n"), ("AI", "**AI:** b")]


# What a file is told by


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("User: hi", True),
        ("### Assistant", True),
        ("\n \n\r\nTool: x", True),
        ("<|im_start|>user\nhi", True),
        ("# aider chat started at 2026", True),
        ("## User\nhi\n## AI\nyo", True),
        ("**User:** hi\n\n**Assistant:** yo", True),
        ("", False),
        ("\n\n", False),
        ("hi\nUser: yo", False),
        (" User: hi", False),
        ("## User\nhi", False),
        ("**User:** hi", False),
        ("# aider chats", False),
    ],
)
def test_opens(text: str, expected: bool):
    """Whether the first line that is not blank names a speaker, in any dialect."""
    assert expected is opens(text.encode())
