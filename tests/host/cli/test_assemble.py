"""`contextc assemble`: hits of any kind to text, options over a request's policy, and an account on stderr."""

import json
from pathlib import Path
from typing import Any

import pytest

from contextc_wire import call
from host.cli.shell import run, write

EXAMPLE = Path(__file__).parents[2] / "examples" / "hits.json"
HITS: list[dict[str, Any]] = json.loads(EXAMPLE.read_bytes())
TEA = {"grain_type": "fact", "fields": {"subject": "mira", "relation": "likes", "object": "tea"}, "score": 0.5}


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


def test_the_whole_answer(tmp_path: Path):
    """`--json` has counts and decisions."""
    made = json.loads(said("--json", EXAMPLE))
    assert answer(HITS, explain=True) == made


def test_a_request_lies_under_the_options():
    """Hits, policy and hints of a request are taken; options win."""
    request = {"hits": [TEA], "policy": {"preset": "gpt4"}, "hints": {"entity_count": 1}}
    stdin = json.dumps(request)
    assert said(stdin=stdin) == "## Entities: 1\n\n### mira\n- **mira** likes tea"
    assert said("--format", "plaintext", stdin=stdin) == "=== Entities: 1 ===\n\n--- mira ---\nmira likes tea"


@pytest.mark.parametrize(
    "given",
    [
        {"results": [{"id": "m", "memory": "mira likes tea", "score": 0.5}]},
        [{"fact": "mira likes tea", "uuid": "e"}],
        [{"namespace": ["a"], "key": "k", "value": {"text": "mira likes tea"}}],
        [{"node": {"text": "mira likes tea"}, "score": 0.5}],
        {"documents": [{"content": "mira likes tea", "meta": {}}]},
        ["mira likes tea"],
    ],
    ids=["mem0", "zep", "langgraph", "llama_index", "haystack", "texts"],
)
def test_other_stores_are_read(given: object):
    """What other stores return needs no conversion."""
    assert said(stdin=json.dumps(given)) == "mira likes tea"


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
        ('{"hits": [], "policy": {"format": "xml"}}', "stdin: $.policy.format"),
        (b"\xff\xfe", "stdin: it is UTF-16"),
    ],
)
def test_bad_input_is_one_line(stdin: str | bytes, error: str):
    """What cannot be taken is one line with its place, and exit code 2."""
    ran = run("assemble", stdin=stdin)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.error.startswith(f"contextc: {error}")


def test_a_budget_in_which_nothing_fits_is_told():
    """An empty text is not left without a word."""
    ran = run("assemble", "--budget", 0, EXAMPLE)
    assert (ran.code, ran.out) == (0, b"")
    assert "nothing is shown" in ran.error


def explained(*arguments: object, stdin: str = "") -> str:
    """The account on stderr."""
    ran = run("assemble", "--explain", *arguments, stdin=stdin)
    assert ran.code == 0, ran.err
    return ran.err.decode()


def test_the_account_tells_of_every_hit():
    """Rule and outcome of each hit stand there, and the totals before them."""
    account = explained(EXAMPLE, "--budget", 200, "--for", "claude")
    decisions = answer(HITS, preset="claude", token_budget=200, explain=True)["decisions"]
    assert account.lstrip().startswith("12 hits: ")
    assert [decision["rule_id"] for decision in decisions if decision["rule_id"] not in account] == []


def test_the_account_is_cut_unless_all_is_asked_for():
    """Beyond forty hits the rest is a number."""
    stdin = json.dumps([f"hit {number}" for number in range(50)])
    assert "and 10 more" in explained(stdin=stdin)
    assert "hit 49" in explained("--explain-all", stdin=stdin)


def test_no_hit_moves_the_cursor():
    """Escape sequences of a hit are shown as escapes in the account."""
    account = explained(stdin=json.dumps(["\x1b[2Jgone\u202e"]))
    assert ("\x1b" in account, "\u202e" in account) == (False, False)
