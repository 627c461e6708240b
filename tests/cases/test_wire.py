"""Numbers on the wire (D47): a count is a JSON integer and nothing that resembles one."""

import json
from typing import Any

import pytest

from cases.door import case, fault, send
from contextc_wire.schema import schemas

SCHEMA = schemas()
NUMBERS = (
    "true",
    "false",
    '"100"',
    '""',
    "100.0",
    "100.7",
    "1e2",
    "1E2",
    "1e400",
    "-0.0",
    "-1",
    "[]",
    "[5]",
    "{}",
    "18446744073709551616",
    "9" * 400,
    "9" * 5000,
)
"""Texts of JSON values that are no count."""
NO_JSON = ("NaN", "Infinity", "-Infinity", "0x10", "007", "+7", "1_000", ".5", "5.", "1e", "--1", "True", "'5'")

COUNTS = {
    "$.token_budget": ("compile", '{"query":"q","fragments":[],"token_budget":%s}'),
    "$.fragments[0].priority": ("compile", '{"query":"q","fragments":[{"priority":%s}],"token_budget":9}'),
    "$.policy.response_reserve_tokens": (
        "compile",
        '{"query":"q","fragments":[],"token_budget":9,"policy":{"response_reserve_tokens":%s}}',
    ),
    "$.policy.source_ttl_seconds": (
        "compile",
        '{"query":"q","fragments":[],"token_budget":9,"policy":{"source_ttl_seconds":%s}}',
    ),
    "$.policy.chunk.max_chunk_bytes": (
        "compile",
        '{"query":"q","fragments":[],"token_budget":9,"policy":{"chunk":{"max_chunk_bytes":%s}}}',
    ),
    "$.policy.recency.turns": (
        "compile",
        '{"query":"q","fragments":[],"token_budget":9,"policy":{"recency":{"turns":%s}}}',
    ),
    "$.policy.event_ttl_seconds": (
        "compile",
        '{"query":"q","fragments":[],"token_budget":9,"policy":{"event_ttl_seconds":%s}}',
    ),
    "$.memory_scope.k": ("compile", '{"query":"q","fragments":[],"token_budget":9,"memory_scope":{"k":%s}}'),
    "$.memory_scope.hops": ("compile", '{"query":"q","fragments":[],"token_budget":9,"memory_scope":{"hops":%s}}'),
    "$.policy.max_chunk_bytes": ("chunk", '{"text":"a","policy":{"max_chunk_bytes":%s}}'),
    "$.policy.overlap_bytes": ("chunk", '{"text":"a","policy":{"overlap_bytes":%s}}'),
    "$.segmentation.min_segment_bytes": ("segment", '{"transcript":"a","segmentation":{"min_segment_bytes":%s}}'),
    "$.reserve_tokens": ("suggest_budget", '{"target_model":"m","reserve_tokens":%s}'),
}
"""Every field that counts something, with a request to put a value into."""

every_count = pytest.mark.parametrize("path", COUNTS)


class TestNumbers:
    """A count is a JSON integer from 0 to 2^64 - 1 and nothing that resembles one (D47)."""

    TEXTS = case("D47")["texts"]

    @pytest.mark.parametrize("place", range(len(TEXTS)))
    def test_the_recorded_requests_are_refused(self, place: int):
        """A boolean, a fraction, digits in quotes, null and 2^64 are errors at their field."""
        path = "$.fragments[0].priority" if '"token_budget":100,' in self.TEXTS[place] else "$.token_budget"
        assert fault("compile", self.TEXTS[place]) == ("invalid_request", path)

    @every_count
    @pytest.mark.parametrize("text", NUMBERS)
    def test_what_is_no_count_is_refused(self, text: str, path: str):
        """The error names the field, at every field that counts."""
        method, request = COUNTS[path]
        assert fault(method, request % text) == ("invalid_request", path)

    @every_count
    @pytest.mark.parametrize("text", NO_JSON)
    def test_what_is_no_json_number_is_no_json(self, text: str, path: str):
        """A request with a number that JSON does not have is refused as a whole."""
        method, request = COUNTS[path]
        assert fault(method, request % text) == ("invalid_json", "$")

    @every_count
    @pytest.mark.parametrize("text", ["1", "255", " 7\t", "-0"])
    def test_a_count_is_accepted(self, text: str, path: str):
        """Small whole numbers are accepted everywhere; minus zero is zero."""
        method, request = COUNTS[path]
        answer = json.loads(send(method, request % text))
        assert answer.get("error", {}).get("code") in (None, "budget_too_small")

    @every_count
    def test_the_largest_count_is_accepted(self, path: str):
        """2^64 - 1 is a count; a priority ends at 255."""
        method, request = COUNTS[path]
        largest = 255 if path.endswith("priority") else 2**64 - 1
        answer = json.loads(send(method, request % largest))
        assert answer.get("error", {}).get("code") in (None, "budget_too_small")

    @pytest.mark.parametrize("value", [256, 1000, 2**64 - 1])
    def test_a_priority_ends_at_255(self, value: int):
        """A higher priority is an error at its field."""
        method, request = COUNTS["$.fragments[0].priority"]
        assert fault(method, request % value) == ("invalid_request", "$.fragments[0].priority")

    @pytest.mark.parametrize("text", ["-0.1", "1.1", "2", "-1", "1e400", "true", '"0.5"', "[]"])
    def test_a_score_is_a_share(self, text: str):
        """A score outside 0 to 1, or of another type, is an error at its field."""
        request = f'{{"query":"q","fragments":[{{"score":{text}}}],"token_budget":9}}'
        assert fault("compile", request) == ("invalid_request", "$.fragments[0].score")

    @pytest.mark.parametrize("field", ["near_dup_dedup", "slim_response", "elision_marks", "normalize_log_timestamps"])
    @pytest.mark.parametrize("value", [0, 1, "true", "", [], {}])
    def test_a_switch_is_a_boolean(self, field: str, value: Any):
        """A number or a text is no boolean."""
        request = {"query": "q", "fragments": [], "token_budget": 9, "policy": {field: value}}
        assert fault("compile", request) == ("invalid_request", f"$.policy.{field}")
