"""What several commands ask for alike."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from contextc_host.cli.lines import spelt

F = TypeVar("F", bound=Callable[..., Any])


def utf8(argument: str) -> str:
    """The type of arguments that are text: UTF-8 whatever the locale.

    >>> utf8("Füße")
    'Füße'
    """
    text = spelt(argument)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise click.BadParameter("it is no UTF-8") from None
    return text


file_argument = click.argument("path", metavar="[FILE]", required=False, type=click.Path())
"""One input; without it, stdin."""

limits_option = click.option(
    "--limits",
    type=click.Choice(["default", "strict"]),
    default="default",
    help="Caps on sizes and counts; strict: those for doors that strangers can reach.",
)


def format_option(text: str, json: str) -> Callable[[F], F]:
    """`--format`, with what each of the two means here."""
    return click.option(
        "--format",
        "format",
        type=click.Choice(["text", "json"]),
        default="text",
        help=f"text: {text}; json: {json}.  [default: text]",
    )
