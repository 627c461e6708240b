"""What other stores and libraries return -> hits; none of them is imported, records may be objects or mappings.

Scores are similarities, higher is better: a distance is to be turned round before.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

import msgspec

from contextc.errors import InvalidRequest
from contextc.limits import U64_MAX
from contextc.recall.adapters.reading import as_json, get, mapping_of, no_record, rows_of, score_of, text_of
from contextc.recall.adapters.times import seconds
from contextc.recall.hits import SearchHit
from contextc.vocabulary import U64, ConflictStatus

TEXTS = ("content", "text", "memory", "fact", "page_content", "data")
"""Keys under which a record has its text."""

CREATED = ("created_at", "createdAt", "timestamp", "valid_at")


def from_mem0(results: Any) -> list[SearchHit]:
    """Results of mem0's `search` or `get_all`, with the relations of its graph as facts.

    >>> from_mem0({"results": [{"id": "m1", "memory": "likes tea", "score": 0.8, "metadata": {"topic": "drinks"}}]})[0].fields
    {'content': 'likes tea', 'topic': 'drinks', 'id': 'm1'}
    """
    hits = [
        _texted(row, path, ("memory", "data", "text"), beside=("metadata",))
        for path, row in rows_of(results, "$", "results", "memories")
    ]
    relations = cast(Mapping[str, Any], results).get("relations") if isinstance(results, Mapping) else None
    return hits + [_related(row, path) for path, row in rows_of(relations or [], "$.relations")]


def from_zep(edges: Any) -> list[SearchHit]:
    """Edges of a Zep or Graphiti graph; one that is no longer valid is outdated.

    >>> hit = from_zep([{"fact": "mira moved", "valid_at": "2025-01-01T00:00:00Z", "invalid_at": "2025-02-01T00:00:00Z"}])[0]
    >>> hit.created_at_sec, str(hit.conflict_status)
    (1735689600, 'outdated')
    """
    return [_edge(row, path) for path, row in rows_of(edges, "$", "edges")]


def from_langgraph(items: Any) -> list[SearchHit]:
    """Items of a LangGraph store; the value is the grain, its namespace the session.

    >>> from_langgraph([{"namespace": ["mira", "notes"], "key": "k", "value": {"text": "tea"}, "score": None}])[0].fields
    {'content': 'tea', 'id': 'k', 'namespace': 'mira/notes'}
    """
    return [_item(row, path) for path, row in rows_of(items, "$", "items")]


def from_llama_index(nodes: Any) -> list[SearchHit]:
    """Nodes with scores of LlamaIndex, or bare nodes.

    >>> from_llama_index([{"node": {"text": "tea", "id_": "n", "metadata": {"file": "a.md"}}, "score": 0.5}])[0].fields
    {'content': 'tea', 'file': 'a.md', 'id': 'n'}
    """
    return [_node(row, path) for path, row in rows_of(nodes, "$", "nodes", "source_nodes")]


def from_haystack(documents: Any) -> list[SearchHit]:
    """Documents of Haystack.

    >>> from_haystack({"documents": [{"content": "tea", "meta": {"page": 3}, "score": 0.5}]})[0].fields
    {'content': 'tea', 'page': 3}
    """
    return [_texted(row, path, ("content",), beside=("meta",)) for path, row in rows_of(documents, "$", "documents")]


def from_dicts(rows: Any) -> list[SearchHit]:
    """Hits as JSON has them, records with a text under a usual key, or bare texts.

    >>> [hit.fields for hit in from_dicts(["green", {"text": "black", "page": 3}])]
    [{'content': 'green'}, {'content': 'black', 'page': 3}]
    """
    return [_row(row, path) for path, row in rows_of(rows, "$", "hits")]


class Adapter(NamedTuple):
    """How records of one kind are known, and who reads them."""

    list_name: str | None
    """The key of an object under which it has them."""
    marks: tuple[str, ...]
    """Keys that a record of this kind has, and no other."""
    read: Callable[[Any], list[SearchHit]]


ADAPTERS = {
    "hits": Adapter("hits", ("grain_type",), from_dicts),
    "zep": Adapter("edges", ("fact",), from_zep),
    "mem0": Adapter("results", ("memory",), from_mem0),
    "langgraph": Adapter("items", ("value", "key"), from_langgraph),
    "llama_index": Adapter("nodes", ("node",), from_llama_index),
    "haystack": Adapter("documents", ("content", "meta"), from_haystack),
}
"""By name; what is known as none of them is read by `from_dicts`."""


def read_hits(value: Any) -> list[SearchHit]:
    """Hits from decoded JSON of any of these kinds, by the name of its list or by the keys of its first record.

    >>> read_hits([{"fact": "mira moved", "uuid": "e1"}])[0].fields
    {'content': 'mira moved', 'id': 'e1'}
    """
    if isinstance(value, Mapping):
        named = next((adapter for adapter in ADAPTERS.values() if adapter.list_name in value), None)
        return named.read(value) if named else from_dicts([value])
    first = cast(list[object], value)[0] if isinstance(value, list) and value else None
    known = next(
        (adapter for adapter in ADAPTERS.values() if all(get(first, mark) is not None for mark in adapter.marks)), None
    )
    return (known.read if known else from_dicts)(value)


def _texted(row: Any, path: str, names: tuple[str, ...], *, beside: tuple[str, ...] = (), **more: Any) -> SearchHit:
    """A hit that says a text; what is known beside it are its other fields."""
    text = row if isinstance(row, str) else text_of(row, *names)
    if text is None:
        raise no_record(row, path, *names)
    fields = {"content": as_json(text), **{k: v for k, v in mapping_of(get(row, *beside)).items() if k != "content"}}
    return _hit(row, "fact", fields, **more)


def _hit(row: Any, kind: str, fields: dict[str, Any], **more: Any) -> SearchHit:
    identity = get(row, "id", "uuid", "id_", "node_id", "key") if not isinstance(row, str) else None
    if identity is not None and "id" not in fields:
        fields["id"] = identity if type(identity) is int and 0 <= identity <= U64_MAX else str(identity)
    return SearchHit(
        grain_type=kind,
        fields=fields,
        score=score_of(row, "score", "similarity", "relevance"),
        created_at_sec=seconds(get(row, *CREATED)),
        memory_id=U64(identity) if type(identity) is int and 0 <= identity <= U64_MAX else None,
        **more,
    )


def _related(row: Any, path: str) -> SearchHit:
    parts = [text_of(row, "source"), text_of(row, "relationship", "relation"), text_of(row, "target", "destination")]
    if not all(parts):
        raise no_record(row, path, "source, relationship and target")
    return _hit(row, "fact", dict(zip(("subject", "relation", "object"), parts, strict=True)))


def _edge(row: Any, path: str) -> SearchHit:
    fact = text_of(row, "fact", "content")
    if fact is None:
        raise no_record(row, path, "fact")
    fields: dict[str, Any] = {"content": as_json(fact), **mapping_of(get(row, "attributes"))}
    gone = get(row, "invalid_at", "expired_at") is not None
    made = _hit(row, "fact", fields, conflict_status=ConflictStatus.OUTDATED if gone else None)
    valid = seconds(get(row, "valid_at"))
    return msgspec.structs.replace(made, created_at_sec=valid or made.created_at_sec)


def _item(row: Any, path: str) -> SearchHit:
    value, namespace = get(row, "value"), get(row, "namespace")
    session = "/".join(map(str, cast(list[Any], namespace))) if isinstance(namespace, list | tuple) else None
    if isinstance(value, str):
        fields: dict[str, Any] = {"content": as_json(value)}
    else:
        fields = mapping_of(value)
        if not fields:
            raise no_record(row, path, "value")
        said = next((key for key in TEXTS if isinstance(fields.get(key), str)), None)
        if said is not None:
            fields = {"content": fields.pop(said), **fields}
    made = _hit(row, "fact" if "content" in fields or "subject" in fields else "memory", fields)
    if session:
        made.fields.setdefault("namespace", session)
    return msgspec.structs.replace(made, source_namespace=session)


def _node(row: Any, path: str) -> SearchHit:
    node = get(row, "node") or row
    reads = getattr(node, "get_content", None)
    text = text_of(node, "text", "content") or (reads() if callable(reads) else None)
    if not isinstance(text, str) or not text:
        raise no_record(row, path, "text")
    fields = {
        "content": as_json(text),
        **{k: v for k, v in mapping_of(get(node, "metadata")).items() if k != "content"},
    }
    return msgspec.structs.replace(_hit(node, "fact", fields), score=score_of(row, "score"))


def _row(row: Any, path: str) -> SearchHit:
    if isinstance(row, SearchHit):
        return row
    if isinstance(row, Mapping) and "grain_type" in row:
        return _decoded(cast(Mapping[str, Any], row), path)
    if isinstance(row, str):
        return _texted(row, path, TEXTS)
    said = next((name for name in TEXTS if text_of(row, name)), None)
    if said is None:
        raise no_record(row, path, "grain_type", *TEXTS)
    if not isinstance(row, Mapping):
        return _texted(row, path, TEXTS, beside=("metadata", "meta"))
    known = {said, "score", "similarity", "relevance", "id", *CREATED}
    fields = {key: item for key, item in mapping_of(cast(Mapping[object, object], row)).items() if key not in known}
    return _hit(row, "fact", {"content": as_json(text_of(row, said)), **fields})


def _decoded(row: Mapping[str, Any], path: str) -> SearchHit:
    try:
        return msgspec.convert(row, SearchHit, dec_hook=lambda kind, value: kind(int(value)))
    except msgspec.ValidationError as error:
        message, _, inner = str(error).rpartition(" - at `")
        place = inner[1:-1] if message else ""
        raise InvalidRequest(message or str(error), path=f"{path}{place}") from None
