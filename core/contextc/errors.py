"""Every way a request can fail: one class a code, each with the category that says whose fault it is.

`code`, `category` and `path` are the contract; the sentence may improve. `data` carries the numbers of the sentence.
"""

from typing import Any, ClassVar, Literal

Category = Literal["invalid_input", "not_found", "internal"]


class ContextcError(Exception):
    """Base of all errors.

    >>> error = BudgetTooSmall("a budget of 5 tokens leaves nothing", path="$.token_budget", data={"token_budget": 5})
    >>> error.code, error.category, error.path, str(error)
    ('budget_too_small', 'invalid_input', '$.token_budget', 'a budget of 5 tokens leaves nothing')
    """

    code: ClassVar[str]
    category: ClassVar[Category]

    def __init__(self, message: str, *, path: str = "$", data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.data = data or {}

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions pickle through positional arguments alone; path and data travel as state.
        return type(self), (self.message,), {"path": self.path, "data": self.data}


class InvalidInput(ContextcError, ValueError):
    """The caller sent something that cannot be taken."""

    category = "invalid_input"


class NotFound(ContextcError, LookupError):
    """The caller named something that does not exist."""

    category = "not_found"


class Internal(ContextcError, RuntimeError):
    """Something broke on our side."""

    category = "internal"
    code = "internal"


class InvalidJson(InvalidInput):
    """The bytes are not one JSON document in UTF-8."""

    code = "invalid_json"


class TooDeep(InvalidInput):
    """The JSON nests deeper than the limit."""

    code = "too_deep"


class InvalidRequest(InvalidInput):
    """A field is missing, of the wrong type or out of range."""

    code = "invalid_request"


class UnknownMethod(InvalidInput):
    """No method has that name."""

    code = "unknown_method"


class NeedsHost(InvalidInput):
    """The method exists, but this door has no store or no machine behind it."""

    code = "needs_host"


class BudgetTooSmall(InvalidInput):
    """The reserve leaves no token for the context."""

    code = "budget_too_small"


class PinnedDoesNotFit(InvalidInput):
    """Pinned fragments exceed the budget; `data["min_budget"]` is the smallest one that works."""

    code = "pinned_does_not_fit"


class OverLimit(InvalidInput):
    """A size or a count exceeds its cap."""

    code = "over_limit"


class MetadataTooLarge(InvalidInput):
    """A fragment's metadata exceeds its cap."""

    code = "metadata_too_large"


class UnknownRule(InvalidInput):
    """`disabled_rules` names a rule that does not exist or cannot be disabled."""

    code = "unknown_rule"


class HashCollision(InvalidInput):
    """Two different texts share one 64-bit hash, so one handle would stand for both."""

    code = "hash_collision"


class EstimatorUnavailable(InvalidInput):
    """This door does not have the estimator that was asked for."""

    code = "estimator_unavailable"


class SegmentationFailed(InvalidInput):
    """The transcript is empty or not of the format that was forced."""

    code = "segmentation_failed"


class IngestDisabled(InvalidInput):
    """A fragment names a path, and no folder is open for reading here."""

    code = "ingest_disabled"


class IngestOutsideRoots(InvalidInput):
    """The path lies outside every folder that is open for reading."""

    code = "ingest_outside_roots"


class IngestRefused(InvalidInput):
    """The path cannot be read as a text file."""

    code = "ingest_refused"


class FragmentNotFound(InvalidInput):
    """No decision has that fragment id."""

    code = "fragment_not_found"


class IndexOutOfRange(InvalidInput):
    """The fragment index is not below the number of fragments."""

    code = "index_out_of_range"


class EmptyWorkingContext(InvalidInput):
    """A working context that holds nothing would overwrite one that does."""

    code = "empty_working_context"


class InvalidReceipt(InvalidInput):
    """A receipt does not match what it is said to describe."""

    code = "invalid_receipt"


class UnknownHandle(NotFound):
    """No stored source answers to that handle."""

    code = "unknown_handle"


class SourceExpired(NotFound):
    """The source behind the handle was stored once and has been removed since."""

    code = "source_expired"


class StoreFailed(Internal):
    """The store could not be read or written."""

    code = "store_failed"


class StoreCorrupt(Internal):
    """What the store holds cannot be decoded."""

    code = "store_corrupt"


def _codes(parent: type[ContextcError]) -> dict[str, type[ContextcError]]:
    found: dict[str, type[ContextcError]] = {}
    for child in parent.__subclasses__():
        if "code" in child.__dict__:
            found[child.code] = child
        found.update(_codes(child))
    return found


CODES: dict[str, type[ContextcError]] = dict(sorted(_codes(ContextcError).items()))
"""The error table: code -> class, by code."""
