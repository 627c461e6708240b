"""Every way a decision can fail: one error with a code, and no assembly fails by it."""

from contextc.vocabulary import StrEnum


class DecideCode(StrEnum):
    """What went wrong (section 8.1 of the second specification)."""

    NOT_CONFIGURED = "DEC-E001"
    PROVIDER = "DEC-E002"
    """The provider, or the way to it, failed."""
    MALFORMED_ANSWER = "DEC-E003"
    DEADLINE = "DEC-E004"
    """There is no time left."""
    CHAIN_EXHAUSTED = "DEC-E005"
    """No provider of a chain answered."""
    INVALID_QUESTION = "DEC-E006"
    RATE_LIMITED = "DEC-E007"
    EGRESS_REFUSED = "DEC-E008"
    """The data may not leave this place."""


class DecideError(Exception):
    """A decision that was not made.

    >>> error = DecideError("DEC-E007", "come back later", retryable=True, retry_after=2.5)
    >>> str(error), error.code is DecideCode.RATE_LIMITED, error.retry_after
    ('DEC-E007: come back later', True, 2.5)
    """

    def __init__(
        self,
        code: DecideCode | str,
        message: str,
        *,
        status: int | None = None,
        retryable: bool = False,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(code, message)
        self.code = DecideCode(code)
        self.message = message
        self.status = status
        """Of HTTP, when there was one."""
        self.retryable = retryable
        """Whether the same request may succeed later."""
        self.retry_after = retry_after
        """In seconds, when the provider said so."""

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    def ends_a_chain(self) -> bool:
        """Whether another provider would have to refuse the same request too.

        >>> DecideError("DEC-E002", "bad request", status=400).ends_a_chain(), DecideError("DEC-E004", "").ends_a_chain()
        (True, False)
        """
        return self.code in FINAL or (self.code is DecideCode.PROVIDER and self.status in REFUSED)


FINAL = (DecideCode.INVALID_QUESTION, DecideCode.EGRESS_REFUSED)
REFUSED = (400, 422)
"""HTTP: the request itself is wrong."""
