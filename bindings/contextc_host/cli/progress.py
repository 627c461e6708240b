"""A line on a terminal's stderr that says what takes so long; elsewhere, nothing."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from contextc_host.cli.streams import is_terminal

PATIENCE = 0.7
"""Seconds without a word: most runs end before."""

TURN = 0.1
FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class Progress:
    """What is being done right now."""

    def __init__(self) -> None:
        self._doing = ""
        self._ended = threading.Event()

    def say(self, doing: str) -> None:
        """Name it."""
        self._doing = doing

    def _draw(self) -> None:
        started = time.monotonic()
        frame = 0
        if self._ended.wait(PATIENCE):
            return
        while True:
            mark = FRAMES[frame % len(FRAMES)]
            line = f"\r{mark} {self._doing} … {time.monotonic() - started:.0f} s\x1b[K"
            sys.stderr.write(line)
            sys.stderr.flush()
            frame += 1
            if self._ended.wait(TURN):
                sys.stderr.write("\r\x1b[K")
                sys.stderr.flush()
                return


@contextmanager
def progress() -> Iterator[Progress]:
    """Show progress for as long as the block runs."""
    shown = Progress()
    if not is_terminal(sys.stderr) or os.environ.get("TERM") == "dumb":
        yield shown
        return
    thread = threading.Thread(target=shown._draw, daemon=True)  # noqa: SLF001
    thread.start()
    try:
        yield shown
    finally:
        shown._ended.set()  # noqa: SLF001
        thread.join()
