"""A backend that answers, or does what it should not, and what is asked of it."""

from collections.abc import Callable
from typing import Any

from contextc.recall.decide.answers import ChoiceAnswer, NoulAnswer, ScoreAnswer
from contextc.recall.decide.backend import Clock, Decision
from contextc.recall.decide.judge import Judgement, judge
from contextc.recall.decide.questions import DecisionRequest
from contextc.recall.decide.scripted import Scripted
from contextc.recall.policy import DecidePolicy, RenderingHints

NOTHING = Judgement()
TEXTS = ["weather was rainy", "mira joined Acme", "mira badge 4471-B"]


class Backend:
    """Decides by a function, without any check."""

    def __init__(self, answer: Callable[[DecisionRequest], Any]) -> None:
        self.answer = answer
        self.requests: list[DecisionRequest] = []

    def decide(self, request: DecisionRequest) -> Decision:
        """Whatever the function returns."""
        self.requests.append(request)
        return self.answer(request)

    def calibrated(self) -> bool:
        """Never asked by an assembler."""
        raise AssertionError

    def describe(self) -> str:
        """Nothing."""
        return ""


def ask(
    backend: Scripted | Backend,
    texts: list[str] = TEXTS,
    *,
    query: str | None = "badge?",
    hits: int | None = None,
    policy: DecidePolicy | None = None,
    hints: RenderingHints | None = None,
    clock: Clock | None = None,
) -> Judgement:
    """A judgement of the texts."""
    return judge(
        query,
        texts,
        hits=len(texts) if hits is None else hits,
        policy=policy or DecidePolicy(),
        hints=hints or RenderingHints(),
        backend=backend,
        clock=clock,
    )


def answers_to(request: DecisionRequest, score: Any = 3.0, noul: Any = 0.5, choice: Any = "general") -> dict[str, Any]:
    """An answer to everything, unchecked."""
    made: dict[str, Any] = {}
    for name in request.questions:
        if name == "intent":
            made[name] = ChoiceAnswer(choice, {}, 1.0)
        else:
            made[name] = ScoreAnswer(score, {}, {}, 1.0) if name.startswith("rel") else NoulAnswer(noul)
    return made


def decision(request: DecisionRequest, **changed: Any) -> Decision:
    """A good decision but for what is changed."""
    fields = {"answers": answers_to(request), "model": "m", "provider": "p", "calibrated": True, "latency_ms": 1}
    return Decision(**{**fields, **changed})


def asked(backend: Scripted | Backend) -> list[list[str]]:
    """The ids of what was asked, by request."""
    return [list(request.questions) for request in backend.requests]
