"""A size -> a session of Claude Code as it lies on a disk, in bytes, the same for the same size.

About half of it is screenshots, three levels deep in base64. The rest is what such files hold: a message in several lines
of one id, streamed texts that are there twice, thinking with its signature, parallel calls, files that are read again,
edits, failures, agents in side chains, records that are none of the conversation, a compaction, rewound branches, and a
last line that a crash has torn.
"""

import base64
import json
import struct
import zlib
from functools import cache
from random import Random
from typing import Any

from . import texts
from .corpus import code, pieces
from .workloads import SEED

SCREENSHOT = 150_000
"""Bytes of an image at most."""
IMAGES = 0.5
"""Share of the session that is images."""
COMPACTED = 0.05
"""Share of the session after which it is compacted: what stands before is not of the conversation any more."""
REWOUND = 40
"""Rounds after which the user goes back by one."""
LEAST_ROUNDS = 6
"""Of a session however small: it is compacted and rewound, and has one of each call."""
FILES = 60
"""Files that are read, again and again."""

LAST_WORDS = "One more thing: which of the tests still fails, and why?"
"""What the user says at the end, before the torn line."""

Json = dict[str, Any]


@cache
def session(size: int) -> bytes:
    """A session of about `size` bytes, and of a few hundred thousand at least."""
    return _Session(size).bytes()


