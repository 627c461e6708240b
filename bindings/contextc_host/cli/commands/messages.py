"""`contextc messages`."""

import click

from contextc.vocabulary import SegmentFormat
from contextc_host.cli.jobs import Options, read_policy
from contextc_host.cli.messages_out import PROVIDERS, Wanted, write_messages
from contextc_host.cli.options import (
    as_format_option,
    budget_option,
    file_argument,
    limits_of,
    limits_option,
    model_option,
    out_option,
    policy_option,
    query_option,
    reserve_option,
)


@click.command("messages")
@file_argument
@click.option("--to", type=click.Choice(PROVIDERS), metavar="PROVIDER", required=True, help=", ".join(PROVIDERS) + ".")
@budget_option
@model_option
@reserve_option
@query_option
@policy_option
@click.option("--system", type=click.Path(), metavar="FILE", help="The system prompt: text, or a JSON list of blocks.")
@click.option("--tools", type=click.Path(), metavar="FILE", help="The tools, as a JSON list in the provider's form.")
@click.option(
    "--receipt",
    type=click.Path(),
    metavar="FILE",
    help="Keep what the last answer said, so that the prompt cache holds: read if it exists, then written.",
)
@as_format_option
@click.option("--json", "whole", is_flag=True, help="The whole answer: messages, decisions, insights, receipt.")
@out_option
@limits_option
def command(
    *,
    path: str | None,
    to: str,
    budget: int | None,
    model: str | None,
    reserve: int | None,
    query: str | None,
    policy: str | None,
    system: str | None,
    tools: str | None,
    receipt: str | None,
    read_as: str | None,
    whole: bool,
    out: str | None,
    limits: str,
) -> None:
    """Turn a session of any known format into messages for a provider.

    stdout gets a JSON list that fits the budget, system prompt and tools counted. Without FILE stdin is read.
    """
    caps = limits_of(limits)
    written = SegmentFormat(read_as) if read_as else SegmentFormat.AUTO
    options = Options(query, budget, model, reserve, policy=read_policy(policy, caps), format=written)
    files = [] if path is None else [path]
    write_messages(files, Wanted(to, options, system, tools, receipt), caps, whole=whole, out=out)
