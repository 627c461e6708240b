"""A row of every package becomes a hit."""

import uuid
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contextc.recall import ContextAssembler, FormatPolicy, SearchHit
from contextc.recall.adapters import (
    from_dicts,
    from_haystack,
    from_langgraph,
    from_llama_index,
    from_mem0,
    from_zep,
    read_hits,
)
from core.recall.adapters.shapes import DAY, Document, Edge, Item, Node, NodeWithScore, Resource


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
        fields={"content": "Likes tea", "user_id": "mira", "topic": "drinks", "id": "m1"},
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
    new = Edge("e2", "LIVES_IN", "mira lives in Basel", DAY, None, None, {"canton": "BS"})
    hits = from_zep([old, new])
    assert [(hit.fields["content"], hit.created_at_sec, hit.conflict_status) for hit in hits] == [
        ("mira lived in Bern", 1735689600, "outdated"),
        ("mira lives in Basel", 1735689600, None),
    ]
    assert hits[1].fields == {
        "content": "mira lives in Basel",
        "name": "LIVES_IN",
        "valid_at": "2025-01-01T00:00:00+00:00",
        "canton": "BS",
        "id": "e2",
    }


@pytest.mark.parametrize(
    ("ends", "status"),
    [({"expired_at": DAY}, "outdated"), ({"invalid_at": "", "expired_at": None}, None)],
)
def test_an_edge_that_expired(ends: dict[str, Any], status: str | None):
    """An edge that a store took back is outdated; an end without a time is none."""
    assert from_zep([{"fact": "a", **ends}])[0].conflict_status == status


def test_an_edge_begins_when_it_is_made():
    """Without a time from which it is valid, the time at which it was made counts."""
    assert from_zep([{"fact": "a", "created_at": "2025-01-01", "valid_at": None}])[0].created_at_sec == 1735689600


def test_nodes_of_an_edge():
    """A sentence is shown with its subject; without a sentence the triple is."""
    ends = {"name": "LIVES_IN", "source_node_name": "mira", "target_node_name": "Basel"}
    assert [hit.fields for hit in from_zep([{**ends, "fact": "mira lives there"}, ends])] == [
        {"content": "mira lives there", "name": "LIVES_IN", "target_node_name": "Basel", "subject": "mira"},
        {"subject": "mira", "relation": "LIVES_IN", "object": "Basel"},
    ]


def test_langgraph_items():
    """A value with a text is a fact in its namespace; any other is shown field by field."""
    text = Item(("mira", "notes"), "k1", {"text": "tea", "n": 1}, DAY, 0.7)
    other = Item((), "k2", {"theme": "dark"}, DAY)
    hits = from_langgraph([text, other])
    assert [(hit.grain_type, hit.fields, hit.score, hit.source_namespace) for hit in hits] == [
        ("fact", {"content": "tea", "n": 1, "id": "k1", "namespace": "mira/notes"}, 0.7, "mira/notes"),
        ("memory", {"theme": "dark", "id": "k2"}, None, None),
    ]
    assert [hit.created_at_sec for hit in hits] == [1735689600, 1735689600]


@pytest.mark.parametrize(
    ("value", "kind", "fields"),
    [
        ("tea", "fact", {"content": "tea"}),
        (
            {"kind": "Memory", "content": {"content": "dark mode"}},
            "fact",
            {"content": "dark mode", "kind": "Memory"},
        ),
        (
            {"kind": "Triple", "content": {"subject": "mira", "predicate": "likes", "object": "tea"}},
            "fact",
            {"kind": "Triple", "subject": "mira", "object": "tea", "relation": "likes"},
        ),
        ({"subject": "math", "grade": 3}, "memory", {"subject": "math", "grade": 3}),
        ({"content": ["a"]}, "memory", {"content": ["a"]}),
    ],
)
def test_values_of_langgraph(value: Any, kind: str, fields: dict[str, Any]):
    """Texts, what LangMem keeps one level down, and values of which a fact would show a part alone."""
    (hit,) = from_langgraph([{"key": "k", "value": value}])
    assert (hit.grain_type, hit.fields) == (kind, {**fields, "id": "k"})


def test_llama_index_nodes():
    """A node's text and metadata, and the score beside it."""
    (hit,) = from_llama_index([NodeWithScore(Node("tea", "n1", {"file": "a.md"}), 0.5)])
    assert (hit.fields, hit.score) == ({"content": "tea", "file": "a.md", "id": "n1"}, 0.5)


