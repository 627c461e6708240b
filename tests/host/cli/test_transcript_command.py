"""`contextc transcript`: what is in a session, and where its tokens are."""

import json
from pathlib import Path
from typing import Any

import pytest

from contextc.calibrated import CalibratedEstimator
from contextc_host.cli import survey
from host.cli.shell import run, write

PNG = "iVBORw0KGgoAAAANSUhEUgAABAAAAAMACAYAAAA="
"""The header of an image of 1024 x 768 pixels."""
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
LOG = "".join(f"2026-11-30T10:00:{second:02}Z worker started\n" for second in range(20))


def call(id: str, name: str, **input: Any) -> dict[str, Any]:
    """A block that calls a tool."""
    return {"type": "tool_use", "id": id, "name": name, "input": input}


def result(id: str, content: Any, **more: Any) -> dict[str, Any]:
    """A block that answers a call."""
    return {"type": "tool_result", "tool_use_id": id, "content": content, **more}


MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "Please look into the failing deploy."},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "The log will tell.", "signature": "c2ln"},
            {"type": "text", "text": "I read it:\n```sh\nless deploy.log\n```\n"},
            call("c1", "Read", path="deploy.log"),
            call("c2", "Bash", command="make"),
            call("c3", "Bash", command="true"),
        ],
    },
    {
        "role": "user",
        "content": [
            result("c1", LOG),
            result("c2", [{"type": "text", "text": "it failed"}, IMAGE], is_error=True),
            result("c9", "nobody asked"),
        ],
    },
    {"role": "assistant", "content": [call("c4", "Read", path="deploy.log")]},
    {"role": "user", "content": [result("c4", "empty now"), IMAGE]},
]
SESSION = json.dumps({"system": "Be brief.", "messages": MESSAGES})


def counted(stdin: bytes | str = SESSION, *options: object) -> dict[str, Any]:
    """The numbers, as JSON."""
    ran = run("transcript", "--json", *options, stdin=stdin)
    assert (ran.code, ran.err) == (0, b"")
    return json.loads(ran.out)


def tokens(text: str) -> int:
    """The estimate for a text."""
    return CalibratedEstimator().estimate(text)


def of(rows: list[dict[str, Any]], key: str) -> dict[str | None, dict[str, Any]]:
    """Rows by a column."""
    return {row[key]: row for row in rows}


def test_turns_and_parts_are_counted():
    """The system text of a document is a turn, too."""
    found = counted()
    assert (found["format"], found["turns"], found["parts"]) == ("anthropic", 6, 13)
    assert found["bytes"] == len(SESSION)


def test_tokens_are_told_by_kind():
    """Who says it, what is thought, called and answered, media, code and logs."""
    kinds = of(counted()["kinds"], "kind")
    words = {"user", "assistant", "system", "reasoning", "tool_call", "tool_result", "media", "code", "log"}
    assert words == set(kinds)
    assert kinds["log"]["tokens"] == tokens(LOG)
    assert kinds["code"]["tokens"] == tokens("```sh\nless deploy.log\n```\n")
    assert kinds["user"]["tokens"] == tokens("Please look into the failing deploy.")


def test_an_image_counts_by_its_pixels():
    """1024 x 768 pixels are 1,049 tokens for an unknown model, and what the table says for a known one."""
    assert of(counted()["kinds"], "kind")["media"] == {"kind": "media", "segments": 2, "tokens": 2 * 1_049}
    assert of(counted(SESSION, "--model", "gpt-4o")["kinds"], "kind")["media"]["tokens"] == 2 * 765


def test_all_tokens_are_in_every_table():
    """Kinds and roles add up to the whole."""
    found = counted()
    assert [sum(row["tokens"] for row in found[name]) for name in ("kinds", "roles")] == [found["tokens"]] * 2
    assert sum(row["segments"] for row in found["kinds"]) == found["segments"]


def test_roles_are_told_with_turns_and_parts():
    """One row a role."""
    rows = {role: (row["turns"], row["parts"]) for role, row in of(counted()["roles"], "role").items()}
    assert rows == {"user": (3, 6), "assistant": (2, 6), "system": (1, 1)}


def test_tools_are_told_with_calls_results_errors_and_dangling():
    """A call without a result dangles, and so does a result without a call, whose tool is unknown."""
    names = ("calls", "results", "errors", "dangling")
    rows = {tool: tuple(row[name] for name in names) for tool, row in of(counted()["tools"], "tool").items()}
    assert rows == {"Read": (2, 2, 0, 0), "Bash": (2, 1, 1, 1), None: (0, 1, 0, 1)}


