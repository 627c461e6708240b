"""Other people's libraries on the same texts in the same run, where they are installed; a gate is a ratio within one run.

They do not do the same: an estimate is no exact count, and a splitter that drops white space keeps no byte ranges.
"""

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from contextc.model import ChunkPolicy
from contextc.passes.chunk import chunk_text
from contextc.tokens import HeuristicEstimator

from .workloads import WORKLOADS, transcript

CHUNK = 1_000


class Contender(NamedTuple):
    """Somebody who does a task; without `run`, why not."""

    task: str
    name: str
    size: int
    run: Callable[[], Any] | None
    absent: str = ""


def contenders() -> Iterator[Contender]:
    """Every task, first by this compiler, then by its peers."""
    body = msgspec.json.decode(WORKLOADS["W1"]().request)
    texts = [fragment["content"] for fragment in body["fragments"]]
    size = sum(len(text.encode()) for text in texts)
    estimate = HeuristicEstimator().estimate
    counting = "count the tokens of W1"
    yield Contender(counting, "contextc, heuristic", size, lambda: [estimate(text) for text in texts])
    for name, counter in (("rs_bpe, o200k", _rs_bpe), ("tiktoken, o200k", _tiktoken)):
        yield _made(counting, name, size, counter, lambda count: [count(text) for text in texts])

    text = transcript("plain")[:2_000_000]
    size = len(text.encode())
    splitting = f"cut 2 MB of W3 at {CHUNK} bytes"
    policy = ChunkPolicy(max_chunk_bytes=CHUNK)
    yield Contender(splitting, "contextc, chunk_text", size, lambda: chunk_text(text, policy))
    yield _made(splitting, "langchain_text_splitters, recursive", size, _langchain, lambda split: split(text))


def _made(
    task: str, name: str, size: int, make: Callable[[], Callable[[str], Any]], use: Callable[[Any], Any]
) -> Contender:
    try:
        function = make()
    except Exception as error:  # noqa: BLE001  # whatever keeps a peer from running, the others still run
        return Contender(task, name, size, None, f"{type(error).__name__}: {error}".splitlines()[0][:60])
    return Contender(task, name, size, lambda: use(function))


def _rs_bpe() -> Callable[[str], Any]:
    count: Callable[[str], Any] = import_module("rs_bpe.bpe").openai.o200k_base().count
    return count


def _tiktoken() -> Callable[[str], Any]:
    tiktoken = import_module("tiktoken")
    if "TIKTOKEN_CACHE_DIR" not in os.environ:
        raise LookupError("TIKTOKEN_CACHE_DIR names no folder with its vocabularies")
    encode: Callable[[str], Any] = tiktoken.get_encoding("o200k_base").encode_ordinary
    return encode


def _langchain() -> Callable[[str], Any]:
    splitters = import_module("langchain_text_splitters")
    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=CHUNK, chunk_overlap=0)
    split: Callable[[str], Any] = splitter.split_text
    return split
