"""A decision backend whose answers are given beforehand: for tests, and to try out what answers would do."""

import re
from collections.abc import Callable, Mapping, Sequence

from contextc.recall.decide.answers import validate
from contextc.recall.decide.backend import Decision
from contextc.recall.decide.errors import DecideCode, DecideError
from contextc.recall.decide.questions import DecisionRequest, check

Script = Mapping[str, object] | Callable[[DecisionRequest], Mapping[str, object]]
"""Question -> its answer in plain values, or what makes these of a request."""

_PLACED = re.compile("(rel|verbatim)_([0-9]+)")


class Scripted:
    """Answers by a script, read leniently, and notes what it was asked.

    >>> from contextc.recall.decide.questions import Noul
    >>> backend = Scripted({"rain": 0.75})
    >>> backend.decide(DecisionRequest("grey skies", {"rain": Noul("Is it raining?")})).answers
    {'rain': NoulAnswer(noul=0.75)}
    >>> len(backend.requests)
    1
    """

    def __init__(
        self,
        script: Script,
        *,
        calibrated: bool = True,
        provider: str = "scripted",
        model: str = "scripted-1",
        latency_ms: int = 0,
    ) -> None:
        self.script = script
        self.requests: list[DecisionRequest] = []
        self._calibrated = calibrated
        self._provider = provider
        self._model = model
        self._latency_ms = latency_ms

    @classmethod
    def judging(
        cls,
        *,
        intent: str | None = None,
        rel: Sequence[float] = (),
        verbatim: Sequence[float] = (),
        calibrated: bool = True,
    ) -> "Scripted":
        """One that answers an assembler, as the recorded cases have it: 7 ms a call, and an error without an intent.

        Candidates beyond `rel` get 1, beyond `verbatim` 0.1.
        """
        given = {"rel": (rel, 1), "verbatim": (verbatim, 0.1)}

        def script(request: DecisionRequest) -> Mapping[str, object]:
            if "intent" in request.questions:
                if intent is None:
                    raise DecideError(DecideCode.PROVIDER, "no intent is given")
                return {"intent": intent}
            answers: dict[str, object] = {}
            for question in request.questions:
                if found := _PLACED.fullmatch(question):
                    values, otherwise = given[found[1]]
                    place = int(found[2])
                    answers[question] = values[place] if place < len(values) else otherwise
            return answers

        return cls(script, calibrated=calibrated, provider="fake", model="fake-1", latency_ms=7)

    def decide(self, request: DecisionRequest) -> Decision:
        """The answers that the script has for these questions."""
        self.requests.append(request)
        check(request)
        raw = self.script(request) if callable(self.script) else self.script
        return Decision(
            answers=validate(request.questions, raw, lenient=True),
            model=self._model,
            provider=self._provider,
            calibrated=self._calibrated,
            latency_ms=self._latency_ms,
        )

    def calibrated(self) -> bool:
        """As given."""
        return self._calibrated

    def describe(self) -> str:
        """Names the model."""
        return f"answers by script ({self._model})"
