"""`contextc tokens`."""

from collections.abc import Iterator, Sequence

import click
import msgspec

from contextc.limits import Limits
from contextc_host.cli.inputs import Shape, gather
from contextc_host.cli.lines import shown as on_one_line
from contextc_host.cli.options import utf8
from contextc_host.cli.progress import Progress
from contextc_host.cli.streams import write_lines
from contextc_host.cli.tables import columns
from contextc_host.door import open_door
from contextc_wire import Wire
from contextc_wire.messages import Description, EstimateResponse


@click.command("tokens")
@click.argument("files", nargs=-1, type=click.Path())
@click.option("-m", "--model", type=utf8, metavar="NAME", help="The model to estimate for.")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Names or paths to leave out of folders; repeatable.")
def command(*, files: tuple[str, ...], model: str | None, exclude: tuple[str, ...]) -> None:
    """Estimate the tokens of files: a line a file, a column an estimator.

    Folders are walked as by `compile`. Without FILES stdin is read.
    """
    limits = Limits()
    with Progress() as shown:
        given = gather(files, limits, shown, shape=Shape.FILES, exclude=exclude).given
        texts = [one.body.decode() for one in given]
        estimates = list(_estimates(texts, model, open_door(limits)))
    rows = [
        [*(f"{tokens[place]}" for _, tokens in estimates), f"{len(text.encode())}", on_one_line(one.name)]
        for place, (one, text) in enumerate(zip(given, texts, strict=True))
    ]
    if len(given) > 1:
        total = sum(len(text.encode()) for text in texts)
        rows.append([*(f"{sum(tokens)}" for _, tokens in estimates), f"{total}", "total"])
    heading = [*(name for name, _ in estimates), "bytes", "name"]
    write_lines(columns([heading, *rows], "r" * (len(heading) - 1)))


def _estimates(texts: Sequence[str], model: str | None, wire: Wire) -> Iterator[tuple[str, list[int]]]:
    """Every estimator that this door has, and its tokens by text."""
    description = msgspec.json.decode(wire.call("describe", b"{}"), type=Description)
    for estimator in description.estimators:
        answers = [_ask(text, estimator, model, wire) for text in texts]
        yield estimator, [answer.tokens[0] for answer in answers]


def _ask(text: str, estimator: str, model: str | None, wire: Wire) -> EstimateResponse:
    # One text a request: together, escaped, they may exceed the cap on a request.
    request = {"texts": [text], "estimator": estimator, "target_model": model}
    return msgspec.json.decode(wire.call("estimate", msgspec.json.encode(request)), type=EstimateResponse)
