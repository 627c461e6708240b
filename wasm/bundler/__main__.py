"""The command line of the bundler."""

import argparse
from pathlib import Path

from bundler.bundle import build


def main() -> None:
    """Build into the folder that the command line names, and tell what is in it."""
    parser = argparse.ArgumentParser(description="Build the WebAssembly bundle of contextc, the same bytes every time.")
    parser.add_argument(
        "--out", type=Path, default=Path("dist/wasm"), help="where bundle/ and playground/ go [%(default)s]"
    )
    out: Path = parser.parse_args().out
    digest, entries = build(out)
    for entry in entries:
        print(f"{entry.bytes:>11,}  {entry.name}")  # noqa: T201
    print(f"{sum(entry.bytes for entry in entries):>11,}  in {len(entries)} files, sha256 {digest}")  # noqa: T201


if __name__ == "__main__":
    main()