def png(random: Random, size: int) -> bytes:
    """An image of 1280 x 720 pixels with valid chunks; what is in them is noise."""
    header = struct.pack(">IIBBBBB", 1280, 720, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", random.randbytes(size)) + _chunk(b"IEND", b"")
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@cache
def _sources() -> list[str]:
    return pieces(code(), 4_000, Random(SEED + 60))


class _Session:
    """Lines in the making."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.random = Random(SEED + 61)
        self.lines: list[bytes] = []
        self.length = self.images = self.rounds = self.steps = self.second = 0
        self.parent: str | None = None
        self.before: str | None = None
        """The parent of the last prompt: where the user goes back to."""
        self.compacted = False
        self.shots: list[str] = []
        self.files = {
            f"/home/app/src/{texts.word(self.random)}_{at}.py": source for at, source in enumerate(_sources()[:FILES])
        }
        self.read: list[str] = []

    def bytes(self) -> bytes:
        self._noise("permission-mode", permissionMode="default", sessionId=SESSION)
        self._noise(
            "file-history-snapshot", messageId=self._id(), snapshot={"trackedFileBackups": {}}, isSnapshotUpdate=False
        )
        while self.length < self.size or self.rounds < LEAST_ROUNDS:
            if not self.compacted and self.length >= COMPACTED * self.size and self.rounds:
                self._compact()
            self._round()
        self._prompt(LAST_WORDS)
        self._assistant([{"type": "text", "text": "I will run them once more."}])
        torn = self.lines.pop()
        return b"".join(self.lines) + torn[: len(torn) // 2]

    # The conversation

    def _round(self) -> None:
        """A question, what is done about it, and an answer."""
        if self.rounds % REWOUND == 3:
            self.parent = self.before
        self.before = self.parent
        self._prompt(" ".join(texts.sentence(self.random) for _ in range(self.random.randint(1, 4))))
        if self.random.random() < 0.3:
            self._noise("queue-operation", operation="enqueue", content=texts.sentence(self.random), sessionId=SESSION)
        for _ in range(self.random.randint(2, 6)):
            STEPS[self.steps if self.steps < len(STEPS) else self.random.randrange(len(STEPS))](self)
            self.steps += 1
        if self.images < IMAGES * self.length:
            self.screenshot()
        self._assistant([{"type": "text", "text": texts.prose(self.random, self.random.randint(200, 2_500))}])
        if self.random.random() < 0.1:
            self._system("turn_duration", durationMs=self.random.randint(10_000, 900_000))
        self.rounds += 1

    def _prompt(self, text: str) -> None:
        self._record("user", message={"role": "user", "content": text}, promptId=self._id())
        self._noise("last-prompt", lastPrompt=text[:80], sessionId=SESSION)

    def _compact(self) -> None:
        before = self.parent
        self.parent = None
        self._system(
            "compact_boundary", logicalParentUuid=before, compactMetadata={"trigger": "auto", "preTokens": 167_000}
        )
        summary = "This session is continued from one that ran out of context.\n\n" + texts.prose(self.random, 4_000)
        flags = {"isCompactSummary": True, "isVisibleInTranscriptOnly": True}
        self._record("user", message={"role": "user", "content": summary}, **flags)
        self.compacted = True

    # What is done

    def bash(self) -> None:
        command = f"pytest -q tests/{texts.word(self.random)}.py"
        output = texts.log(self.random, self.random.randint(300, 9_000))
        if self.random.random() < 0.2:
            text = f"Exit code 1\n{output}"
            self._exchange(
                [self._call("Bash", {"command": command, "description": "Run tests"})], [(text, True, f"Error: {text}")]
            )
            return
        told = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
        self._exchange([self._call("Bash", {"command": command, "description": "Run tests"})], [(output, False, told)])

    def read_files(self) -> None:
        """One to three at once, a third of them again."""
        paths = [
            self.random.choice(self.read if self.read and self.random.random() < 0.35 else list(self.files))
            for _ in range(self.random.choice((1, 1, 2, 3)))
        ]
        self.read += paths
        contents = [self.files[path] for path in paths]
        shown = ["".join(f"{at:>6}\u2192{line}\n" for at, line in enumerate(text.split("\n"), 1)) for text in contents]
        told = [
            {"type": "text", "file": {"filePath": p, "content": text}} for p, text in zip(paths, contents, strict=True)
        ]
        calls = [self._call("Read", {"file_path": path}) for path in paths]
        self._exchange(calls, [(text, False, more) for text, more in zip(shown, told, strict=True)])

    def edit(self) -> None:
        path = self.random.choice(self.read or list(self.files))
        old = self.files[path][:400]
        new = texts.edited(self.random, old)
        call = self._call("Edit", {"file_path": path, "old_string": old, "new_string": new, "replace_all": False})
        if self.random.random() < 0.2:
            text = (
                "<tool_use_error>File has been modified since read. Read it again before you write it.</tool_use_error>"
            )
            self._exchange([call], [(text, True, f"Error: {text}")])
            return
        self.files[path] = self.files[path].replace(old, new, 1)
        told = {"filePath": path, "oldString": old, "newString": new, "userModified": False}
        self._exchange([call], [(f"The file {path} has been updated.", False, told)])

    def grep(self) -> None:
        found = "\n".join(
            f"{path}:{self.random.randint(1, 400)}:{texts.sentence(self.random)}"
            for path in self.random.choices(list(self.files), k=self.random.randint(1, 60))
        )
        call = self._call("Grep", {"pattern": texts.word(self.random), "output_mode": "content", "-n": True})
        self._exchange([call], [(found, False, {"mode": "content", "numFiles": 0, "content": found})])

    def screenshot(self) -> None:
        """One of five shows what another has shown."""
        if self.shots and self.random.random() < 0.2:
            data = self.random.choice(self.shots)
        else:
            most = min(SCREENSHOT, max(300, self.size // 12))
            data = base64.b64encode(png(self.random, self.random.randint(most // 3, most))).decode()
            self.shots.append(data)
            del self.shots[:-8]
        self.images += len(data)
        image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
        content = [{"type": "text", "text": f"title: {texts.sentence(self.random)}"}, image]
        call = self._call("mcp__browser__screenshot", {"target": "page", "fullPage": False})
        self._exchange([call], [(content, False, None)])

    def agent(self) -> None:
        """A conversation of its own, in the same file."""
        task = texts.prose(self.random, 400)
        call = self._call("Task", {"description": "Look around", "prompt": task, "subagent_type": "Explore"})
        main = self._assistant([call])
        side = {"isSidechain": True, "agentId": self._id()[:8]}
        self.parent = None
        self._record("user", message={"role": "user", "content": task}, **side)
        inner = self._call("Read", {"file_path": self.random.choice(list(self.files))})
        self._assistant([inner], **side)
        result = {
            "type": "tool_result",
            "tool_use_id": inner["id"],
            "content": self.random.choice(list(self.files.values())),
        }
        self._record("user", message={"role": "user", "content": [result]}, **side)
        report = texts.prose(self.random, 900)
        self._assistant([{"type": "text", "text": report}], **side)
        self.parent = main
        self._results(
            [call], [([{"type": "text", "text": report}], False, {"status": "completed", "totalTokens": 9_000})], [main]
        )

    # Records

    def _exchange(self, calls: list[Json], answers: list[tuple[Any, bool, Any]]) -> None:
        thought = texts.prose(self.random, self.random.randint(100, 1_500))
        signature = base64.b64encode(self.random.randbytes(self.random.randint(200, 900))).decode()
        blocks: list[Json] = [{"type": "thinking", "thinking": thought, "signature": signature}]
        if self.random.random() < 0.6:
            blocks.append({"type": "text", "text": texts.prose(self.random, self.random.randint(60, 500))})
        last = self._assistant([*blocks, *calls])
        self._results(calls, answers, [last] * len(calls))

    def _call(self, name: str, input: Json) -> Json:
        return {"type": "tool_use", "id": f"toolu_01{texts.hexadecimal(self.random, 22)}", "name": name, "input": input}

    def _assistant(self, blocks: list[Json], **more: Any) -> str:
        """A line a block, all with the id of the message; two in five texts are written while they come in, too."""
        id = f"msg_01{texts.hexadecimal(self.random, 22)}"
        usage = {"input_tokens": 4, "cache_read_input_tokens": 90_000, "output_tokens": self.random.randint(8, 900)}
        for block in blocks:
            versions = [block]
            if block["type"] == "text" and self.random.random() < 0.4:
                versions.insert(0, {**block, "text": block["text"][: len(block["text"]) // 2]})
            for version in versions:
                message = {"model": MODEL, "id": id, "type": "message", "role": "assistant", "content": [version]}
                message |= {"stop_reason": None, "stop_sequence": None, "usage": usage}
                self._record("assistant", message=message, requestId=f"req_{id[6:20]}", **more)
        assert self.parent
        return self.parent

    def _results(self, calls: list[Json], answers: list[tuple[Any, bool, Any]], sources: list[str]) -> None:
        """A record a result."""
        for call, (content, error, told), source in zip(calls, answers, sources, strict=True):
            block = {"tool_use_id": call["id"], "type": "tool_result", "content": content}
            if error:
                block["is_error"] = True
            more = {"toolUseResult": told} if told is not None else {}
            self._record("user", message={"role": "user", "content": [block]}, sourceToolAssistantUUID=source, **more)

    def _system(self, subtype: str, **more: Any) -> None:
        self._record("system", subtype=subtype, isMeta=False, level="info", **more)

    def _record(self, kind: str, *, isSidechain: bool = False, **more: Any) -> None:  # noqa: N803  (a record's own words)
        uuid = self._id()
        self._write(
            {
                "parentUuid": self.parent,
                "isSidechain": isSidechain,
                "userType": "external",
                "cwd": "/home/app",
                "sessionId": SESSION,
                "version": "2.1.144",
                "gitBranch": "main",
                "type": kind,
                **more,
                "uuid": uuid,
                "timestamp": self._now(),
            }
        )
        self.parent = uuid

    def _noise(self, kind: str, **fields: Any) -> None:
        self._write({"type": kind, **fields})

    def _write(self, record: Json) -> None:
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self.lines.append(line)
        self.length += len(line)

    def _id(self) -> str:
        digits = texts.hexadecimal(self.random, 32)
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))

    def _now(self) -> str:
        self.second += self.random.randint(1, 40)
        return texts.stamp(self.second)


SESSION = "5f0c6c1e-7a52-4d0b-9a0e-0f6a3f6f6c11"
MODEL = "claude-opus-4-5"

STEPS = (
    _Session.read_files,
    _Session.bash,
    _Session.screenshot,
    _Session.edit,
    _Session.grep,
    _Session.agent,
    _Session.read_files,
    _Session.bash,
    _Session.read_files,
)
"""What an agent does, as often as it does it."""
