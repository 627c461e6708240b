"""Law 8: the stable prefix."""

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contextc import CompiledContext, CompileRequest, ContextCompiler, ContextFragment, DynTokenEstimator
from core.laws import strategies
from core.laws.estimators import ESTIMATORS
from core.laws.reading import label_line

MONOTONE = sorted(set(ESTIMATORS) - {"not monotone"})


class Pair(NamedTuple):
    """Two requests that agree in what the cache section depends on."""

    before: CompileRequest
    after: CompileRequest


def stays(fragment: ContextFragment) -> bool:
    """Whether a fragment belongs to what the cache section depends on."""
    return fragment.pinned is True or (fragment.metadata or {}).get("cache") is True


@st.composite
def copies(draw: st.DrawFn, cached: list[ContextFragment]) -> ContextFragment:
    """A copy of a cached text that is not marked, and says that it matters more or less."""
    metadata = draw(st.sampled_from((None, {"verbatim": True})))
    priority = draw(st.sampled_from((None, 0, 7, 255)))
    return strategies.fragment(draw(st.sampled_from(cached)).content, priority=priority, metadata=metadata)


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """A request, and the same with other fragments around the cached and the pinned ones, and another question."""
    pool = draw(st.lists(strategies.texts(), min_size=1, max_size=5))
    cached = draw(st.lists(strategies.fragments(pool, pinned=False), min_size=1, max_size=4))
    cached = [replace(one, metadata={"cache": True}, media=None, kind=None) for one in cached]
    # Texts of their own: a copy of what is pinned is pinned too, and a group has its members' pins.
    pinned = [strategies.fragment(f"pinned {place}", pinned=True) for place in range(draw(st.integers(0, 2)))]
    kept = draw(st.permutations([*cached, *pinned]))
    sides: list[CompileRequest] = []
    for _ in range(2):
        texts = pool + [one.content for one in cached]
        others = draw(st.lists(st.one_of(strategies.fragments(texts, pinned=False), copies(cached)), max_size=6))
        others = [one for one in others if not stays(one)]
        places = sorted(draw(st.integers(0, len(kept))) for _ in others)
        mixed: list[ContextFragment] = []
        for place, fragment in enumerate(kept):
            mixed += [other for other, at in zip(others, places, strict=True) if at == place]
            mixed.append(fragment)
        mixed += [other for other, at in zip(others, places, strict=True) if at == len(kept)]
        policy = draw(strategies.policies(response_reserve_tokens=None, disabled_rules=None, slim_response=None))
        sides.append(CompileRequest(query=draw(strategies.query_texts), fragments=mixed, token_budget=1, policy=policy))
    whole = sum(len(one.content) for one in cached) // 3 + 20
    budget = draw(strategies.budgets(whole)) + 12
    return Pair(*(replace(side, token_budget=budget) for side in sides))


def cache_section(context: CompiledContext) -> str | None:
    """The text of the cache section."""
    return next((section.content for section in context.sections if section.kind == "cache"), None)


class TestStablePrefix:
    """The cache section depends on the cache-marked fragments, the estimator and the usable budget alone."""

    @strategies.examples
    @given(pairs())
    def test_rest_may_change(self, pair: Pair):
        """Other fragments, another question and other settings leave the cache section as it is."""
        compile_ = ContextCompiler().compile

        assert cache_section(compile_(pair.before)) == cache_section(compile_(pair.after))

    @strategies.examples
    @given(pairs(), st.sampled_from(MONOTONE))
    def test_rest_may_change_by_any_count(self, pair: Pair, name: str):
        """That holds for every estimator for which a longer text never costs less."""
        budget = pair.before.token_budget + 400
        compile_ = ContextCompiler(estimator=DynTokenEstimator(ESTIMATORS[name])).compile
        before, after = (compile_(replace(side, token_budget=budget)) for side in pair)

        assert cache_section(before) == cache_section(after)

    @strategies.examples
    @given(pairs())
    def test_prefix_begins_the_content(self, pair: Pair):
        """The cache section is the first of the content, and each of its blocks is a whole cached text."""
        context = ContextCompiler().compile(pair.before)
        prefix = cache_section(context)
        blocks = [label_line(one) + one.content for one in pair.before.fragments if stays(one) and one.content]
        cached = [decision for decision in context.decisions if decision.action == "cache"]

        assert context.content.startswith(prefix or "")
        assert [None] * len(cached) == [decision.emitted for decision in cached]
        assert prefix is None or any(map(prefix.startswith, blocks))

    @strategies.examples
    @given(pairs(), st.integers(1, 50))
    def test_usable_budget_counts_alone(self, pair: Pair, reserve: int):
        """A budget with a reserve and a budget without it that leave the same have one cache section."""
        policy = replace(pair.before.policy, response_reserve_tokens=reserve)
        reserved = replace(pair.before, token_budget=pair.before.token_budget + reserve, policy=policy)
        if reserved.token_budget > 10_000_000:
            return
        compile_ = ContextCompiler().compile

        assert cache_section(compile_(pair.before)) == cache_section(compile_(reserved))
