"""What several commands ask for alike."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from contextc.limits import Limits
from contextc.vocabulary import SegmentFormat
from contextc_host.cli.jobs import DEFAULT_BUDGET
from contextc_host.cli.lines import spelt

F = TypeVar("F", bound=Callable[..., Any])

FORMATS = [str(format) for format in SegmentFormat if format is not SegmentFormat.AUTO]
"""How a transcript may be written."""


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

budget_option = click.option(
    "-b", "--budget", type=int, metavar="N", help=f"Tokens that the result may have.  [default: {DEFAULT_BUDGET}]"
)
model_option = click.option(
    "-m", "--model", type=utf8, metavar="NAME", help="The model to compile for; without --budget, its window."
)
reserve_option = click.option(
    "--reserve", type=click.IntRange(min=0), metavar="N", help="Tokens of the budget to leave free."
)
query_option = click.option("-q", "--query", type=utf8, metavar="TEXT", help="The question that the context is for.")
policy_option = click.option("--policy", type=click.Path(), metavar="FILE", help="A CompilePolicy as JSON.")

as_format_option = click.option(
    "--as",
    "read_as",
    type=click.Choice(FORMATS),
    metavar="FORMAT",
    help=f"How the transcript is written ({', '.join(FORMATS)}); a record that cannot be read is then an error.",
)


out_option = click.option(
    "-o", "--out", type=click.Path(), metavar="FILE", help="Write the result here instead of stdout."
)


def format_option(text: str, json: str, *more: tuple[str, str]) -> Callable[[F], F]:
    """`--format`, with what each of the two means here; `more` are further choices, and what they are called together."""
    meanings = [f"text: {text}", f"json: {json}", *dict.fromkeys(meaning for _, meaning in more)]
    return click.option(
        "--format",
        "format",
        type=click.Choice(["text", "json", *(choice for choice, _ in more)]),
        metavar="FORMAT",
        default="text",
        help="; ".join(meanings) + ".  [default: text]",
    )


def limits_of(name: str) -> Limits:
    """What `--limits` names."""
    return Limits.strict() if name == "strict" else Limits()
