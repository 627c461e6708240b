"""Laws of recall assembly: the budget binds, the counts are true, nothing is touched, and the same gives the same."""

import json
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contextc.errors import InvalidRequest
from contextc.estimators import estimator
from contextc.recall import AssembleRequest, ContextAssembler, FormatPolicy, FormattedContext, RenderingHints, SearchHit
from contextc.recall.rules import RULES
from contextc.recall.visible import HIDDEN
from contextc.tokens import BytesEstimator, DynTokenEstimator, TokenEstimator
from contextc.vocabulary import Allocation, EstimatorName, OutputFormat
from contextc_wire import call
from core.laws.estimators import ESTIMATORS
from core.laws.hostile import COUNTS, ORDERS, OWN, VALUES, requests, strings
from core.laws.strategies import examples

each_format = pytest.mark.parametrize("format", OutputFormat)


def made(request: AssembleRequest, counter: TokenEstimator | None = None) -> FormattedContext:
    """The answer with its decisions."""
    policy, hints = request.policy or FormatPolicy(), request.hints or RenderingHints()
    return ContextAssembler(estimator=counter).format_with_hints(request.hits, policy, hints)


# The budget


@examples
@given(requests())
def test_the_budget_binds(request):
    """The estimate is that of the text, and within the budget."""
    answer = made(request)
    name = request.policy.estimator
    counter = BytesEstimator(up=False) if name is EstimatorName.BYTES4 else estimator(name, None)

    assert counter.estimate(answer.text) == answer.estimated_tokens
    assert request.policy.token_budget is None or answer.estimated_tokens <= request.policy.token_budget


@pytest.mark.parametrize("name", ESTIMATORS)
@examples
@given(request=requests())
def test_the_budget_binds_for_any_counter(name, request):
    """However oddly tokens are counted: the text is within the budget, or there is none."""
    counter = DynTokenEstimator(ESTIMATORS[name])
    answer = made(request, counter)
    budget = request.policy.token_budget

    assert counter.estimate(answer.text) == answer.estimated_tokens
    assert budget is None or answer.estimated_tokens <= budget or answer.text == ""


SWEPT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "flat": ({}, {}),
    "grouped": ({"sections": {"group_by_type": True}}, {}),
    "without a reserve": ({"grain_type_diversity": {"min_per_type": 0}}, {}),
    "the newest alone": ({"query_text": "What is it now?"}, {}),
    "timeline": ({}, {"query_text": ORDERS}),
    "aggregation": ({}, {"query_text": COUNTS}),
}
"""Mode -> policy and hints that ask for it."""


def _hits(census: bool) -> list[dict[str, Any]]:
    texts = ["漢字 </fact>\n# h", "[CURRENT] x " * 9, '"quoted", \\ ' * 20, "=== GOALS ===\n- b"]
    found = [
        {
            "grain_type": kind,
            "fields": {key: texts[(place + index) % 4] for index, key in enumerate(keys) if key not in VALUES},
            "score": place / 9,
            "created_at_sec": 1735689600 + place * 90_000,
            "recall_source": "census" if census and place % 3 == 0 else "expansion" if place % 5 == 0 else None,
        }
        for place, (kind, keys) in enumerate(OWN.items())
    ]
    ends = [
        {"grain_type": "fact", "fields": {"subject": "phone", "object": value}, "hash": f"{place:064x}", **standing}
        for place, value, standing in (
            (1, "111", {"supersession_status": "superseded", "superseded_by_hash": f"{2:064x}"}),
            (2, "222", {"supersession_status": "current"}),
        )
    ]
    return [*found, *ends]


@pytest.mark.parametrize("census", [False, True])
@pytest.mark.parametrize("mode", SWEPT)
@each_format
def test_every_budget_binds(format, mode, census):
    """From none to enough for everything, with grains of every type, in every mode."""
    policy, hints = SWEPT[mode]
    hits = msgspec.convert(_hits(census), list[SearchHit])
    over: list[tuple[int, int]] = []
    for budget in [*range(60), *range(60, 1400, 23)]:
        settings = msgspec.convert({"format": format, "token_budget": budget, **policy}, FormatPolicy)
        answer = made(AssembleRequest(hits=hits, policy=settings, hints=msgspec.convert(hints, RenderingHints)))
        if len(answer.text.encode()) // 4 > budget or answer.included_count + answer.omitted_count > len(hits):
            over.append((budget, answer.estimated_tokens))

    assert over == []


@examples
@given(requests(budgets=False))
def test_without_a_budget_nothing_is_omitted(request):
    """Everything that says something and may be shown is there, whole."""
    answer = made(request)

    assert (answer.omitted_count, answer.truncated) == (0, False)
    assert {decision.outcome for decision in answer.decisions or [] if decision.priority is not None} <= {
        Allocation.FULL
    }


# Counts and decisions


@examples
@given(requests())
def test_the_counts_are_true(request):
    """Every hit has one decision; those that are shown, and those that were weighed and left out, are counted."""
    answer = made(request)
    decisions = answer.decisions or []
    shown = [decision for decision in decisions if decision.outcome is not Allocation.OMIT]
    weighed = [decision for decision in decisions if decision.priority is not None]
    hits = list(enumerate(request.hits))

    assert [(index, hit.hash, hit.grain_type) for index, hit in hits] == [
        (decision.index, decision.hash, decision.grain_type) for decision in decisions
    ]
    assert len(shown) == answer.included_count
    assert len(weighed) - len(shown) == answer.omitted_count
    assert answer.truncated == (answer.omitted_count > 0)
    assert {decision.rule_id for decision in decisions} <= {*RULES}


