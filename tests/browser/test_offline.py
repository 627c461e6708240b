"""After one visit the page works without its server, and a newer version takes over when it is asked to."""

import hashlib
import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser.conftest import FOLDER
from browser.playground import Playground
from browser.site import Site

KEPT = "navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === 'activated' && !r.installing)"

NEWER = "Array.from(document.childNodes).some((node) => node.data === ' newer ')"
"""Whether the page is the one that was changed."""


@pytest.fixture(scope="module")
def visited(browser: Browser) -> Iterator[Playground]:
    """A page that was visited once, and is kept."""
    with Site(FOLDER) as site:
        context = browser.new_context()
        play = Playground(context.new_page(), site)
        play.open()
        play.until(KEPT)
        yield play
        context.close()


def caches(play: Playground) -> dict[str, list[str]]:
    """What is kept, by the name of its cache."""
    found: dict[str, list[str]] = play.page.evaluate(
        """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) => {
          const requests = await (await caches.open(name)).keys();
          return [name, requests.map(({ url }) => new URL(url).pathname.slice(1)).sort()];
        })))"""
    )
    return found


def publish(site: Site, path: str, text: bytes) -> str:
    """Put a text at the end of a file of the site, and the file's new hash into the list; the new version."""
    site.replaced[path] = (FOLDER / path).read_bytes() + text
    files = json.loads(site.body("files.json"))
    for file in files["files"]:
        if file["path"] == path:
            file["sha256"] = hashlib.sha256(site.replaced[path]).hexdigest()
    files["version"] = hashlib.sha256(json.dumps(files["files"]).encode()).hexdigest()
    site.replaced["files.json"] = json.dumps(files).encode()
    return files["version"]


def test_everything_is_kept(visited):
    """The cache holds every file that the list names, under its version."""
    files = json.loads(visited.site.body("files.json"))

    assert {f"contextc {files['version']}": sorted(file["path"] for file in files["files"])} == caches(visited)


def test_page_works_offline(visited):
    """With the server stopped, a reload shows the page and compiles."""
    visited.site.stop()
    try:
        visited.open()
        visited.show(query="x", budget=50, fragments=[{"text": "without a network"}])
    finally:
        visited.site.start()

    assert visited.context() == "without a network"


def test_newer_version_is_loaded_when_asked(visited):
    """A new version waits until the user loads it; then it is whole, and the old one is gone."""
    [old] = caches(visited)
    version = publish(visited.site, "index.html", b"<!-- newer -->")
    visited.open()
    button = visited.page.get_by_role("button", name="Load it")
    button.wait_for()
    shown = visited.page.evaluate(NEWER)
    button.click()
    visited.until(NEWER)

    assert not shown
    assert old != f"contextc {version}"
    assert [f"contextc {version}"] == list(caches(visited))


def test_damaged_version_is_not_kept(visited):
    """A file that is not the one in the list keeps a new version from being taken; the old one goes on."""
    [old] = caches(visited)
    publish(visited.site, "theme.js", b"// newer")
    visited.site.replaced["theme.js"] += b", and damaged"
    visited.open()
    visited.until("navigator.serviceWorker.getRegistration().then((r) => !r.installing && !r.waiting)")
    active = visited.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.active.scriptURL)")

    assert active.endswith(old.removeprefix("contextc "))
