"""A request that is not answered -> the stable code that says why."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818  (it is an answer, not a fault of this package)
    """The request is refused; `code` is one of the error codes of the contract."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
