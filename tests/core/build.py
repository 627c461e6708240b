"""Small requests in one line: what the tests of the core say about a compilation, without the ceremony."""

import base64
from typing import Any

from contextc.compiler import ContextCompiler
from contextc.limits import Limits
from contextc.model import (
    CompiledContext,
    CompilePolicy,
    CompileRequest,
    ContextDecision,
    ContextFragment,
    MediaRef,
    PricingTable,
    TranscriptCompileInput,
    TranscriptContext,
)
from contextc.tokens import HeuristicEstimator, TokenEstimator
from contextc.transcript.bridge import compile_transcript
from contextc.vocabulary import ContextAction

COLLIDING = ("8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ")
"""Two texts with one FNV-1a 64 hash."""

MIB = 1_048_576


def fragment(content: str = "", **fields: Any) -> ContextFragment:
    """A fragment."""
    return ContextFragment(content=content, **fields)


def request_(
    *contents: str | ContextFragment,
    query: str = "",
    budget: int = 1000,
    target_model: str | None = None,
    **policy: Any,
) -> CompileRequest:
    """A request of texts or fragments; further keywords are fields of its policy."""
    return CompileRequest(
        query=query,
        fragments=[fragment(content) if isinstance(content, str) else content for content in contents],
        token_budget=budget,
        target_model=target_model,
        policy=CompilePolicy(**policy) if policy else None,
    )


def compile_(
    *contents: str | ContextFragment,
    base: CompilePolicy | None = None,
    estimator: TokenEstimator | None = None,
    limits: Limits | None = None,
    prices: PricingTable | None = None,
    **request: Any,
) -> CompiledContext:
    """Compile texts or fragments; further keywords are those of `request_`."""
    # Tests of passes count on the heuristic's round numbers: a short word is a token.
    compiler = ContextCompiler(base, estimator=estimator or HeuristicEstimator(), limits=limits, pricing=prices)
    return compiler.compile(request_(*contents, **request))


def decide(content: str | ContextFragment, **options: Any) -> ContextDecision:
    """The decision about one fragment with room to spare."""
    return compile_(content, **{"budget": 10_000_000, **options}).decisions[0]


def transcript_(
    text: str, *, query: str = "", budget: int = 1000, limits: Limits | None = None, **fields: Any
) -> TranscriptContext:
    """Compile a transcript."""
    given = TranscriptCompileInput(query=query, transcript=text, token_budget=budget, **fields)
    return compile_transcript(given, ContextCompiler(estimator=HeuristicEstimator(), limits=limits))


def estimate(text: str) -> int:
    """Tokens of a text as `compile_` counts them."""
    return HeuristicEstimator().estimate(text)


def actions(context: CompiledContext) -> list[str]:
    """The action on every fragment."""
    return [str(decision.action) for decision in context.decisions]


def rules(context: CompiledContext) -> list[str]:
    """The rule of every decision."""
    return [decision.rule_id for decision in context.decisions]


def risks(context: CompiledContext) -> list[str]:
    """The risk of every decision."""
    return [str(decision.risk) for decision in context.decisions]


def kept(context: CompiledContext) -> list[int]:
    """The places of the fragments of which something was selected."""
    gone = (ContextAction.RETRIEVE, ContextAction.DROP)
    return [place for place, decision in enumerate(context.decisions) if decision.action not in gone]


def words(count: int, word: str = "abc") -> str:
    """A text of so many tokens: a short word is one."""
    return " ".join([word] * count)


def distinct(count: int, start: int = 0) -> str:
    """A text of so many different words of three letters, a token each."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    numbers = range(start, start + count)
    return " ".join(letters[n // 676 % 26] + letters[n // 26 % 26] + letters[n % 26] for n in numbers)


def png(width: int = 30, height: int = 25, salt: bytes = b"") -> bytes:
    """The start of a PNG; 30 by 25 pixels cost one token."""
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + salt


def sof(marker: int, width: int, height: int) -> bytes:
    """A frame header of a JPEG."""
    return b"\xff" + bytes([marker]) + b"\0\x11\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big")


def jpeg(*segments: bytes) -> bytes:
    """A JPEG of these segments."""
    return b"\xff\xd8" + b"".join(segments)


def media(data: bytes, mime: str = "image/png") -> MediaRef:
    """Inline bytes."""
    return MediaRef(mime=mime, bytes_b64=base64.b64encode(data).decode())


def image(data: bytes, caption: str = "", **fields: Any) -> ContextFragment:
    """A fragment with a PNG."""
    return fragment(caption, media=media(data), **fields)


def shot(data: bytes, target: Any = "app", caption: str = "", **fields: Any) -> ContextFragment:
    """A screenshot of a target."""
    return image(data, caption, kind="screenshot", metadata={"target": target}, **fields)
