"""Rewrite the texts of the samples: `python tests/core/recall/record.py`, then read the diff."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from contextc.vocabulary import OutputFormat
from core.recall.samples import LAYOUTS, made

FOLDER = Path(__file__).parent / "snapshots"
SUFFIXES = {
    OutputFormat.SML: "sml",
    OutputFormat.TOON: "toon",
    OutputFormat.MARKDOWN: "md",
    OutputFormat.PLAINTEXT: "txt",
    OutputFormat.JSON: "json",
}


def path(format: OutputFormat, layout: str) -> Path:
    """Where the text of a format and a layout is kept."""
    return FOLDER / f"{layout}.{SUFFIXES[format]}"


def main() -> None:
    """Rewrite every text."""
    FOLDER.mkdir(exist_ok=True)
    for format in SUFFIXES:
        for layout in LAYOUTS:
            path(format, layout).write_bytes(f"{made(format, layout).text}\n".encode())


if __name__ == "__main__":
    main()
