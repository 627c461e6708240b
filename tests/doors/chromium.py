"""The door of a browser: `connect` of the built bundle, in a page of Debian's Chromium with a strict policy.

The page asks this process for requests over HTTP and sends the answers back the same way: raw bytes, one exchange a call.
"""

import os
import signal
import subprocess
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from browser.chromium import FLAGS, find
from browser.site import Site
from doors.build import DIST

PAGE = Path(__file__).parent / "drivers" / "chromium"
BUNDLE = DIST / "wasm" / "bundle"
PATIENCE = 120
"""Seconds until a page that says nothing is given up; nothing is measured by it."""


class Door(Site):
    """The page and the bundle, and what goes to and fro."""

    def __init__(self) -> None:
        self.requests: Queue[tuple[str, bytes] | None] = Queue()
        self.answers: Queue[bytes | RuntimeError] = Queue()
        super().__init__(PAGE, {"bundle": BUNDLE})

    def told(self, path: str, body: bytes) -> tuple[dict[str, str], bytes]:
        """Take an answer, and give the next request when there is one."""
        if path == "failed":
            self.answers.put(RuntimeError(body.decode()))
            return {}, b""
        self.answers.put(body)
        method, request = self.requests.get() or ("", b"")
        return {"contextc-method": method}, request


class Chromium:
    """`call` of the bundle's worker, bytes in and bytes out."""

    def __enter__(self) -> Self:
        self._site = Door()
        self._profile = TemporaryDirectory(ignore_cleanup_errors=True)
        command = [find(), *FLAGS, "--headless", f"--user-data-dir={self._profile.name}", self._site.url]
        self._browser = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            self._answer()  # the page is ready when it asks for the first time
        except BaseException:
            self._close()
            raise
        return self

    def call(self, method: str, request: bytes) -> bytes:
        """The answer document, as the page got it from the worker."""
        self._site.requests.put((method, request))
        return self._answer()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _answer(self) -> bytes:
        answer = self._site.answers.get(timeout=PATIENCE)
        if isinstance(answer, RuntimeError):
            raise answer
        return answer

    def _close(self) -> None:
        os.killpg(self._browser.pid, signal.SIGTERM)
        self._browser.wait(60)
        self._site.requests.put(None)  # the page's last question
        self._site.stop()
        self._profile.cleanup()
