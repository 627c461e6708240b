"""An item of a Codex rollout is a turn of whoever said it."""

import pytest

from contextc.transcript.readers import read
from contextc.transcript.turns import ToolResult
from contextc.vocabulary import SegmentFormat
from core.transcript.readers.rollouts import item, lines, said, user


@pytest.mark.parametrize(
    "text",
    [
        "# AGENTS.md instructions for /w\n\nbe brief",
        "<environment_context>\n</environment_context>",
        "\n<turn_aborted></turn_aborted>",
        "<user_instructions>be brief</user_instructions>",
        "<subagent_notification>done</subagent_notification>",
    ],
)
def test_injected_messages(text: str):
    """What the program says in the name of the user is an event."""
    assert said(user(text), user("hi")) == [("event", text), ("user", "hi")]


@pytest.mark.parametrize(
    ("texts", "kinds", "role"),
    [
        (("<skill>x",), ["user.text"], "user"),
        (("be brief",), ["environments.environment_context"], "event"),
        (("<skill>x", "hi"), ["skills.skill", "user.text"], "user"),
        (("<skill>x", "hi"), [], "user"),
        (("<skill>x", "<skill>y"), [], "event"),
        (("<skill>x",), 5, "event"),
        ((), [], "user"),
    ],
)
def test_kinds_of_content(texts: tuple[str, ...], kinds: object, role: str):
    """A version that names what the user typed is believed; else the words decide, all of them."""
    passed_on = {"content_item_kinds": kinds}
    assert said(user(*texts, internal_chat_message_metadata_passthrough=passed_on)) == [(role, *texts)]


@pytest.mark.parametrize(
    ("output", "error"),
    [
        ("Exit code: 1\nWall time: 5 seconds\nOutput:\nno", True),
        ("Exit code: 0\nWall time: 5 seconds\nOutput:\nExit code: 1", False),
        ("Command: make\nChunk ID: 1\nProcess exited with code 2\nOutput:\n", True),
        ("Process exited with code 1", False),
        ("Process running with session ID 7\nOutput:\n", False),
        ('{"output":"no","metadata":{"exit_code":1,"duration_seconds":0.1}}', True),
        ('{"output": "no", "metadata": {"exit_code": -9}}\n', True),
        ('{"output":"yes","metadata":{"exit_code":0}}', False),
        ('{"output":"\\"metadata\\":{\\"exit_code\\":1}}","metadata":{}}', False),
        ([{"type": "input_text", "text": "Exit code: 1\nOutput:\nno"}], True),
        ([{"type": "input_image", "image_url": "https://example.test/a.png"}], False),
        ([], False),
    ],
)
def test_failed_commands(output: object, error: bool):
    """A command that says in words that it did not end well is an error."""
    turns = read(lines(item(type="function_call_output", call_id="c", output=output)), SegmentFormat.AUTO).turns
    part = turns[0].parts[0]
    assert isinstance(part, ToolResult) and part.is_error is error
