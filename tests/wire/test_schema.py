"""The checked-in schemas are those of the types, and say what the door does."""

import json
from pathlib import Path

import jsonschema
import pytest

from contextc_wire import call
from contextc_wire.schema import render, schemas

FOLDER = Path(__file__).parent.parent.parent / "wire" / "schema"
VALIDATORS = {name: jsonschema.Draft202012Validator(schema) for name, schema in schemas().items()}

REQUESTS = {
    "ample": {"query": "a", "token_budget": 100, "fragments": [{"content": "a"}]},
    "ids": {"query": "", "token_budget": 9, "fragments": [{"id": "18446744073709551615"}, {"id": 7}]},
    "fractional id": {"query": "", "token_budget": 9, "fragments": [{"id": 1.5}]},
    "negative id": {"query": "", "token_budget": 9, "fragments": [{"id": -1}]},
    "id that is no number": {"query": "", "token_budget": 9, "fragments": [{"id": "0x7"}]},
    "no query": {"token_budget": 9, "fragments": []},
    "no fragments": {"query": "", "token_budget": 9},
    "null content": {"query": "", "token_budget": 9, "fragments": [{"content": None}]},
    "budget as text": {"query": "", "token_budget": "9", "fragments": []},
    "budget as truth": {"query": "", "token_budget": True, "fragments": []},
    "budget beyond u64": {"query": "", "token_budget": 2**64, "fragments": []},
    "priority beyond 255": {"query": "", "token_budget": 9, "fragments": [{"priority": 256}]},
    "score beyond 1": {"query": "", "token_budget": 9, "fragments": [{"score": 1.5}]},
    "unknown key": {"query": "", "token_budget": 9, "fragments": [], "token_budgett": 5},
    "unknown boundary": {"query": "", "token_budget": 9, "fragments": [], "policy": {"chunk": {"boundary": "x"}}},
    "null policy": {"query": "", "token_budget": 9, "fragments": [], "policy": None},
    "null setting": {"query": "", "token_budget": 9, "fragments": [], "policy": {"near_dup_dedup": None}},
    "array for a record": ["", [], None, None, 9],
}


@pytest.mark.parametrize("name", sorted(schemas()))
def test_file_is_generated(name):
    """A schema file is what the types say; `python -m contextc_wire wire/schema` writes it anew."""
    assert render(schemas()[name]) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def test_no_file_is_left_over():
    """Every schema file belongs to a method."""
    assert sorted(schemas()) == sorted(path.stem for path in FOLDER.glob("*.json"))


@pytest.mark.parametrize("schema", VALIDATORS.values(), ids=VALIDATORS)
def test_schema_is_valid(schema):
    """A schema is one itself."""
    schema.check_schema(schema.schema)


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_schema_and_door_agree(request_):
    """The door takes a request exactly when its schema does."""
    answer = json.loads(call("compile", json.dumps(request_)))

    assert VALIDATORS["compile.request"].is_valid(request_) == ("error" not in answer)


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_answer_follows_its_schema(request_):
    """An answer is valid by the response's schema, or by that of errors."""
    answer = json.loads(call("compile", json.dumps(request_)))

    VALIDATORS["error" if "error" in answer else "compile.response"].validate(answer)


@pytest.mark.parametrize(
    ("method", "request_"),
    [
        ("compile_transcript", {"query": "", "token_budget": 50, "transcript": "System: a\nUser: b\n"}),
        ("chunk", {"text": "a\n\nb", "policy": {"max_chunk_bytes": 3}}),
        ("segment", {"transcript": "User: hi\n```\nx\n```\n"}),
        ("estimate", {"texts": ["one", ""]}),
        ("suggest_budget", {"target_model": "gpt-5", "reserve_tokens": 10}),
        ("suggest_budget", {"target_model": "nobody"}),
        ("describe", {}),
        ("echo", {"any": ["thing"]}),
    ],
)
def test_every_method_follows_its_schemas(method, request_):
    """Request and answer of a method are valid by its schemas."""
    VALIDATORS[f"{method}.request"].validate(request_)

    VALIDATORS[f"{method}.response"].validate(json.loads(call(method, json.dumps(request_))))


def test_fields_are_described():
    """The texts under the fields of a record are in its schema."""
    fragment = schemas()["compile.request"]["$defs"]["ContextFragment"]["properties"]

    assert fragment["priority"]["description"] == "Higher packs first; absent: 0."
