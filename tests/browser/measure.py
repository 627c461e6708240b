"""`python -m tests.browser.measure`: how the playground feels on this machine, in numbers; nothing here passes or fails.

A visit is warm when the browser has the files and their compiled code: the first visit of a profile is told apart.
"""

import json
import random
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Literal, Self

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from .chromium import FLAGS, find, launch
from .link import encode
from .playground import Playground
from .site import Site

FOLDER = Path(__file__).parent.parent.parent / "dist" / "wasm" / "playground"
VISITS = 5
SIZES = {20_000: 5, 200_000: 5, 1_000_000: 3}
"""Bytes of text -> keystrokes."""
DROP = """
() => {
  const data = new DataTransfer();
  data.items.add(new File([text], "notes.md"));
  const start = performance.now();
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  return start;
}
"""
NODES = "document.querySelectorAll('*').length"
WORDS = [
    "a",
    "budget",
    "cache",
    "context",
    "deploys",
    "fragment",
    "how",
    "in",
    "is",
    "kept",
    "model",
    "never",
    "no",
    "of",
    "port",
    "prompt",
    "retries",
    "the",
    "token",
    "when",
]


def prose(size: int) -> str:
    """Sentences, the same every time."""
    choice = random.Random(1)  # not for secrets
    lines: list[str] = []
    length = 0
    while length < size:
        lines.append(
            " ".join(choice.choices(WORDS, k=choice.randint(4, 40))).capitalize() + choice.choice([".\n", ".\n\n"])
        )
        length += len(lines[-1])
    return "".join(lines)[:size]


def say(what: str, *values: object) -> None:
    """A line of the report."""
    print(f"{what:<44}", *values)  # noqa: T201


class Tasks:
    """What the page's own thread did for longest while this was entered.

    On a busy machine a task also waits for a core; what it computed is told beside what it took.
    """

    def __init__(self, page: Page) -> None:
        self._page = page

    def __enter__(self) -> Self:
        self._browser().start_tracing(page=self._page, categories=["toplevel"])
        return self

    def __exit__(self, *_: object) -> None:
        events = json.loads(self._browser().stop_tracing())["traceEvents"]
        names = {"RunTask", "ThreadControllerImpl::RunTask"}
        pages = {(e["pid"], e["tid"]) for e in events if e.get("args", {}).get("name") == "CrRendererMain"}
        tasks = [e for e in events if e["name"] in names and (e["pid"], e["tid"]) in pages and "dur" in e]
        self.longest = max((e["dur"] / 1000 for e in tasks), default=0)
        self.busiest = max((e.get("tdur", 0) / 1000 for e in tasks), default=0)

    def __str__(self) -> str:
        return f"longest task {self.longest:.0f} ms, longest computing {self.busiest:.0f} ms"

    def _browser(self) -> Browser:
        browser = self._page.context.browser
        assert browser
        return browser


def since(page: Page, start: float) -> int:
    """Milliseconds from a moment of the page's clock to the last answer."""
    answered: float = page.evaluate("performance.getEntriesByName('contextc.result').at(-1).startTime")
    return round(answered - start)


def visits(playwright: Playwright, site: Site, service_workers: Literal["allow", "block"], served: str) -> None:
    """From the address to the first answer, in a browser with a profile: it keeps files and compiled code as a user's does."""
    times: list[float] = []
    external = 0
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=find(), args=list(FLAGS), service_workers=service_workers
        )
        for visit in range(VISITS + 1):
            play = Playground(context.new_page(), site)
            play.open()
            times.append(play.page.evaluate("performance.getEntriesByName('contextc.result')[0].startTime"))
            external += len(play.external)
            time.sleep(1 if visit else 5)  # the browser writes its caches after the first
            play.page.close()
        context.close()
    say(f"first visit, {served}", f"{times[0]:.0f} ms to the answer")
    say("warm visits", f"{median(times[1:]):.0f} ms median, {min(times[1:]):.0f} best of {VISITS}")
    say("requests to other hosts", external)


def typing(browser: Browser, site: Site, size: int, keys: int) -> None:
    """Drop a file, type into it, scroll."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, service_workers="block")
    play = Playground(context.new_page(), site)
    page = play.page
    play.open(f"#{encode({'query': 'cache', 'budget': 20_000, 'fragments': []})}")
    page.evaluate("(text) => { window.text = text; }", prose(size))
    before = play.ended()
    with Tasks(page) as tasks:
        start = page.evaluate(DROP)
        play.answered(before)
    say(f"{size:>9,} bytes: dropped, to the answer", f"{since(page, start)} ms; {tasks}")

    page.click("#input-list textarea")
    times = []
    with Tasks(page) as tasks:
        for _ in range(keys):
            before = play.ended()
            start = page.evaluate("performance.now()")
            page.keyboard.type("x")
            play.answered(before)
            times.append(since(page, start))
            time.sleep(0.3)
    say("           a keystroke, to the answer", f"{median(times)} ms median of {times}; {tasks}")

    before = play.ended()
    counts = [play.count(name) for name in ("begun", "cancelled")]
    with Tasks(page) as tasks:
        for key in "typing goes on and on":
            time.sleep(0.08)
            start = page.evaluate("performance.now()")
            page.keyboard.type(key)
        time.sleep(0.3)
        play.answered(before)
    begun, cancelled = (play.count(name) - count for name, count in zip(("begun", "cancelled"), counts, strict=True))
    say(
        "           the last of 21 keystrokes",
        f"{since(page, start)} ms; {begun} begun, {cancelled} cancelled; {tasks}",
    )

    with Tasks(page) as tasks:
        for pane in ("#input .scroller", "#context"):
            for _ in range(10):
                page.evaluate("(pane) => { document.querySelector(pane).scrollTop += 5000; }", pane)
                time.sleep(0.1)
    say("           scrolled", f"{page.evaluate(NODES)} elements; {tasks}")
    context.close()


def main() -> None:
    """Measure all of it."""
    with Site(FOLDER) as site, sync_playwright() as playwright:
        visits(playwright, site, "block", "from the server")
        visits(playwright, site, "allow", "kept for offline use")
        browser = launch(playwright)
        say("Chromium", browser.version)
        for size, keys in SIZES.items():
            typing(browser, site, size, keys)
        browser.close()


if __name__ == "__main__":
    main()
