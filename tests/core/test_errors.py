"""Every failure has a code, a category, a path and a sentence."""

import copy
import pickle

import pytest

from contextc.errors import CODES, BudgetTooSmall, ContextcError, Internal, InvalidInput, NotFound

ARCHITECTURE = {
    "budget_too_small",
    "empty_working_context",
    "estimator_unavailable",
    "fragment_not_found",
    "hash_collision",
    "index_out_of_range",
    "ingest_disabled",
    "ingest_outside_roots",
    "ingest_refused",
    "internal",
    "invalid_json",
    "invalid_receipt",
    "invalid_request",
    "metadata_too_large",
    "needs_host",
    "over_limit",
    "pinned_does_not_fit",
    "segmentation_failed",
    "source_expired",
    "store_corrupt",
    "store_failed",
    "too_deep",
    "unknown_handle",
    "unknown_method",
    "unknown_rule",
}


def test_the_codes_are_a_closed_list():
    """The codes are the published ones, in alphabetical order."""
    assert sorted(ARCHITECTURE) == list(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_code_belongs_to_one_category(code: str):
    """Every class carries its code, and its base says whose fault it is."""
    error = CODES[code]
    base = {"invalid_input": InvalidInput, "not_found": NotFound, "internal": Internal}[error.category]
    assert (code, True) == (error.code, issubclass(error, base))


@pytest.mark.parametrize(
    ("base", "builtin"), [(InvalidInput, ValueError), (NotFound, LookupError), (Internal, RuntimeError)]
)
def test_errors_are_also_pythons_own(base: type[ContextcError], builtin: type[Exception]):
    """A caller who knows nothing of contextc catches the built-in kind."""
    assert issubclass(base, builtin)


@pytest.mark.parametrize("clone", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_errors_survive_copying_and_pickling(clone):
    """A copy has the class, sentence, path and data."""
    error = clone(BudgetTooSmall("too small", path="$.token_budget", data={"token_budget": 0}))
    assert (BudgetTooSmall, "too small", "$.token_budget", {"token_budget": 0}) == (
        type(error),
        str(error),
        error.path,
        error.data,
    )


def test_path_and_data_have_defaults():
    """An error about the whole request points at its root and carries no numbers."""
    error = Internal("broken")
    assert (error.path, error.data) == ("$", {})
