"""A grain as a JSON object: everything that is known of it."""

import json

import pytest

from contextc.recall.render.json import full
from contextc.vocabulary import ConflictStatus, RecallSource
from core.recall.build import CURRENT, EXPANSION, census, fact, hash_, hit, outdated


def test_an_envelope():
    """Fields, type and hash, sorted at every level, compact."""
    assert full(hit("note", {"b": {"z": 1, "a": 2.0}, "a": None}, hash=hash_(1), score=0.5)) == (
        f'{{"fields":{{"a":null,"b":{{"a":2.0,"z":1}}}},"grain_type":"note","hash":"{hash_(1)}"}}'
    )


@pytest.mark.parametrize(
    ("given", "keys"),
    [
        ({}, {}),
        ({"recall_source": RecallSource.PRIMARY, "source_namespace": "s"}, {}),
        (EXPANSION, {"recall_source": "expansion"}),
        (census(), {"recall_source": "census"}),
        (census("sess-7"), {"recall_source": "census", "source_session": "sess-7"}),
        (CURRENT, {"supersession_status": "current"}),
        (outdated(2), {"supersession_status": "superseded", "superseded_by": hash_(2)}),
        ({"conflict_status": ConflictStatus.OUTDATED}, {"conflict_status": "outdated"}),
    ],
)
def test_how_a_grain_was_found(given: dict, keys: dict):
    """What says something is a key of its own (A1)."""
    made = json.loads(full(fact(hash=hash_(1), **given)))
    assert {key: made[key] for key in sorted(made.keys() - {"fields", "grain_type", "hash"})} == keys


def test_keys_are_in_order():
    """All of them."""
    made = json.loads(full(fact(hash=hash_(1), conflict_status=ConflictStatus.CURRENT, **outdated(2), **census("s"))))
    assert list(made) == sorted(made) and len(made) == 8


@pytest.mark.parametrize(
    ("character", "escape"),
    [
        ("\u200b", "\\u200b"),
        ("\x7f", "\\u007f"),
        ("\x85", "\\u0085"),
        ("\u202e", "\\u202e"),
        ("\U000e0041", "\\udb40\\udc41"),
    ],
)
def test_what_is_hidden_is_escaped(character: str, escape: str):
    """By JSON's own escapes: a reader has the same value."""
    made = full(fact(f"a is {character}"))
    assert (escape in made, character in made, json.loads(made)["fields"]["object"]) == (True, False, character)


@pytest.mark.parametrize("text", ['"', "\\", "\n", "\x00", "é漢🚀", "\u200d", "</script>", "\u2028"])
def test_texts_come_back(text: str):
    """Keys too."""
    assert json.loads(full(hit(fields={text: [text]})))["fields"] == {text: [text]}
