"""A decision fails in one of eight ways."""

import pickle

import pytest

from contextc.recall.decide.errors import DecideCode, DecideError


def test_codes():
    """The codes are numbered from one to eight."""
    assert [f"DEC-E00{number}" for number in range(1, 9)] == [str(code) for code in DecideCode]


def test_an_unknown_code_is_refused():
    """Nothing fails in a ninth way."""
    with pytest.raises(ValueError, match="DEC-E009"):
        DecideError("DEC-E009", "what is that")


@pytest.mark.parametrize(
    ("code", "status", "ends"),
    [
        ("DEC-E001", None, False),
        ("DEC-E002", None, False),
        ("DEC-E002", 400, True),
        ("DEC-E002", 401, False),
        ("DEC-E002", 422, True),
        ("DEC-E002", 500, False),
        ("DEC-E003", 400, False),
        ("DEC-E004", None, False),
        ("DEC-E005", None, False),
        ("DEC-E006", None, True),
        ("DEC-E007", None, False),
        ("DEC-E008", None, True),
    ],
)
def test_what_ends_a_chain(code: str, status: int | None, ends: bool):
    """A wrong question, refused egress, and a request that HTTP calls wrong end a chain."""
    assert ends is DecideError(code, "", status=status).ends_a_chain()


def test_errors_pickle():
    """An error travels between processes with everything it says."""
    error = DecideError("DEC-E002", "busy", status=503, retryable=True, retry_after=1.5)
    copy = pickle.loads(pickle.dumps(error))

    assert vars(error) == vars(copy)
