"""`python -m contextc_cabi build --out DIR`."""

import argparse
import sys
from pathlib import Path

from contextc_cabi.build import build
from contextc_cabi.toolchain import BuildError


def main(arguments: list[str] | None = None) -> int:
    """Build; 0, or 1 and one line on stderr."""
    parser = argparse.ArgumentParser(prog="python -m contextc_cabi", description="The C library of contextc.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser(
        "build",
        help="build the library for the Python that runs this",
        description="Write the shared library, contextc.h and contextc.pc for the Python that runs this.",
    )
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder to write to")
    options = parser.parse_args(arguments)
    try:
        written = build(options.out)
    except BuildError as error:
        sys.stderr.write(f"contextc_cabi: {error}\n")
        return 1
    sys.stdout.writelines(f"{path}\n" for path in written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
