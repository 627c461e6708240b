"""What other stores and libraries return -> hits; none of them is imported, records may be objects or mappings.

Scores are similarities, higher is better, and are taken as they are: a vector store that answers distances has them turned
round before. What is no finite number is no score.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from contextc.recall.adapters.reading import get, rows_of
from contextc.recall.adapters.rows import RowReader, document, edge, item, memory, node, plain, relation
from contextc.recall.hits import SearchHit


def from_mem0(results: Any) -> list[SearchHit]:
    """Results of mem0's `search` or `get_all`, with the relations of its graph as facts.

    >>> from_mem0({"results": [{"id": "m1", "memory": "likes tea", "score": 0.8, "metadata": {"topic": "drinks"}}]})[0].fields
    {'content': 'likes tea', 'topic': 'drinks', 'id': 'm1'}
    """
    return _read(memory, rows_of(results, "$", "results", "memories")) + _relations(results)


def from_zep(edges: Any) -> list[SearchHit]:
    """Edges of a Zep or Graphiti graph; one that is no longer valid is outdated.

    >>> hit = from_zep([{"fact": "mira moved", "valid_at": "2025-01-01T00:00:00Z", "invalid_at": "2025-02-01T00:00:00Z"}])[0]
    >>> hit.created_at_sec, str(hit.conflict_status)
    (1735689600, 'outdated')
    """
    return _read(edge, rows_of(edges, "$", "edges"))


def from_langgraph(items: Any) -> list[SearchHit]:
    """Items of a LangGraph store; the value is the grain, its namespace the session.

    >>> from_langgraph([{"namespace": ["mira", "notes"], "key": "k", "value": {"text": "tea"}, "score": None}])[0].fields
    {'content': 'tea', 'id': 'k', 'namespace': 'mira/notes'}
    """
    return _read(item, rows_of(items, "$", "items"))


def from_llama_index(nodes: Any) -> list[SearchHit]:
    """Nodes with scores of LlamaIndex, or bare nodes, or a response that has them.

    >>> from_llama_index([{"node": {"text": "tea", "id_": "n", "metadata": {"file": "a.md"}}, "score": 0.5}])[0].fields
    {'content': 'tea', 'file': 'a.md', 'id': 'n'}
    """
    return _read(node, rows_of(nodes, "$", "nodes", "source_nodes"))


def from_haystack(documents: Any) -> list[SearchHit]:
    """Documents of Haystack.

    >>> from_haystack({"documents": [{"content": "tea", "meta": {"page": 3}, "score": 0.5}]})[0].fields
    {'content': 'tea', 'page': 3}
    """
    return _read(document, rows_of(documents, "$", "documents"))


def from_dicts(rows: Any) -> list[SearchHit]:
    """Hits as JSON has them, records with a text under a usual key or with a triple, or bare texts.

    >>> [hit.fields for hit in from_dicts(["green", {"text": "black", "page": 3}])]
    [{'content': 'green'}, {'content': 'black', 'page': 3}]
    """
    return _read(plain, rows_of(rows, "$", "hits"))


ADAPTERS: dict[str, Callable[[Any], list[SearchHit]]] = {
    "dicts": from_dicts,
    "haystack": from_haystack,
    "langgraph": from_langgraph,
    "llama_index": from_llama_index,
    "mem0": from_mem0,
    "zep": from_zep,
}
"""Name -> what reads the answers of that package."""


class Detector(NamedTuple):
    """How rows of one kind are known."""

    marks: tuple[str, ...]
    """Keys that a row of this kind has, and no other."""
    lists: tuple[str, ...]
    """Keys of an object under which it has such rows."""
    read: RowReader


DETECTORS = (
    Detector(("grain_type",), ("hits",), plain),
    Detector(("fact",), ("edges",), edge),
    Detector(("memory",), ("results", "memories"), memory),
    Detector(("value", "key"), ("items",), item),
    Detector(("node",), ("nodes", "source_nodes"), node),
    Detector(("content", "meta"), ("documents",), document),
)
"""The first one whose marks a row has reads it; a row without marks is of the kind of its list."""


def read_hits(value: Any) -> list[SearchHit]:
    """Hits from decoded JSON of any of these kinds: a list, an object that has one, or one record; kinds may be mixed.

    >>> read_hits([{"fact": "mira moved", "uuid": "e1"}, "a text"])[0].fields
    {'content': 'mira moved', 'id': 'e1'}
    """
    if not isinstance(value, Mapping):
        return _detected(plain, rows_of(value, "$"))
    record = cast(Mapping[str, Any], value)
    for detector in DETECTORS:
        if any(isinstance(get(record, name), list) for name in detector.lists):
            hits = _detected(detector.read, rows_of(record, "$", *detector.lists))
            return hits + _relations(record) if detector.read is memory else hits
    return _detected(plain, [("$", record)])


def _detected(usual: RowReader, rows: list[tuple[str, Any]]) -> list[SearchHit]:
    return [_reader(row, usual)(row, path) for path, row in rows]


def _reader(row: Any, usual: RowReader) -> RowReader:
    if isinstance(row, str | SearchHit):
        return plain
    return next((one.read for one in DETECTORS if all(get(row, mark) is not None for mark in one.marks)), usual)


def _read(read: RowReader, rows: list[tuple[str, Any]]) -> list[SearchHit]:
    return [read(row, path) for path, row in rows]


def _relations(results: Any) -> list[SearchHit]:
    found = get(results, "relations")
    return _read(relation, rows_of(found, "$.relations")) if isinstance(found, list) else []
