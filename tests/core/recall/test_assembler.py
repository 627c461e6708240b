"""Hits, a policy and hints -> a text, counts that are true to it, and a decision on every hit."""

import json
from typing import Any

import pytest

from contextc.errors import EstimatorUnavailable, InvalidRequest
from contextc.estimators import estimator as named
from contextc.limits import Limits
from contextc.recall import (
    AssembleRequest,
    ContextAssembler,
    FormatPolicy,
    RendererRegistry,
    RenderingHints,
    assemble,
    estimate_tokens,
)
from contextc.recall.decide.scripted import Scripted
from contextc.tokens import BytesEstimator, DynTokenEstimator
from contextc.vocabulary import EstimatorName, OutputFormat, Preset
from core.recall.build import (
    CURRENT,
    FORMATS,
    FULL,
    JAN_1,
    JSON,
    MARKDOWN,
    MINIMAL,
    NO_RESERVE,
    NONE,
    PLAIN,
    SML,
    TOON,
    assembled,
    census,
    counts,
    fact,
    hash_,
    hit,
    outcomes,
    outdated,
    policy,
    rules,
    said,
    text,
)

MIX = [
    said("Where is my parcel?", created_at_sec=JAN_1),
    fact("mira prefers oat milk", created_at_sec=JAN_1),
    hit("tool", {"tool_name": "lookup", "tool_content": "3 rows"}, created_at_sec=JAN_1),
    hit("goal", {"description": "Refund order 88", "priority": "high"}, created_at_sec=JAN_1),
    hit("state", {"context": {"label": "intake"}}, created_at_sec=JAN_1),
]


# No hits


@pytest.mark.parametrize(("format", "text_"), [(SML, ""), (MARKDOWN, ""), (PLAIN, ""), (TOON, ""), (JSON, "[]")])
@pytest.mark.parametrize("hints", [{}, {"entity_count": 3}, {"has_time_range": True}, {"query_text": "how many"}])
def test_no_hits(hints: dict, format: OutputFormat, text_: str):
    """No text, or an array of none (A1), whatever is asked for."""
    made = assembled(format=format, hints=hints)
    assert (made.text, made.estimated_tokens, counts(made), made.decisions) == (
        text_,
        len(text_) // 4,
        (0, 0, False),
        [],
    )


def test_an_array_of_none_is_too_much_for_no_budget():
    """Two bytes are no token of four, but another estimator counts them."""
    assert (text(format=JSON, budget=0), text(format=JSON, budget=0, estimator=DynTokenEstimator(len))) == ("[]", "")


# Texts


