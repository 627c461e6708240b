"""`contextc segment`."""

import click

from contextc.calibrated import CalibratedEstimator
from contextc.errors import ContextcError
from contextc.limits import Limits
from contextc.model import SegmentationPolicy
from contextc.transcript.segment import cut, outcome_of
from contextc.vocabulary import SegmentFormat
from contextc_host.cli.inputs import Inputs, Shape, read_one
from contextc_host.cli.jobs import fault_of
from contextc_host.cli.lines import shown as on_one_line
from contextc_host.cli.lines import snippet
from contextc_host.cli.options import file_argument, format_option
from contextc_host.cli.progress import Progress
from contextc_host.cli.streams import write_lines, write_result
from contextc_host.cli.tables import columns
from contextc_wire.codec import encode


@click.command("segment")
@file_argument
@click.option(
    "--transcript-format",
    type=click.Choice([str(format) for format in SegmentFormat]),
    default=str(SegmentFormat.AUTO),
    help="How the transcript is written.  [default: auto]",
)
@click.option(
    "--min-bytes",
    type=click.IntRange(min=0),
    metavar="N",
    help="Shorter segments merge with neighbours.  [default: 256]",
)
@format_option("a line a segment, with its byte range and first words", "the segments, exactly as the wire gives them")
def command(*, path: str | None, transcript_format: str, min_bytes: int | None, format: str) -> None:
    """Cut a transcript into segments: who says what, code, and logs.

    Without FILE stdin is read.
    """
    policy = SegmentationPolicy(format=SegmentFormat(transcript_format))
    if min_bytes is not None:
        policy = SegmentationPolicy(format=policy.format, min_segment_bytes=min_bytes)
    with Progress() as shown:
        given = read_one(path, Limits(), shown)
        try:
            outcome = outcome_of(cut(given.data, policy, Limits()))
        except ContextcError as error:
            raise fault_of(error, Inputs(Shape.TRANSCRIPT, [given])) from None
    if format == "json":
        write_result(encode(outcome))
        return
    estimate = CalibratedEstimator().estimate
    rows = [
        (
            f"{segment.index}",
            f"{segment.turn}",
            on_one_line(segment.role or "-"),
            str(segment.kind),
            f"{segment.byte_start}",
            f"{segment.byte_end}",
            f"{estimate(segment.text)}",
            snippet(segment.text),
        )
        for segment in outcome.segments
    ]
    write_lines(columns([("#", "turn", "role", "kind", "start", "end", "tokens", "text"), *rows], "rrllrrr"))
