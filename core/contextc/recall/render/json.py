"""A grain -> a JSON object: everything that is known of it."""

from contextc.recall.hits import SearchHit
from contextc.recall.values import json_text
from contextc.recall.visible import HIDDEN


def full(hit: SearchHit) -> str:
    r"""The envelope of a grain, keys in order.

    >>> full(SearchHit(grain_type="fact", fields={"subject": "a\u200b"}, hash="0" * 64))[:50]
    '{"fields":{"subject":"a\\u200b"},"grain_type":"fact'
    """
    envelope = {
        "conflict_status": hit.conflict_status,
        "fields": hit.fields,
        "grain_type": hit.grain_type,
        "hash": hit.hash,
        "recall_source": None if hit.recall_source == "primary" else hit.recall_source,
        "source_session": hit.source_namespace if hit.recall_source == "census" else None,
        "superseded_by": hit.superseded_by_hash,
        "supersession_status": hit.supersession_status,
    }
    text = json_text({key: value for key, value in envelope.items() if value is not None})
    return HIDDEN.sub(lambda found: _escaped(found[0]), text) if HIDDEN.search(text) else text


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be")
    return "".join([f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2)])
