"""What other stores return becomes hits."""

import json
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
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


@dataclass
class Item:
    """As LangGraph's store gives one."""

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any]
    created_at: datetime
    score: float | None = None


@dataclass
class Node:
    """As LlamaIndex has one."""

    text: str
    node_id: str
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass
class NodeWithScore:
    """As a retriever of LlamaIndex gives one."""

    node: Node
    score: float | None


@dataclass
class Document:
    """As Haystack has one."""

    id: str
    content: str | None
    meta: dict[str, Any]
    score: float | None


@dataclass
class Edge:
    """As Graphiti has one."""

    uuid: str
    name: str
    fact: str
    valid_at: datetime | None
    invalid_at: datetime | None
    attributes: dict[str, Any] = field(default_factory=dict)


DAY = datetime(2025, 1, 1, tzinfo=UTC)


def test_mem0():
    """Memories are facts with their text, their metadata beside it."""
    (hit,) = from_mem0(
        {
            "results": [
                {
                    "id": "m1",
                    "memory": "Likes tea",
                    "score": 0.8,
                    "metadata": {"topic": "drinks"},
                    "created_at": "2025-01-01T01:00:00+01:00",
                    "user_id": "mira",
                }
            ]
        }
    )
    assert hit == SearchHit(
        grain_type="fact",
        fields={"content": "Likes tea", "topic": "drinks", "id": "m1"},
        score=0.8,
        created_at_sec=1735689600,
    )


def test_mem0_relations():
    """Relations of its graph memory are whole facts."""
    hits = from_mem0({"results": [], "relations": [{"source": "mira", "relationship": "likes", "target": "tea"}]})
    assert [hit.fields for hit in hits] == [{"subject": "mira", "relation": "likes", "object": "tea"}]


def test_a_bare_list_of_mem0():
    """`get_all` of older versions gives a list."""
    assert [hit.fields["content"] for hit in from_mem0([{"memory": "a"}, {"data": "b"}])] == ["a", "b"]


def test_graphiti_edges():
    """An edge is its fact, from when it is valid; one that is no more is outdated."""
    old = Edge("e1", "LIVES_IN", "mira lived in Bern", DAY, DAY)
    new = Edge("e2", "LIVES_IN", "mira lives in Basel", DAY, None, {"canton": "BS"})
    hits = from_zep([old, new])
    assert [(hit.fields["content"], hit.created_at_sec, hit.conflict_status) for hit in hits] == [
        ("mira lived in Bern", 1735689600, "outdated"),
        ("mira lives in Basel", 1735689600, None),
    ]
    assert hits[1].fields == {"content": "mira lives in Basel", "canton": "BS", "id": "e2"}


def test_langgraph_items():
    """A value with a text is a fact in its namespace; any other is shown field by field."""
    text = Item(("mira", "notes"), "k1", {"text": "tea", "n": 1}, DAY, 0.7)
    other = Item((), "k2", {"theme": "dark"}, DAY)
    hits = from_langgraph([text, other])
    assert [(hit.grain_type, hit.fields, hit.score, hit.source_namespace) for hit in hits] == [
        ("fact", {"content": "tea", "n": 1, "id": "k1", "namespace": "mira/notes"}, 0.7, "mira/notes"),
        ("memory", {"theme": "dark", "id": "k2"}, None, ""),
    ]
    assert [hit.created_at_sec for hit in hits] == [1735689600, 1735689600]


def test_a_langgraph_value_may_be_a_text():
    """A value that is a text is what the item says."""
    assert from_langgraph([{"key": "k", "value": "tea"}])[0].fields == {"content": "tea", "id": "k"}


def test_objects_with_a_text_are_rows():
    """An object of any class with a text is a hit, with its metadata."""
    assert from_dicts([Document("d", "tea", {"page": 3}, 0.5)])[0].fields == {"content": "tea", "page": 3, "id": "d"}


def test_llama_index_nodes():
    """A node's text and metadata, and the score beside it."""
    (hit,) = from_llama_index([NodeWithScore(Node("tea", "n1", {"file": "a.md"}), 0.5)])
    assert (hit.fields, hit.score) == ({"content": "tea", "file": "a.md", "id": "n1"}, 0.5)


def test_haystack_documents():
    """A document's content and meta."""
    (hit,) = from_haystack([Document("d1", "tea", {"page": 3}, 0.5)])
    assert (hit.fields, hit.score) == ({"content": "tea", "page": 3, "id": "d1"}, 0.5)


def test_hits_pass_through():
    """Hits, as objects or as JSON, are what they are."""
    hit = SearchHit(grain_type="goal", fields={"description": "x"})
    assert from_dicts([hit, {"grain_type": "goal", "fields": {"description": "x"}, "memory_id": "7"}]) == [
        hit,
        SearchHit(grain_type="goal", fields={"description": "x"}, memory_id=7),
    ]


def test_an_id_of_64_bits_is_a_memory_s():
    """A store's own whole number is carried through; any other id is a field."""
    hits = from_dicts([{"text": "a", "id": 2**64 - 1}, {"text": "a", "id": 2**64}])
    assert [(hit.memory_id, hit.fields["id"]) for hit in hits] == [(2**64 - 1, 2**64 - 1), (None, str(2**64))]


def test_what_is_no_json_becomes_text():
    """Dates, ids, decimals and objects in metadata are text, numbers that are none are null."""
    one = uuid.UUID(int=1)
    meta = {
        "at": DAY,
        "id": one,
        "cost": Decimal("1.50"),
        "nan": float("nan"),
        "big": 2**70,
        "deep": ({"a": (1, b"x")},),
    }
    (hit,) = from_haystack([{"content": "a", "meta": meta}])
    assert hit.fields == {
        "content": "a",
        "at": "2025-01-01T00:00:00+00:00",
        "id": str(one),
        "cost": "1.50",
        "nan": None,
        "big": float(2**70),
        "deep": [{"a": [1, "b'x'"]}],
    }


@pytest.mark.parametrize("score", [None, "0.5", float("nan"), float("inf"), True, [0.5]])
def test_what_is_no_score_is_none(score: object):
    """A score is a finite number, or there is none."""
    assert from_dicts([{"text": "a", "score": score}])[0].score is None


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
        ({"hits": [{"grain_type": "fact", "fields": {"content": "a"}}]}, "hits"),
        ([{"grain_type": "fact", "fields": {"content": "a"}}], "hits"),
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
    """JSON is read as what its list or its first record says it is."""
    assert read_hits(value) == ADAPTERS[name].read(value)
    assert read_hits(value)[0].fields["content"] == "a"


@pytest.mark.parametrize(("value", "texts"), [([], []), (["a", "b"], ["a", "b"]), ({"text": "a"}, ["a"])])
def test_what_is_of_no_kind_has_a_text(value: object, texts: list[str]):
    """Texts, and records with one, are hits as well."""
    assert [hit.fields["content"] for hit in read_hits(value)] == texts


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["content", "id", "score", "node", "a"]) | st.text(), inner)
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
