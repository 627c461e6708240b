"""Answers of other stores, of a kind that is named or found, become hits."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.errors import ContextcError, InvalidRequest
from contextc.recall import ContextAssembler, FormatPolicy, SearchHit
from contextc.recall.adapters import (
    ADAPTERS,
    from_dicts,
    from_haystack,
    from_langgraph,
    from_llama_index,
    from_mem0,
    from_zep,
    read_hits,
)
from core.recall.adapters.shapes import Answer, Edge, Node, NodeWithScore


def test_answers_that_are_objects():
    """The list that an answer has as an attribute is read."""
    edge = Edge("e", "N", "a", None, None)
    nodes = [NodeWithScore(Node("b", "n"), 0.5)]
    assert from_zep(Answer(edges=[edge])) == from_zep([edge])
    assert from_llama_index(Answer(source_nodes=nodes)) == from_llama_index(nodes)


@pytest.mark.parametrize(
    ("read", "given_", "path"),
    [
        (from_mem0, 7, "$"),
        (from_mem0, {"results": [{"id": "m"}]}, "$.results[0]"),
        (from_mem0, {"results": [], "relations": [{"source": "a"}]}, "$.relations[0]"),
        (from_zep, {"edges": [{"uuid": "e"}]}, "$.edges[0]"),
        (from_langgraph, [{"key": "k", "value": {}}], "$[0]"),
        (from_llama_index, [{"node": {}}], "$[0]"),
        (from_haystack, ["a", {"meta": {}}], "$[1]"),
        (from_dicts, "text", "$"),
        (from_dicts, [7], "$[0]"),
        (from_dicts, {"a", "b"}, "$"),
        (from_dicts, [{"theme": "dark"}], "$[0]"),
        (read_hits, {"theme": "dark"}, "$"),
        (read_hits, {"results": [], "relations": [{}]}, "$.relations[0]"),
        (from_dicts, [{"grain_type": "fact", "fields": {}, "memory_id": -1}], "$[0].memory_id"),
        (from_dicts, [{"grain_type": "fact", "fields": {}, "memory_id": 1.5}], "$[0].memory_id"),
        (from_dicts, {"hits": [{"grain_type": 7, "fields": {}}]}, "$.hits[0].grain_type"),
        (from_dicts, [{"grain_type": "fact"}], "$[0]"),
        (from_dicts, [{"grain_type": "fact", "fields": {}, "memory_id": "x"}], "$[0].memory_id"),
    ],
)
def test_a_row_that_is_none_is_named(read: Any, given_: object, path: str):
    """The error leads to the row."""
    with pytest.raises(InvalidRequest) as caught:
        read(given_)
    assert path == caught.value.path


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({"hits": [{"grain_type": "fact", "fields": {"content": "a"}}]}, "dicts"),
        ([{"grain_type": "fact", "fields": {"content": "a"}}], "dicts"),
        ([{"text": "a", "node": "n1"}], "llama_index"),
        ({"results": [{"memory": "a"}], "relations": [{"source": "b", "relationship": "c", "target": "d"}]}, "mem0"),
        ({"results": [{"memory": "a"}]}, "mem0"),
        ([{"memory": "a"}], "mem0"),
        ({"edges": [{"fact": "a"}]}, "zep"),
        ([{"fact": "a"}], "zep"),
        ({"items": [{"key": "k", "value": {"text": "a"}}]}, "langgraph"),
        ([{"key": "k", "value": {"text": "a"}}], "langgraph"),
        ({"nodes": [{"node": {"text": "a"}}]}, "llama_index"),
        ([{"node": {"text": "a"}}], "llama_index"),
        ({"documents": [{"content": "a"}]}, "haystack"),
        ([{"content": "a", "meta": {"b": 1}}], "haystack"),
    ],
)
def test_the_kind_is_found(value: object, name: str):
    """JSON is read as what its list or its records say it is."""
    assert read_hits(value) == ADAPTERS[name](value)
    assert read_hits(value)[0].fields["content"] == "a"


@pytest.mark.parametrize(("value", "texts"), [([], []), (["a", "b"], ["a", "b"]), ({"text": "a"}, ["a"])])
def test_what_is_of_no_kind_has_a_text(value: object, texts: list[str]):
    """Texts, and records with one, are hits as well."""
    assert [hit.fields["content"] for hit in read_hits(value)] == texts


@pytest.mark.parametrize(
    "value",
    [
        {"results": [{"content": "a", "score": 0.5}]},
        {"results": [{"grain_type": "fact", "fields": {"content": "a"}, "score": 0.5}]},
        {"edges": [{"content": "a", "score": 0.5}]},
        {"documents": [{"page_content": "a", "score": 0.5}]},
    ],
)
def test_a_list_whose_name_says_little(value: object):
    """What a record says of itself counts more than the name of its list."""
    assert [(hit.fields, hit.score) for hit in read_hits(value)] == [({"content": "a"}, 0.5)]


def test_kinds_are_mixed():
    """Every record is read as what it is, and so is one alone."""
    gone = {"fact": "b", "invalid_at": "2025-01-01"}
    rows: list[Any] = ["a", gone, {"memory": "c", "metadata": {"n": 1}}, SearchHit(grain_type="goal", fields={})]
    hits = read_hits(rows)
    assert hits == [*from_dicts(["a"]), *from_zep([gone]), *from_mem0(rows[2:3]), rows[3]]
    assert read_hits(gone) == from_zep([gone])


def test_an_error_says_what_to_do():
    """It names what a record may say."""
    with pytest.raises(
        InvalidRequest, match="without a source, a relationship and a target is no record to recall: give it"
    ):
        from_mem0({"results": [], "relations": [{"source": "a"}]})
    with pytest.raises(InvalidRequest, match="give a list, or an object that has one as results or memories"):
        from_mem0(7)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(["content", "id", "score", "node", "metadata", "value", "fact", "results", "created_at"])
            | st.text(),
            inner,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_read_or_refused(value: Any):
    """Whatever comes gives hits that can be shown, or an error with a path."""
    try:
        hits = read_hits(value)
    except ContextcError as error:
        assert error.path.startswith("$")
    else:
        assert json.loads(ContextAssembler().format(hits, FormatPolicy.json_api()).text) is not None
