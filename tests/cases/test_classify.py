"""What a text is taken for: fenced code is one whole (D06), and what fits is not altered (D50)."""

import pytest

from cases.door import Json, ask, case, compiled, compiled_texts, estimated, segmented
from cases.laws import obey

TICKS, TILDES = "```", "~~~"


def codes(transcript: str, format: str = "plain") -> list[str]:
    """The code segments of a transcript."""
    segments = segmented(transcript, format, min_segment_bytes=0)["segments"]
    return [segment["text"] for segment in segments if segment["kind"] == "code"]


class TestFences:
    """A fence closes with its own character, at least as long, and holds everything until then (D06)."""

    REQUEST = case("D06")["request"]
    TEXT = REQUEST["transcript"]

    def test_the_recorded_transcript_has_four(self):
        """Nested, tilde, indented and unclosed fences are one code segment each."""
        assert codes(self.TEXT) == [
            "````markdown\n# Title\n```py\nprint('inner')\n```\nstill inside\n````\n",
            "~~~\n# not a heading\n```\nnot a closer\n~~~\n",
            "   ```sh\n   rm -r build\n   `````\n",
            "```yaml\nkey: [1, 2\n",
        ]

    def test_ranges_partition_the_transcript(self):
        """The bytes of all segments in a row are the transcript."""
        segments = segmented(self.TEXT, min_segment_bytes=0)["segments"]
        data = self.TEXT.encode()
        assert b"".join(data[one["byte_start"] : one["byte_end"]] for one in segments) == data

    def test_code_is_emitted_whole(self):
        """With room for everything the compiled transcript is its segments, each as it was."""
        answer = ask("compile_transcript", self.REQUEST)
        texts = [one["text"] for one in segmented(self.TEXT, min_segment_bytes=0)["segments"]]
        assert answer["context"]["content"] == "\n\n".join(texts)

    @pytest.mark.parametrize("mark", "`~")
    @pytest.mark.parametrize("opening", [3, 4, 7])
    @pytest.mark.parametrize("closing", [0, 1, 5])
    def test_a_closer_is_at_least_as_long(self, mark: str, opening: int, closing: int):
        """A line of the same mark that is as long as the opener, or longer, closes it."""
        fence = f"{mark * opening}md\ninside\n{mark * (opening + closing)}\n"
        assert codes(f"User: look\n{fence}behind\n") == [fence]

    @pytest.mark.parametrize("mark", "`~")
    @pytest.mark.parametrize("opening", [4, 5, 9])
    def test_a_shorter_run_closes_nothing(self, mark: str, opening: int):
        """A line of the same mark that is shorter than the opener is content."""
        fence = f"{mark * opening}\n{mark * 3}\ninside\n{mark * (opening - 1)}\ninside\n{mark * opening}\n"
        assert codes(f"User: look\n{fence}behind\n") == [fence]

    @pytest.mark.parametrize("outer, inner", [(TICKS, TILDES), (TILDES, TICKS)])
    def test_the_other_mark_closes_nothing(self, outer: str, inner: str):
        """Backticks do not close tildes, nor tildes backticks."""
        fence = f"{outer}\n{inner}\ninside\n{inner}\n{outer}\n"
        assert codes(f"User: look\n{fence}behind\n{inner}\n{inner}\n") == [fence, f"{inner}\n{inner}\n"]

    @pytest.mark.parametrize("indent", [" ", "   ", "\t", "        ", "\u3000"])
    def test_a_fence_may_be_indented(self, indent: str):
        """Any indentation of its lines, as in lists, is allowed."""
        fence = f"{indent}```sh\n{indent}make\n{indent}```\n"
        assert codes(f"User: - step\n{fence}behind\n") == [fence]

    @pytest.mark.parametrize("line", ["```py", "``` x", "~~~ x", "```\u200b", "```.", "x ```"])
    def test_a_line_with_something_behind_its_marks_closes_nothing(self, line: str):
        """An info string or any other text on the line makes it content."""
        mark = "~" if line.startswith("~") else "`"
        fence = f"{mark * 3}\n{line}\ninside\n{mark * 3}\n"
        assert codes(f"User: look\n{fence}behind\n") == [fence]

    @pytest.mark.parametrize("blank", ["", " ", "\t \t", "\r", "\u3000"])
    def test_blanks_behind_a_closer_do_not_matter(self, blank: str):
        """A closer may be followed by white space, such as a carriage return."""
        fence = f"```\ninside\n```{blank}\n"
        assert codes(f"User: look\n{fence}behind\n") == [fence]

    @pytest.mark.parametrize("line", ["``` a ` b", "```a``` is inline", "``", "~~", "` ` `", "x```", "x~~~"])
    def test_what_opens_no_fence(self, line: str):
        """Two marks, marks inside a line, and backticks with a backtick behind them open nothing."""
        assert codes(f"User: look\n{line}\nbehind\n") == []

    @pytest.mark.parametrize("ending", ["", "\n", "\nUser: next\n"])
    def test_an_unclosed_fence_ends_with_its_turn(self, ending: str):
        """Without a closer, code goes to the next speaker or to the end."""
        found = codes(f"Assistant: look\n```yaml\nkey: [1, 2{ending}")
        assert found == ["```yaml\nkey: [1, 2" + ending.removesuffix("User: next\n")]

    @pytest.mark.parametrize(
        "block",
        [
            "- ```sh\n  make\n  ```\n",
            "1. ~~~\n   make\n   ~~~\n",
            "> ```\n> make\n> ```\n",
            "    make\n    test\n",
            "<pre><code>\nmake\n</code></pre>\n",
            ":::sh\nmake\n:::\n",
            "+```sh\n+make\n+```\n",
            "`make`\n",
        ],
    )
    @pytest.mark.parametrize("budget", [33, 60, 4000])
    def test_code_of_other_dialects_survives(self, block: str, budget: int):
        """Code that is marked in another way than by fence lines is text, and loses no byte unnoticed."""
        text = f"Prose before.\n\n{block}\nProse behind.\n" * 4
        segments = segmented(text, min_segment_bytes=0)["segments"]
        assert "".join(one["text"] for one in segments) == text
        request = {"query": "q", "fragments": [{"content": text}], "token_budget": budget}
        obey(request, compiled(request))

    @pytest.mark.parametrize("line_end", ["\n", "\r\n"])
    @pytest.mark.parametrize("size", [1, 40, 4000])
    def test_a_fence_is_one_chunk(self, line_end: str, size: int):
        """Chunking keeps a fence whole, however small the chunks are."""
        fence = line_end.join(["~~~~md", *["```", "inside", "```"] * 20, "~~~~", ""])
        text = f"before{line_end * 2}{fence}behind"
        chunks = ask("chunk", {"text": text, "policy": {"max_chunk_bytes": size}})["chunks"]
        assert sum(fence in chunk["text"] for chunk in chunks) == 1

    @pytest.mark.parametrize("budget", [45, 60, 90])
    @pytest.mark.parametrize("mark", [TICKS, TILDES, "`````"])
    def test_a_fence_that_fits_a_budget_is_kept_whole_or_left_out(self, mark: str, budget: int):
        """What is kept of a text ends before a fence or behind it."""
        fence = f"{mark}md\n{'code inside here. ' * 7}\n{mark}\n"
        text = "Prose before it. " * 7 + "\n\n" + fence + "\nProse behind it. " * 9
        answer = compiled_texts(text, budget=budget)
        assert ("code inside" in answer["content"]) == (fence in answer["content"])


