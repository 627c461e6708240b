"""Every way to count tokens: each estimator by its name, and the default one for a model of each family of tokenizers."""

from typing import NamedTuple

import pytest

from cases.door import Json, estimated


class Counter(NamedTuple):
    """An estimator, and the model that it counts for."""

    estimator: str
    target_model: str | None = None

    def asked(self, request: Json, **changes: object) -> Json:
        """The request, changed, and counted this way."""
        policy = {**(request.get("policy") or {}), "estimator": self.estimator}
        return {**request, "policy": policy, "target_model": self.target_model, **changes}

    def tokens(self, *texts: str) -> list[int]:
        """The tokens of texts."""
        return estimated(*texts, **self._asdict())


COUNTERS = (
    Counter("calibrated"),
    Counter("calibrated", "gpt-4"),
    Counter("calibrated", "claude-sonnet-4-6"),
    Counter("calibrated", "claude-opus-5"),
    Counter("heuristic"),
    Counter("bytes4"),
    Counter("o200k"),
    Counter("cl100k"),
)

each_counter = pytest.mark.parametrize("counter", COUNTERS, ids=lambda one: " for ".join(filter(None, one)))
