"""What several commands ask for alike."""

from typing import Any

import click

from contextc_host.cli.lines import spelt


class Utf8(click.ParamType):
    """A text in UTF-8 whatever the locale."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text that the caller typed."""
        text = spelt(str(value))
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail("it is no UTF-8", param, ctx)
        return text


UTF8 = Utf8()

file_argument = click.argument("path", metavar="[FILE]", required=False, type=click.Path())
"""One input; without it, stdin."""

limits_option = click.option(
    "--limits",
    type=click.Choice(["default", "strict"]),
    default="default",
    help="Caps on sizes and counts; strict: those for doors that strangers can reach.",
)


def format_option(text: str, json: str) -> Any:
    """`--format`, with what each of the two means here."""
    return click.option(
        "--format",
        "format",
        type=click.Choice(["text", "json"]),
        default="text",
        help=f"text: {text}; json: {json}.  [default: text]",
    )
