"""What a grain says, before any format."""

import pytest

from contextc.recall.content import (
    EDGES_SHOWN,
    bindings,
    blocks,
    event_text,
    fact_parts,
    fact_sentence,
    failed,
    goal_criteria,
    goal_state,
    goal_text,
    observed,
    recommendation_text,
    recommended,
    skill_text,
    speaker,
    state_details,
    state_label,
    state_text,
    told,
    tool_name,
    tool_text,
    topology,
    withdrawn,
    workflow_size,
)


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"relation": "mira", "role": "user", "speaker": "bo"}, "mira"),
        ({"relation": "", "role": "user", "speaker": "bo"}, "user"),
        ({"role": 1, "speaker": "bo"}, "bo"),
        ({}, ""),
    ],
)
def test_speakers(fields: dict, name: str):
    """The first name of relation, role and speaker that is not empty."""
    assert speaker(fields) == name


def test_an_event_says_its_content():
    """Blocks are another form of it."""
    assert event_text({"content": "hi", "content_blocks": [{"type": "text", "text": "hi"}]}) == "hi"


def test_an_event_says_its_body():
    """Some stores have another name for the content (section 5.4, A9)."""
    assert event_text({"body": "hi"}) == "hi"


@pytest.mark.parametrize(
    ("block", "text"),
    [
        ({"type": "text", "text": "hi"}, "hi"),
        ({"type": "text"}, ""),
        ({"type": "tool_use", "name": "run", "id": "t1", "input": {"z": 1, "a": "x"}}, '[call run] {"a":"x","z":1}'),
        ({"type": "tool_use"}, "[call ] {}"),
        ({"type": "tool_result", "content": "ok"}, "[result] ok"),
        ({"type": "tool_result", "content": {"rows": 3}, "is_error": True}, '[error] {"rows":3}'),
        ({"type": "tool_result", "is_error": "true"}, "[result] "),
    ],
)
def test_blocks_in_words(block: dict, text: str):
    """An event that has nothing but blocks says those."""
    assert event_text({"content_blocks": [block]}) == text


def test_blocks_of_unknown_kinds_say_nothing():
    """They are skipped, as is what is no block."""
    given = [{"type": "image"}, {"type": 1}, {}, "text", None, {"type": "text", "text": "a"}]
    assert (blocks({"content_blocks": given}), event_text({"content_blocks": given})) == (
        [{"type": "text", "text": "a"}],
        "a",
    )


@pytest.mark.parametrize("given", [None, "text", {"type": "text"}])
def test_blocks_are_a_list(given: object):
    """Anything else has none."""
    assert (blocks({"content_blocks": given}), event_text({"content_blocks": given})) == ([], "")


def test_the_parts_of_a_fact():
    """What is no string is not there."""
    assert fact_parts({"subject": "a", "relation": 1}) == ("a", "", "")


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"subject": "a", "relation": "is", "content": "a is b"}, "a is b"),
        ({"subject": "a", "relation": "is", "object": "b", "content": "a is b"}, ""),
        ({}, ""),
    ],
)
def test_a_fact_may_be_a_sentence(fields: dict, text: str):
    """Its content counts where the triple is not whole."""
    assert fact_sentence(fields) == text


@pytest.mark.parametrize(
    ("context", "label"),
    [
        ({"label": "checkout", "name": "x"}, "checkout"),
        ({"label": "", "title": "cart", "name": "x"}, "cart"),
        ({"description": "paying", "title": "x"}, "paying"),
        ({"name": "n"}, "n"),
        ({"a": 1, "b": 2}, "2 keys"),
        ({"label": 5}, "1 keys"),
        ({}, "0 keys"),
        ([], "state"),
        (None, "state"),
        ("", "state"),
        ("free text", "free text"),
    ],
)
def test_labels_of_states(context: object, label: str):
    """The first name of the snapshot, else how many keys it has; a snapshot that is a text says itself."""
    assert state_label({"context": context}) == label


def test_a_state_may_be_its_content():
    """Without a snapshot what it says stands there."""
    assert (state_label({"content": "paying"}), state_label({})) == ("paying", "state")


