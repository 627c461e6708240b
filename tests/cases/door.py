"""The cases, and the door that they are sent through: bytes in, bytes out, as any other program would."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from cases.recipes import expand
from contextc_wire import call

DATA = Path(__file__).parent / "data"

Json = dict[str, Any]


@cache
def case(name: str) -> Any:
    """The input of a case, expanded; shared, so it must not be changed."""
    return expand(json.loads((DATA / f"{name}.json").read_text(encoding="ascii"))["input"])


def send(method: str, request: Any) -> bytes:
    """The answer to a request, as bytes; text and bytes are sent as they are."""
    return call(method, request if isinstance(request, str | bytes) else json.dumps(request).encode())


def ask(method: str, request: Any) -> Json:
    """The answer to a request."""
    answer: Json = json.loads(send(method, request))
    return answer


def compiled(request: Any) -> Json:
    """The answer to a compile request."""
    return ask("compile", request)


def compiled_texts(*texts: str, budget: int, query: str = "q", **policy: Any) -> Json:
    """The answer to a compile request of plain texts."""
    fragments = [{"content": text} for text in texts]
    return compiled({"query": query, "fragments": fragments, "token_budget": budget, "policy": policy})


def chunked(text: str, **policy: Any) -> list[Json]:
    """The chunks of a text."""
    chunks: list[Json] = ask("chunk", {"text": text, "policy": policy})["chunks"]
    return chunks


def segmented(transcript: str, format: str = "auto", **segmentation: Any) -> Json:
    """The segments of a transcript."""
    return ask("segment", {"transcript": transcript, "segmentation": {"format": format, **segmentation}})


def estimated(*texts: str, **counter: str | None) -> list[int]:
    """The tokens of texts, by the default estimator or by another `estimator` and `target_model`."""
    tokens: list[int] = ask("estimate", {"texts": texts, **counter})["tokens"]
    return tokens


def fault(method: str, request: Any) -> tuple[str, str]:
    """The code and the path of the error that a request ends in."""
    error = ask(method, request)["error"]
    return error["code"], error["path"]
