"""`contextc schema`."""

import click

from contextc_host.cli.faults import Fault
from contextc_host.cli.options import utf8
from contextc_host.cli.streams import write_lines, write_result
from contextc_wire.schema import render, schemas


@click.command("schema")
@click.argument("name", required=False, type=utf8)
def command(*, name: str | None) -> None:
    """Print the JSON schema NAME, such as compile.request; without NAME, list all names."""
    known = schemas()
    if name is None:
        write_lines(list(known))
        return
    if name not in known:
        raise Fault(f"no schema is called {name}: use {', '.join(known)}")
    write_result(render(known[name]).encode())