class TestNothingIsAltered:
    """What fits is emitted byte for byte, however structured or repetitive it looks (D50)."""

    REQUEST = case("D50")["request"]

    def test_the_recorded_texts_are_unchanged(self):
        """A listing, a status with blank lines and a table of equal rows come back as they were."""
        texts = [fragment["content"] for fragment in self.REQUEST["fragments"]]
        assert compiled(self.REQUEST)["content"] == "\n\n".join(texts)

    def test_the_recorded_texts_are_at_no_risk(self):
        """Nothing is reported as lost."""
        assert compiled(self.REQUEST)["risk"] == "low"

    @pytest.mark.parametrize("kind", [None, "csv", "table", "LOG", "Log", "logs", "tool_result", "code", "json", ""])
    def test_equal_rows_are_folded_in_logs_alone(self, kind: str | None):
        """Under any kind but `log` equal rows are data."""
        text = "a,b\n" + "1,2\n" * 50 + "\n\n\n" + "3,4\n" * 50
        fragments: list[Json] = [{"content": text, "kind": kind}]
        assert compiled({"query": "q", "fragments": fragments, "token_budget": 5000})["content"] == text

    @pytest.mark.parametrize("kind", [None, "log", "tool_result", "code"])
    @pytest.mark.parametrize(
        "text",
        [
            "total 0\n",
            "\n\n\n",
            "  indented\n\ttabs\t\n\n\n\n\nfar apart\n",
            "trailing blanks   \r\n\r\nlone \r inside\r\n",
            "one\ntwo\n\nthree\n\n\nfour",
            '{"a":1,"a":1,"b":[1,1,1]}',
            "a b\na  b\n A B\n",
            "x\n" * 2,
        ],
    )
    def test_small_texts_are_not_touched(self, text: str, kind: str | None):
        """A text that folding would not make cheaper is emitted as it is, under any kind."""
        fragments: list[Json] = [{"content": text, "kind": kind}]
        request = {"query": "q", "fragments": fragments, "token_budget": 5000}
        answer = compiled(request)
        obey(request, answer)
        assert answer["content"] == text

    @pytest.mark.parametrize(
        "text",
        [
            "alpha beta " * 200,
            "a plain line of words\n" * 100,
            f"{'x' * 1000} y",
            "日本語の文章です。" * 60,
            case("D23")["request"]["fragments"][0]["content"],
        ],
    )
    def test_a_text_that_costs_the_budget_is_whole(self, text: str):
        """A budget of exactly the text's own estimate holds all of it."""
        assert compiled_texts(text, budget=estimated(text)[0])["content"] == text
