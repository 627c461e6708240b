"""`contextc call`."""

import sys

import click
import msgspec

from contextc.limits import Limits
from contextc_host.cli.faults import BAD_INPUT, BROKEN
from contextc_host.cli.options import limits_option, utf8
from contextc_host.cli.progress import Progress
from contextc_host.cli.reading import read, stdin_is_keyboard
from contextc_host.cli.streams import STDIN, write_result
from contextc_host.door import open_door
from contextc_wire.messages import ErrorResponse


@click.command("call")
@click.argument("method", type=utf8)
@limits_option
def command(*, method: str, limits: str) -> int:
    """Answer a JSON request from stdin with the bytes that every door gives, and a line end.

    At a terminal the request is {}. An error document is an answer, too: it goes to stdout, and the exit code is 2 if the
    request is at fault and 1 if contextc is. Fragments may name a path below CONTEXTC_INGEST_ROOTS.
    """
    caps = Limits.strict() if limits == "strict" else Limits()
    with Progress() as shown:
        request = b"{}" if stdin_is_keyboard() else read(STDIN, sys.maxsize, shown)
        shown.say(f"answering {method}")
        answer = open_door(caps).call(method, request)
    write_result(answer + b"\n")
    if not answer.startswith(b'{"error":{'):
        return 0
    category = msgspec.json.decode(answer, type=ErrorResponse).error.category
    return BROKEN if category == "internal" else BAD_INPUT