@pytest.mark.parametrize(
    "node",
    [
        Resource(),
        {"id_": "n", "metadata": {"page": 3}, "text_resource": {"text": "tea"}, "embedding": None},
        {"id_": "n", "metadata": {"page": 3}, "text": "tea", "embedding": [0.1]},
    ],
)
def test_nodes_of_every_kind(node: Any):
    """A text is found where the kind of node has it, in objects and in their JSON."""
    assert from_llama_index([node, {"node": node}])[1].fields == {"content": "tea", "page": 3, "id": "n"}
    assert from_llama_index([node]) == from_llama_index([{"node": node}])


def test_haystack_documents():
    """A document's content and meta."""
    (hit,) = from_haystack([Document("d1", "tea", {"page": 3}, 0.5)])
    assert (hit.fields, hit.score) == ({"content": "tea", "page": 3, "id": "d1"}, 0.5)


@pytest.mark.parametrize("read", [from_haystack, from_dicts, read_hits])
def test_flat_haystack_documents(read: Any):
    """`to_dict` lays meta flat; vectors and bytes are not for a model."""
    flat = {
        "id": "d1",
        "content": "tea",
        "blob": None,
        "score": 0.5,
        "embedding": [0.1],
        "sparse_embedding": None,
        "page": 3,
    }
    assert read([flat]) == from_haystack([Document("d1", "tea", {"page": 3, "embedding": [0.1]}, 0.5)])


@pytest.mark.parametrize("content", [None, ""])
def test_a_document_without_text(content: str | None):
    """One image among texts is shown by what is known of it."""
    (hit,) = from_haystack([Document("d1", content, {"file": "a.png"}, None)])
    assert (hit.grain_type, hit.fields) == ("memory", {"file": "a.png", "id": "d1"})


def test_metadata_that_would_hide_a_text():
    """Of the names by which a fact is shown, and its id, metadata keeps its own beside."""
    beside = {"content": "x", "subject": "a", "relation": "b", "object": "c", "id": "other", "page": 3}
    (hit,) = from_mem0([{"id": "m", "memory": "Likes tea", "metadata": beside}])
    assert hit.fields.pop("metadata") == {key: value for key, value in beside.items() if key != "page"}
    assert hit.fields == {"content": "Likes tea", "page": 3, "id": "m"}
    assert ContextAssembler().format([hit], FormatPolicy.gpt4()).text == "- Likes tea"


def test_a_time_in_metadata():
    """A document whose metadata says when it was made is of that time."""
    assert from_haystack([{"content": "a", "meta": {"created_at": "2025-01-01"}}])[0].created_at_sec == 1735689600


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


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        (
            {"subject": "mira", "relation": "likes", "object": "tea"},
            {"subject": "mira", "relation": "likes", "object": "tea"},
        ),
        ({"text": "a", "content": [{"type": "image"}]}, {"content": "a"}),
        ({"text": "a", "metadata": {"page": 3, "b": 1}, "b": 2}, {"content": "a", "b": 2, "page": 3}),
        ({"page_content": "a", "metadata": {"page": 3}}, {"content": "a", "page": 3}),
        ({"text": "a", "id": ""}, {"content": "a"}),
    ],
)
def test_plain_records(row: dict[str, Any], fields: dict[str, Any]):
    """A triple or a text, with what is known beside it; what a record itself says comes first."""
    assert [("fact", fields)] == [(hit.grain_type, hit.fields) for hit in from_dicts([row])]


def test_what_is_no_json_becomes_text():
    """Dates, ids, decimals and objects in metadata are text, numbers that are none are null."""
    one = uuid.UUID(int=1)
    meta = {
        "at": DAY,
        "uuid": one,
        "cost": Decimal("1.50"),
        "nan": float("nan"),
        "big": 2**70,
        "deep": ({"a": (1, b"x")},),
    }
    (hit,) = from_haystack([{"content": "a", "meta": meta}])
    assert hit.fields == {
        "content": "a",
        "at": "2025-01-01T00:00:00+00:00",
        "uuid": str(one),
        "cost": "1.50",
        "nan": None,
        "big": float(2**70),
        "deep": [{"a": [1, "b'x'"]}],
    }


@pytest.mark.parametrize("score", [None, "0.5", float("nan"), float("inf"), True, [0.5], 10**400, 1j, Decimal("sNaN")])
def test_what_is_no_score_is_none(score: object):
    """A score is a finite number, or there is none."""
    assert from_dicts([{"text": "a", "score": score}])[0].score is None


@pytest.mark.parametrize("score", [Decimal("0.5"), Fraction(1, 2), 0.5])
def test_numbers_of_every_kind(score: object):
    """A score of a database's own kind of number is one."""
    assert from_dicts([{"text": "a", "score": score}])[0].score == 0.5
