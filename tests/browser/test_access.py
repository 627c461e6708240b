"""Everybody can use it: on a phone, by keyboard, with a screen reader, in the light and in the dark."""

from pathlib import Path

import pytest

from browser.link import encode
from browser.playground import Playground

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
PANES = ("input", "settings", "context", "decisions")
LONG = {
    "query": "why does " + "a_very_long_name" * 20 + " fail?",
    "budget": 300,
    "fragments": [
        {"name": "folder/" * 20 + "file.py", "kind": "code", "text": "x" * 3_000 + "\n"},
        {"name": "law", "text": "Never do this: " + "http://example.org/" + "path/" * 300},
        {"name": "log", "kind": "log", "text": "again " * 30 + "\n" + ("again " * 30 + "\n") * 9},
        {"name": "soup", "text": "soup, " * 400},
    ],
}


@pytest.fixture(scope="module")
def phone(browser, site):
    """The page on a narrow touch screen."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, service_workers="block"
    )
    playground = Playground(context.new_page(), site)
    playground.open(f"#{encode(LONG)}")
    yield playground
    assert playground.harm() == []
    context.close()


def show_all(play: Playground) -> None:
    """Open whatever opens."""
    play.page.evaluate("document.querySelectorAll('details:not(.menu)').forEach((e) => { e.open = true; })")


@pytest.mark.parametrize("pane", PANES)
def test_phone_needs_no_sideways_scroll(phone, pane):
    """At 360 px nothing is wider than the screen, whatever names and words are long."""
    phone.page.tap(f"#panes [data-pane='{pane}']")
    show_all(phone)
    wide = phone.page.evaluate(
        """() => Array.from(document.querySelectorAll("body, body *"))
          .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > 360.5 || (e === document.body && e.scrollWidth > 360))
          .map((e) => `${e.tagName}.${e.className} ${e.scrollWidth}`)"""
    )

    assert wide == []


@pytest.mark.parametrize("pane", PANES)
def test_phone_has_room_for_fingers(phone, pane):
    """Whatever is tapped is at least 44 px high, links within a sentence apart."""
    phone.page.tap(f"#panes [data-pane='{pane}']")
    small = phone.page.evaluate(
        """() => Array.from(document.querySelectorAll("button:not(.link, .handle), select, input:not([type=checkbox]), .check"))
          .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.5)
          .map((e) => `${e.tagName} ${e.className} ${e.textContent.slice(0, 20)} ${e.getBoundingClientRect().height}`)"""
    )

    assert small == []


@pytest.mark.parametrize(("pane", "menu"), [("input", "#start"), ("context", "#save")])
def test_phone_shows_menus_whole(phone, pane, menu):
    """A menu that is opened on a phone lies within the screen."""
    phone.page.tap(f"#panes [data-pane='{pane}']")
    phone.page.tap(f"{menu} summary")
    box = phone.page.locator(f"{menu} > div").bounding_box()
    phone.page.keyboard.press("Escape")

    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


def test_tap_opens_the_record(phone):
    """On a phone a tap on a block opens its record, and a tap closes it."""
    phone.page.tap("#panes [data-pane='context']")
    phone.page.locator("#context .block .runs").first.tap()
    phone.until("document.querySelector('#inspector').dataset.open === 'true'")
    opened = phone.page.is_visible("#inspector")
    phone.page.tap("#inspector .close")

    assert opened
    assert not phone.page.is_visible("#inspector")


@pytest.mark.parametrize("width", [1400, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("pane", PANES)
def test_axe_finds_nothing_serious(play, scheme, width, pane):
    """axe-core finds nothing serious or critical, in both themes, wide and narrow, with everything open."""
    assert AXE.is_file(), "run `npm ci` in tests/browser first"
    play.page.set_viewport_size({"width": width, "height": 900})
    play.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    play.show(**LONG)
    show_all(play)
    play.page.evaluate(f"document.querySelector('[data-side={pane}]:not(main), [data-pane={pane}]:not(main)').click()")
    play.page.evaluate("document.querySelector('.seq[data-open]').click()")
    play.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = play.page.evaluate(
        """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => [id, nodes.length, nodes[0].html, nodes[0].failureSummary])"""
    )
    play.page.emulate_media(color_scheme="light", reduced_motion="no-preference")

    assert found == []


def test_refused_request_is_readable(play):
    """The last good answer stays readable for axe-core while a request is refused."""
    play.page.emulate_media(color_scheme="light")
    play.show(query="x", budget=None, fragments=[{"text": "a"}])
    play.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = play.page.evaluate(
        """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
          .filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => [id, nodes[0].html])"""
    )

    assert found == []


def test_record_opens_by_keyboard(play):
    """A fragment's number is reached by Tab and opened by Enter."""
    play.show(query="x", budget=50, fragments=[{"text": "one"}, {"text": "two"}])
    play.page.focus("#copy")
    for _ in range(12):
        play.page.keyboard.press("Tab")
        if play.page.evaluate("document.activeElement.matches('#context .seq')"):
            break
    play.page.keyboard.press("Enter")
    play.until("document.querySelector('#inspector').dataset.open === 'true'")

    assert play.texts("#inspector strong") == ["#0"]


def test_escape_closes_menus(play):
    """An open menu closes with Escape."""
    play.page.click("#save summary")
    opened = play.page.is_visible("[data-save='answer']")
    play.page.keyboard.press("Escape")

    assert opened
    assert not play.page.is_visible("[data-save='answer']")


def test_theme_is_kept(play, site):
    """A theme that was chosen is there the next time, before the page's modules are."""
    play.page.click("#theme")
    play.page.click("#theme")
    page = play.page.context.new_page()
    page.route("**/app/**", lambda route: route.abort())
    page.goto(site.url)
    theme = page.get_attribute("html", "data-theme")
    page.close()
    play.page.click("#theme")

    assert theme == "dark"
    assert play.page.inner_text("#theme") == "Theme: system"


def test_motion_is_reduced(play):
    """Who asks for less motion gets none."""
    play.page.emulate_media(reduced_motion="reduce")
    moving = play.page.evaluate(
        "() => Array.from(document.querySelectorAll('*')).filter((e) => parseFloat(getComputedStyle(e).transitionDuration) > 0).length"
    )
    play.page.emulate_media(reduced_motion="no-preference")

    assert moving == 0
