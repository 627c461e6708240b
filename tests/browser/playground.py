"""The page as a test uses it: set what a link can hold, do what a hand does, read what is shown."""

import time
from base64 import b64encode
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Page, Request

from contextc_wire import call

from .link import encode
from .site import Site

PATIENCE = 60.0
"""Seconds until something that never comes is a failure; nothing is measured by it."""

WATCH = """
window.violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI));
"""


class Playground:
    """One tab that shows the playground."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        self.external: list[str] = []
        self.complaints: list[str] = []
        page.add_init_script(WATCH)
        page.context.on("request", self._requested)
        page.on("pageerror", self._failed)
        page.on("console", self._said)

    def open(self, address: str = "") -> None:
        """Load the page and wait for its first answer."""
        self.page.goto(self.site.url + address)
        self.until(
            "performance.getEntriesByName('contextc.account').length > 0 && document.querySelector('#status').dataset.state === 'ready'"
        )

    def reopen(self) -> None:
        """Begin anew, with nothing held against the page."""
        del self.external[:], self.complaints[:]
        self.page.goto("about:blank")
        self.open()

    def show(self, **saved: Any) -> None:
        """Show what a link to it would show, and wait for the answer."""
        before = self.ended()
        self.page.evaluate("document.querySelector('#notices').replaceChildren()")
        # The same link once more is a change, too.
        self.page.evaluate("(code) => { history.replaceState(null, '', '/'); location.hash = code; }", encode(saved))
        self.answered(before)

    def answered(self, before: int) -> None:
        """Wait until one more compilation has ended than `before`, and nothing waits."""
        self.until(
            "performance.getEntriesByName('contextc.account').length + performance.getEntriesByName('contextc.fault').length"
            f" > {before} && ['ready', 'refused'].includes(document.querySelector('#status').dataset.state)"
        )

    def ended(self) -> int:
        """How many compilations have ended."""
        return self.count("account") + self.count("fault")

    def count(self, mark: str) -> int:
        """How often the page has marked that something happened."""
        counted: int = self.page.evaluate(f"performance.getEntriesByName('contextc.{mark}').length")
        return counted

    def until(self, expression: str) -> None:
        """Wait for a fact; by asking again, as the page's policy forbids what Playwright's own waiting does."""
        deadline = time.monotonic() + PATIENCE
        while not self._holds(expression):
            assert time.monotonic() < deadline, f"this never became true: {expression}\n{self.complaints}"
            time.sleep(0.02)

    def point_at(self, seq: int) -> None:
        """Move the mouse over a fragment until its record shows: a card that is drawn anew under a mouse at rest tells nobody."""
        shown = f"document.querySelector('#inspector strong')?.textContent === '#{seq}'"
        deadline = time.monotonic() + PATIENCE
        while not self._holds(shown):
            there = self.texts("#inspector")
            assert time.monotonic() < deadline, f"the record of #{seq} never showed, but {there}\n{self.complaints}"
            self.page.keyboard.press("Escape")
            self.page.mouse.move(1, 1)
            self.page.hover(f"#input-list .card[data-seq='{seq}'] .text")
            time.sleep(0.1)

    def _holds(self, expression: str) -> bool:
        try:
            return bool(self.page.evaluate(expression))
        except Error as error:
            if "context was destroyed" in error.message:  # the page is being loaded anew
                return False
            raise

    def texts(self, selector: str) -> list[str]:
        """The text of every such element."""
        found: list[str] = self.page.evaluate(
            "(s) => Array.from(document.querySelectorAll(s), (e) => e.textContent)", selector
        )
        return found

    def context(self) -> str:
        """The compiled context, as it is drawn."""
        blocks: list[tuple[str, bool]] = self.page.evaluate(
            "() => Array.from(document.querySelectorAll('#context .block'), (e) => [e.querySelector('.runs').textContent, e.dataset.last === 'true'])"
        )
        text = "".join(text + ("\n\n" if last else "") for text, last in blocks)
        return text.removesuffix("\n\n")

    def answer(self, what: str = "answer") -> str:
        """The answer, the context or the request, as the page hands it out."""
        self.page.evaluate("navigator.clipboard.writeText('')")
        button = "#copy" if what == "context" else f"[data-copy={what}]"
        self.page.evaluate("(button) => document.querySelector(button).click()", button)
        self.until("navigator.clipboard.readText().then((text) => text !== '')")
        text: str = self.page.evaluate("navigator.clipboard.readText()")
        return text

    def notices(self) -> list[str]:
        """The sentences that have come up, when there is one."""
        self.until("document.querySelector('.notice') !== null")
        return self.texts(".notice p")

    def drop(self, files: dict[str, bytes], zone: str = "body") -> None:
        """Drag files over the page and drop them."""
        self.page.evaluate(
            """([files, zone]) => {
              const data = new DataTransfer();
              for (const [name, bytes] of files) data.items.add(new File([Uint8Array.fromBase64(bytes)], name));
              const send = (type, target) => target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
              send("dragenter", document.body);
              const target = document.querySelector(zone);
              send("dragover", target);
              send("drop", target);
            }""",
            [[(name, _base64(data)) for name, data in files.items()], zone],
        )

    def paste(self, text: str, selector: str = "body") -> None:
        """Paste a text into an element."""
        self.page.evaluate(
            """([text, selector]) => {
              const data = new DataTransfer();
              data.setData("text/plain", text);
              const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
              document.querySelector(selector).dispatchEvent(event);
            }""",
            [text, selector],
        )

    def harm(self) -> list[str]:
        """What the page must never do: ask others, break its own policy, or fail."""
        violations: list[str] = self.page.evaluate("window.violations")
        return [*self.external, *self.complaints, *violations]

    def _requested(self, request: Request) -> None:
        if not request.url.startswith((self.site.url, "blob:", "data:")):
            self.external.append(request.url)

    def _failed(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and "blocked by Playwright" not in message.text:
            self.complaints.append(message.text)


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def python_answer(method: str, request: str) -> str:
    """What Python answers to the same request."""
    return call(method, request).decode()
