"""Hits become fragments of a compile request, and the answer tells where each came from."""

from typing import Any

import pytest

from contextc.compiler import ContextCompiler
from contextc.digest import fragment_id
from contextc.errors import InvalidRequest, OverLimit
from contextc.limits import Limits
from contextc.model import CompilePolicy, ContextFragment, MemoryScope
from contextc.recall.bridge import (
    RecallCompileInput,
    RecallContext,
    RecalledHit,
    build_recall_compile_request,
    compile_recall,
)
from contextc.recall.hits import SearchHit, ready
from contextc.vocabulary import U64, RecallSource
from core.recall.build import CURRENT, JAN_1, disputed, fact, hash_, outdated, said

RETRACTED: dict[str, Any] = {"fields": {"verification_status": "retracted"}}


def given(*hits: SearchHit, budget: int = 1000, **more: Any) -> RecallCompileInput:
    """A request of hits."""
    return RecallCompileInput(query="tea", hits=list(hits), token_budget=budget, **more)


def fragments(*hits: SearchHit, **more: Any) -> list[ContextFragment]:
    """What hits become."""
    return build_recall_compile_request(given(*hits, **more))[0].fragments


def report(*hits: SearchHit, **more: Any) -> list[RecalledHit]:
    """What became of hits."""
    return build_recall_compile_request(given(*hits, **more))[1]


def compiled(*hits: SearchHit, **more: Any) -> RecallContext:
    """Compile hits."""
    return compile_recall(given(*hits, **more))


# Fragments


def test_a_hit_becomes_a_fragment():
    """Its plain text, of kind memory, with its score and what is known of it; nothing else is set."""
    assert fragments(fact(hash=hash_(1), score=0.5, created_at_sec=JAN_1, source_namespace="cafe")) == [
        ContextFragment(
            content="mira likes tea",
            kind="memory",
            score=0.5,
            metadata={"grain_type": "fact", "hash": hash_(1), "namespace": "cafe", "created_at_sec": JAN_1},
        )
    ]


def test_what_is_not_known_is_not_there():
    """A hash always is."""
    (made,) = fragments(fact())
    assert (made.score, made.metadata) == (None, {"grain_type": "fact", "hash": ready(fact()).hash})


@pytest.mark.parametrize(
    ("score", "fields", "given_score"),
    [
        (0.5, {}, 0.5),
        (1.5, {}, 1.0),
        (-1.0, {}, 0.0),
        (0.5, {"verification_status": "contested"}, 0.35),
        (0.1, {"verification_status": "contested"}, 0.0),
        (0.5, {"verification_status": "retracted"}, 0.5),
        (None, {"verification_status": "contested"}, None),
        (float("nan"), {}, None),
    ],
)
def test_scores(score: float | None, fields: dict, given_score: float | None):
    """Within what a fragment's can be; contested hits count for less, as in an assembly."""
    (made,) = fragments(fact(fields=fields, score=score), include_retracted=True)
    assert made.score == given_score


@pytest.mark.parametrize(
    ("standing", "label"),
    [(CURRENT, "[CURRENT] "), (disputed("outdated"), "[OUTDATED] "), (outdated(9), "[OUTDATED] ")],
)
def test_labels(standing: dict, label: str):
    """A memory says whether it still holds."""
    assert [made.content for made in fragments(fact(**standing))] == [f"{label}mira likes tea"]


def test_a_caller_s_own_fragments_come_first():
    """They stay as they are."""
    own = ContextFragment(content="own", priority=3)
    assert [made.content for made in fragments(fact(), fragments=[own])] == ["own", "mira likes tea"]
    assert fragments(fragments=[own]) == [own]


def test_everything_else_is_passed_on():
    """Query, project, model, budget, scope and policy are those of the recall's request."""
    policy = CompilePolicy(slim_response=True)
    scope = MemoryScope(project="p")
    request, _ = build_recall_compile_request(
        given(budget=9, project="p", target_model="m", memory_scope=scope, policy=policy)
    )
    assert (request.query, request.project, request.target_model, request.token_budget) == ("tea", "p", "m", 9)
    assert (request.memory_scope, request.policy) == (scope, policy)


# What became of each hit


