"""One row of another package's answer -> a hit."""

from collections.abc import Callable, Mapping
from numbers import Integral
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from contextc.errors import InvalidRequest
from contextc.limits import U64_MAX
from contextc.recall.adapters.reading import as_json, as_text, asked, get, mapping_of, no_record, score_of, text_of
from contextc.recall.adapters.times import seconds
from contextc.recall.hits import SearchHit
from contextc.vocabulary import U64, ConflictStatus

RowReader = Callable[[Any, str], SearchHit]
"""A row and its path -> a hit."""

TEXTS = ("content", "text", "memory", "fact", "page_content", "data")
"""Keys under which a record has its text."""

SCORES = ("score", "similarity", "relevance")
CREATED = ("created_at", "createdAt", "timestamp", "valid_at")
IDENTITIES = ("id", "uuid", "id_", "node_id", "key")
BESIDE = ("metadata", "meta", "attributes")
"""What is known beside a text."""

VECTORS = ("embedding", "embeddings", "sparse_embedding", "vector", "fact_embedding", "blob")
"""What no model reads: it would fill a prompt with numbers."""

TRIPLE = ("subject", "relation", "object")
COLLIDING = ("content", *TRIPLE)
"""What a fact is shown by: what stands beside a text under such a name is kept in `fields.metadata`."""

OF_MEM0 = ("user_id", "agent_id", "run_id", "actor_id", "role", "categories", "updated_at", "expiration_date")
OF_EDGES = ("valid_at", "invalid_at", "expired_at")

GENERIC = "memory"
"""A type that is none of the known ones, so every field is shown with its name."""


def memory(row: Any, path: str) -> SearchHit:
    """Of mem0."""
    return _said(row, path, ("memory", "data", "text", *TEXTS), OF_MEM0)


def relation(row: Any, path: str) -> SearchHit:
    """Of mem0's graph."""
    parts = [text_of(row, "source"), text_of(row, "relationship", "relation"), text_of(row, "target", "destination")]
    if not all(parts):
        raise no_record(row, path, "a source, a relationship and a target")
    return _hit(row, "fact", dict(zip(TRIPLE, map(as_json, parts), strict=True)))


def edge(row: Any, path: str) -> SearchHit:
    """Of Zep or Graphiti: the sentence of an edge says more than its triple, so it is what is shown."""
    subject, relation, target = (text_of(row, name) for name in ("source_node_name", "name", "target_node_name"))
    if subject and relation and target and not text_of(row, *TEXTS):
        triple = dict(zip(TRIPLE, (subject, relation, target), strict=True))
        made = _hit(row, "fact", {**mapping_of(triple), **_known(row, OF_EDGES), **_beside(row)})
    else:
        made = _said(row, path, ("fact", *TEXTS), ("name", "target_node_name", *OF_EDGES))
        if subject:
            made.fields["subject"] = as_text(subject)
    gone = get(row, "invalid_at") or get(row, "expired_at")
    return replace(
        made,
        created_at_sec=seconds(get(row, "valid_at")) or made.created_at_sec,
        conflict_status=ConflictStatus.OUTDATED if gone else None,
    )


def item(row: Any, path: str) -> SearchHit:
    """Of a LangGraph store: a value with a text or a triple is a fact, any other is shown field by field."""
    value, namespace = get(row, "value"), get(row, "namespace")
    fields = {"content": as_json(value)} if isinstance(value, str) and value else _grain(mapping_of(value))
    if not fields:
        raise no_record(row, path, "a value with something in it")
    session = "/".join(map(as_text, cast(list[Any], namespace))) if isinstance(namespace, list | tuple) else ""
    made = _hit(row, "fact" if _is_fact(fields) else GENERIC, fields)
    if session:
        made.fields.setdefault("namespace", session)
    return replace(made, source_namespace=session or None)


def node(row: Any, path: str) -> SearchHit:
    """Of LlamaIndex, with a score or bare."""
    inner = get(row, "node")
    source = row if inner is None or isinstance(inner, str | int | float) else inner
    text = text_of(source, *TEXTS) or text_of(get(source, "text_resource"), "text")
    made = _said(source, path, TEXTS, text=text or asked(source, "get_content"))
    return replace(made, score=score_of(row, *SCORES))


def document(row: Any, path: str) -> SearchHit:
    """Of Haystack; its `to_dict` lays the metadata flat beside the rest."""
    if isinstance(row, Mapping) and get(row, *BESIDE) is None:
        return plain(row, path)
    return _said(row, path, TEXTS)


