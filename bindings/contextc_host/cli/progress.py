"""A line on a terminal's stderr that says what takes so long; elsewhere, nothing."""

import os
import sys
import threading
import time
from typing import Self

from contextc_host.cli.streams import is_terminal

PATIENCE = 0.7
"""Seconds without a word: most runs end before."""

TURN = 0.1
FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class Progress:
    """What is being done, shown for as long as the `with` block runs."""

    def __init__(self) -> None:
        self._doing = ""
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def say(self, doing: str) -> None:
        """Name what is being done now."""
        self._doing = doing

    def __enter__(self) -> Self:
        if is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb":
            self._thread = threading.Thread(target=self._draw, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._thread:
            self._thread.join()

    def _draw(self) -> None:
        started = time.monotonic()
        if self._ended.wait(PATIENCE):
            return
        frame = 0
        while not self._ended.is_set():
            mark = FRAMES[frame % len(FRAMES)]
            _write(f"\r{mark} {self._doing} … {time.monotonic() - started:.0f} s\x1b[K")
            frame += 1
            self._ended.wait(TURN)
        _write("\r\x1b[K")


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
