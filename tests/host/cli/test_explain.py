"""`--explain`: the account of a compilation, and its print at any width."""

import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from contextc.compiler import ContextCompiler
from contextc.limits import Limits
from contextc.model import CompileRequest, TranscriptCompileInput
from contextc.tokens import HeuristicEstimator
from contextc.transcript.bridge import compile_transcript, draft
from contextc.vocabulary import EstimatorName
from contextc_host.cli.account import Account, Fate, account_for
from contextc_host.cli.bars import share_out
from contextc_host.cli.explain import ROWS, explain
from contextc_host.cli.jobs import Job
from contextc_wire.codec import decode
from host.cli.shell import run, write

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAUCAYAAAA="
LINES = "".join(f"job {number % 7} is done\n" for number in range(60))
WORDS = "\n\n".join(f"Paragraph {number} of a long report about rivers." for number in range(60))
MIXED: dict[str, Any] = {
    "query": "rivers",
    "token_budget": 300,
    "policy": {"response_reserve_tokens": 20},
    "fragments": [
        {"content": "You are a careful helper.", "metadata": {"cache": True, "name": "rules"}},
        {"content": "You must not sail.", "metadata": {"path": "sea.md"}},
        {"content": LINES, "kind": "log", "priority": 9},
        {"content": "You must not sail."},
        {"content": WORDS, "priority": 1},
        {"content": "", "media": {"mime": "image/png", "bytes_b64": PNG}},
        {"content": "z" * 3_000 + " rivers"},
        {"content": ""},
    ],
}


def account(**fields: Any) -> Account:
    """The account of a request."""
    request = decode(json.dumps({**MIXED, **fields}).encode(), CompileRequest, Limits())
    job = Job(request, [None] * len(request.fragments))
    compiler = ContextCompiler()
    return account_for(job, compiler.compile(request), compiler)


def printed(what: Account, width: int, *, everything: bool = False) -> list[str]:
    """The lines of an account on paper of a width."""
    paper = io.StringIO()
    explain(what, Counter(), Console(file=paper, width=width, highlight=False, markup=False), everything=everything)
    return paper.getvalue().splitlines()


def test_every_fate_is_told_apart():
    """Cached, whole, collapsed, dropped, cut, left out: each fragment of the request has its own."""
    fates = [row.fate for row in account().rows]
    assert fates[:5] == [Fate.CACHED, Fate.WHOLE, Fate.COLLAPSED, Fate.DROPPED, Fate.CUT]
    assert fates[5:] == [Fate.WHOLE, Fate.LEFT_OUT, Fate.WHOLE]


def test_the_tokens_of_the_rows_are_those_of_the_context():
    """What the rows emitted, with a joiner between each two blocks, is what the answer says it used: parts add up here."""
    what = account(policy={**MIXED["policy"], "estimator": "heuristic"})
    joiner = HeuristicEstimator().estimate("\n\n")
    blocks = sum(bool(row.tokens_out) for row in what.rows if row.place != 5)
    assert what.context.insights.tokens_out == sum(row.tokens_out for row in what.rows) + (blocks - 1) * joiner
    assert what.context.insights.tokens_in == sum(row.tokens_in for row in what.rows)
    assert (blocks - 1) * joiner == what.joins


def test_labels_belong_to_no_row():
    """What stands before a block is counted with what joins them: the rows are those of the same texts without."""
    policy = {**MIXED["policy"], "estimator": "heuristic"}
    labelled = [{**fragment, "label": f"[{place}]"} for place, fragment in enumerate(MIXED["fragments"])]
    ample = {"policy": policy, "token_budget": 10_000}
    plain, what = account(**ample), account(**ample, fragments=labelled)
    more = what.context.insights.tokens_out - plain.context.insights.tokens_out
    assert [row.tokens_out for row in plain.rows] == [row.tokens_out for row in what.rows]
    assert (plain.joins + more, True) == (what.joins, more > 0)
    assert sum(row.tokens_out for row in what.rows) + what.joins + what.reserve + what.free == 10_000


@pytest.mark.parametrize("estimator", EstimatorName)
def test_the_parts_of_the_budget_add_up(estimator: str):
    """Emitted, joined, reserved and free tokens are the budget, whatever counts them."""
    what = account(policy={**MIXED["policy"], "estimator": estimator})
    assert sum(row.tokens_out for row in what.rows) + what.joins + what.reserve + what.free == 300