def test_all_of_a_state():
    """Every other key of the snapshot, sorted; the name that is the label is not said twice."""
    fields = {"context": {"zip": None, "label": "checkout", "cart": 3, "coupon": "X1", "name": "n", "to": {"a": 1}}}
    assert state_details(fields) == 'cart=3; coupon=X1; name=n; to={"a":1}; zip=null'
    assert state_text(fields) == f"checkout ({state_details(fields)})"


@pytest.mark.parametrize("context", ["free text", None, {"label": "x"}])
def test_states_without_details(context: object):
    """The label is all."""
    fields = {"context": context}
    assert (state_details(fields), state_text(fields)) == ("", state_label(fields))


def edge(src: object = "a", dst: object = "b", **more: object) -> dict:
    """An edge."""
    return {"src": src, "dst": dst, **more}


@pytest.mark.parametrize(
    ("edges", "text"),
    [
        ([edge(), edge("b", "c", cond="green", max_cycles=2)], "a -> b; b -> c [when green] [max 2x]"),
        ([edge(max_cycles=0)], "a -> b [max 0x]"),
        ([edge(max_cycles=-1, cond=1)], "a -> b"),
        ([edge(max_cycles=2.0)], "a -> b"),
        ([edge(max_cycles=2**64 - 1)], f"a -> b [max {2**64 - 1}x]"),
        ([edge(src=1), edge(dst=None), {}, "a", edge("", "")], " -> "),
        ([], ""),
        ([edge()] * 12, "; ".join(["a -> b"] * 12)),
        ([edge()] * 13, "; ".join(["a -> b"] * 12 + ["… +1 more"])),
        ([None] * 12 + [edge()], "… +1 more"),
    ],
)
def test_edges_of_a_workflow(edges: list, text: str):
    """The first twelve, those without two names skipped, and how many more there are."""
    assert topology({"edges": edges, "nodes": ["a"]}) == text


@pytest.mark.parametrize(("nodes", "text"), [(["a", 1, "b"], "a, b"), ([], ""), ("a", ""), (None, "")])
def test_nodes_of_a_workflow(nodes: object, text: str):
    """A workflow that has no list of edges is its nodes."""
    assert topology({"nodes": nodes, "edges": "none"}) == text


def test_the_size_of_a_workflow():
    """What is no list counts as none."""
    assert (workflow_size({"nodes": [1, 2, 3], "edges": [{}]}), workflow_size({"nodes": "x"})) == (
        "3 nodes, 1 edges",
        "0 nodes, 0 edges",
    )


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"ship": "h2", "build": "h1"}, "build=h1, ship=h2"),
        ({"build": 1}, ""),
        ({}, None),
        (["a"], None),
        (None, None),
    ],
)
def test_bindings(given: object, text: str | None):
    """Those to strings, sorted; without bindings there is nothing, not even an empty list."""
    assert bindings({"bindings": given}) == text


@pytest.mark.parametrize(
    ("fields", "name"), [({"tool_name": "ls", "tool": "x"}, "ls"), ({"tool": "bash"}, "bash"), ({}, "unknown")]
)
def test_names_of_tools(fields: dict, name: str):
    """By either of two keys."""
    assert tool_name(fields) == name


@pytest.mark.parametrize(
    ("given", "answer"), [(True, True), (False, False), ("true", False), (1, False), (None, False)]
)
def test_failures(given: object, answer: bool):
    """Only `true` is one."""
    assert failed({"is_error": given}) is answer


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"tool_content": "3 rows", "content": "x"}, "3 rows"),
        ({"content": "3 rows"}, "3 rows"),
        ({"error": "timeout: 5s", "tool_content": "partial", "is_error": True}, "timeout: 5s\npartial"),
        ({"error": "timeout: 5s", "is_error": True}, "timeout: 5s"),
        ({"tool_content": {"rows": 3}}, '{"rows":3}'),
        ({}, ""),
    ],
)
def test_what_a_call_brought(fields: dict, text: str):
    """Its error and its result: neither hides the other."""
    assert tool_text(fields) == text


