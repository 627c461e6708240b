"""`contextc transcript`."""

from collections.abc import Iterator, Sequence

import click

from contextc.compiler import ContextCompiler
from contextc.errors import ContextcError
from contextc.images import PixelEstimator
from contextc.limits import Limits
from contextc.model import SegmentationPolicy
from contextc.transcript.segment import cut
from contextc.vocabulary import SegmentFormat
from contextc_host.cli.bars import percent, share_out
from contextc_host.cli.heard import Heard
from contextc_host.cli.inputs import Inputs, Shape, read_one
from contextc_host.cli.jobs import fault_of
from contextc_host.cli.lines import amount, shown, size
from contextc_host.cli.options import as_format_option, file_argument, utf8
from contextc_host.cli.progress import Progress
from contextc_host.cli.streams import write_lines, write_result
from contextc_host.cli.survey import Survey, survey
from contextc_host.cli.tables import columns
from contextc_wire.codec import encode

WIDTH = 40
"""Cells that the bars have together."""


@click.command("transcript")
@file_argument
@as_format_option
@click.option("-m", "--model", type=utf8, metavar="NAME", help="The model to count tokens for.")
@click.option("--json", "as_json", is_flag=True, help="The same as a JSON object.")
def command(*, path: str | None, read_as: str | None, model: str | None, as_json: bool) -> None:
    """Tell what is in a session: turns, roles, tools, and where the tokens are.

    Without FILE stdin is read.
    """
    policy = SegmentationPolicy(format=SegmentFormat(read_as) if read_as else SegmentFormat.AUTO)
    with Progress() as progress:
        given = read_one(path, Limits(), progress)
        progress.say(f"counting {size(len(given.data))}")
        try:
            found = survey(
                given.data,
                cut(given.data, policy, Limits()),
                ContextCompiler().estimator_for(None, model),
                PixelEstimator(model),
            )
        except ContextcError as error:
            raise fault_of(error, Inputs(Shape.TRANSCRIPT, [given])) from None
    if as_json:
        write_result(encode(found) + b"\n")
    else:
        write_lines(list(_lines(found)))


def _lines(found: Survey) -> Iterator[str]:
    yield (
        f"{found.format}: {size(found.bytes)}, {amount(found.turns, 'turn')}, {amount(found.parts, 'part')}, "
        f"{amount(found.tokens, 'token')}"
    )
    heard = Heard(found.format, found.turns, found.skipped_records, found.skipped, found.abandoned_turns)
    if heard.losses:
        yield heard.losses
    for share, what in ((found.side, "side conversations"), (found.superseded, "superseded results")):
        if share.turns:
            part = percent(share.tokens, found.tokens) or "0 %"
            yield f"{what}: {amount(share.turns, 'turn')}, {amount(share.tokens, 'token')} ({part})"
    yield from _table(_kinds(found), "rrrl")
    yield from _table(_roles(found), "rrr")
    if found.tools:
        yield from _table(_tools(found), "rrrrr")
    if found.largest:
        yield from _table(_largest(found), "rr")


def _table(rows: Iterator[Sequence[str]], right: str) -> Iterator[str]:
    yield ""
    yield from columns(list(rows), right)


def _kinds(found: Survey) -> Iterator[Sequence[str]]:
    bars = share_out([kind.tokens for kind in found.kinds], WIDTH)
    yield "tokens", "share", "segments", "kind", ""
    for kind, cells in zip(found.kinds, bars, strict=True):
        share = percent(kind.tokens, found.tokens)
        yield f"{kind.tokens}", share, f"{kind.segments}", kind.kind, "█" * cells


def _roles(found: Survey) -> Iterator[Sequence[str]]:
    yield "tokens", "turns", "parts", "role"
    for one in found.roles:
        yield f"{one.tokens}", f"{one.turns}", f"{one.parts}", shown(one.role or "-")


def _tools(found: Survey) -> Iterator[Sequence[str]]:
    yield "tokens", "calls", "results", "errors", "dangling", "tool"
    for one in found.tools:
        numbers = (one.tokens, one.calls, one.results, one.errors, one.dangling)
        yield *(f"{number}" for number in numbers), shown(one.tool or "-")


def _largest(found: Survey) -> Iterator[Sequence[str]]:
    yield "tokens", "record", "kind", "tool", "largest parts"
    for one in found.largest:
        record = f"@{one.byte_start}" if one.record is None else f"{one.record}"
        yield f"{one.tokens}", record, one.kind, shown(one.tool or "-"), one.text
