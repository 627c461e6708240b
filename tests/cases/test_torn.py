"""Files that a crash has torn (D16): NULs, halves of records, two records in one line, an end that is missing."""

import pytest

from cases.chats import compact
from cases.door import Json, case, segmented
from cases.formats import LINES, Format, compiled_transcript, each_line_format
from cases.script import Script, asked, model, user

NULS = "\0" * 300

SCRIPT: Script = [
    user("first question"),
    model("first answer"),
    user("second question"),
    *asked("t_1", "ping", "12 ms", host="a.test"),
    model("second answer"),
    user("third question"),
]

HALF = 0.6
"""Of a record is left, as a crash leaves it."""


def written(form: Format) -> list[str]:
    """The lines of the file."""
    return [compact(record) for record in form.records(SCRIPT)]


def half(line: str) -> str:
    """What a crash leaves of a line."""
    return line[: int(len(line) * HALF)]


def texts(answer: Json) -> list[str]:
    """What the segments of an answer say."""
    return [one["text"] for one in answer["segments"] if one["text"]]


def torn(lines: list[str], place: int, bad: str) -> str:
    """The file with a bad line in front of one of its own."""
    return "".join([line + "\n" for line in [*lines[:place], bad, *lines[place:]]])


each_damage = pytest.mark.parametrize("damage", ["NULs", "a half", "a half of NULs", "no JSON", "two halves"])


def damaged(damage: str, line: str) -> str:
    """A bad line; the record that it was is written again behind it."""
    return {
        "NULs": NULS,
        "a half": half(line),
        "a half of NULs": half(line) + NULS,
        "no JSON": "Segmentation fault (core dumped)",
        "two halves": half(line) + half(line),
    }[damage]


class TestBadLine:
    """One bad line among good ones."""

    @each_line_format
    @each_damage
    def test_the_rest_is_read(self, form: Format, damage: str):
        """Wherever it stands, every message before and behind it is there, in the same order."""
        lines = written(form)
        whole = texts(segmented("\n".join(lines)))
        for place in range(1, len(lines)):
            assert texts(segmented(torn(lines, place, damaged(damage, lines[place])))) == whole

    @each_line_format
    @each_damage
    def test_it_is_counted_by_its_number(self, form: Format, damage: str):
        """The report has the format of the others, and the number of the line."""
        lines = written(form)
        for place in range(1, len(lines)):
            answer = segmented(torn(lines, place, damaged(damage, lines[place])))
            found = (answer["format_detected"], answer["skipped_lines"], answer["skipped"])
            assert found == (form.name, 1, [place + 1])

    @each_line_format
    @each_damage
    def test_a_forced_format_names_it(self, form: Format, damage: str):
        """Strictly read, the file is an error that has the number of the line."""
        lines = written(form)
        for place in range(1, len(lines)):
            error = segmented(torn(lines, place, damaged(damage, lines[place])), form.name)["error"]
            assert (error["code"], error["data"]["line"]) == ("segmentation_failed", place + 1)

    @pytest.mark.parametrize("name", [name for name in LINES if name != "jsonl"])
    @each_damage
    def test_the_first_line_may_be_bad(self, name: str, damage: str):
        """A file whose beginning is torn is read from where it can be."""
        lines = written(LINES[name])
        answer = segmented(torn(lines, 0, damaged(damage, lines[0])))
        assert (answer["format_detected"], answer["skipped"]) == (LINES[name].name, [1])
        assert texts(answer) == texts(segmented("\n".join(lines)))


class TestEnd:
    """A file that ends in the middle."""

    @each_line_format
    def test_what_was_cut_off_is_counted(self, form: Format):
        """Without its last line the conversation is the same as without its last record."""
        lines = written(form)
        answer = segmented("\n".join([*lines[:-1], half(lines[-1])]))
        assert (answer["format_detected"], answer["skipped"]) == (form.name, [len(lines)])
        assert texts(answer) == texts(segmented("\n".join(lines[:-1])))

    @each_line_format
    def test_any_cut_is_read(self, form: Format):
        """Wherever the file ends, what was written to the end is there, and the rest is one bad line at most."""
        lines = written(form)
        whole = "\n".join(lines)
        least = len("\n".join(lines[:3]))
        for end in range(least, len(whole), 37):
            answer = segmented(whole[:end])
            done = whole[:end].count("\n") + (whole[end] == "\n")
            assert answer["format_detected"] == form.name
            assert texts(answer)[: len(texts(segmented("\n".join(lines[:done]))))] == texts(
                segmented("\n".join(lines[:done]))
            )
            assert answer.get("skipped_lines", 0) <= 1

    @each_line_format
    @pytest.mark.parametrize("end", [NULS, "\n" + NULS, "\n" + NULS + "\n"])
    def test_nuls_at_the_end_lose_nothing(self, form: Format, end: str):
        """Of a file that was longer once, all that was written is there."""
        lines = written(form)
        found = texts(segmented("\n".join(lines) + "\n" + end))
        assert found == texts(segmented("\n".join(lines)))


class TestGlued:
    """A half record, and the next one in the same line."""

    @each_line_format
    def test_both_sides_are_read(self, form: Format):
        """The line is lost and counted; what was said before and behind it is there."""
        lines = written(form)
        for place in range(2, len(lines) - 1):
            glued = [*lines[:place], half(lines[place - 1]) + lines[place], *lines[place + 1 :]]
            answer = segmented("\n".join(glued))
            without = texts(segmented("\n".join([*lines[:place], *lines[place + 1 :]])))
            assert (answer["format_detected"], answer["skipped"]) == (form.name, [place + 1])
            assert texts(answer) == without

    @each_line_format
    def test_nuls_before_a_record_are_no_part_of_it(self, form: Format):
        """A record behind a run of NULs is read, in a forced format too."""
        lines = written(form)
        for place in range(1, len(lines)):
            glued = "\n".join([*lines[:place], NULS + lines[place], *lines[place + 1 :]])
            answer = segmented(glued, form.name)
            assert texts(answer) == texts(segmented("\n".join(lines)))
            assert answer.get("skipped_lines", 0) == 0


class TestRecorded:
    """The recorded file: NULs in line 3, two records in line 5, an end that is missing in line 6."""

    TRANSCRIPT = case("D16")["fs"][0]["content"]

    def test_what_can_be_read_is_there(self):
        """Both questions and the first answer, in their order."""
        content = compiled_transcript(self.TRANSCRIPT, 800)["context"]["content"]
        assert content == "first question\n\nfirst answer\n\nsecond question"

    def test_the_bad_lines_are_listed(self):
        """Three, by number, and the file is still what it was."""
        found = compiled_transcript(self.TRANSCRIPT, 800)["segmentation"]
        assert (found["format_detected"], found["skipped_lines"], found["skipped"]) == ("jsonl", 3, [3, 5, 6])

    def test_strictly_it_names_line_3(self):
        """A forced format ends at the first bad line."""
        error = segmented(self.TRANSCRIPT, "jsonl")["error"]
        assert (error["code"], error["data"]) == ("segmentation_failed", {"line": 3})
