"""Sessions of agents as they lie on disk: envelopes (D13) and what is written again and again while it streams (D15)."""

import json
from typing import Any

import pytest

from cases.chats import compact
from cases.door import Json, case, segmented
from cases.formats import FORMATS, compiled_transcript
from cases.pairs import blocks
from cases.script import Answer, Call, Script, model, tools, user

LOGIN: Script = [
    user("why is the login test red?"),
    model("reading the log", Call("tu_1", "Bash", {"command": "tail app.log"})),
    tools(Answer("tu_1", "ERROR clock skew 37s")),
    model("the clock is wrong"),
]

SESSIONS = ("claude_code", "codex", "gemini_cli")

each_session = pytest.mark.parametrize("name", SESSIONS)


def lines(*records: Any) -> str:
    """Records as a file."""
    return "".join([compact(record) + "\n" for record in records])


def said(transcript: str) -> list[tuple[str, str]]:
    """Who said what, by the labels of the compiled content."""
    answer = compiled_transcript(transcript)
    return [(block.what, block.text) for block in blocks(answer["context"]["content"])]


class TestEnvelopes:
    """Each message in a record of the program that kept it."""

    RECORDED = case("D13")["fs"][0]["content"]
    WORDS = ("parentUuid", "sessionId", "session_id", "projectHash", "usage", "input_tokens", "timestamp", "payload")

    def test_the_recorded_session_has_its_turns(self):
        """User, assistant and the result, with their texts alone."""
        assert said(self.RECORDED) == [
            ("user", "why is the login test red?"),
            ("assistant", "reading the log"),
            ("call", 'Bash {"command":"tail app.log"}'),
            ("result", "ERROR clock skew 37s"),
        ]

    def test_its_format_is_told(self):
        """A program can read what the file was taken for, and that no line was skipped."""
        segmentation = compiled_transcript(self.RECORDED)["segmentation"]
        assert (segmentation["format_detected"], segmentation.get("skipped_lines", 0)) == ("claude_code", 0)

    def test_its_turns_have_roles(self):
        """Three turns, the last with the result."""
        found = {one["turn"]: one["role"] for one in segmented(self.RECORDED)["segments"]}
        assert found == {0: "user", 1: "assistant", 2: "user"}

    @each_session
    def test_no_word_of_an_envelope_is_said(self, name: str):
        """Names of fields, ids and counts of tokens are no conversation, in the content or in a segment."""
        segments = segmented(noisy(name))["segments"]
        content = compiled_transcript(noisy(name))["context"]["content"]
        texts = [*[one["text"] for one in segments], content]
        assert [word for word in self.WORDS for text in texts if word in text] == []

    @each_session
    def test_records_that_say_nothing_change_nothing(self, name: str):
        """With titles, snapshots, settings and counts between the messages the conversation is the same."""
        assert said(noisy(name)) == said(FORMATS[name].transcript(LOGIN))

    @each_session
    def test_records_that_say_nothing_are_not_bad(self, name: str):
        """They are known, so none is counted as skipped, and a forced format takes them."""
        answer = segmented(noisy(name), name)
        assert (answer["format_detected"], answer.get("skipped_lines", 0)) == (name, 0)

    @each_session
    def test_a_session_of_another_is_refused(self, name: str):
        """A format that is forced on another's file is an error, never a transcript without turns."""
        others = [other for other in SESSIONS if other != name]
        codes = [segmented(noisy(other), name)["error"]["code"] for other in others]
        assert codes == ["segmentation_failed"] * 2


NOISE: dict[str, list[Json]] = {
    "claude_code": [
        {"type": "file-history-snapshot", "messageId": "u0", "snapshot": {"trackedFileBackups": {}}},
        {"type": "queue-operation", "operation": "enqueue", "sessionId": "s", "timestamp": "t"},
        {"type": "permission-mode", "permissionMode": "default", "sessionId": "s"},
        {"type": "summary", "summary": "usage of sessionId", "leafUuid": "u0"},
        {"type": "custom-title", "customTitle": "usage", "sessionId": "s"},
        {"type": "system", "subtype": "turn_duration", "durationMs": 4210, "uuid": "n1", "sessionId": "s"},
    ],
    "codex": [
        {"timestamp": "t", "type": "turn_context", "payload": {"cwd": "/w", "model": "m", "usage": 1}},
        {"timestamp": "t", "type": "event_msg", "payload": {"type": "token_count", "info": {"input_tokens": 3}}},
        {"timestamp": "t", "type": "event_msg", "payload": {"type": "user_message", "message": LOGIN[0].parts[0]}},
        {"timestamp": "t", "type": "event_msg", "payload": {"type": "agent_message", "message": "reading the log"}},
        {"timestamp": "t", "type": "world_state", "payload": {"usage": "usage"}},
    ],
    "gemini_cli": [
        {"$set": {"lastUpdated": "t", "summary": "usage"}},
        {"id": "i1", "timestamp": "t", "type": "info", "content": "usage of this session"},
        {"id": "e1", "timestamp": "t", "type": "error", "content": "quota: usage is too high"},
        {"sessionId": "s", "projectHash": "p", "lastUpdated": "t"},
    ],
}
"""Records that say nothing to a model."""


