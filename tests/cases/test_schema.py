"""Requests and the published schema (D51): they agree, and what makes no sense is refused."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cases.door import Json, case, compiled, compiled_texts, fault, send
from contextc_wire.schema import schemas

SCHEMA = schemas()


def schema_allows(method: str, request: Any) -> bool:
    """The verdict of the published schema."""
    return bool(Draft202012Validator(SCHEMA[f"{method}.request"]).is_valid(request))


def door_allows(method: str, request: Any) -> bool:
    """Whether a request is of the shape that the method takes; what it then asks for may still be refused."""
    answer = json.loads(send(method, request))
    return "error" not in answer or answer["error"]["code"] not in ("invalid_request", "invalid_json")


def fragment(**fields: Any) -> Json:
    """A request of one fragment."""
    return {"query": "q", "fragments": [{"content": "x", **fields}], "token_budget": 100}


def without(key: str) -> Json:
    """A request that lacks a key."""
    return {name: value for name, value in fragment().items() if name != key}


SHAPES: tuple[Json, ...] = (
    *case("D51")["requests"],
    *(without(key) for key in ("query", "fragments", "token_budget")),
    *(
        {**fragment(), key: value}
        for key in ("query", "fragments", "token_budget", "policy", "project")
        for value in (None, 1, "x", [], {}, True)
    ),
    *(
        fragment(**{key: value})
        for key in ("id", "content", "kind", "priority", "metadata", "media", "score", "group", "pinned")
        for value in (None, 1, -1, 0.5, "x", "7", [], {}, True)
    ),
    *(
        {**fragment(), "policy": {key: value}}
        for key in (
            "disabled_rules",
            "chunk",
            "truncate",
            "constraint_markers",
            "recency",
            "pricing",
            "near_dup_dedup",
            "importance",
        )
        for value in (None, 1, "x", "tail", [], ["x"], [1], {}, True)
    ),
    fragment(media={"mime": "image/png"}),
    fragment(media={"bytes_b64": ""}),
    fragment(media={"mime": 1, "bytes_b64": ""}),
    {**fragment(), "policy": {"chunk": {"boundary": "nonsense"}}},
    {**fragment(), "policy": {"chunk": {"boundary": "Paragraph"}}},
    {**fragment(), "policy": {"recency": {"ramp": 2}}},
    {**fragment(), "fragments": [None]},
    {**fragment(), "fragments": ["x"]},
    {**fragment(), "fragments": {"0": {}}},
)


class TestSchema:
    """The published schema and the door agree (D51)."""

    @pytest.mark.parametrize("place", range(len(SHAPES)))
    def test_the_schema_says_what_is_enforced(self, place: int):
        """A request is of the right shape for the schema exactly when it is for the door."""
        # 0.5 at `id` and the like; whole floats are refused by the door alone, which no schema can say.
        assert schema_allows("compile", SHAPES[place]) == door_allows("compile", SHAPES[place])

    @pytest.mark.parametrize(
        "method", sorted({name.removesuffix(".request") for name in SCHEMA if name.endswith(".request")})
    )
    @pytest.mark.parametrize("request_text", ["null", "1", '"x"', "[]", "true"])
    def test_a_request_is_an_object(self, request_text: str, method: str):
        """What is no object is refused by the schema and by the door, except where any JSON is echoed."""
        request = json.loads(request_text)
        assert schema_allows(method, request) == door_allows(method, request_text) == (method == "echo")

    def test_a_query_is_required(self):
        """The recorded request without a query is refused."""
        assert fault("compile", case("D51")["requests"][0]) == ("invalid_request", "$")

    @pytest.mark.parametrize(
        "answer", ["compile", "chunk", "segment", "estimate", "compile_transcript", "suggest_budget", "describe"]
    )
    def test_answers_are_what_the_schema_says(self, answer: str):
        """A result of each method is valid by its own schema."""
        request = {
            "compile": fragment(id="18446744073709551615", content="one two three " * 400, metadata={"verbatim": True}),
            "chunk": {"text": "a\n\nb"},
            "segment": {"transcript": "User: a"},
            "estimate": {"texts": ["a"]},
            "compile_transcript": {"query": "q", "transcript": "User: a", "token_budget": 9},
            "suggest_budget": {"target_model": "nobody"},
            "describe": {},
        }[answer]
        result = json.loads(send(answer, request))
        Draft202012Validator(SCHEMA[f"{answer}.response"]).validate(result)
        assert "error" not in result

    @pytest.mark.parametrize("place", [0, 1, 2, 5])
    def test_errors_are_what_the_schema_says(self, place: int):
        """Every refusal is valid by the schema of errors."""
        answer = compiled(case("D51")["requests"][place])
        Draft202012Validator(SCHEMA["error"]).validate(answer)
        assert list(answer) == ["error"]


class TestSenseless:
    """What makes no sense is refused, not taken for something else (D51)."""

    REQUESTS = case("D51")["requests"]

    def test_metadata_has_a_cap(self):
        """Three hundred thousand bytes of metadata are an error that says both numbers."""
        error = compiled(self.REQUESTS[1])["error"]
        assert (error["code"], error["path"]) == ("metadata_too_large", "$.fragments[0].metadata")
        assert error["data"] == {"bytes": 300_011, "limit": 65_536}

    @pytest.mark.parametrize("filler", ["m", "é", "漢", "\n", '"', "\u2028"])
    def test_the_cap_is_that_of_compact_json(self, filler: str):
        """Metadata of exactly the cap passes, and one byte more does not."""
        unit = len(json.dumps(filler, ensure_ascii=False).encode()) - 2
        room = 65_536 - len('{"a":""}')
        text = filler * (room // unit) + "m" * (room % unit)
        assert "error" not in compiled(fragment(metadata={"a": text}))
        assert fault("compile", fragment(metadata={"a": text + "m"})) == (
            "metadata_too_large",
            "$.fragments[0].metadata",
        )

    @pytest.mark.parametrize(
        "fields", [{"content": "x"}, {"content": ""}, {"media": {"mime": "image/png", "bytes_b64": ""}}]
    )
    def test_a_path_is_refused(self, fields: Json):
        """Here no file is read, with or without content beside the path."""
        request = {"query": "q", "fragments": [{**fields, "path": "/srv/x"}], "token_budget": 9}
        assert fault("compile", request) == ("ingest_disabled", "$.fragments[0].path")

    def test_an_empty_fragment_is_a_fragment(self):
        """A fragment without content is accepted: there is nothing in it to lose."""
        answer = compiled(self.REQUESTS[3])
        assert (answer["content"], len(answer["decisions"]), answer["risk"]) == ("", 1, "low")

    def test_an_unknown_key_is_ignored(self):
        """A key that nothing knows changes nothing."""
        request = self.REQUESTS[4]
        known = {key: value for key, value in request.items() if key != "token_budgett"}
        assert send("compile", request) == send("compile", known)

    @pytest.mark.parametrize("value", ["nonsense", "", "Head", "HEAD", "head ", None, 1])
    def test_an_unknown_value_of_a_closed_set_is_refused(self, value: Any):
        """A word that is none of the set, in any case, is an error at its field; null is unset."""
        request = {**fragment(), "policy": {"truncate": value}}
        if value is None:
            assert send("compile", request) == send("compile", fragment())
        else:
            assert fault("compile", request) == ("invalid_request", "$.policy.truncate")

    def test_an_unknown_boundary_is_refused_where_it_acts(self):
        """A boundary that does not exist is an error; the same word under a key that nothing knows is not."""
        assert fault("compile", self.REQUESTS[5]) == ("invalid_request", "$.policy.chunk.boundary")
        assert "error" not in compiled_texts("x", budget=100, boundary="nonsense")

    @pytest.mark.parametrize(
        "rule", ["nonsense", "preserve.default", "drop.duplicate", "budget.externalize", "", "Preserve.url"]
    )
    def test_a_rule_that_cannot_be_disabled_is_refused(self, rule: str):
        """The error names the entry and lists what can be disabled."""
        error = compiled_texts("x", budget=9, disabled_rules=["preserve.url", rule])["error"]
        assert (error["code"], error["path"]) == ("unknown_rule", "$.policy.disabled_rules[1]")
        assert "preserve.url" in error["data"]["known"]

    @pytest.mark.parametrize("marker", ["", " ", "\n", "\u3000"])
    def test_a_blank_marker_is_refused(self, marker: str):
        """A marker that would match every text is an error at its entry."""
        error = compiled_texts("x", budget=9, constraint_markers=["ok", marker])["error"]
        assert (error["code"], error["path"]) == ("invalid_request", "$.policy.constraint_markers[1]")
