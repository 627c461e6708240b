"""One browser and one tab for all tests: a start takes a second or more, and each test begins with what it shows."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.chromium import launch
from browser.playground import Playground
from browser.site import Site

HERE = Path(__file__).parent
FOLDER = HERE.parent.parent / "dist" / "wasm" / "playground"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One process has the browser, however many share the tests."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A running Chromium."""
    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    """The built playground on a static server."""
    with Site(FOLDER) as served:
        yield served


@pytest.fixture(scope="package")
def tab(browser: Browser, site: Site) -> Iterator[Playground]:
    """The page, wide and light."""
    context = browser.new_context(
        viewport={"width": 1400, "height": 900},
        color_scheme="light",
        service_workers="block",  # else all files are fetched once more, to be kept
        permissions=["clipboard-read", "clipboard-write"],
    )
    playground = Playground(context.new_page(), site)
    playground.open()
    yield playground
    context.close()


@pytest.fixture
def play(tab: Playground) -> Iterator[Playground]:
    """The page, for one test; nothing that it does may harm."""
    tab.page.set_viewport_size({"width": 1400, "height": 900})
    if tab.harm():
        tab.reopen()
    yield tab
    assert tab.harm() == []
