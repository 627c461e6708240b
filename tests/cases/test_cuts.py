"""Where a fragment is cut that does not fit (D05): at the end of a sentence, a line or a word, in every script."""

import pytest

from cases.counters import Counter, each_counter
from cases.door import case, compiled, compiled_texts
from cases.laws import obey

LEAST_PART = 32
"""Tokens below which a part of a text is not worth its place."""


class TestWithoutSpaces:
    """Scripts that write without spaces are cut like any other (D05)."""

    REQUEST = case("D05")["request"]

    @each_counter
    def test_a_page_without_spaces_is_cut(self, counter: Counter):
        """What fits of the page is emitted, and the rest is named."""
        answer = compiled(counter.asked(self.REQUEST))
        assert answer["decisions"][0]["action"] == "preserve"
        assert "emitted" in answer["decisions"][0]
        assert len(answer["retrieval_handles"]) == 1

    @each_counter
    def test_the_laws_hold(self, counter: Counter):
        """The budget holds, and what is emitted are whole characters of the page."""
        request = counter.asked(self.REQUEST)
        obey(request, compiled(request))

    @each_counter
    def test_most_of_the_budget_is_used(self, counter: Counter):
        """The part fills nine tenths of the budget."""
        tokens = counter.tokens(compiled(counter.asked(self.REQUEST))["content"])[0]
        assert 270 <= tokens <= 300

    @each_counter
    def test_the_cut_follows_a_stop(self, counter: Counter):
        """The part ends after a full stop or a comma."""
        assert compiled(counter.asked(self.REQUEST))["content"][-1] in "。，"

    @pytest.mark.parametrize("budget", [40, 90, 150, 299, 301, 1000])
    @pytest.mark.parametrize(
        "sentence",
        [
            "我们明天发布版本，不要删除数据。",
            "明日リリースします、データは消さないで。",
            "다음회의는오전열시입니다.",
            "ประชุมพรุ่งนี้",
            "𠮷野家𠮷野家",
        ],
    )
    @each_counter
    def test_every_script_is_cut_lawfully(self, counter: Counter, sentence: str, budget: int):
        """The laws hold for Chinese, Japanese, Korean, Thai and rare ideographs, and no room for a part is left."""
        request = counter.asked({"query": "q", "fragments": [{"content": sentence * 300}], "token_budget": budget})
        answer = compiled(request)
        obey(request, answer)
        assert budget - counter.tokens(answer["content"])[0] < LEAST_PART

    @pytest.mark.parametrize("stop", "。！？；，、｡")
    @each_counter
    def test_any_full_width_stop_ends_a_part(self, counter: Counter, stop: str):
        """The last character of a part is the stop that the text is made of."""
        fragments = [{"content": f"版本発布測試資料{stop}" * 200}]
        answer = compiled(counter.asked({"query": "q", "fragments": fragments, "token_budget": 200}))
        assert stop == answer["content"][-1]


class TestCutsInText:
    """Where lines or words end, a cut falls there and nowhere else."""

    LINES = "".join(f"step {number} of the build went on as planned\n" for number in range(200))
    WORDS = "".join(f"word{'abcdefghij'[number % 10] * (number % 7 + 2)} " for number in range(800))

    @pytest.mark.parametrize("budget", [81, 120, 250, 399])
    def test_a_head_ends_at_a_word_end(self, budget: int):
        """What is kept of a text of many words ends between two of them."""
        content = compiled_texts(self.WORDS, budget=budget)["content"]
        following = self.WORDS[len(content)]
        assert content[-1].isspace() or following.isspace(), (content[-20:], self.WORDS[len(content) :][:20])

    @pytest.mark.parametrize("budget", [86, 120, 250, 399])
    def test_a_tail_begins_at_a_word(self, budget: int):
        """What is kept of a log's end begins with the first character of a word."""
        request = {"query": "q", "fragments": [{"content": self.LINES, "kind": "log"}], "token_budget": budget}
        content = compiled(request)["content"]
        before = self.LINES[: -len(content)]
        assert before[-1].isspace() or content[0].isspace(), (before[-20:], content[:20])
