"""`contextc messages`: a session as messages for a provider, the receipt beside them, and what is said of both."""

import json
from pathlib import Path
from typing import Any

import pytest

from contextc.compiler import ContextCompiler
from contextc.model import CompilePolicy, MessagesInput
from contextc.transcript.messages import compile_reading
from contextc.transcript.readers import read
from contextc.vocabulary import MessagesFormat, SegmentFormat
from contextc_host.cli.lines import amount
from contextc_host.cli.messages_out import PROVIDERS
from contextc_wire.codec import encode
from host.cli.shell import run, write

SESSION = Path(__file__).parents[2] / "core/transcript/samples/claude_code.jsonl"
TALK = "".join(
    json.dumps({"role": role, "content": f"{role} says {number}: " + "a few words more, " * 9}) + "\n"
    for number in range(20)
    for role in ("user", "assistant")
)


def made(*arguments: object, stdin: str = "") -> dict[str, Any]:
    """The whole answer."""
    ran = run("messages", "--to", "anthropic", "--json", *arguments, stdin=stdin)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def answer(to: str, **more: Any) -> dict[str, Any]:
    """What the compiler makes of the session."""
    request = MessagesInput(messages=[], token_budget=9_000, format=MessagesFormat(to), **more)
    session = compile_reading(read(SESSION.read_bytes(), SegmentFormat.AUTO), request, ContextCompiler())
    return json.loads(encode(session))


@pytest.mark.parametrize("to", PROVIDERS)
def test_messages_are_those_of_the_compiler(to: str):
    """The list of messages alone is on stdout, for every provider."""
    ran = run("messages", "--to", to, "--budget", 9_000, SESSION)
    assert (ran.code, json.loads(ran.out)) == (0, answer(to)["messages"])


@pytest.mark.parametrize("to", PROVIDERS)
def test_a_format_of_compile_is_the_same(to: str):
    """`compile --format messages:PROVIDER` writes and says the same."""
    options = ["--budget", 9_000, SESSION]
    assert run("compile", "--format", f"messages:{to}", *options) == run("messages", "--to", to, *options)


def test_the_whole_answer_is_the_wire_s():
    """`--json` has decisions, insights, receipt and all else."""
    assert made("--budget", 9_000, SESSION) == answer("anthropic")


def test_options_are_fields_of_the_request(tmp_path: Path):
    """Query, model, policy, system and tools reach the compiler."""
    tools = [{"name": "ping", "input_schema": {"type": "object"}}]
    files = {
        "--system": write(tmp_path / "system.txt", "\ufeffBe brief.\n"),
        "--tools": write(tmp_path / "tools.json", json.dumps(tools)),
        "--policy": write(tmp_path / "policy.json", '{"response_reserve_tokens": 5}'),
    }
    more = {"query": "totals", "target_model": "claude-opus-5", "system": "Be brief.\n", "tools": tools}
    options = [word for pair in files.items() for word in pair]
    found = made("--budget", 9_000, "--query", "totals", "--model", "claude-opus-5", *options, SESSION)
    assert found == answer("anthropic", policy=CompilePolicy(response_reserve_tokens=5), **more)


def test_a_system_prompt_may_be_blocks(tmp_path: Path):
    """A JSON list of objects is one; any other text is text, whatever it begins with."""
    blocks = [{"type": "text", "text": "Be brief."}]
    as_blocks = made("--budget", 9_000, "--system", write(tmp_path / "a", json.dumps(blocks)), SESSION)
    assert as_blocks == answer("anthropic", system=blocks)
    as_text = made("--budget", 9_000, "--system", write(tmp_path / "b", "[1] Be brief."), SESSION)
    assert as_text == answer("anthropic", system="[1] Be brief.")