def plain(row: Any, path: str) -> SearchHit:
    """A hit, a text, or a record with a text or a triple."""
    if isinstance(row, SearchHit):
        return row
    if not isinstance(row, Mapping):
        return _said(row, path, TEXTS)
    record = cast(Mapping[str, Any], row)
    if "grain_type" in record:
        return _decoded(record, path)
    whole = mapping_of({key: value for key, value in record.items() if key not in OWN})
    fields = _grain(whole)
    if not _is_fact(fields):
        raise no_record(row, path, "a grain_type, a subject, relation and object", *TEXTS)
    return _hit(row, "fact", {**fields, **{k: v for k, v in _beside(row).items() if k not in fields}})


OWN = frozenset((*SCORES, *CREATED, "id", *BESIDE, *VECTORS))
"""What is not a field of a plain record, but is read in another way, or not at all."""


def _said(row: Any, path: str, names: tuple[str, ...], own: tuple[str, ...] = (), text: Any = None) -> SearchHit:
    """A fact that is a text; without one, what is known beside it."""
    text = row if isinstance(row, str) else text or text_of(row, *names)
    beside = {**_known(row, own), **_beside(row)}
    if isinstance(text, str) and text:
        return _hit(row, "fact", {"content": as_json(text), **beside})
    if not _beside(row):
        raise no_record(row, path, *dict.fromkeys(names))
    return _hit(row, GENERIC, beside)


def _beside(row: Any) -> dict[str, Any]:
    known = {key: value for key, value in mapping_of(get(row, *BESIDE)).items() if key not in VECTORS}
    taken = COLLIDING if _identity(row) is None else ("id", *COLLIDING)
    hiding = {key: known.pop(key) for key in taken if key in known}
    return {**known, "metadata": hiding} if hiding else known


def _known(row: Any, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: as_json(value) for name in names if (value := get(row, name)) is not None}


def _grain(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a grain: its text under `content`, a predicate under `relation`."""
    inner = fields.get("content")
    if isinstance(inner, dict):
        # LangMem has what it remembers one level down, beside the name of its schema.
        fields = {**{key: value for key, value in fields.items() if key != "content"}, **cast(dict[str, Any], inner)}
    if "predicate" in fields and "relation" not in fields:
        fields["relation"] = fields.pop("predicate")
    said = next((key for key in TEXTS if isinstance(fields.get(key), str) and fields[key]), None)
    if said is None:
        return fields
    return {"content": fields[said], **{key: value for key, value in fields.items() if key not in (said, "content")}}


def _is_fact(fields: dict[str, Any]) -> bool:
    """Whether a fact's renderers show it: others would lose what has a name of its own."""
    return any(all(isinstance(fields.get(key), str) and fields[key] for key in keys) for keys in (("content",), TRIPLE))


def _hit(row: Any, kind: str, fields: dict[str, Any]) -> SearchHit:
    identity = _identity(row)
    if identity is not None:
        fields.setdefault("id", identity)
    return SearchHit(
        grain_type=kind,
        fields=fields,
        score=score_of(row, *SCORES),
        created_at_sec=seconds(get(row, *CREATED)) or seconds(get(get(row, *BESIDE), *CREATED)),
        memory_id=U64(identity) if isinstance(identity, int) else None,
    )


def _identity(row: Any) -> int | str | None:
    """A whole number of 64 bits, or a text; `None` without either."""
    found = None if isinstance(row, str) else get(row, *IDENTITIES)
    if isinstance(found, Integral) and not isinstance(found, bool) and 0 <= int(found) <= U64_MAX:
        return int(found)
    return None if found is None else as_text(found) or None


def _decoded(row: Mapping[str, Any], path: str) -> SearchHit:
    try:
        return msgspec.convert(row, SearchHit, dec_hook=lambda _, value: _unsigned(value))
    except msgspec.ValidationError as error:
        message, _, place = str(error).rpartition(" - at `")
        if not message:
            message, place = place, "$`"
        raise InvalidRequest(message[:1].lower() + message[1:], path=path + place[1:-1]) from None


def _unsigned(value: Any) -> U64:
    """An id as the wire has it: a whole number of 64 bits, or its digits."""
    if isinstance(value, str) and len(value) <= 64 and value.isascii() and value.isdecimal():
        value = int(value)
    if type(value) is not int or not 0 <= value <= U64_MAX:
        raise ValueError(f"an id is a whole number from 0 to {U64_MAX}, or its digits as a text")
    return U64(value)
