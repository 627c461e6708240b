"""A decision backend as an assembler sees it, what it returns, and several of them in a row."""

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from contextc.limits import U64_MAX
from contextc.recall.decide.answers import Answer
from contextc.recall.decide.errors import DecideCode, DecideError
from contextc.recall.decide.questions import DecisionRequest

Clock = Callable[[], float]
"""Seconds from any start that never run backward, as `time.monotonic` gives them; the host's, for the core has none."""


class Decision(Struct, frozen=True, kw_only=True):
    """Answers, and whose they are.

    >>> decision = Decision(answers={}, model="m-1", provider="p", calibrated=True, latency_ms=7, input_tokens=90)
    >>> decision.to_json()
    {'model': 'm-1', 'answers': {}, 'provider': 'p', 'calibrated': True, 'latency_ms': 7, 'usage': {'input_tokens': 90}}
    """

    answers: dict[str, Answer]
    model: str
    provider: str
    calibrated: bool
    """Whether its probabilities are measured ones, so that a threshold means something."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    usd_micros: int | None = None
    """The cost in millionths of a dollar."""
    latency_ms: int

    def to_json(self) -> dict[str, Any]:
        """The decision as plain values for JSON; `usage` has what is known, and is absent when nothing is."""
        usage = {name: getattr(self, name) for name in USAGE if getattr(self, name) is not None}
        return {
            "model": self.model,
            "answers": msgspec.to_builtins(self.answers),
            "provider": self.provider,
            "calibrated": self.calibrated,
            "latency_ms": self.latency_ms,
            **({"usage": usage} if usage else {}),
        }


USAGE = ("input_tokens", "output_tokens", "usd_micros")


class DecisionBackend(Protocol):
    """What answers questions; a host installs one."""

    def decide(self, request: DecisionRequest) -> Decision:
        """Answer every question, or raise `DecideError`."""
        ...

    def calibrated(self) -> bool:
        """Whether its decisions are calibrated as a rule; each says it for itself."""
        ...

    def describe(self) -> str:
        """What it is, for people."""
        ...


def usd_micros(cost: float) -> int | None:
    """A cost in dollars that a provider reports, in millionths and rounded up; `None` for what is no cost.

    >>> usd_micros(0.0000011), usd_micros(0.000123), usd_micros(-1.0), usd_micros(float("nan"))
    (2, 123, None, None)
    """
    if not math.isfinite(cost) or cost < 0:
        return None
    # By its shortest digits: as a product of floats, 0.000123 dollars are a little more than 123 millionths.
    micros = math.ceil(Decimal(str(cost)) * 1_000_000)
    return micros if micros <= U64_MAX else None


class Deadline:
    """One span of time for several calls.

    >>> seconds = iter([0.0, 0.5, 2.0])
    >>> deadline = Deadline(1500, lambda: next(seconds))
    >>> deadline.left()
    1000.0
    >>> deadline.left()
    Traceback (most recent call last):
    contextc.recall.decide.errors.DecideError: DEC-E004: the deadline of 1500 ms has passed
    """

    def __init__(self, milliseconds: float | None, clock: Clock | None) -> None:
        self._milliseconds = milliseconds
        self._clock = clock if milliseconds is not None else None
        self._start = self._clock() if self._clock else 0.0

    def left(self) -> float | None:
        """Milliseconds for the next call, `None` without a deadline; an error when none are left.

        Without a clock nothing is measured, and each call gets the whole.
        """
        if self._milliseconds is None:
            return None
        passed = (self._clock() - self._start) * 1000 if self._clock else 0.0
        left = self._milliseconds - passed
        if not left > 0:
            raise DecideError(DecideCode.DEADLINE, f"the deadline of {self._milliseconds} ms has passed")
        return left


class Chain:
    """Several backends as one: the first that answers counts.

    An error moves on to the next one, unless the next would have to refuse the same request.
    """

    def __init__(self, backends: Sequence[DecisionBackend], *, clock: Clock | None = None) -> None:
        self.backends = tuple(backends)
        self.clock = clock

    def decide(self, request: DecisionRequest) -> Decision:
        """The decision of the first backend that makes one."""
        if not self.backends:
            raise DecideError(DecideCode.NOT_CONFIGURED, "the chain has no backend")
        deadline = Deadline(request.deadline_ms, self.clock)
        reasons: list[str] = []
        for backend in self.backends:
            asked = msgspec.structs.replace(request, deadline_ms=deadline.left())
            try:
                return backend.decide(asked)
            except DecideError as error:
                if error.ends_a_chain():
                    raise
                reasons.append(str(error))
            except Exception as error:  # noqa: BLE001  # a broken backend is one that did not answer
                reasons.append(type(error).__name__)
        raise DecideError(DecideCode.CHAIN_EXHAUSTED, f"no backend answered: {'; '.join(reasons)}")

    def calibrated(self) -> bool:
        """Whether all of them are."""
        return all(backend.calibrated() for backend in self.backends)

    def describe(self) -> str:
        """Their descriptions in order."""
        return ", then ".join([backend.describe() for backend in self.backends])
