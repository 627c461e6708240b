"""An estimator's name and the model that it counts for -> the estimator."""

from collections.abc import Callable

from contextc.calibrated import CalibratedEstimator
from contextc.errors import EstimatorUnavailable
from contextc.exact import ENCODINGS, ExactEstimator, is_installed
from contextc.tokens import BytesEstimator, HeuristicEstimator, TokenEstimator
from contextc.vocabulary import EstimatorName

FAMILIES = (
    ("claude-opus-4-7", "claude-4.7"),
    ("claude-opus-4-8", "claude-4.7"),
    ("claude-opus-4", "claude-3"),
    ("claude-sonnet-4", "claude-3"),
    ("claude-haiku-4", "claude-3"),
    ("claude-3", "claude-3"),
    ("claude", "claude-4.7"),
    ("gpt-4o", "o200k"),
    ("gpt-4.1", "o200k"),
    ("gpt-4.5", "o200k"),
    ("gpt-4", "cl100k"),
    ("gpt-3.5", "cl100k"),
    ("text-embedding", "cl100k"),
)
"""How a model's name begins -> its family of tokenizers; the first row counts. tiktoken's own table says which models count by
cl100k, and Claude's counts changed with Opus 4.7.
"""

DEFAULT_FAMILY = "o200k"
"""For every other model, and for none."""

_EXACT = {name: ExactEstimator(name) for name in ENCODINGS}

ESTIMATORS: dict[EstimatorName, Callable[[str | None], TokenEstimator]] = {
    EstimatorName.CALIBRATED: lambda model: CalibratedEstimator(family_of(model)),
    EstimatorName.HEURISTIC: lambda _: HeuristicEstimator(),
    EstimatorName.BYTES4: lambda _: BytesEstimator(),
    EstimatorName.O200K: lambda _: _EXACT["o200k"],
    EstimatorName.CL100K: lambda _: _EXACT["cl100k"],
}
"""By the name that a policy gives."""


def family_of(model: str | None) -> str:
    """The family of tokenizers that a model belongs to, in any ASCII case.

    >>> [family_of(model) for model in ("gpt-5", "GPT-4-turbo", "claude-sonnet-4-6", "claude-opus-5", None)]
    ['o200k', 'cl100k', 'claude-3', 'claude-4.7', 'o200k']
    """
    name = model.lower() if model is not None and model.isascii() else ""
    return next((family for start, family in FAMILIES if name.startswith(start)), DEFAULT_FAMILY)


def estimator(name: EstimatorName, target_model: str | None, path: str = "$.policy.estimator") -> TokenEstimator:
    """The estimator of a name; `EstimatorUnavailable` for an exact one whose package is not installed.

    >>> estimator(EstimatorName.BYTES4, None).estimate("five bytes")
    3
    """
    if name in _EXACT and not is_installed():
        raise EstimatorUnavailable(
            f"{name} counts exactly, which takes the extra: pip install 'contextc[exact]'; "
            f"this door has {', '.join(available())}",
            path=path,
            data={"estimators": available()},
        )
    return ESTIMATORS[name](target_model)


def available() -> list[str]:
    """The names that this process can count by."""
    return [str(name) for name in ESTIMATORS if name not in _EXACT or is_installed()]