def test_a_tool_says_its_description():
    """A definition has no result (section 5.4, A9)."""
    assert tool_text({"kind": "definition", "description": "lists files"}) == "lists files"


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"subject": "latency", "object": "p95 rising"}, "latency: p95 rising"),
        ({"subject": "latency"}, "latency"),
        ({"object": "p95 rising"}, "p95 rising"),
        ({"subject": "latency", "content": "it rises"}, "latency: it rises"),
        ({"subject": "a", "object": "b", "content": "c"}, "a: b: c"),
        ({}, ""),
    ],
)
def test_what_was_observed(fields: dict, text: str):
    """Whatever of subject, object and content is there."""
    assert observed(fields) == text


def test_goals():
    """The description, or else the content, and by what it is reached."""
    assert (goal_text({"description": "d", "content": "c"}), goal_text({"content": "c"}), goal_text({})) == (
        "d",
        "c",
        "",
    )
    assert (goal_criteria({"criteria": "all"}), goal_criteria({"criteria": ["a"]}), goal_criteria({})) == (
        " (criteria: all)",
        ' (criteria: ["a"])',
        "",
    )


@pytest.mark.parametrize(
    ("fields", "state"),
    [({"goal_state": "failed", "state": "x"}, "failed"), ({"state": "satisfied"}, "satisfied"), ({}, "active")],
)
def test_states_of_goals(fields: dict, state: str):
    """One that does not say is active."""
    assert goal_state(fields) == state


@pytest.mark.parametrize(
    ("given", "word"), [(True, "withdraws"), (False, "grants"), ("true", "grants"), (None, "grants")]
)
def test_consents(given: object, word: str):
    """Only `true` withdraws."""
    assert withdrawn({"is_withdrawal": given}) == word


def test_skills():
    """What for, when and how."""
    fields = {"description": "sort tickets", "when_to_use": "on Mondays", "instructions": "1. read"}
    assert (skill_text(fields), skill_text({"content": "c"}), skill_text({})) == (
        "sort tickets\nUse when: on Mondays\n1. read",
        "c",
        "",
    )


@pytest.mark.parametrize(
    ("summary", "text"),
    [
        ({"args": {"metric": "hit_rate", "count": 3}}, "count=3, metric=hit_rate"),
        ({"args": {"a": {"b": 1}}}, 'a={"b":1}'),
        ({"args": {}}, ""),
        ({"args": ["a"]}, ""),
        ({}, ""),
        ("args", ""),
        (None, ""),
    ],
)
def test_arguments_of_a_recommendation(summary: object, text: str):
    """Sorted; strings as they are."""
    assert (recommended({"summary": summary}), recommended({"summary": summary}, "; ")) == (
        text,
        text.replace(", ", "; "),
    )


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"summary": {"args": {"a": 1}}, "target_ref": "t"}, "a=1"),
        ({"content": "rotate", "target_ref": "t"}, "rotate"),
        ({"description": "rotate", "target_ref": "t"}, "rotate"),
        ({"target_ref": "t"}, "t"),
        ({}, "recommendation"),
    ],
)
def test_what_is_recommended(fields: dict, text: str):
    """The arguments, or its words, or its target, or at least that it is one."""
    assert recommendation_text(fields) == text


def test_any_grain_tells_its_fields():
    """By key, without what is about the grain and not in it."""
    about = dict.fromkeys(
        (
            "type",
            "namespace",
            "created_at",
            "confidence",
            "derived_from",
            "superseded_by",
            "observer_id",
            "observer_type",
        ),
        "x",
    )
    assert told({**about, "b": [1], "a": "x", "kind": "k"}, "kind") == "a: x, b: [1]"


def test_a_content_that_stands_alone_has_no_key():
    """A grain of any store says its content."""
    assert (told({"content": "hi", "namespace": "n"}), told({"content": "hi", "to": "bo"}), told({})) == (
        "hi",
        "content: hi, to: bo",
        "",
    )


def test_twelve_edges_are_shown():
    """Section 5.1."""
    assert EDGES_SHOWN == 12