TOLD = {kind: next(key for key in keys if key not in VALUES) for kind, keys in OWN.items()} | {
    "state": "context",
    "observation": "content",
    "recommendation": "severity",
}
"""Type -> a field that every full rendering tells."""


@examples
@given(requests())
def test_what_is_counted_is_in_the_text(request):
    """A grain that is there in full has its own words in the text, and one that is omitted has none."""
    marks = [f"mark{index}x" for index in range(len(request.hits))]
    marked = [
        replace(
            hit,
            fields={name: value for name, value in hit.fields.items() if name != "content_blocks"}
            | {TOLD[hit.grain_type]: mark},
            supersession_status=None,
            superseded_by_hash=None,
        )
        for hit, mark in zip(request.hits, marks, strict=True)
    ]
    answer = made(replace(request, hits=marked))
    outcomes = [decision.outcome for decision in answer.decisions or []]
    full = [mark for mark, outcome in zip(marks, outcomes, strict=True) if outcome is Allocation.FULL]
    omitted = [mark for mark, outcome in zip(marks, outcomes, strict=True) if outcome is Allocation.OMIT]

    assert [mark for mark in full if mark not in answer.text] == []
    assert [mark for mark in omitted if mark in answer.text] == []


# The text


@examples
@given(requests())
def test_nothing_hidden_is_in_the_text(request):
    """What cannot be seen is shown as an escape, in every format."""
    assert HIDDEN.findall(made(request).text) == []


@examples
@given(requests())
def test_no_line_end_but_lf_is_in_the_text(request):
    """Lines end in LF alone, and the last one in nothing."""
    text = made(request).text

    assert "\r" not in text
    assert not text.endswith("\n")


# The same


def turned(value: Any) -> Any:
    """A value with the keys of every object in it the other way round."""
    if isinstance(value, dict):
        return {key: turned(inner) for key, inner in reversed(value.items())}
    return [turned(inner) for inner in value] if isinstance(value, list) else value


@examples
@given(requests())
def test_the_same_request_gives_the_same_answer(request):
    """Whatever order the keys of fields are in, and however often it is asked."""
    hits = [replace(hit, fields=turned(hit.fields)) for hit in request.hits]

    assert made(request) == made(replace(request, hits=hits)) == made(request)


@examples
@given(requests())
def test_nothing_is_changed(request):
    """Hits, policy and hints are afterwards what they were."""
    before = deepcopy(request)
    made(request)

    assert before == request


@examples
@given(requests())
def test_the_door_says_the_same(request):
    """As JSON the request gets the answer that it gets in Python, with the decisions."""
    explained = replace(request, policy=replace(request.policy, explain=True))
    answer = call("assemble", msgspec.json.encode(explained))

    assert msgspec.to_builtins(made(request)) == msgspec.to_builtins(msgspec.json.decode(answer, type=FormattedContext))


# Any request

KEYS = sorted(
    {
        *AssembleRequest.__struct_fields__,
        *FormatPolicy.__struct_fields__,
        *RenderingHints.__struct_fields__,
        *SearchHit.__struct_fields__,
    }
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | strings,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS) | strings, inner, max_size=4),
    max_leaves=15,
)


def checked(request: bytes) -> dict[str, Any]:
    """The answer of the door, well-formed."""
    answer: dict[str, Any] = json.loads(call("assemble", request))
    if "error" in answer:
        assert answer["error"]["path"].startswith("$")
        assert answer["error"]["code"] in ("invalid_json", "invalid_request", "over_limit", "too_deep")
    else:
        assert answer["included_count"] >= 0
        assert isinstance(answer["text"], str)
    return answer


@examples
@given(anything)
def test_the_door_is_total(value):
    """Any JSON gets a result or a well-formed error."""
    checked(json.dumps(value).encode())


@examples
@given(requests(), st.data())
def test_the_door_is_total_for_almost_requests(request, data):
    """A request with one value that is something else gets a result or an error at that value."""
    document = msgspec.to_builtins(request)
    at = document
    path = "$"
    while isinstance(at, dict | list) and at:
        key = data.draw(st.sampled_from(sorted(at)) if isinstance(at, dict) else st.integers(0, len(at) - 1))
        path += f".{key}" if isinstance(key, str) else f"[{key}]"
        if not isinstance(at[key], dict | list) or not at[key] or data.draw(st.integers(0, 3)) == 0:
            at[key] = data.draw(anything)
            break
        at = at[key]
    error = checked(json.dumps(document).encode()).get("error", {"code": "invalid_json"})

    assert error["code"] == "invalid_json" or error["path"].startswith(path) or path.startswith(error["path"])


ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)


NO_JSON: dict[str, Any] = {
    "an object": object(),
    "half a character": "\ud800",
    "a key that is no text": {1: 2},
    "a key that is half a character": {"\ud800": 1},
    "a circle": ENDLESS,
}


@pytest.mark.parametrize("name", NO_JSON)
@each_format
def test_fields_that_are_no_json_are_refused(format, name):
    """What only Python can put into a field is a typed error there, whatever the format."""
    value = NO_JSON[name]
    paths: list[str] = []
    for nested in (value, [value], {"a": value}):
        hit = SearchHit(grain_type="fact", fields={"object": nested})
        with pytest.raises(InvalidRequest) as error:
            made(AssembleRequest(hits=[hit], policy=FormatPolicy(format=format)))
        paths.append(error.value.path)

    assert [path[:16] for path in paths] == ["$.hits[0].fields"] * 3
