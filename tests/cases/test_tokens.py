"""Counts of tokens (D07, D44): no script, and nothing that looks like a control token, costs too little."""

import json

import pytest

from cases.counters import Counter, each_counter
from cases.door import Json, case, compiled
from cases.laws import obey
from contextc.estimators import estimator as named_estimator
from contextc.vocabulary import EstimatorName

HEURISTIC = Counter("heuristic")


class TestScripts:
    """No script makes a budget overflow: the default estimate is near the truth or above it (D07)."""

    TEXTS = case("D07")["texts"]

    @pytest.mark.parametrize("script", TEXTS)
    @pytest.mark.parametrize("exact, model", [("o200k", None), ("cl100k", "gpt-4")])
    def test_the_default_reaches_the_truth(self, exact: str, model: str | None, script: str):
        """For the model's family, a text costs nineteen twentieths of what its tokenizer counts, or more."""
        text = self.TEXTS[script]
        assert Counter("calibrated", model).tokens(text)[0] >= 0.95 * Counter(exact).tokens(text)[0]

    @pytest.mark.parametrize(
        "estimator, exact, expected",
        [
            ("heuristic", "o200k", {"emoji": 18}),
            ("heuristic", "cl100k", {"zh": 67, "ko": 90, "th": 30, "emoji": 11}),
            ("bytes4", "o200k", {"emoji": 60}),
            ("bytes4", "cl100k", {"zh": 60, "ko": 78, "th": 75, "emoji": 37}),
        ],
    )
    def test_what_the_simple_ones_count_too_low(self, estimator: str, exact: str, expected: dict[str, int]):
        """Per cent of the truth, by script, wherever it is less than ninety-five."""
        shares = {
            script: 100 * Counter(estimator).tokens(text)[0] // Counter(exact).tokens(text)[0]
            for script, text in self.TEXTS.items()
        }
        assert expected == {script: share for script, share in shares.items() if share < 95}

    @pytest.mark.parametrize("text", list(TEXTS.values()), ids=list(TEXTS))
    @each_counter
    def test_an_estimate_is_one_number(self, counter: Counter, text: str):
        """One text has one estimate, alone or among others, through the wire or in Python."""
        alone = counter.tokens(text)[0]
        assert [alone, alone] == counter.tokens("x", text, text)[1:]
        assert alone == named_estimator(EstimatorName(counter.estimator), counter.target_model).estimate(text)

    @pytest.mark.parametrize("text", list(TEXTS.values()), ids=list(TEXTS))
    @each_counter
    def test_a_text_costs_no_more_than_its_parts(self, counter: Counter, text: str):
        """Wherever a text is cut, its two parts together cost as much as the whole, or more."""
        cuts = range(0, len(text), 7)
        tokens = counter.tokens(text, *[text[:cut] for cut in cuts], *[text[cut:] for cut in cuts])
        parts = zip(tokens[1 : len(cuts) + 1], tokens[len(cuts) + 1 :], strict=True)
        assert [cut for cut, (head, tail) in zip(cuts, parts, strict=True) if head + tail < tokens[0]] == []


class TestHeuristic:
    """The heuristic estimator counts characters by class, not bytes or UTF-16 units (D07)."""

    TEXTS = case("D07")["texts"]

    @pytest.mark.parametrize("script", ["zh", "ko"])
    def test_an_east_asian_character_costs_five_sixths_of_a_token(self, script: str):
        """Chinese and Korean cost 25/30 of a token a character, or more by rounding up each word."""
        text = self.TEXTS[script]
        characters = len(text.replace(" ", ""))
        assert characters * 25 / 30 <= HEURISTIC.tokens(text)[0] <= characters

    @pytest.mark.parametrize("script", ["en", "th", "emoji"])
    def test_any_other_character_costs_three_tenths_of_a_token(self, script: str):
        """Other scripts cost 9/30 of a token a character, or more by rounding up each word."""
        text = self.TEXTS[script]
        characters = len(text.replace(" ", ""))
        assert characters * 9 / 30 <= HEURISTIC.tokens(text)[0] <= characters

    def test_a_digit_costs_a_token(self):
        """ASCII digits are counted one by one, wherever they stand."""
        assert HEURISTIC.tokens("2026-01-05", "a1b2", "١٢٣") == [9, 3, 1]

    @pytest.mark.parametrize("narrow, wide", [("☺", "😀"), ("ĳ", "𝒳"), ("\ue000", "\U0010fffd")])
    def test_a_character_beyond_the_basic_plane_counts_once(self, narrow: str, wide: str):
        """A character that is two UTF-16 units costs what one of a single unit costs."""
        assert HEURISTIC.tokens(narrow * 20) == HEURISTIC.tokens(wide * 20)

    @pytest.mark.parametrize("character", "_^=~-a漢😀")
    def test_a_run_costs_by_its_length(self, character: str):
        """A run of n characters costs the ceiling of n times the price of one (D10)."""
        thirtieths = 25 if character == "漢" else 9
        assert HEURISTIC.tokens(*(character * length for length in (1, 30, 4095, 4096, 30_000))) == [
            -(-length * thirtieths // 30) for length in (1, 30, 4095, 4096, 30_000)
        ]


class TestControlTokens:
    """A model's control tokens are text like any other (D44)."""

    REQUEST = case("D44")["request"]
    CONTENT = REQUEST["fragments"][0]["content"]
    TOKENS = ("<|endoftext|>", "<|im_start|>", "<|fim_prefix|>", "[INST]", "<s>", "<|eot_id|>", "<pad>", "</s>")

    @each_counter
    def test_the_whole_text_is_counted(self, counter: Counter):
        """The estimate is more than that of the sentences alone."""
        whole, rest = counter.tokens(self.CONTENT, self.CONTENT[self.CONTENT.index("\n") :])
        assert whole > rest > 900

    @each_counter
    def test_the_laws_hold(self, counter: Counter):
        """The budget holds, and the text is not changed."""
        request = counter.asked(self.REQUEST)
        obey(request, compiled(request))

    @each_counter
    def test_the_control_tokens_are_emitted(self, counter: Counter):
        """What begins the text begins the content."""
        content = compiled(counter.asked(self.REQUEST))["content"]
        assert content.startswith("tokenizer notes: <|endoftext|> <|im_start|>system")

    @pytest.mark.parametrize("token", TOKENS)
    @each_counter
    def test_a_control_token_costs_something(self, counter: Counter, token: str):
        """Adding it makes a text dearer."""
        plain, with_token = counter.tokens("plain words", f"plain words {token}")
        assert with_token > plain

    @pytest.mark.parametrize("token", [*TOKENS, "\0"])
    @each_counter
    def test_a_control_token_is_never_free(self, counter: Counter, token: str):
        """Alone, too, it costs a token or more, and many of it cost more than one."""
        one, many = counter.tokens(token, f"{token} " * 9)
        assert 0 < one < many

    @pytest.mark.parametrize("token", [*TOKENS, "\0"])
    @each_counter
    def test_a_control_token_comes_back_unchanged(self, counter: Counter, token: str):
        """Content, query, kind and metadata may hold it."""
        fragment: Json = {"content": f"a {token} b", "kind": token, "metadata": {token: token}}
        request = counter.asked({"query": token, "fragments": [fragment], "token_budget": 50})
        assert compiled(json.dumps(request))["content"] == f"a {token} b"