def test_a_receipt_is_written_and_read_again(tmp_path: Path):
    """At first there is none; the next run begins with the messages that the last one sent."""
    receipt = tmp_path / "receipt.json"
    first = made("--receipt", receipt, stdin=TALK)
    assert json.loads(receipt.read_bytes()) == first["receipt"]
    more = TALK + '{"role": "user", "content": "and now?"}\n'
    ran = run("messages", "--to", "anthropic", "--json", "--receipt", receipt, stdin=more)
    second = json.loads(ran.out)
    assert second["messages"][: len(first["messages"])] == first["messages"]
    assert json.loads(receipt.read_bytes()) == second["receipt"] != first["receipt"]
    assert f"the first {len(first['messages'])} messages as before\n".encode() in ran.err


def test_a_receipt_that_is_none_is_refused(tmp_path: Path):
    """A file that is no JSON names itself; a foreign object is refused under the option's name, and stays as it is."""
    ran = run("messages", "--to", "openai", "--receipt", write(tmp_path / "a", "mine"), stdin=TALK)
    assert (ran.code, ran.error.startswith(f"contextc: {tmp_path}/a: the request is no JSON")) == (2, True)
    foreign = write(tmp_path / "b", '{"total": 3}')
    ran = run("messages", "--to", "openai", "--receipt", foreign, stdin=TALK)
    assert (ran.code, ran.error.startswith("contextc: --receipt: ")) == (2, True)
    assert foreign.read_bytes() == b'{"total": 3}'


@pytest.mark.parametrize("text", ["prose", '{"name": "ping"}'])
def test_tools_are_a_list(tmp_path: Path, text: str):
    """Anything else is one line with the name of the file."""
    ran = run("messages", "--to", "openai", "--tools", write(tmp_path / "tools", text), stdin=TALK)
    assert (ran.code, ran.out, ran.error.startswith(f"contextc: {tmp_path}/tools: ")) == (2, b"", True)


def test_what_was_used_is_said():
    """One line has the messages, the tokens, what is left out, and the risk."""
    found = made("--budget", 600, stdin=TALK)
    insights = found["insights"]
    ran = run("messages", "--to", "anthropic", "--budget", 600, stdin=TALK)
    assert ran.error == (
        f"contextc: {amount(len(found['messages']), 'message')}, {insights['tokens_in']:,} tokens in, "
        f"{insights['tokens_out']} of 600 used, {len(found['retrieval_handles'])} parts left out or cut, "
        f"risk {found['risk']}"
    )
    assert insights["tokens_out"] <= 600


def test_a_system_text_that_stands_beside_is_told():
    """A provider that takes it apart from the messages gets it from `--json`."""
    talk = '{"role": "system", "content": "Be brief."}\n' + TALK
    ran = run("messages", "--to", "anthropic", stdin=talk)
    assert b"anthropic takes the system text beside the messages" in ran.err
    assert "beside" not in run("messages", "--to", "openai", stdin=talk).error
    assert made(stdin=talk)["system"] is not None


def test_what_must_stay_names_the_smallest_budget():
    """The newest message of the user needs its room; the line blames the option."""
    ran = run("messages", "--to", "openai", "--budget", 9, stdin=TALK)
    assert (ran.code, ran.error.startswith("contextc: --budget: ")) == (2, True)


def test_a_provider_is_named():
    """Without `--to`, or with another, the line says so."""
    assert b"--to" in run("messages", SESSION).err
    assert b"parrot" in run("messages", "--to", "parrot", SESSION).err


def test_messages_are_made_of_a_transcript(tmp_path: Path):
    """Files are no conversation."""
    path = write(tmp_path / "a", "prose")
    ran = run("compile", "--as", "files", "--format", "messages:openai", path)
    assert (ran.code, "messages are made of a transcript, not of files" in ran.error) == (2, True)
    ran = run("compile", "--format", "messages:openai", path, path)
    assert (ran.code, "a transcript is one input" in ran.error) == (2, True)


def test_out_takes_the_messages(tmp_path: Path):
    """`--out` gets them, stdout nothing."""
    ran = run("messages", "--to", "openai", "--out", tmp_path / "out.json", stdin=TALK)
    assert (ran.code, ran.out) == (0, b"")
    assert json.loads((tmp_path / "out.json").read_bytes())[-1]["role"] == "assistant"
