"""Budgets (D08-D10): what is promised holds with every joiner, and whatever is left to use."""

from typing import Any

import pytest

from cases.counters import Counter, each_counter
from cases.door import case, compiled, compiled_texts, estimated, fault
from cases.laws import obey
from contextc import CompileRequest, ContextCompiler, ContextFragment, HeuristicEstimator

U64_MAX = 2**64 - 1


class TestOverhead:
    """What stands between the items is paid for (D08)."""

    ITEMS = tuple(
        " ".join(str(hit["fields"][key]) for key in ("subject", "relation", "object")) for hit in case("D08")["hits"]
    )

    @pytest.mark.parametrize("budget", [case("D08")["token_budget"], *range(33, 420, 23)])
    def test_the_whole_content_is_within_the_budget(self, budget: int):
        """Forty items and the blank lines between them cost no more than the budget."""
        assert estimated(compiled_texts(*self.ITEMS, budget=budget)["content"])[0] <= budget

    @pytest.mark.parametrize("budget", [case("D08")["token_budget"], *range(33, 420, 23)])
    def test_items_are_whole(self, budget: int):
        """Every block is one of the items, uncut."""
        blocks = compiled_texts(*self.ITEMS, budget=budget)["content"].split("\n\n")
        assert list(self.ITEMS[: len(blocks)]) == blocks

    @pytest.mark.parametrize("budget", [case("D08")["token_budget"], *range(33, 420, 23)])
    def test_every_item_is_in_or_named(self, budget: int):
        """Blocks and handles together are the forty items."""
        answer = compiled_texts(*self.ITEMS, budget=budget)
        blocks = answer["content"].split("\n\n")
        assert len(blocks) + len(answer["retrieval_handles"]) == 40

    @each_counter
    def test_everything_fits_its_own_cost(self, counter: Counter):
        """The cost of all items and of the blank lines between them is a budget that holds all of them."""
        *items, joiner = counter.tokens(*self.ITEMS, "\n\n")
        request = counter.asked({"query": "q", "fragments": [{"content": item} for item in self.ITEMS]})
        answer = compiled({**request, "token_budget": sum(items) + joiner * (len(items) - 1)})
        assert answer["content"] == "\n\n".join(self.ITEMS)

    @pytest.mark.parametrize("estimator", ["heuristic", "o200k", "cl100k"])
    def test_no_token_is_lost_between_items(self, estimator: str):
        """Where parts add up to their whole, the cost of the whole is a budget that holds it."""
        whole = "\n\n".join(self.ITEMS)
        budget = estimated(whole, estimator=estimator)[0]
        assert compiled_texts(*self.ITEMS, budget=budget, estimator=estimator)["content"] == whole

    @pytest.mark.parametrize("budget", range(2, 40, 3))
    def test_tiny_items_pay_for_their_joiners(self, budget: int):
        """Items cheaper than the joiners between them do not add up past the budget."""
        texts = [chr(0x61 + number % 26) * (number // 26 + 1) for number in range(60)]
        answer = compiled_texts(*texts, budget=budget)
        assert estimated(answer["content"])[0] <= budget

    @pytest.mark.parametrize("budget", range(60, 400, 67))
    def test_marks_are_paid_for(self, budget: int):
        """Elision marks are within the budget too."""
        text = "One plain sentence follows another. " * 100
        for truncate in ("head", "tail", "both"):
            answer = compiled_texts(text, text.upper(), budget=budget, elision_marks=True, truncate=truncate)
            assert estimated(answer["content"])[0] <= budget

    @pytest.mark.parametrize("joiner", [1, 5, 40])
    def test_any_estimator_keeps_the_budget(self, joiner: int):
        """The budget holds for an estimator that charges much for a line end."""

        class Dear:
            def estimate(self, text: str) -> int:
                return len(text) + joiner * text.count("\n")

            def bytes_per_token_hint(self) -> int:
                return 1

        fragments = [ContextFragment(content=item) for item in self.ITEMS]
        request = CompileRequest(query="q", fragments=fragments, token_budget=200)
        content = ContextCompiler(estimator=Dear()).compile(request).content
        assert 0 < Dear().estimate(content) <= 200


class TestReserves:
    """A budget that the reserve uses up is an error, never a giant (D09)."""

    BASE = case("D09")["base"]["request"]
    PATCHES = case("D09")["patches"]

    @pytest.mark.parametrize("place", [0, 2, 3, 4])
    def test_no_usable_room_is_an_error(self, place: int):
        """A budget of 0, or one no larger than its reserve, is refused."""
        assert fault("compile", {**self.BASE, **self.PATCHES[place]}) == ("budget_too_small", "$.token_budget")

    def test_a_negative_budget_is_an_error(self):
        """A budget below 0 is no number of tokens."""
        assert fault("compile", {**self.BASE, **self.PATCHES[5]}) == ("invalid_request", "$.token_budget")

    def test_one_token_is_a_budget(self):
        """With a single token the laws hold, and what is missing is named."""
        request = {**self.BASE, **self.PATCHES[1]}
        answer = compiled(request)
        obey(request, answer)
        assert len(answer["retrieval_handles"]) == 1

    @pytest.mark.parametrize("budget", [1, 2, 99, 10_000_000, U64_MAX])
    @pytest.mark.parametrize("over", [0, 1, U64_MAX])
    def test_a_reserve_of_the_budget_or_more_is_an_error(self, budget: int, over: int):
        """The room never wraps around, however large the numbers are."""
        reserve = min(budget + over, U64_MAX)
        request = {**self.BASE, "token_budget": budget, "policy": {"response_reserve_tokens": reserve}}
        assert fault("compile", request) == ("budget_too_small", "$.token_budget")

    @pytest.mark.parametrize("room", [1, 5, 60])
    def test_the_reserve_stays_free(self, room: int):
        """What is left after the reserve is all that is used."""
        request = {**self.BASE, "token_budget": 1000 + room, "policy": {"response_reserve_tokens": 1000}}
        answer = compiled(request)
        obey(request, answer)
        assert 0 < estimated(answer["content"])[0] <= room

    @pytest.mark.parametrize("value", [-1, -(2**63), U64_MAX + 1])
    def test_a_reserve_out_of_range_is_an_error(self, value: int):
        """A reserve is a 64-bit count."""
        request = {**self.BASE, "policy": {"response_reserve_tokens": value}}
        assert fault("compile", request) == ("invalid_request", "$.policy.response_reserve_tokens")

    @pytest.mark.parametrize("place", [0, 2, 4])
    def test_a_transcript_has_the_same_rule(self, place: int):
        """A transcript without usable room is refused like fragments are."""
        request = {"query": "q", "transcript": "User: a", **self.PATCHES[place]}
        assert fault("compile_transcript", request) == ("budget_too_small", "$.token_budget")


class Counting(HeuristicEstimator):
    """An estimator that counts the characters it was given."""

    def __init__(self) -> None:
        self.characters = 0

    def estimate(self, text: str) -> int:
        """Tokens of a text."""
        self.characters += len(text)
        return super().estimate(text)


def work(*texts: str, budget: int = 500, **fields: Any) -> int:
    """The characters that a compilation estimates."""
    counting = Counting()
    fragments = [ContextFragment(content=text, **fields) for text in texts]
    ContextCompiler(estimator=counting).compile(CompileRequest(query="x", fragments=fragments, token_budget=budget))
    return counting.characters


class TestLongRuns:
    """A run without a word border costs what any other text of its length does (D10)."""

    FRAGMENTS = case("D10")["fragments"]

    @pytest.mark.parametrize("place", range(len(FRAGMENTS)))
    def test_the_budget_holds(self, place: int):
        """What is kept of a run fits, and uses the budget."""
        request = {**case("D10")["base"]["request"], "fragments": [self.FRAGMENTS[place]]}
        assert 450 <= estimated(compiled(request)["content"])[0] <= 500

    @pytest.mark.parametrize("place", range(len(FRAGMENTS)))
    def test_a_run_is_estimated_a_few_times_at_most(self, place: int):
        """All estimates of a compilation together read the text no more than twice."""
        text = self.FRAGMENTS[place]["content"]
        assert work(text) <= 2 * len(text)

    @pytest.mark.parametrize("unit", ["_", "ab", "=", "漢", "7", "\n", " ", "a\n", "```\n", "\u0301", "x" * 50 + " "])
    @pytest.mark.parametrize("kind", [None, "log", "code"])
    def test_twice_the_run_is_twice_the_work(self, unit: str, kind: str | None):
        """Doubling a text doubles the characters that are estimated, or less."""
        once, twice = (work(unit * (times // len(unit)), kind=kind) for times in (20_000, 40_000))
        assert twice <= 2.2 * once

    @pytest.mark.parametrize("budget", [1, 50, 5000])
    def test_many_fragments_are_estimated_a_few_times_each(self, budget: int):
        """The work grows with the sum of the texts, not with their number times the budget."""
        texts = [f"{number} " + "word " * 60 for number in range(400)]
        assert work(*texts, budget=budget) <= 4 * sum(map(len, texts))
