"""Conversations that more than one question is asked about."""

from cases.script import Answer, Call, Script, model, tools, user

REPORT = "line of report\n" * 400
REPORTS: Script = [
    user("write the report file"),
    model(Call("call_1", "write_file", {"path": "report.md", "text": REPORT})),
    tools(Answer("call_1", "ok, 6000 bytes written")),
    model("done"),
    user("thanks, now tag the release"),
]
"""The conversation of D11."""

HOSTS: Script = [
    user("check three hosts"),
    model("checking", *[Call(f"t_{host}", "ping", {"host": f"{host}.test"}) for host in "abc"]),
    tools(Answer("t_c", "c: 12 ms"), Answer("t_a", "a: timeout", failed=True)),
    user("[interrupted]"),
    model("b did not answer"),
]
"""The conversation of D12."""

TOOLS = ("ping", "read_file", "ping", "search", "ping")
ROUNDS: Script = [
    turn
    for number, name in enumerate(TOOLS)
    for turn in (
        user(f"step {number}"),
        model(Call("call_0", name, {"round": number}), Call("call_1", name, {"round": number + 100})),
        tools(Answer("call_1", f"found {number + 100}"), Answer("call_0", f"found {number}")),
    )
]
"""Every turn counts its calls from 0, and the results of each come in the other order."""
