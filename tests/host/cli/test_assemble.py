"""`contextc assemble`: hits of any kind to text, and options over a request's policy."""

import json
from pathlib import Path
from typing import Any

import pytest

from contextc.limits import Limits
from contextc_wire import call
from host.cli.shell import Ran, run, spawn, write

EXAMPLE = Path(__file__).parents[2] / "examples" / "hits.json"
HITS: list[dict[str, Any]] = json.loads(EXAMPLE.read_bytes())
TEA: dict[str, Any] = {
    "grain_type": "fact",
    "fields": {"subject": "mira", "relation": "likes", "object": "tea"},
    "score": 0.5,
}


def said(*arguments: object, stdin: str | bytes = b"") -> str:
    """What is on stdout."""
    ran = run("assemble", *arguments, stdin=stdin)
    assert (ran.code, ran.err) == (0, b"")
    return ran.out.decode()


def answer(hits: list[dict[str, Any]], **policy: Any) -> dict[str, Any]:
    """What the wire answers."""
    made: dict[str, Any] = json.loads(call("assemble", json.dumps({"hits": hits, "policy": policy}).encode()))
    return made


@pytest.mark.parametrize("preset", ["claude", "gpt4", "gemini", "local_small", "json_api"])
def test_the_text_is_the_wire_s(preset: str):
    """Every preset gives on stdout what `assemble` answers, and nothing else."""
    assert answer(HITS, preset=preset, token_budget=150)["text"] == said(EXAMPLE, "--for", preset, "--budget", 150)


@pytest.mark.parametrize(
    ("options", "policy"),
    [
        ((), {}),
        (("--format", "toon"), {"format": "toon"}),
        (("--format", "sml", "--metadata", "full"), {"format": "sml", "metadata": "full"}),
        (("--order", "chronological"), {"ordering": "chronological"}),
        (("--group",), {"sections": {"group_by_type": True}}),
        (("--for", "claude", "--no-group"), {"preset": "claude", "sections": {"group_by_type": False}}),
        (("--query", "When did it arrive?"), {"query_text": "When did it arrive?"}),
        (("--include-retracted",), {"include_retracted": True}),
        (("-b", 60, "--no-diversity"), {"token_budget": 60, "grain_type_diversity": {"min_per_type": 0}}),
        (("-b", 60, "--estimator", "heuristic"), {"token_budget": 60, "estimator": "heuristic"}),
        (
            ("-b", 60, "--model", "claude-opus-5"),
            {"token_budget": 60, "estimator": "calibrated", "target_model": "claude-opus-5"},
        ),
    ],
)
def test_options_are_fields_of_the_policy(options: tuple[object, ...], policy: dict[str, Any]):
    """Each option is what it says in the policy."""
    assert answer(HITS, **policy)["text"] == said(EXAMPLE, *options)


def test_the_whole_answer():
    """`--json` has counts and decisions."""
    made = json.loads(said("--json", EXAMPLE))
    assert answer(HITS, explain=True) == made


def test_a_request_lies_under_the_options():
    """Hits, policy and hints of a request are taken; options win."""
    request = {"hits": [TEA], "policy": {"preset": "gpt4"}, "hints": {"entity_count": 1}}
    stdin = json.dumps(request)
    assert said(stdin=stdin) == "## Entities: 1\n\n### mira\n- **mira** likes tea"
    assert said("--format", "plaintext", stdin=stdin) == "=== Entities: 1 ===\n\n--- mira ---\nmira likes tea"


UNDER = {"format": "toon", "metadata": "full", "ordering": "chronological", "token_budget": 120}


@pytest.mark.parametrize(
    ("options", "policy"),
    [
        (("--for", "claude"), {"preset": "claude", "token_budget": 120}),
        (("--for", "gpt4", "--format", "toon"), {"preset": "gpt4", "format": "toon", "token_budget": 120}),
        (("--budget", 60, "--order", "by_entity"), {**UNDER, "token_budget": 60, "ordering": "by_entity"}),
    ],
)
def test_a_preset_takes_the_place_of_what_it_stands_for(options: tuple[object, ...], policy: dict[str, Any]):
    """`--for` wins over a request's format, metadata, order and groups; other options replace what they name."""
    request = {"hits": HITS, "policy": UNDER}
    assert answer(HITS, **policy)["text"] == said(*options, stdin=json.dumps(request))


def test_groups_keep_the_order_of_types():
    """`--group` leaves the order of types that a request names."""
    order = {"type_order": ["tool", "fact"]}
    request = {"hits": HITS, "policy": {"sections": order}}
    expected = answer(HITS, sections={**order, "group_by_type": True})["text"]
    assert expected == said("--group", stdin=json.dumps(request))


def test_the_last_request_sets_policy_and_hints(tmp_path: Path):
    """Hits of several requests are taken together, under the policy of the last one that has any."""
    first = write(tmp_path / "a", json.dumps({"hits": [TEA], "policy": {"format": "json"}}))
    second = write(tmp_path / "b", json.dumps({"hits": HITS, "policy": {"format": "sml"}}))
    third = write(tmp_path / "c", json.dumps({"hits": ["green"]}))
    hits = [TEA, *HITS, {"grain_type": "fact", "fields": {"content": "green"}}]
    assert answer(hits, format="sml")["text"] == said(first, second, third)


