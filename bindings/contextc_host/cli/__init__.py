"""`contextc`: the compiler at a shell's prompt.

stdout holds the result and nothing else. Whatever goes wrong is one line on stderr and an exit code: 2 for input that cannot
be taken, 1 for a failure on this side, 130 after Ctrl-C. Text is UTF-8 on every stream, whatever the locale says.
"""

import sys
from collections.abc import Sequence

from contextc_host.cli.faults import BAD_INPUT, BROKEN, INTERRUPTED, Fault
from contextc_host.cli.lines import shown
from contextc_host.cli.streams import note, use_utf8

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default the process's own, and return the exit code."""
    use_utf8()
    try:
        return _run(arguments)
    except Fault as fault:
        note(str(fault))
        return fault.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        note("there is not enough memory: compile less at a time")
        return BROKEN
    except Exception as error:  # noqa: BLE001  (the last line of defence: nobody is shown a traceback)
        note(f"{type(error).__name__}: {shown(str(error))}; this is a fault of contextc, please report it")
        return BROKEN


def _run(arguments: Sequence[str] | None) -> int:
    try:
        import click  # noqa: PLC0415

        from contextc_host.cli.app import app  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "click":
            raise
        raise Fault("the command line needs click and rich: pip install 'contextc[cli]'", code=BROKEN) from None
    try:
        result = app.main(sys.argv[1:] if arguments is None else list(arguments), "contextc", standalone_mode=False)
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "contextc"
        raise Fault(f"{shown(error.format_message())} (see `{command} --help`)", code=BAD_INPUT) from None
    except click.Abort:
        return INTERRUPTED
    return result if isinstance(result, int) else 0
