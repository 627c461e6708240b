"""`contextc chunk`."""

import click

from contextc.calibrated import CalibratedEstimator
from contextc.errors import ContextcError
from contextc.limits import Limits
from contextc.model import ChunkPolicy
from contextc.passes.chunk import chunk_text
from contextc.vocabulary import ChunkBoundary
from contextc_host.cli.inputs import read_one
from contextc_host.cli.jobs import fault_of
from contextc_host.cli.lines import snippet
from contextc_host.cli.options import file_argument, format_option
from contextc_host.cli.progress import Progress
from contextc_host.cli.streams import write_lines, write_result
from contextc_host.cli.tables import columns
from contextc_wire.codec import encode
from contextc_wire.messages import ChunkResponse


@click.command("chunk")
@file_argument
@click.option("--max-bytes", type=click.IntRange(min=1), metavar="N", help="Bytes of a chunk.  [default: 2048]")
@click.option(
    "--overlap", type=click.IntRange(min=0), metavar="N", help="Bytes repeated from the chunk before.  [default: 0]"
)
@click.option(
    "--boundary",
    type=click.Choice([str(boundary) for boundary in ChunkBoundary]),
    help="Where a text may be cut.  [default: paragraph]",
)
@format_option("a line a chunk, with its byte range and first words", "the chunks, exactly as the wire gives them")
def command(*, path: str | None, max_bytes: int | None, overlap: int | None, boundary: str | None, format: str) -> None:
    """Cut a text into chunks that cover it, fenced code in one piece.

    Without FILE stdin is read.
    """
    with Progress() as shown:
        given = read_one(path, Limits(), shown)
        policy = ChunkPolicy(
            max_chunk_bytes=max_bytes, overlap_bytes=overlap, boundary=ChunkBoundary(boundary) if boundary else None
        )
        try:
            chunks = chunk_text(given.text, policy)
        except ContextcError as error:
            raise fault_of(error) from None
    if format == "json":
        write_result(encode(ChunkResponse(chunks=chunks)))
        return
    estimate = CalibratedEstimator().estimate
    rows = [
        (f"{chunk.index}", f"{chunk.byte_start}", f"{chunk.byte_end}", f"{estimate(chunk.text)}", snippet(chunk.text))
        for chunk in chunks
    ]
    write_lines(columns([("#", "start", "end", "tokens", "text"), *rows], "rrrr"))
