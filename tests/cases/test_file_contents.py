"""What matters in each type of file (DF02-DF12) survives, and nothing in it is taken for what it is not."""

import pytest

from cases.counters import Counter, each_counter
from cases.door import Json, case, chunked, compiled, compiled_texts, estimated, segmented
from cases.files import answer, decision, text


class TestMinifiedCode:
    """A bundle of one line with its source map inside (DF02)."""

    def test_backticks_in_a_string_are_no_fence(self):
        """The bundle is one body segment: no line of it begins with backticks."""
        kinds = {one["kind"] for one in segmented(text("DF02")[:100_000])["segments"]}
        assert kinds == {"body"}

    def test_it_is_cut_into_pieces(self):
        """A part of the line is emitted."""
        assert decision("DF02")["action"] == "preserve"
        assert answer("DF02")["content"].startswith("!function(e,t){var a0=")


class TestTestLog:
    """A coloured log of a test run (DF03)."""

    @pytest.mark.parametrize(
        "line", ["E       AssertionError: assert 42 == 41", "applying voucher twice", "1 failed, 3000 passed in 12.31s"]
    )
    def test_the_reason_is_there(self, line: str):
        """The failed assertion, the captured output and the final count are emitted."""
        assert line in answer("DF03")["content"]

    def test_the_log_begins_at_a_line_or_a_word(self):
        """What is left of the log begins behind white space."""
        before = text("DF03").removesuffix(answer("DF03")["content"])
        assert before[-1].isspace(), before[-20:]


class TestPatch:
    """A patch with fences and speakers in its lines (DF04)."""

    @pytest.mark.parametrize("budget", [case("DF04")["request"]["token_budget"], 100, 300, 500, 1500, 4000])
    def test_a_cut_falls_between_lines(self, budget: int):
        """A patch is never cut inside a line."""
        content = compiled({**case("DF04")["request"], "token_budget": budget})["content"]
        assert content.endswith("\n")

    def test_what_is_cut_is_marked(self):
        """The hunk that the query names is emitted with its header, or the decision says that the file was cut."""
        hunk = "@@ -200,3 +200,4 @@ def f200():\n     x = 200\n"
        assert hunk in answer("DF04")["content"] or "emitted" in decision("DF04")

    def test_changed_lines_open_no_turn(self):
        """Added and removed lines begin with a sign, so the speaker in them is text."""
        assert {one["role"] for one in segmented(text("DF04"), "plain")["segments"]} == {None}

    def test_fences_behind_a_sign_are_no_fences(self):
        """Of the four lines with backticks only the one without a sign before them is a fence line."""
        segments = segmented(text("DF04"), "plain", min_segment_bytes=0)["segments"]
        assert segments[0]["text"].endswith(" npm i\n")

    def test_windows_line_ends_are_kept(self):
        """A carriage return in a changed line is emitted."""
        assert "+    y = x * 2\r\n" in answer("DF04")["content"]


class TestNotebook:
    """A notebook with an image in base64 (DF05)."""

    def test_it_is_no_transcript_of_json_lines(self):
        """Pretty-printed JSON is plain text."""
        assert segmented(text("DF05"))["format_detected"] == "plain"

    def test_the_markdown_cell_survives(self):
        """What a person wrote is emitted."""
        assert "# Churn model" in answer("DF05")["content"]

    def test_the_error_survives_or_is_warned_about(self):
        """The error that the query names is emitted, or a warning says that most of the file is missing."""
        assert "column churn missing" in answer("DF05")["content"] or len(answer("DF05")["warnings"]) == 1


class TestKorean:
    """A working document in Korean with code in it (DF06)."""

    def test_equal_paragraphs_are_not_folded(self):
        """What is emitted of two hundred equal paragraphs is their text, as often as it fits."""
        assert answer("DF06")["content"] == text("DF06")[: len(answer("DF06")["content"])]
        assert answer("DF06")["content"].count("회의 결정") > 3

    def test_the_query_matches(self):
        """Words in corner brackets with a particle behind them are found."""
        assert decision("DF06")["relevance"] == 1.0

    @pytest.mark.parametrize("query", ["서버를", "API", "2026년", "deploy", "rollback"])
    def test_words_are_found_as_they_stand(self, query: str):
        """A Korean word, a Latin one and a part of a command are words."""
        assert compiled_texts(text("DF06"), budget=50, query=query)["decisions"][0]["relevance"] == 1.0


class TestStackTraces:
    """Chained stack traces of several languages in one log (DF07)."""

    LINES = (
        "RecursionError: maximum recursion depth exceeded",
        "ValueError: tree has a cycle at node 88",
        "thread 'main' panicked at src/main.rs:7:5:",
    )

    @pytest.mark.parametrize("line", LINES)
    def test_every_cause_is_there(self, line: str):
        """Both exceptions and the panic are emitted when both ends of the log are asked for: causes stand at either."""
        request = {**case("DF07")["request"], "policy": {"truncate": "both"}}
        assert line in compiled(request)["content"].split("\n")

    @pytest.mark.parametrize("line", LINES)
    def test_every_cause_is_there_from_the_head(self, line: str):
        """A log that is cut from its head has its causes, which stand before the frames."""
        request = {**case("DF07")["request"], "policy": {"truncate": "head"}}
        assert line in compiled(request)["content"].split("\n")

    @pytest.mark.parametrize("truncate", ["head", "auto"])
    def test_a_repeated_frame_is_counted(self, truncate: str):
        """Three hundred equal frames are one with its count, when there is room for all lines."""
        request = {**case("DF07")["request"], "token_budget": 3000, "policy": {"truncate": truncate}}
        content = compiled(request)["content"]
        assert '  File "/app/tree.py", line 12, in walk (x300)\n    return walk(node.left) (x300)\n' in content


