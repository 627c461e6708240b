"""One request, one answer (D39): whatever the process, its hash seed, its locale and its clock are."""

import json
import os
import subprocess
import sys
from itertools import permutations
from typing import Any

import pytest

from cases.door import Json, case, compiled, segmented, send

PROGRAM = """
import json, sys
from contextc_wire import call
for method, request in json.loads(sys.stdin.buffer.read()):
    sys.stdout.buffer.write(call(method, request) + b"\\n")
"""

REQUEST = case("D39")["request"]

ENVIRONMENTS: tuple[dict[str, str], ...] = (
    *case("D39")["env"],
    {"PYTHONHASHSEED": "4294967295", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONHASHSEED": "7", "LC_ALL": "tr_TR.UTF-8", "LANG": "ja_JP.eucJP", "TZ": "America/St_Johns"},
    {"PYTHONHASHSEED": "8", "PYTHONOPTIMIZE": "2", "PYTHONIOENCODING": "cp1252", "PYTHONINTMAXSTRDIGITS": "640"},
)


def requests() -> list[tuple[str, Any]]:
    """The recorded request, and others in which sets, floats, sorting and lower-casing have a part."""
    words = ["İstanbul", "ıssız", "ΟΔΟΣ", "straße", "STRASSE", "日本", "naïve", "nai\u0308ve", "Ǆ", "ﬁ"]
    pricing = {
        "version": "v",
        "currency": "EUR",
        "models": {word: {"input_micros_per_million_tokens": 7} for word in words},
    }
    return [
        ("compile", REQUEST),
        ("compile", {**REQUEST, "token_budget": 60}),
        (
            "compile",
            {
                "query": " ".join(words * 3),
                "fragments": [{"content": f"{word} {word.lower()} {word.upper()}"} for word in words * 2],
                "token_budget": 90,
                "target_model": words[0],
                "policy": {"pricing": pricing, "constraint_markers": words, "recency": {"turns": 2, "ramp": 0.1}},
            },
        ),
        (
            "compile",
            {
                "query": "q",
                "fragments": [{"content": "x", "score": place / 7} for place in range(9)],
                "token_budget": 9,
            },
        ),
        (
            "compile_transcript",
            {"query": "a b c", "transcript": "User: a\n```\nb\n```\nAI: c\n" * 30, "token_budget": 60},
        ),
        ("segment", {"transcript": "\n".join(["2026-01-01T00:00:00Z up"] * 9 + ["down"])}),
        ("chunk", {"text": "ä. b! c? " * 60, "policy": {"max_chunk_bytes": 20, "overlap_bytes": 3}}),
        ("estimate", {"texts": words}),
        ("describe", {}),
        ("nonsense", {}),
        ("compile", {}),
    ]


REQUESTS = [(method, json.dumps(request)) for method, request in requests()]


class TestProcesses:
    """Two processes of any environment give the same bytes."""

    @pytest.mark.parametrize("environment", ENVIRONMENTS, ids=lambda one: "-".join(one.values()))
    def test_another_process_answers_alike(self, environment: dict[str, str]):
        """Hash seed, locale, time zone, encodings and optimisation are no inputs."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "LC_", "LANG", "TZ"))}
        # What the other process imports is what this one does.
        kept["PYTHONPATH"] = os.pathsep.join(sys.path)
        program = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=json.dumps(REQUESTS).encode(),
            env={**kept, **environment},
            capture_output=True,
            check=True,
        )
        answers = program.stdout.split(b"\n")[:-1]
        assert [send(method, request) for method, request in REQUESTS] == answers


class TestOrder:
    """What has no order in the request gives none to the answer; what has one keeps it."""

    @pytest.mark.parametrize("budget", [12, 60, 120, 300])
    def test_equal_scores_keep_input_order(self, budget: int):
        """Of forty equally relevant fragments the first ones are in the context, in their order."""
        texts = [fragment["content"] for fragment in REQUEST["fragments"]]
        blocks = compiled({**REQUEST, "token_budget": budget})["content"].split("\n\n")
        assert texts[: len(blocks)] == blocks
        assert len(blocks) > 0

    @pytest.mark.parametrize("budget", [12, 60, 120, 300])
    def test_metadata_keys_have_no_order(self, budget: int):
        """With its metadata in another order, a request gets the same bytes."""
        turned = [
            {**fragment, "metadata": dict(reversed(fragment["metadata"].items()))} for fragment in REQUEST["fragments"]
        ]
        request = {**REQUEST, "token_budget": budget}
        assert send("compile", {**request, "fragments": turned}) == send("compile", request)

    @pytest.mark.parametrize("order", list(permutations(("query", "fragments", "token_budget", "policy")))[::5])
    def test_keys_have_no_order(self, order: tuple[str, ...]):
        """With its keys in another order, a request gets the same bytes."""
        request: Json = {**REQUEST, "policy": {"elision_marks": True, "truncate": "tail"}}
        turned = {key: request[key] for key in order}
        assert send("compile", turned) == send("compile", request)

    @pytest.mark.parametrize("indent", [None, 1, "\t"])
    @pytest.mark.parametrize("ascii", [True, False])
    def test_spelling_of_the_json_does_not_matter(self, ascii: bool, indent: Any):
        """White space between tokens and escapes in strings are no part of the request."""
        request = {"query": "é\u2028", "fragments": [{"content": "漢 🚀 \x7f/"}], "token_budget": 90}
        text = json.dumps(request, ensure_ascii=ascii, indent=indent).replace("/", "\\/" if ascii else "/")
        assert send("compile", text) == send("compile", request)

    def test_words_of_the_query_have_no_order(self):
        """A query with its words turned around, doubled or in capitals finds the same."""
        query = REQUEST["query"]
        for other in (" ".join(reversed(query.split())), f"{query} {query}", query.upper()):
            assert send("compile", {**REQUEST, "query": other}) == send("compile", REQUEST)

    def test_repeated_calls_are_answered_alike(self):
        """No call leaves anything behind that the next one sees."""
        first = [send(method, request) for method, request in REQUESTS]
        for _ in range(10):
            assert [send(method, request) for method, request in REQUESTS] == first

    def test_targets_are_compared_by_value(self):
        """Screenshots of one target whose keys stand in another order are of one target."""
        targets: list[Json] = [{"a": 1, "b": [2]}, {"b": [2], "a": 1}]
        fragments = [
            {"kind": "screenshot", "media": {"mime": "image/png", "bytes_b64": code}, "metadata": {"target": target}}
            for code, target in zip(("AAAA", "BBBB"), targets, strict=True)
        ]
        answer = compiled({"query": "q", "fragments": fragments, "token_budget": 9999})
        assert [one["action"] for one in answer["decisions"]] == ["retrieve", "preserve"]

    def test_segmenting_twice_is_identical(self):
        """A transcript has one segmentation."""
        transcript = "User: a\n```\nb\n```\nAI: c\n" * 30
        assert segmented(transcript) == segmented(transcript)