@pytest.mark.parametrize(
    ("format", "text_"),
    [
        (
            SML,
            (
                '<event date="2025-01-01">Where is my parcel?</event>\n<fact date="2025-01-01">mira prefers oat milk</fact>\n'
                '<tool tool="lookup" status="ok" date="2025-01-01">3 rows</tool>\n'
                '<goal state="active" priority="high" date="2025-01-01">Refund order 88</goal>\n'
                '<state date="2025-01-01">intake</state>'
            ),
        ),
        (
            MARKDOWN,
            (
                "- Where is my parcel? *(2025-01-01)*\n- **mira** prefers oat milk *(2025-01-01)*\n"
                "- **lookup** returned: 3 rows *(2025-01-01)*\n- Refund order 88 *(2025-01-01)*\n- **State**: intake *(2025-01-01)*"
            ),
        ),
        (
            PLAIN,
            "Where is my parcel?\nmira prefers oat milk\nlookup [OK]: 3 rows\n[high/active] Refund order 88\nintake",
        ),
        (
            TOON,
            (
                "events[1]{role,time,content}:\n  user,2025-01-01,Where is my parcel?\n\n"
                "facts[1]{subject,content,confidence}:\n  mira,prefers oat milk,null\n\n"
                "tools[1]{tool,phase,content}:\n  lookup,ok,3 rows\n\n"
                "goals[1]{subject,content,state}:\n  Refund order 88,Refund order 88,active\n\n"
                "states[1]{context,content}:\n  intake,intake"
            ),
        ),
    ],
)
def test_five_grains(format: OutputFormat, text_: str):
    """Section 5.10; the estimate is that of the text."""
    made = assembled(*MIX, format=format)
    assert (made.text, made.estimated_tokens, counts(made)) == (text_, len(text_.encode()) // 4, (5, 0, False))


def test_five_grains_in_json():
    """An array, an envelope a line."""
    made = text(*MIX, format=JSON)
    assert ([one["grain_type"] for one in json.loads(made)], len(made.split(",\n"))) == (
        ["event", "fact", "tool", "goal", "state"],
        5,
    )


@pytest.mark.parametrize("preset", [Preset.CLAUDE, Preset.LOCAL_SMALL])
def test_presets(preset: Preset):
    """SML in groups, and plain text without anything about a grain."""
    hits = [
        fact("mira prefers oat milk", fields={"confidence": 0.9}, created_at_sec=JAN_1, **CURRENT),
        hit("tool", {"tool_name": "lookup", "tool_content": "3 rows"}, created_at_sec=JAN_1),
    ]
    made = ContextAssembler().format(hits, FormatPolicy(preset=preset)).text
    assert (
        made
        == {
            Preset.CLAUDE: '<facts>\n[CURRENT] <fact confidence="0.90" date="2025-01-01">mira prefers oat milk</fact>\n</facts>\n'
            '<tools>\n<tool tool="lookup" status="ok" date="2025-01-01">3 rows</tool>\n</tools>',
            Preset.LOCAL_SMALL: "mira prefers oat milk\nlookup [OK]: 3 rows",
        }[preset]
    )


@pytest.mark.parametrize("format", [MARKDOWN, PLAIN, TOON])
def test_levels_are_for_sml(format: OutputFormat):
    """Markdown, plain text and TOON are the same at all three, but for labels."""
    assert len({text(*MIX, format=format, metadata=level) for level in (NONE, MINIMAL, FULL)}) == 1


def test_hints_are_none_by_default():
    """`format` is `format_with_hints` without any."""
    assembler = ContextAssembler()
    assert assembler.format(MIX, policy()) == assembler.format_with_hints(MIX, policy(), RenderingHints())


def test_a_hit_that_is_there_twice_is_shown_twice():
    """Nobody asked to leave one out."""
    assert text(fact(), fact()) == "mira likes tea\nmira likes tea"


# Budgets


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "more",
    [{}, {"grouped": []}, {"hints": {"entity_count": 1}}, {"hints": {"has_time_range": True}}, {"metadata": FULL}],
)
def test_the_budget_binds(more: dict[str, Any], format: OutputFormat):
    """From 0 on the estimate of the text is within it, and the counts are those of the text (A5)."""
    hits = [
        *MIX,
        fact("phone is 111", hash=hash_(1), **outdated(2)),
        fact("phone is 222", hash=hash_(2), **CURRENT),
        said("census " * 9, **census("s")),
    ]
    for budget in range(0, 260, 7):
        made = assembled(*hits, format=format, budget=budget, **more)
        assert len(made.text.encode()) // 4 == made.estimated_tokens <= budget
        assert made.truncated is (made.omitted_count > 0)
        assert made.included_count == len([one for one in outcomes(made) if one != "omit"])
        assert made.omitted_count == len(
            [one for one in rules(made) if one.startswith("budget.") and one not in ("budget.full", "budget.summary")]
        )


def test_a_last_pass():
    """Headings cost, so what the lines allowed may not fit; its decision says so (A5)."""
    hits = [said("x" * 40), fact("mira likes " + "y" * 29)]
    made = assembled(*hits, format=SML, grouped=[], metadata=NONE, budget=31)
    assert (rules(made), outcomes(made), counts(made)) == (
        ["budget.last_pass", "budget.full"],
        ["omit", "full"],
        (1, 1, True),
    )
    assert (made.decisions or [])[0].reason == (
        "the whole text was over the budget of 31 tokens, and the room went to what is more important or smaller"
    )


def test_a_summary_that_says_nothing_is_no_summary():
    """A text that begins with more line ends than a summary is long is omitted (A11)."""
    made = assembled(said("\n" * 90 + "hello world this is"), budget=5, grain_type_diversity=NO_RESERVE)
    assert (made.text, outcomes(made), counts(made)) == ("", ["omit"], (0, 1, True))


@pytest.mark.parametrize("name", [EstimatorName.HEURISTIC, EstimatorName.CALIBRATED])
def test_estimators(name: EstimatorName):
    """A policy names one, and the budget is in its tokens."""
    made = ContextAssembler().format(MIX, FormatPolicy(token_budget=30, estimator=name, target_model="gpt-5"))
    assert named(name, "gpt-5").estimate(made.text) == made.estimated_tokens <= 30


@pytest.mark.parametrize("name", [None, EstimatorName.BYTES4])
def test_four_bytes_are_a_token(name: EstimatorName | None):
    """Of the whole text, rounded down, by default and by name."""
    made = ContextAssembler().format(MIX, FormatPolicy(token_budget=30, estimator=name))
    assert len(made.text.encode()) // 4 == made.estimated_tokens <= 30


