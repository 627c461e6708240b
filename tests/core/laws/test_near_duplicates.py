"""Near-duplicates by content: what is dropped, and what is not."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contextc import CompiledContext, CompilePolicy, CompileRequest, ContextCompiler, HeuristicEstimator, Limits
from contextc.passes.guards import Guards
from contextc.passes.shingles import UNSPACED_CLASS
from contextc.text import WORD, lower, near_form
from core.laws import strategies
from core.laws.reading import Fate, compiled, fates

REASON = re.compile(r"near-duplicate of fragment #([0-9]+) \(([0-9]+) of ([0-9]+) shingles are the same\)")
TEXT = "the canary is at green light while rollback takes more time than we have left for it"
WORDS = tuple(TEXT.split())
DECISIVE = ("not", "7", "12", "foo_bar", "Ann", "Bob", "three", "why?", "é", "部署完了", "不可")
NEGATIONS = ("not", "no", "never", "n't", "不")


@st.composite
def edited(draw: st.DrawFn, text: list[str]) -> str:
    """A text with some of its words changed, left out or put in."""
    words = list(text)
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(words) - 1))
        new = draw(st.lists(st.sampled_from((*WORDS * 2, *DECISIVE)), max_size=2))
        words[place : place + draw(st.integers(0, 2))] = new
        words = words or ["green"]
    return draw(st.sampled_from((" ", " ", "\n", ", "))).join(words)


@st.composite
def families(draw: st.DrawFn) -> CompileRequest:
    """A request of texts that differ in a few words, and of other fragments, under a threshold."""
    bases = draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=4, max_size=30), min_size=1, max_size=3))
    count = draw(st.integers(2, 9))
    texts = [draw(edited(draw(st.sampled_from(bases)))) for _ in range(count)]
    chosen = [
        draw(strategies.fragments(texts, pinned=False)) if draw(st.booleans()) else strategies.fragment(text)
        for text in texts
    ]
    share = draw(st.sampled_from((0.2, 0.5, 0.75, 0.8, 1.0)))
    policy = draw(strategies.policies(near_dup_threshold=share, slim_response=None))
    whole = sum(HeuristicEstimator().estimate(one.content) for one in chosen)
    budget = draw(strategies.budgets(whole)) + (policy.response_reserve_tokens or 0)
    return CompileRequest(query="canary", fragments=chosen, token_budget=budget, policy=policy)


def shingles(text: str) -> set[tuple[str, ...]]:
    """The shingles of a text, a character at a time."""
    words, word = [], ""
    for character in text + " ":
        alone = re.match(f"[{UNSPACED_CLASS}]", character) is not None
        if not alone and WORD.match(character):
            word += character
            continue
        words += [lower(word)] * bool(word) + [character] * alone
        word = ""
    if 0 < len(words) < 3:
        return {tuple(words)}
    return {tuple(words[at : at + 3]) for at in range(len(words) - 2)}


def decisive(text: str) -> tuple[list[str], list[int], str]:
    """Some of what no near-duplicates differ in: digits, negations, indentation."""
    counts = [
        len(re.findall(rf"(?<![a-z]){word}(?![a-z])" if word.isascii() else word, text.lower())) for word in NEGATIONS
    ]
    indents = "".join(re.findall(r"\n([ \t]*)(?=[^\s])", "\n" + text))
    return re.findall("[0-9]", text), counts, indents


class Drop(NamedTuple):
    """A fragment that was dropped for what it says, and the one that stands for it."""

    dropped: Fate
    twin: Fate
    shared: int
    union: int


def drops(asked: CompileRequest, context: CompiledContext) -> Iterator[Drop]:
    """Every drop by content."""
    all_fates = fates(asked, context)
    for fate in all_fates:
        if found := REASON.match(fate.decision.reason):
            seq, shared, union = map(int, found.groups())
            yield Drop(fate, all_fates[seq], shared, union)


def thousandths(asked: CompileRequest) -> int:
    """The threshold of a request."""
    share = asked.policy.near_dup_threshold if asked.policy else None
    return round((share or 0) * 1_000)


class TestNearDuplicates:
    """A fragment is dropped only for a whole text of the same guard and of at least that similarity, and always then."""

    @strategies.examples
    @given(families())
    def test_the_twin_is_whole(self, asked: CompileRequest):
        """Whatever is dropped for its content, the fragment that it names is in the context as a whole."""
        context = compiled(asked)

        assert all(drop.twin.whole and drop.twin.text in context.content for drop in drops(asked, context))

    @strategies.examples
    @given(families())
    def test_the_similarity_is_exact(self, asked: CompileRequest):
        """The reason counts the shingles that two texts share and have, and their share reaches the threshold."""
        for drop in drops(asked, compiled(asked)):
            one, other = shingles(drop.dropped.text), shingles(drop.twin.text)

            assert (len(one & other), len(one | other)) == (drop.shared, drop.union)
            assert drop.shared * 1_000 >= thousandths(asked) * drop.union
            assert drop.dropped.decision.risk == ("low" if one <= other else "medium")

    @strategies.examples
    @given(families())
    def test_what_decides_is_equal(self, asked: CompileRequest):
        """No text is dropped for one of another guard; a variant goes with the text that it is a variant of."""
        guard = Guards().of
        for drop in drops(asked, compiled(asked)):
            variants = [
                one.content for one in asked.fragments if near_form(one.content) == near_form(drop.dropped.text)
            ]

            assert guard(drop.twin.text) in map(guard, variants)
            assert decisive(drop.twin.text) in map(decisive, variants)

    @strategies.examples
    @given(families())
    def test_what_matters_keeps_its_wording(self, asked: CompileRequest):
        """No drop by content is critical, grouped, an image or code."""
        for drop in drops(asked, compiled(asked)):
            fragment = drop.dropped.fragment

            assert fragment.media is None
            assert (fragment.metadata or {}).get("verbatim") is not True or "preserve.marked_verbatim" in (
                asked.policy.disabled_rules or []
            )

    @strategies.examples
    @given(families())
    def test_no_two_that_stand_alone_are_alike(self, asked: CompileRequest):
        """Of whole texts that anything may stand for, no two are alike and of one guard."""
        policy = replace(asked.policy, disabled_rules=None)
        asked = replace(asked, policy=policy)
        context = compiled(asked)
        grouped = [one.content for one in asked.fragments if one.group is not None]
        free = [
            fate.text
            for fate in fates(asked, context)
            if fate.whole and fate.decision.rule_id == "preserve.default" and fate.text not in grouped
        ]
        guard = Guards().of
        for one, other in combinations(free, 2):
            mine, its = shingles(one), shingles(other)
            alike = bool(mine) and len(mine & its) * 1_000 >= thousandths(asked) * len(mine | its)

            assert not (alike and guard(one) == guard(other))
        assert context.insights.near_dup_uncompared == 0

    @strategies.examples
    @given(families())
    def test_without_comparisons_nothing_is_dropped(self, asked: CompileRequest):
        """With a cap of 0 the context is that of a request without a threshold, and the record says how many were kept."""
        never = replace(asked, policy=replace(asked.policy, near_dup_threshold=None))
        context = ContextCompiler(limits=Limits(near_dup_candidates=0)).compile(asked)
        dropped = {drop.dropped.text for drop in drops(asked, compiled(asked))}

        assert replace(context, insights=compiled(never).insights) == compiled(never)
        assert context.insights.near_dup_uncompared >= bool(dropped)

    @strategies.examples
    @given(strategies.requests(near_dup_threshold=None, slim_response=None))
    def test_without_a_threshold_nothing_is_counted(self, asked: CompileRequest):
        """No threshold, no shingles in any reason."""
        context = compiled(asked)

        assert list(drops(asked, context)) == []
        assert context.insights.near_dup_uncompared == 0

    def test_examples_have_drops(self):
        """The requests above are of a kind in which texts are dropped for their content."""
        asked = CompileRequest(
            query="",
            fragments=[strategies.fragment(TEXT), strategies.fragment(f"{TEXT} all")],
            token_budget=99,
            policy=CompilePolicy(near_dup_threshold=0.8),
        )

        assert len(list(drops(asked, compiled(asked)))) == 1