def test_a_transcript_is_named_by_speaker_turn_and_kind():
    """Segments of a talk have a turn, a role and, if it is none of prose, a kind."""
    text = "User: run it\n```sh\nmake\n```\nAssistant: done\n"
    request = TranscriptCompileInput(query="", transcript=text, token_budget=100)
    compiler = ContextCompiler()
    what = account_for(
        Job(request, [], draft(request, compiler)), compile_transcript(request, compiler).context, compiler
    )
    names = [(row.name, row.words) for row in what.rows]
    expected = [("turn 0 User", "User: run it"), ("turn 0 User code", "```sh make ```")]
    assert [*expected, ("turn 1 Assistant", "Assistant: done")] == names


def test_text_without_speakers_is_named_by_kind():
    """A piped text that nobody speaks in has no turns to name."""
    lines = run("compile", "--explain", stdin="some prose").err.decode().splitlines()
    assert any(line.startswith("0  body  some prose") for line in lines)


@pytest.mark.parametrize("width", [40, 80, 160, 200])
def test_no_line_is_wider_than_the_terminal(width: int):
    """Every line fits, whatever stands in it, wide characters included."""
    fragments = [
        {"content": "漢字" * 300, "metadata": {"path": f"漢字/{'ordner/' * 30}{number}"}} for number in range(9)
    ]
    what = account(fragments=MIXED["fragments"] + fragments)
    assert width >= max(cell_len(line) for line in printed(what, width))


@pytest.mark.parametrize("width", [80, 200])
def test_everything_about_a_fragment_is_printed(width: int):
    """Place, words, decision, rule, tokens in and out, risk and reason stand in the table at both layouts."""
    row = account().rows[2]
    text = " ".join(printed(account(), width))
    about = ["job 0 is done", "abstract", "abstract.log_dedup", f"{row.tokens_in}", f"{row.tokens_out}", "medium"]
    assert all(words in text for words in [*about, "repeated log lines are counted"])


def test_handles_and_warnings_name_what_is_missing():
    """What was left out has its handle and its tokens; what is close to the query has a warning."""
    what = account()
    lines = printed(what, 80)
    start = lines.index("warnings: close to the query, and missing or mostly cut")
    assert [line[1:6] for line in lines[start + 1 : start + 3]] == [" 1.00", " 1.00"]
    for handle in what.context.retrieval_handles:
        assert any(f"{handle.estimated_tokens:,}  {handle.handle}  " in line for line in lines)


def test_thousands_of_fragments_are_summed_up():
    """The rows that took most of the budget are printed, and a line sums up the others."""
    fragments = [{"content": f"fragment number {number}"} for number in range(3_000)]
    what = account(fragments=fragments, token_budget=20_000, policy=None)
    lines = printed(what, 80)
    assert len(lines) < 2 * ROWS + 40
    assert f"and {3_000 - ROWS:,} more: " in (rest := " ".join(" ".join(lines).split()))
    assert "--explain-all shows every one" in rest


def test_everything_can_be_asked_for(tmp_path: Path):
    """`--explain-all` has a row for every fragment."""
    for number in range(ROWS + 5):
        write(tmp_path / f"{number:02}.txt", f"text {number}")
    for option, rows in (("--explain", ROWS), ("--explain-all", ROWS + 5)):
        lines = run("compile", option, tmp_path).err.decode().splitlines()
        assert rows == sum(".txt" in line for line in lines)


def test_an_account_without_a_terminal_has_no_colour(tmp_path: Path):
    """Escapes are for terminals; those in names and texts are shown as text."""
    ran = run("compile", "--explain", "-", write(tmp_path / "b", "b"), stdin="\x1b[31mred\x1b[0m \x07bell")
    assert b"\x1b" not in ran.err
    assert b"\x07" not in ran.err


def test_brackets_in_names_are_no_markup(tmp_path: Path):
    """A file may be called like a style."""
    assert b"[bold].txt" in run("compile", "--explain", write(tmp_path / "[bold].txt", "text")).err


@pytest.mark.parametrize("request_", [{"fragments": []}, {"fragments": [{"content": ""}]}])
def test_nothing_can_be_explained(tmp_path: Path, request_: dict[str, Any]):
    """A request without fragments or without text has an account, too."""
    ran = run("compile", "--explain", write(tmp_path / "a.json", json.dumps(request_)))
    assert (ran.code, b"0 tokens in" in ran.err) == (0, True)


@pytest.mark.parametrize("amounts", [[1, 0, 1_000_000], [3, 3, 3], [0, 7], [5] * 7])
def test_a_bar_is_full_and_shows_everything(amounts: list[int]):
    """Cells add up to the width, and whatever is not nothing has one."""
    cells = share_out(amounts, 40)
    assert (40, [bool(amount) for amount in amounts]) == (sum(cells), [bool(cell) for cell in cells])
