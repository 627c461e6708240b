"""`contextc budget`."""

import click

from contextc.windows import MODEL_WINDOWS, suggest_token_budget
from contextc_host.cli.jobs import window_of
from contextc_host.cli.options import format_option, utf8
from contextc_host.cli.streams import write_lines, write_result
from contextc_host.cli.tables import columns
from contextc_wire.codec import encode


@click.command("budget")
@click.argument("model", required=False, type=utf8)
@click.option("--reserve", type=click.IntRange(0, 2**64 - 1), default=0, metavar="N", help="Tokens to leave free.")
@format_option("the budget", "the answer, exactly as the wire gives it")
def command(*, model: str | None, reserve: int, format: str) -> None:
    """Tell the budget that a model's window allows, or list all models.

    The windows are a static table; the network is never asked.
    """
    if model is not None:
        window_of(model)
        suggested = suggest_token_budget(model, reserve)
        write_result(encode(suggested)) if format == "json" else write_lines([f"{suggested.suggested_budget}"])
        return
    all_models = {name: suggest_token_budget(name, reserve) for name in sorted(MODEL_WINDOWS)}
    if format == "json":
        write_result(encode(all_models))
        return
    rows = [(f"{one.window}", f"{one.suggested_budget}", name) for name, one in all_models.items()]
    write_lines(columns([("window", "budget", "model"), *rows], "rr"))
