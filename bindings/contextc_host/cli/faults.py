"""What goes wrong -> one line on stderr and an exit code."""

from contextc_host.cli.lines import shown

BAD_INPUT = 2
"""The caller sent something that cannot be taken, or named something that does not exist."""

BROKEN = 1
"""Something failed on our side, or the result could not be written."""

INTERRUPTED = 130
"""As a shell reports a program that was ended by Ctrl-C: 128 + SIGINT."""

UNREAD = 141
"""As a shell reports a program whose reader has gone: 128 + SIGPIPE."""


class Fault(Exception):
    r"""A failure that its message explains in full.

    >>> str(Fault("it does not exist", name="a\nb.txt"))
    'a\\x0ab.txt: it does not exist'
    """

    def __init__(self, message: str, *, name: str | None = None, code: int = BAD_INPUT) -> None:
        super().__init__(message if name is None else f"{shown(name) or repr(name)}: {message}")
        self.code = code
