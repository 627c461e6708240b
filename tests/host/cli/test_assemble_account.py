"""`contextc assemble --explain`: what became of every hit, printed at any width."""

import io
import json
import unicodedata
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from contextc.limits import Limits
from contextc.recall import ContextAssembler
from contextc.recall.policy import AssembleRequest
from contextc_host.cli.hits_explain import explain_hits
from contextc_wire.codec import decode
from host.cli.shell import run
from host.cli.test_assemble import EXAMPLE, HITS, TEA, answer

EMPTY: dict[str, Any] = {"grain_type": "fact", "fields": {}}


def explained(*arguments: object, stdin: str = "") -> str:
    """The account on stderr."""
    ran = run("assemble", "--explain", *arguments, stdin=stdin)
    assert ran.code == 0, ran.err
    return ran.err.decode()


def printed(hits: list[dict[str, Any]], width: int, **policy: Any) -> list[str]:
    """The lines of an account on paper of a width."""
    request = decode(json.dumps({"hits": hits, "policy": policy}).encode(), AssembleRequest, Limits())
    assert request.policy
    made = ContextAssembler().format(request.hits, request.policy)
    paper = io.StringIO()
    console = Console(file=paper, width=width, highlight=False, markup=False)
    explain_hits(made, request.hits, request.policy, console, everything=False)
    return paper.getvalue().splitlines()


def test_the_command_of_the_read_me():
    """The text is on stdout, and the account of all of it on stderr."""
    ran = run("assemble", EXAMPLE, "--for", "claude", "--budget", 800, "--explain")
    assert answer(HITS, preset="claude", token_budget=800)["text"] == ran.out.decode()
    assert ran.err.decode().lstrip().startswith("12 hits: 11 in full, 0 in short, 0 omitted, 1 withheld; ")


@pytest.mark.parametrize("width", [80, 200])
def test_the_account_tells_of_every_hit(width: int):
    """Number, type, outcome, rule, priority, tokens and reason of each hit stand there, whether a row has room or not."""
    decisions = answer(HITS, preset="claude", token_budget=200, explain=True)["decisions"]
    text = " ".join(" ".join(printed(HITS, width, preset="claude", token_budget=200)).split())
    for decision in decisions:
        rest = [f"{decision['priority']:.3f}", str(decision["tokens"])] if "priority" in decision else []
        facts = [decision["grain_type"], decision["outcome"], decision["rule_id"], *rest, decision["reason"][:24]]
        assert [fact for fact in facts if fact not in text] == []


@pytest.mark.parametrize("budget", [*range(0, 240, 30), None])
@pytest.mark.parametrize("query", [None, "What changed in order?", "How many are there now?"])
def test_the_totals_add_up(budget: int | None, query: str | None):
    """What is in full, in short, omitted or aside is every hit, once."""
    hits = [*HITS, EMPTY, TEA]
    overrides = {"observation": {"include": False}}
    totals = printed(hits, 200, token_budget=budget, query_text=query, grain_overrides=overrides)[1]
    head, parts = totals.split("; ")[0].split(": ")
    assert (head, sum(int(part.split()[0]) for part in parts.split(", "))) == ("14 hits", 14)


@pytest.mark.parametrize(
    ("policy", "tokens"),
    [
        ({}, "; 156 tokens by bytes4, no budget"),
        ({"token_budget": 1_000}, "; 156 of 1,000 tokens (15 %) by bytes4"),
        ({"token_budget": 0}, "; 0 of 0 tokens by bytes4"),
        ({"token_budget": 1}, "; 0 of 1 token (0 %) by bytes4"),
    ],
)
def test_the_totals_say_what_tokens_are(policy: dict[str, Any], tokens: str):
    """Used tokens stand beside the budget, or say that there is none, and name what counted."""
    assert printed(HITS, 200, **policy)[1].endswith(tokens)


def test_the_totals_name_another_estimator():
    """A model's tokens are those of its estimator."""
    totals = printed(HITS, 200, estimator="calibrated", target_model="claude-opus-5")[1]
    assert totals.endswith(" by calibrated, no budget")


@pytest.mark.parametrize("width", [40, 80, 159, 160, 250])
def test_no_line_is_wider_than_the_terminal(width: int):
    """Every line fits, whatever a hit holds, wide characters and long types included."""
    hits = [*HITS, {"grain_type": "t" * 64, "fields": {"content": "漢字" * 300}}, *[TEA] * 60]
    assert max(cell_len(line) for line in printed(hits, width, token_budget=300)) <= width


def test_nothing_recalled_has_no_table():
    """Without hits there are totals alone."""
    account = explained(stdin="[]").strip()
    assert account == "0 hits: 0 in full, 0 in short, 0 omitted; 0 tokens by bytes4, no budget"


def test_the_account_is_cut_unless_all_is_asked_for():
    """Beyond forty hits the rest is a number."""
    stdin = json.dumps([f"hit {number}" for number in range(50)])
    assert "and 10 more" in explained(stdin=stdin)
    assert "hit 49" in explained("--explain-all", stdin=stdin)


@pytest.mark.parametrize(
    "hit",
    [
        "\x1b[2Jgone\u202e\u2066",
        {"grain_type": "fact", "fields": {"subject": "a\x9b1m", "relation": "\r\b", "object": "\x1b]0;title\x07"}},
        {"grain_type": "memory", "fields": {"[red]\x1b[31m": "[/] :smile:"}},
    ],
)
def test_no_hit_moves_the_cursor(hit: object):
    """Controls and turns of direction of a hit are no part of the account, and markup in it is text."""
    account = explained(stdin=json.dumps([hit]))
    assert [char for char in account if unicodedata.category(char) in ("Cc", "Cf") and char != "\n"] == []