def test_a_tool_has_the_tokens_of_its_calls_and_results():
    """An image that it answers counts."""
    answer = tokens("it failed") + 1_049
    asked = tokens('{"command": "make"}') + tokens('{"command": "true"}')
    assert of(counted()["tools"], "tool")["Bash"]["tokens"] == asked + answer


def test_the_largest_parts_have_their_place():
    """Ten at most, the largest first, with record, kind, tool and first words."""
    found = counted()["largest"]
    assert len(found) == survey.LARGEST
    assert [row["tokens"] for row in found] == sorted((row["tokens"] for row in found), reverse=True)
    first = found[0]
    assert (first["record"], first["tool"], first["kind"], first["text"]) == (2, "Bash", "media", "it failed")


def test_superseded_results_are_told():
    """The first reading of a file that is read again."""
    assert counted()["superseded"] == {"turns": 1, "tokens": tokens(LOG)}


def test_side_conversations_are_told():
    """What an agent of its own said and was told."""
    lines = [
        {"type": "user", "uuid": "a", "sessionId": "s", "message": {"role": "user", "content": "look around"}},
        {"type": "user", "uuid": "b", "isSidechain": True, "message": {"role": "user", "content": "find the door"}},
    ]
    found = counted("".join(json.dumps(line) + "\n" for line in lines))
    assert (found["format"], found["side"]) == ("claude_code", {"turns": 1, "tokens": tokens("find the door")})


def test_skipped_records_are_told():
    """Their count and their numbers."""
    found = counted('{"role": "user", "content": "hi"}\n{"role": "user", "content": "there"}\n{torn')
    assert (found["skipped_records"], found["skipped"]) == (1, [3])


def test_equal_texts_are_counted_once_and_told_each_time(monkeypatch: pytest.MonkeyPatch):
    """A text that is there a hundred times is estimated once."""
    seen: list[str] = []

    def estimate(_: object, text: str) -> int:
        seen.append(text)
        return 3

    monkeypatch.setattr(CalibratedEstimator, "estimate", estimate)
    assert counted('{"role": "user", "content": "again"}\n' * 100)["tokens"] == 300
    assert seen == ["again"]


def test_a_plain_transcript_has_places_in_bytes():
    """It has no records."""
    found = counted("User: hi\nAssistant: hello to you\n")
    place = [(row["record"], row["byte_start"], row["byte_end"]) for row in found["largest"]]
    assert place == [(None, 9, 33), (None, 0, 9)]
    line = run("transcript", stdin="User: hi\nAssistant: hello to you\n").out.splitlines()[-2]
    assert line.split()[1:4] == [b"@9", b"assistant", b"-"]


def test_the_keys_are_those_of_the_record():
    """What `--json` prints is the type `Survey`, key by key."""
    assert list(counted()) == list(survey.Survey.__struct_fields__)


def test_everything_is_printed():
    """The numbers of the JSON stand in the tables, with a bar by kind."""
    found, out = counted(), run("transcript", stdin=SESSION).out.decode()
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == f"anthropic: 2.0 kB, 6 turns, 13 parts, {found['tokens']:,} tokens"
    assert f"superseded results: 1 turn, {tokens(LOG)} tokens ({100 * tokens(LOG) // found['tokens']} %)" in lines
    for row in found["tools"]:
        numbers = " ".join(f"{row[name]}" for name in ("tokens", "calls", "results", "errors", "dangling"))
        assert f"{numbers} {row['tool'] or '-'}" in lines
    for row in found["roles"]:
        assert f"{row['tokens']} {row['turns']} {row['parts']} {row['role']}" in lines
    assert out.count("█") == 40


def test_a_format_can_be_forced(tmp_path: Path):
    """`--as` is strict."""
    path = write(tmp_path / "a", "prose")
    ran = run("transcript", "--as", "openai", path)
    assert (ran.code, ran.error.startswith(f"contextc: {path}: ")) == (2, True)
    assert counted("prose", "--as", "plain")["format"] == "plain"


def test_nothing_has_no_tokens():
    """Blank input is a transcript of one blank turn, and no division by nothing."""
    assert run("transcript", stdin="\n").code == 0
