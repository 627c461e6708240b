"""A hit is made ready: it gets a hash, and a time that is a whole second."""

import hashlib
import json
from typing import Any

import msgspec
import pytest

from contextc.recall.hits import LAST_SECOND, SearchHit, ready
from contextc.vocabulary import U64, RecallSource
from core.recall.build import fact, hash_, hit


def digest(**known: Any) -> str:
    """The SHA-256 of sorted compact JSON."""
    return hashlib.sha256(json.dumps(known, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def test_a_hash_that_is_given_stays():
    """What the store calls a grain is its name."""
    assert ready(hit(hash=hash_(7))).hash == hash_(7)


def test_a_hash_is_made_of_the_hit():
    """It is the SHA-256 of the hit's JSON, keys sorted at every level, without what is absent."""
    made = hit(fields={"b": {"z": 1, "a": 2}, "a": "x"}, score=0.5)
    assert ready(made).hash == digest(grain_type="fact", fields={"b": {"z": 1, "a": 2}, "a": "x"}, score=0.5)


def test_the_order_of_fields_does_not_change_a_hash():
    """JSON objects have no order."""
    assert ready(hit(fields={"a": 1, "b": 2})).hash == ready(hit(fields={"b": 2, "a": 1})).hash


def test_every_part_of_a_hit_is_in_its_hash():
    """The same grain that was found in two ways is two hits."""
    assert ready(fact()).hash != ready(fact(recall_source=RecallSource.EXPANSION)).hash


def test_an_id_is_a_number_in_the_hash():
    """On the wire it is a string of digits, which is what a caller can hash."""
    assert ready(hit(memory_id=7)).hash == digest(grain_type="fact", fields={}, memory_id="7")


def test_an_id_is_written_as_a_string():
    """JavaScript has no integers of 64 bits."""
    made = hit(memory_id=2**64 - 1)
    assert (type(made.memory_id), msgspec.to_builtins(made, enc_hook=str)["memory_id"]) == (U64, str(2**64 - 1))


@pytest.mark.parametrize(
    ("given", "second"),
    [
        (1_735_689_600, 1_735_689_600),
        (1_735_689_600.9, 1_735_689_600),
        (LAST_SECOND, LAST_SECOND),
        (LAST_SECOND + 1, 0),
        (1_735_689_600_000, 0),
        (1e300, 0),
        (0, 0),
        (-1, 0),
    ],
)
def test_seconds(given: float, second: int):
    """Seconds are whole; what 32 bits do not hold is unknown."""
    assert ready(hit(created_at_sec=given)).created_at_sec == second


@pytest.mark.parametrize(
    ("made", "second"),
    [
        (1_735_689_600_999, 1_735_689_600),
        (999, 0),
        (-5, 0),
        (10**18, LAST_SECOND),
        (1_735_689_600_000.0, 0),
        ("2025-01-01", 0),
        (True, 0),
        (None, 0),
    ],
)
def test_milliseconds(made: object, second: int):
    """A time that is not given is that of the fields, in whole milliseconds; nothing else is a time."""
    assert ready(hit(fields={"created_at": made})).created_at_sec == second


def test_a_given_time_comes_first():
    """The blob's header tells when it was made; a 0 there says that nobody knows."""
    fields = {"created_at": 1_735_689_600_000}
    assert [ready(hit(fields=fields, created_at_sec=given)).created_at_sec for given in (5, 0)] == [5, 0]


def test_the_rest_of_a_hit_stays():
    """Nothing else is touched."""
    made = ready(hit("note", {"a": 1}, score=0.25, explanation=["why"], scope_depth=2))
    assert (made.grain_type, made.fields, made.score, made.explanation, made.scope_depth) == (
        "note",
        {"a": 1},
        0.25,
        ["why"],
        2,
    )


def test_a_hit_is_read_from_json():
    """Names of the wire are those of the record."""
    data = b'{"grain_type":"fact","fields":{},"recall_source":"census","supersession_status":"superseded","score":1}'
    made = msgspec.json.decode(data, type=SearchHit)
    assert (made.recall_source, made.supersession_status, made.score) == ("census", "superseded", 1.0)


@pytest.mark.parametrize("name", ["fact", "note", "A1_b", "x" * 64])
def test_names_of_types(name: str):
    """A type is a name: a letter, then letters, digits and underscores."""
    assert msgspec.convert({"grain_type": name, "fields": {}}, SearchHit).grain_type == name


@pytest.mark.parametrize("name", ["", "1a", "a b", "a>", "x" * 65, "é"])
def test_what_is_no_name_of_a_type(name: str):
    """A type names an element and a table."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"grain_type": name, "fields": {}}, SearchHit)


@pytest.mark.parametrize("digits", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64])
def test_what_is_no_hash(digits: str):
    """A hash is 64 lowercase hex digits."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"grain_type": "fact", "fields": {}, "hash": digits}, SearchHit)
