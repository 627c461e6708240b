"""Requests to start from: every recorded vector, and as many drawn ones as asked for, the same for the same seed."""

from typing import NamedTuple, TypeVar

from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from contextc_wire.codec import encode
from core.laws import exchanges, strategies
from vectors import load

T = TypeVar("T")


class Call(NamedTuple):
    """A request to a method."""

    name: str
    method: str
    request: bytes


def recorded() -> list[Call]:
    """The requests of the vectors."""
    return [Call(str(vector), vector.method, vector.request) for vector in load()]


def drawn(number: int, *, start: int = 0) -> list[Call]:
    """Requests from the strategies of the laws: half of them fragments, the others transcripts and messages."""
    quarter = number // 4
    requests = _draw(strategies.requests(), number - 2 * quarter, start)
    sessions = _draw(strategies.transcript_inputs(), quarter, start)
    conversations = _draw(st.one_of(exchanges.cases(), exchanges.damaged()), quarter, start)
    return [
        *(Call(f"drawn request {place}", "compile", encode(one)) for place, one in enumerate(requests)),
        *(Call(f"drawn transcript {place}", "compile_transcript", encode(one)) for place, one in enumerate(sessions)),
        *(
            Call(f"drawn messages {place}", "compile_messages", encode(one.request))
            for place, one in enumerate(conversations)
        ),
    ]


def _draw(strategy: SearchStrategy[T], number: int, start: int) -> list[T]:
    found: list[T] = []

    @seed(start)
    @settings(strategies.examples, max_examples=max(number, 1), phases=[Phase.generate], derandomize=False)
    @given(strategy)
    def collect(one: T) -> None:
        found.append(one)

    collect()
    return found[:number]