class TestTable:
    """A table with quotes, line breaks in its cells and times in its first column (DF08)."""

    def test_it_is_no_log(self):
        """Times at the line starts and equal memo lines fold nothing."""
        assert decision("DF08")["rule_id"] == "preserve.exact_values"
        assert "(x" not in answer("DF08")["content"]

    def test_its_line_ends_are_kept(self):
        """Records end in CR LF, and a line break in a cell is LF."""
        assert ';1;"said ""hi""\nand left;"\r\n' in answer("DF08")["content"]

    def test_its_mark_and_header_are_kept(self):
        """The byte-order mark of a fragment is part of its text."""
        assert answer("DF08")["content"].startswith("\ufeffdate;id;memo\r\n")

    def test_the_row_is_found(self):
        """The query finds the row's number in the whole table, so the loss of it is warned about."""
        assert decision("DF08")["relevance"] == 1.0
        assert len(answer("DF08")["warnings"]) == 1


class TestMarkdown:
    """Markdown that documents Markdown (DF09)."""

    BLOCKS = (
        "  ```sh\n  # not a heading\n  make\n  ```\n",
        "````md\n```js\nlet a = 1\n```\n````\n",
        "~~~text\n```\n~~~\n",
        "```py\nunclosed = True\n",
    )
    WORDS = ("not a heading", "let a = 1", "~~~text", "unclosed")

    @pytest.mark.parametrize("block, word", [*zip(BLOCKS, WORDS, strict=True)])
    @pytest.mark.parametrize("budget", [40, 60, 100, 800, 3000, 10_000])
    def test_a_block_is_whole_or_missing(self, budget: int, block: str, word: str):
        """No code block is cut in the middle."""
        content = compiled({**case("DF09")["request"], "token_budget": budget})["content"]
        assert (block in content) == (word in content)

    def test_the_blocks_are_four(self):
        """Nested, tilde and indented blocks are one each, and the unclosed one runs to the end."""
        segments = segmented(text("DF09"), min_segment_bytes=0)["segments"]
        assert [one["text"] for one in segments if one["kind"] == "code"] == list(self.BLOCKS)

    @pytest.mark.parametrize("size", [1, 30, 300, 2048])
    def test_chunks_keep_blocks_whole(self, size: int):
        """However small the chunks are, each block stands in one of them."""
        chunks = chunked(text("DF09"), max_chunk_bytes=size)
        assert [sum(block in chunk["text"] for chunk in chunks) for block in self.BLOCKS] == [1, 1, 1, 1]


class TestTags:
    """Tags like ours or a provider's inside the text (DF10)."""

    def test_tags_come_back_unchanged(self):
        """Entities, CDATA, half-open tags and generics are neither escaped nor closed."""
        content = answer("DF10")["content"]
        assert content == text("DF10")[: len(content)]

    @pytest.mark.parametrize(
        "tag",
        [
            "<fact>",
            "</context>",
            "&lt;b&gt;",
            "&amp;amp;",
            "<![CDATA[",
            "]]>",
            "<!--",
            "<?xml?>",
            "<system-reminder>",
            "</content>",
        ],
    )
    def test_any_tag_comes_back_unchanged(self, tag: str):
        """Text that looks like markup is text, at the start, inside and at the end."""
        whole = f"{tag} a {tag} b {tag}"
        assert compiled_texts(whole, budget=200, query=tag)["content"] == whole


class TestChinese:
    """A long interview in Chinese without spaces (DF11)."""

    def test_it_is_cut_into_pieces(self):
        """A part of it is emitted."""
        assert decision("DF11")["action"] == "preserve"

    @pytest.mark.parametrize("word", ["回滚", "数据库"])
    def test_something_relevant_is_emitted(self, word: str):
        """What is emitted holds the words of the query."""
        assert word in answer("DF11")["content"]

    def test_it_is_not_underestimated(self):
        """The estimate is at least six tenths of a token a character."""
        assert estimated(text("DF11"))[0] >= 0.6 * len(text("DF11"))

    def test_a_full_width_colon_makes_no_speaker(self):
        """Names before a full-width colon are text."""
        assert {one["role"] for one in segmented(text("DF11"))["segments"]} == {None}


class TestLockFile:
    """A lock file: everything resembles everything, and everything is exact (DF12)."""

    OTHERS = tuple(
        f"Note {number}: the rollout of pkg-4242 waits for {name}."
        for number, name in enumerate(["Ada", "Ben", "Cleo"])
    )

    @pytest.mark.parametrize("place", [0, 3])
    @each_counter
    def test_it_does_not_push_out_the_others(self, counter: Counter, place: int):
        """Three exact notes beside the lock file are emitted whole, whatever comes first."""
        fragments: list[Json] = [{"content": note} for note in self.OTHERS]
        fragments.insert(place, case("DF12")["request"]["fragments"][0])
        content = compiled(counter.asked(case("DF12")["request"], fragments=fragments))["content"]
        assert [note in content for note in self.OTHERS] == [True, True, True]

    def test_the_package_is_found(self):
        """The query finds the package in the whole file, so the loss of it is warned about."""
        assert decision("DF12")["relevance"] == 1.0
        assert "pkg-4242" in answer("DF12")["content"] or len(answer("DF12")["warnings"]) == 1