def test_an_estimator_of_the_host_s_comes_first():
    """An assembler may have its own."""
    made = ContextAssembler(estimator=DynTokenEstimator(len)).format(MIX, FormatPolicy(estimator=EstimatorName.BYTES4))
    assert made.estimated_tokens == len(made.text)


def test_an_estimator_that_is_not_there(monkeypatch: pytest.MonkeyPatch):
    """A policy may name one whose package is not installed."""
    monkeypatch.setattr("contextc.estimators.is_installed", lambda *_: False)
    with pytest.raises(EstimatorUnavailable):
        ContextAssembler().format([fact()], FormatPolicy(estimator=EstimatorName.O200K))


# Decisions


def test_a_decision_for_every_hit():
    """In input order, whatever became of it (A11)."""
    hits = [
        fact(fields={"verification_status": "retracted"}),
        said(""),
        fact("plan is a", hash=hash_(1), **outdated(2)),
        fact("plan is b", hash=hash_(2), **outdated(3)),
        fact("plan is c", hash=hash_(3), **CURRENT),
        said("hi"),
    ]
    made = assembled(*hits, budget=100)
    assert [(one.index, one.grain_type, one.rule_id) for one in made.decisions or ()] == [
        (0, "fact", "withheld.retracted"),
        (1, "event", "shown.empty"),
        (2, "fact", "budget.full"),
        (3, "fact", "superseded.newer"),
        (4, "fact", "budget.full"),
        (5, "event", "budget.full"),
    ]
    assert (made.decisions or [])[3].reason == "hit 4 is newer and here"


def test_a_decision_has_the_hash_that_was_made():
    """A hit without one is named all the same."""
    made = assembled(fact())
    assert len((made.decisions or [])[0].hash) == 64


@pytest.mark.parametrize(("explain", "there"), [(True, True), (False, False), (None, False)])
def test_decisions_on_the_wire(explain: bool | None, there: bool):
    """Only with `explain`."""
    made = assemble(AssembleRequest(hits=[fact()], policy=FormatPolicy(explain=explain)))
    assert (made.text, made.decisions is not None) == ("mira likes tea", there)


def test_a_request_without_a_policy():
    """Plain text, without a budget; an assembler of the host's may answer it."""
    request = AssembleRequest(hits=[fact()])
    dear = ContextAssembler(estimator=DynTokenEstimator(len))
    assert (assemble(request).estimated_tokens, assemble(request, dear).estimated_tokens) == (3, 14)


def test_hints_of_a_request():
    """They choose the mode."""
    request = AssembleRequest(hits=[fact()], hints=RenderingHints(entity_count=1))
    assert assemble(request).text.startswith("=== Entities: 1 ===")


# What a hit costs


@pytest.mark.parametrize(
    ("level", "cost"),
    [
        (NONE, len("<fact>mira likes tea</fact>") // 4),
        (FULL, len(f'<fact date="2025-01-01" hash="{"01" * 8}">mira likes tea</fact>') // 4),
    ],
)
def test_the_cost_of_a_hit(level, cost: int):
    """It is that of its text, at the policy's level."""
    assert estimate_tokens(fact(hash=hash_(1), created_at_sec=JAN_1), policy(SML, metadata=level)) == cost


def test_the_cost_of_nothing():
    """At least 1; without a policy it is plain text."""
    assert (estimate_tokens(said("")), estimate_tokens(said("x" * 40))) == (1, 10)


def test_the_cost_by_another_estimator():
    """The policy names it."""
    assert estimate_tokens(said("2026-07-14"), FormatPolicy(estimator=EstimatorName.HEURISTIC)) == 9


def test_the_cost_of_what_is_no_hit():
    """It is refused as in a list."""
    with pytest.raises(InvalidRequest):
        estimate_tokens("hit")  # type: ignore[arg-type]
    with pytest.raises(InvalidRequest):
        estimate_tokens(fact(), FormatPolicy(token_budget=-1))


# Assemblers


def test_an_assembler_with_everything():
    """Each addition keeps what was there."""
    registry, estimator, limits, decider = RendererRegistry(), BytesEstimator(), Limits(fragments=3), Scripted({})
    first = ContextAssembler(registry=registry, estimator=estimator, limits=limits).with_decider(decider)
    second = first.with_renderer("fact", registry.get("fact"))
    assert (first.registry, first.decider) == (registry, decider)
    assert {(one.estimator, one.limits, one.decider) for one in (first, second)} == {(estimator, limits, decider)}