def noisy(name: str) -> str:
    """The conversation with such records behind each of its own."""
    records = FORMATS[name].records(LOGIN)
    noise = NOISE[name]
    mixed = [records[0]]
    for place, record in enumerate(records[1:]):
        mixed += [record, *(noise if place == 0 else noise[place % len(noise) :][:1])]
    return lines(*mixed)


class TestStreams:
    """One message id on several lines."""

    RECORDED = case("D15")["request"]["transcript"]
    FULL = "Step one is to freeze writes. Step two is to copy."
    EXPECTED = (("user", "plan the migration"), ("assistant", FULL), ("call", 'Bash {"command":"freeze.sh"}'))

    def test_the_recorded_session_says_everything_once(self):
        """The whole text and the call are there, and its first words are not there a second time."""
        assert said(self.RECORDED) == list(self.EXPECTED)

    @pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (0, 3, 2, 1), (0, 1, 1, 2, 2, 3, 3)])
    def test_the_order_of_the_copies_does_not_matter(self, order: tuple[int, ...]):
        """Nothing complete is replaced by something partial that was written later, or twice."""
        records = self.RECORDED.splitlines()
        found = said("".join([records[place] + "\n" for place in order]))
        assert sorted(found) == sorted(self.EXPECTED)

    @pytest.mark.parametrize("steps", [1, 3, 20])
    def test_a_text_that_grows_is_there_as_it_ended(self, steps: int):
        """However many copies were written, the last one is the message."""
        sizes = [len(self.FULL) * step // steps for step in range(1, steps + 1)]
        copies = [assistant("msg_7", {"type": "text", "text": self.FULL[:size]}) for size in sizes]
        assert said(lines(prompt("plan the migration"), *copies)) == list(self.EXPECTED[:2])

    def test_blocks_that_grow_together_are_there_as_they_ended(self):
        """Each record may have all blocks so far."""
        text, call = {"type": "text", "text": self.FULL}, {"type": "tool_use", "id": "t9", "name": "Bash", "input": {}}
        done = {**call, "input": {"command": "freeze.sh"}}
        copies = [assistant("msg_7", *blocks_) for blocks_ in ([{**text, "text": "Step"}], [text, call], [text, done])]
        assert said(lines(prompt("plan the migration"), *copies)) == list(self.EXPECTED)

    def test_other_blocks_under_one_id_are_all_there(self):
        """Texts that are no copies of one another are two statements, and two calls are two."""
        parts = [{"type": "text", "text": "First."}, {"type": "text", "text": "Second."}]
        calls = [{"type": "tool_use", "id": f"t{place}", "name": "Bash", "input": {"n": place}} for place in (1, 2)]
        records = [assistant("msg_7", block) for block in parts + calls]
        found = [text for _, text in said(lines(prompt("go"), *records))]
        assert found == ["go", "First.", "Second.", 'Bash {"n":1}', 'Bash {"n":2}']

    def test_two_messages_may_say_the_same(self):
        """What begins like an earlier message, under another id, is no copy of it."""
        records = [assistant("msg_1", text("Step one is")), prompt("go on"), assistant("msg_2", text(self.FULL))]
        found = [text for _, text in said(lines(prompt("plan"), *records))]
        assert found == ["plan", "Step one is", "go on", self.FULL]

    def test_a_session_of_gemini_has_the_last_copy(self):
        """Its messages are written again whole, and a message that is written again replaces the first."""
        records = FORMATS["gemini_cli"].records(LOGIN)
        half = {**records[2], "content": [{"text": "reading"}], "toolCalls": []}
        assert said(lines(*records[:2], half, *records[2:])) == said(lines(*records))

    def test_a_rollout_has_every_message_once(self):
        """Events of Codex repeat what its items say."""
        records = FORMATS["codex"].records(LOGIN)
        event = {"timestamp": "t", "type": "event_msg"}
        told = [
            {**event, "payload": {"type": "agent_message_delta", "delta": "reading"}},
            {**event, "payload": {"type": "agent_message", "message": "reading the log"}},
        ]
        assert said(lines(*records[:2], *told, *records[2:])) == said(lines(*records))

    def test_what_is_said_twice_by_the_program_stands_once(self):
        """A record that was written twice with its name is one."""
        records = FORMATS["claude_code"].records(LOGIN)
        assert said(lines(*[record for record in records for _ in range(2)])) == said(lines(*records))


def prompt(text: str) -> Json:
    """What the user typed."""
    return {"type": "user", "message": {"role": "user", "content": text}}


def text(text: str) -> Json:
    """A block."""
    return {"type": "text", "text": text}


def assistant(id: str, *blocks: Json) -> Json:
    """A record of an answer."""
    return {"type": "assistant", "message": {"id": id, "role": "assistant", "content": json.loads(json.dumps(blocks))}}