def test_a_report_on_every_hit():
    """In order: which fragment was made, or why none was."""
    hits = [
        fact("a r x", hash=hash_(1), **RETRACTED),
        fact("b r y", hash=hash_(2), **outdated(4)),
        fact("b r z", hash=hash_(4), **CURRENT),
    ]
    assert report(*hits) == [
        RecalledHit(
            hash=hash_(1),
            memory_id=U64(0x0101010101010101),
            rule_id="withheld.retracted",
            reason="retracted, and include_retracted is off",
        ),
        RecalledHit(
            hash=hash_(2),
            memory_id=U64(0x0202020202020202),
            rule_id="superseded.newer",
            reason="hit 2 is newer and here",
        ),
        RecalledHit(hash=hash_(4), memory_id=U64(0x0404040404040404), fragment_id=U64(fragment_id("[CURRENT] b r z"))),
    ]


def test_no_fragment_is_made_of_what_is_not_used():
    """Neither of retracted hits nor of superseded ones."""
    hits = [
        fact("a r x", **RETRACTED),
        fact("b r y", hash=hash_(2), **outdated(4)),
        fact("b r z", hash=hash_(4), **CURRENT),
    ]
    assert [made.content for made in fragments(*hits)] == ["[CURRENT] b r z"]


def test_retracted_hits_on_request():
    """They are memories then."""
    assert [made.content for made in fragments(fact(**RETRACTED), include_retracted=True)] == ["mira likes tea"]


def test_a_retracted_hit_replaces_nothing():
    """It goes first (A7)."""
    hits = [fact("b r y", hash=hash_(2), **outdated(4)), fact("b r z", hash=hash_(4), **{**CURRENT, **RETRACTED})]
    assert [made.rule_id for made in report(*hits)] == [None, "withheld.retracted"]


def test_an_id_of_the_store_s():
    """It comes before the one that is made of the hash."""
    assert [made.memory_id for made in report(fact(memory_id=7))] == [U64(7)]


# Answers


def test_a_decision_says_which_memory_it_is_on():
    """With how it was found."""
    made = compiled(fact(memory_id=7, score=0.5), fragments=[ContextFragment(content="own words about tea")])
    own, memory = made.context.decisions
    assert (own.memory_id, memory.memory_id, made.recall[0].fragment_id) == (None, U64(7), memory.fragment_id)
    assert memory.reason.endswith(" — recalled as memory 7 (fact, score 0.50, primary)")
    assert "recalled" not in own.reason


@pytest.mark.parametrize(
    ("more", "origin"),
    [
        ({}, "(fact, no score, primary)"),
        ({"recall_source": RecallSource.PRIMARY}, "(fact, no score, primary)"),
        ({"recall_source": RecallSource.EXPANSION, "score": 1.0}, "(fact, score 1.00, expansion)"),
    ],
)
def test_where_a_memory_was_found(more: dict, origin: str):
    """Its type, its score and its source."""
    assert compiled(fact(**more)).context.decisions[0].reason.endswith(origin)


def test_sources_name_their_memory():
    """What is not in the text can be asked for by it; a caller's own fragment with an id of its own stays apart."""
    own = ContextFragment(id=U64(5), content="own words about tea")
    made = compiled(fact(memory_id=7), fragments=[own], budget=4)
    assert [(source.fragment_id, source.memory_id) for source in made.context.sources] == [
        (5, None),
        (fragment_id("mira likes tea"), 7),
    ]


def test_the_first_memory_of_a_text_names_it():
    """A caller's own text that was recalled too is that memory's."""
    made = compiled(fact(memory_id=7), fact(memory_id=8), fragments=[ContextFragment(content="mira likes tea")])
    assert [decision.memory_id for decision in made.context.decisions] == [7, 7, 7]
    assert [one.memory_id for one in made.recall] == [7, 8]


def test_a_hit_that_is_no_fragment_names_nothing():
    """Not even a text of the caller's own that says the same."""
    made = compiled(fact(memory_id=7, **RETRACTED), fragments=[ContextFragment(content="mira likes tea")])
    assert ([decision.memory_id for decision in made.context.decisions], made.recall[0].rule_id) == (
        [None],
        "withheld.retracted",
    )


def test_the_compiler_s_limits_hold():
    """Of hits as of fragments."""
    with pytest.raises(OverLimit):
        compile_recall(given(fact(), fact()), ContextCompiler(limits=Limits(fragments=1)))


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (RecallCompileInput(query=1, hits=[], token_budget=1), "$.query"),  # type: ignore[arg-type]
        (RecallCompileInput(query="", hits=[], token_budget=-1), "$.token_budget"),
        (RecallCompileInput(query="", hits=[said("x", hash="y")], token_budget=1), "$.hits[0].hash"),
        (RecallCompileInput(query="", hits="x", token_budget=1), "$.hits"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_request(request_: RecallCompileInput, path: str):
    """An error names the place."""
    with pytest.raises(InvalidRequest) as error:
        compile_recall(request_)
    assert error.value.path == path