def test_a_record_is_no_request():
    """What a record calls its policy is none of ours."""
    assert said(stdin='{"text": "insured", "policy": "home"}') == "insured"


STORES: dict[str, Any] = {
    "mem0": {"results": [{"id": "m", "memory": "mira likes tea", "score": 0.5}]},
    "zep": [{"fact": "mira likes tea", "uuid": "e"}],
    "langgraph": [{"namespace": ["a"], "key": "k", "value": {"text": "mira likes tea"}}],
    "llama_index": [{"node": {"text": "mira likes tea"}, "score": 0.5}],
    "haystack": {"documents": [{"content": "mira likes tea", "meta": {}}]},
    "texts": ["mira likes tea"],
}


@pytest.mark.parametrize("store", STORES)
def test_other_stores_are_read(store: str):
    """What other stores return needs no conversion."""
    assert said(stdin=json.dumps(STORES[store])) == "mira likes tea"


def test_lines_of_json_are_hits():
    """A hit a line is as good as a list; a byte-order mark and blank lines say nothing."""
    assert said(stdin=f"\ufeff{json.dumps(TEA)}\n\n{json.dumps('green')}\n") == "mira likes tea\ngreen"


def test_files_are_taken_together(tmp_path: Path):
    """Hits of several files share one budget."""
    files = [write(tmp_path / f"{name}.json", json.dumps([name])) for name in ("one", "two")]
    assert said(*files) == "one\ntwo"


@pytest.mark.parametrize(
    ("stdin", "error"),
    [
        ("", "stdin: the request is no JSON"),
        ('["a"', "stdin: the request is no JSON"),
        ('"a"\nb', "stdin: line 2: the request is no JSON"),
        ("7", "stdin: int is no list of records"),
        ("[7]", "stdin: $[0]: int without"),
        ('[{"grain_type": "a b", "fields": {}}]', "stdin: $[0].grain_type"),
        ('{"hits": [{"grain_type": "fact"}]}', "stdin: $.hits[0]"),
        ('{"hits": [], "policy": {"format": "xml"}}', "stdin: $.policy.format: invalid enum value 'xml'"),
        ('{"hits": [], "policy": 1}', "stdin: $.policy: expected"),
        ('{"hits": [], "hints": {"entity_count": -1}}', "stdin: $.hints.entity_count: expected"),
        ("[" * 200, "stdin: the JSON nests deeper"),
        (b"\xff\xfe", "stdin: it is UTF-16"),
    ],
)
def test_bad_input_is_one_line(stdin: str | bytes, error: str):
    """What cannot be taken is one line with its place, and exit code 2."""
    ran = run("assemble", stdin=stdin)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.error.startswith(f"contextc: {error}")


def test_a_bad_file_is_named(tmp_path: Path):
    """Of several files the one that cannot be taken is named, with the place in it."""
    good, bad = write(tmp_path / "good", '["a"]'), write(tmp_path / "bad", '["a", 7]')
    assert run("assemble", good, bad).error.startswith(f"contextc: {bad}: $[1]: int without")
    missing = tmp_path / "missing"
    ran = run("assemble", good, missing)
    assert (ran.code, ran.out, ran.error) == (2, b"", f"contextc: {missing}: it does not exist")


@pytest.mark.parametrize(
    "options", [("--for", "llama"), ("--format", "xml"), ("--budget", "-1"), ("--estimator", "o1")]
)
def test_a_wrong_option_is_one_line(options: tuple[str, str]):
    """A value that an option does not have is refused before anything is read."""
    ran = run("assemble", *options, EXAMPLE)
    assert (ran.code, ran.out, options[0] in ran.error) == (2, b"", True)


def test_too_many_hits_are_refused():
    """The cap on hits is that of `--limits`."""
    stdin = json.dumps(["a"] * (Limits.strict().fragments + 1))
    assert run("assemble", stdin=stdin).code == 0
    ran = run("assemble", "--limits", "strict", stdin=stdin)
    assert (ran.code, ran.error.startswith("contextc: $.hits: there are ")) == (2, True)


def test_the_text_goes_to_a_file(tmp_path: Path):
    """`--out` has the bytes that stdout would have."""
    path = tmp_path / "out.md"
    assert said(EXAMPLE, "--for", "gpt4", "--out", path) == ""
    assert said(EXAMPLE, "--for", "gpt4") == path.read_text()


def test_a_budget_in_which_nothing_fits_is_told():
    """An empty text is not left without a word."""
    ran = run("assemble", "--budget", 0, EXAMPLE)
    assert (ran.code, ran.out) == (0, b"")
    assert "nothing is shown" in ran.error


# As a process


def test_a_pipe_gets_the_bytes_alone():
    """A pipe gets no line end that is not in the text."""
    ran = spawn("assemble", "-", "--for", "gpt4", stdin=EXAMPLE.read_bytes())
    assert Ran(0, answer(HITS, preset="gpt4")["text"].encode(), b"") == ran
