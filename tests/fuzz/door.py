"""A call at the door of bytes -> the fault in its answer, if there is one, and the smallest request that shows it."""

from typing import Any

from msgspec.structs import replace

from contextc import (
    CompileRequest,
    HeuristicEstimator,
    Limits,
    MessagesFormat,
    MessagesInput,
    TranscriptCompileInput,
)
from contextc_wire import call
from contextc_wire.codec import decode
from core.laws.exchanges import Price, room
from fuzz.answers import ORDINARY, answer

EXPECTED = call("compile", ORDINARY["compile"])


def check(method: str, request: bytes) -> str | None:
    """What is wrong with the answer: it is malformed, changes, breaks a law, or spoils the next one."""
    try:
        document = answer(method, request)
        assert call(method, request) == call(method, request), "the answer changes"
        assert call("compile", ORDINARY["compile"]) == EXPECTED, "the next answer changes"
        if "error" not in document and method in LAWS:
            LAWS[method](request, document)
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"[:300]
    return None


def smallest(method: str, request: bytes, fault: str) -> bytes:
    """The request without every part that the fault does not need."""
    size = len(request) // 2
    while size:
        at = 0
        while at < len(request):
            shorter = request[:at] + request[at + size :]
            if _kind(check(method, shorter)) == _kind(fault):
                request = shorter
            else:
                at += size
        size //= 2
    return request


def _kind(fault: str | None) -> str | None:
    return fault and fault[:60]


def _compiled(request: bytes, document: dict[str, Any]) -> None:
    asked = decode(request, CompileRequest, Limits())
    _check_context(asked, document)
    if not (asked.policy and asked.policy.slim_response):
        assert len(document["decisions"]) == len(asked.fragments), "a decision a fragment"


def _transcript(request: bytes, document: dict[str, Any]) -> None:
    asked = decode(request, TranscriptCompileInput, Limits())
    _check_context(asked, document["context"])
    _check_ranges(document["segmentation"]["segments"], len(asked.transcript.encode()))


def _check_context(asked: CompileRequest | TranscriptCompileInput, context: dict[str, Any]) -> None:
    reserve = (asked.policy.response_reserve_tokens if asked.policy else None) or 0
    assert HeuristicEstimator().estimate(context["content"]) <= asked.token_budget - reserve, "over budget"
    sections = [section["content"] for section in context["sections"]]
    assert not sections or "\n\n".join(sections) == context["content"], "the content is not its sections"


def _check_ranges(parts: list[dict[str, Any]], size: int) -> None:
    starts = [part["byte_start"] for part in parts]
    ends = [part["byte_end"] for part in parts]
    assert not parts or [0, *ends] == [*starts, size], "ranges do not follow each other"


def _chunked(request: bytes, document: dict[str, Any]) -> None:
    _check_ranges(document["chunks"], len(decode(request, dict[str, Any], Limits())["text"].encode()))


def _segmented(request: bytes, document: dict[str, Any]) -> None:
    _check_ranges(document["segments"], len(decode(request, dict[str, Any], Limits())["transcript"].encode()))


def _messages(request: bytes, document: dict[str, Any]) -> None:
    asked = decode(request, MessagesInput, Limits())
    asked = replace(asked, format=MessagesFormat(document["format"]))
    assert Price(asked).messages(document["messages"]) <= room(asked), "over budget"
    places = {part["message"] for part in document["parts"]}
    assert places == set(range(len(asked.messages))), "parts do not name every message"


LAWS = {
    "compile": _compiled,
    "compile_transcript": _transcript,
    "chunk": _chunked,
    "segment": _segmented,
    "compile_messages": _messages,
}
"""What a result must fulfil, by method."""
