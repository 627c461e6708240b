"""`contextc serve`."""

import click

from contextc.limits import Limits
from contextc_host.cli.options import limits_option
from contextc_host.serve import serve_process


@click.command("serve")
@limits_option
def command(*, limits: str) -> int:
    """Answer requests on stdin, one JSON object a line, until it ends.

    A line {"id": 1, "method": "compile", "request": {...}} gets the line {"id": 1, "result": {...}} or {"id": 1, "error": {...}}
    on stdout. Fragments may name a path below CONTEXTC_INGEST_ROOTS.
    """
    return serve_process(Limits.strict() if limits == "strict" else Limits())
