"""The commands by name; a new one is a file in `commands/` and a row here."""

from importlib import import_module
from typing import Any

import click

from contextc_host.cli.faults import INTERRUPTED, UNREAD
from contextc_host.cli.streams import forget_stdout

COMMANDS = {
    "compile": "Pack files, a transcript or a request into a token budget.",
    "messages": "Turn a session into messages that a provider takes.",
    "transcript": "Tell what is in a session, and where its tokens are.",
    "assemble": "Turn what a memory store recalled into text that fits a model.",
    "chunk": "Cut a text into chunks.",
    "segment": "Cut a transcript into segments.",
    "tokens": "Estimate the tokens of files.",
    "budget": "Tell the window of a model, or of all.",
    "schema": "Print the JSON schema of a request or response.",
    "call": "Answer a JSON request from stdin, as every door does.",
    "serve": "Answer JSON lines from stdin, for a program at the other end.",
}
"""Name -> the line that `contextc --help` shows. A module is imported when its command is run."""


class App(click.Group):
    """The group of all commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"contextc_host.cli.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The table in the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, EOFError):
            # Click would answer Ctrl-C with an empty line.
            raise SystemExit(INTERRUPTED) from None
        except BrokenPipeError:
            # Click would end with 1.
            forget_stdout()
            raise SystemExit(UNREAD) from None


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from contextc import __version__  # noqa: PLC0415  (the rest of the help needs no compiler)

        click.echo(f"contextc {__version__}")
        ctx.exit()


@click.group(cls=App, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
@click.pass_context
def app(ctx: click.Context) -> None:
    """A deterministic context compiler.

    What an agent could say goes in, what fits its model's window comes out on stdout, and nothing else does. Input that
    cannot be taken is one line on stderr and exit code 2.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
