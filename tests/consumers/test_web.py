"""A plain page with the bundle beside it, as the README of the bundle tells: no build step, no server of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from browser.chromium import launch
from browser.site import Site
from contextc import __version__
from doors.build import DIST


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """The page in a browser, where whatever it complains about is a failure."""
    with (
        Site(Path(__file__).parent / "web", {"bundle": DIST / "wasm" / "bundle"}) as site,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        page = browser.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(site.url)
        yield page
        browser.close()
    assert complaints == []


def test_page_shows_a_context(page):
    """The page compiles in its worker and shows what it got."""
    expect(page.locator("#risk")).to_have_text(f"medium {__version__}", timeout=60_000)

    assert page.inner_text("#context") == (
        "Never deploy on Friday.\n\ndeploy failed: port 8080 is taken (x39)\ngave up"
    )


def test_page_shows_an_error(page):
    """A refused request is a document with a code."""
    page.fill("#budget", "0")
    expect(page.locator("#risk")).to_have_text("budget_too_small", timeout=60_000)

    assert page.inner_text("#context").startswith("a budget of 0 tokens")
