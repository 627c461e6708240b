"""Debian's Chromium under Playwright: no browser is downloaded."""

import shutil

from playwright.sync_api import Browser, Playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str:
    """The program."""
    path = shutil.which("chromium")
    assert path, "these tests need a Chromium: `apt-get install chromium`"
    return path


def launch(playwright: Playwright) -> Browser:
    """A headless Chromium."""
    return playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
