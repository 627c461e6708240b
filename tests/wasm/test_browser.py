"""The loader in a real browser: a page of its own origin, with the strict policy that the README states."""

import functools
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from browser.chromium import launch
from contextc_wire import call
from wasm.bundle import BUNDLE

POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
NEEDED = [
    "manifest.json",
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
]
WHEELS = sorted(path.name for path in BUNDLE.glob("*.whl"))

LOAD = """async () => {
  const { load } = await import("/contextc.mjs");
  return load().then((contextc) => contextc.call("echo", "1"), (error) => error.message);
}"""
CONNECT = LOAD.replace("load", "connect")


class Handler(SimpleHTTPRequestHandler):
    """The bundle, and what a test wants to be wrong with it."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}
    policy = POLICY
    missing: str | None = None
    broken: str | None = None
    types: dict[str, str] = {}

    def do_GET(self) -> None:
        """A page, or a file of the bundle."""
        name = self.path.lstrip("/")
        data = b"<!doctype html><title>page</title>" if name in {"", "favicon.ico"} else self._file(name)
        if data is None or name == self.missing:
            self.send_error(404)
            return
        if name == self.broken:
            data = data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :]
        self.send_response(200)
        self.send_header("Content-Type", self.types.get(name) or (self.guess_type(name) if name else "text/html"))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", self.policy)
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    @staticmethod
    @functools.cache
    def _file(name: str) -> bytes | None:
        path = BUNDLE / name
        return path.read_bytes() if path.is_file() else None


class Server(ThreadingHTTPServer):
    """A server that is used to browsers which no longer want an answer."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page of a server with the faults that are named."""
    opened: list[Callable[[], None]] = []

    def visit(**faults: Any) -> Page:
        server = Server(("127.0.0.1", 0), type("Faulty", (Handler,), faults))
        Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context()
        page = context.new_page()
        opened.extend((context.close, server.shutdown, server.server_close))
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        return page

    yield visit
    for close in opened:
        close()


def test_load_answers(visit):
    """`load` starts under the strict policy, and its answers are Python's."""
    requests = ['"é✓한😀\\u0000"', "{", '"\ud83d"', '{"query":"q","token_budget":9,"fragments":[{"content":"c"}]}']
    answers = visit().evaluate(
        """async (requests) => {
          const contextc = await (await import("/contextc.mjs")).load();
          return requests.map((request) => [contextc.call("echo", request), contextc.call("compile", request)]);
        }""",
        requests,
    )

    assert answers == [[call("echo", request).decode(), call("compile", request).decode()] for request in requests]


def test_connect_answers(visit):
    """`connect` starts a worker under the strict policy; strings, bytes, a megabyte and aborted calls are as in Node."""
    answers = visit().evaluate(
        """async () => {
          const contextc = await (await import("/contextc.mjs")).connect();
          const ask = (request, options) => contextc.call("echo", request, options).catch((error) => error.name);
          const text = (bytes) => new TextDecoder().decode(bytes);
          const controller = new AbortController();
          const aborted = ask("1", { signal: controller.signal });
          controller.abort();
          const big = JSON.stringify("é".repeat(500_000));
          const answers = [
            await aborted,
            await ask("1"),
            await ask('"\\ud83d"'),
            text(await ask(new TextEncoder().encode("[1]"))),
            (await ask(big)) === `{"echo":${big}}`,
          ];
          await contextc.close();
          return [...answers, await contextc.call("echo", "1").catch((error) => error.message)];
        }"""
    )

    assert answers == [
        "AbortError",
        '{"echo":1}',
        call("echo", '"\ud83d"').decode(),
        '{"echo":[1]}',
        True,
        "contextc: this worker was closed",
    ]


@pytest.mark.parametrize("start", [LOAD, CONNECT], ids=["load", "connect"])
def test_nothing_else_is_asked_for(browser, visit, start):
    """A start asks for files of the bundle, from the page's own server, and nothing else."""
    page = visit()
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url.removeprefix(page.url)))

    assert page.evaluate(start) == '{"echo":1}'
    assert [name for name in asked if not (BUNDLE / name).is_file()] == []


@pytest.mark.parametrize("name", [*NEEDED, *WHEELS])
@pytest.mark.parametrize("start", [LOAD, CONNECT], ids=["load", "connect"])
def test_a_missing_file_is_named(visit, start, name):
    """Without a file that it needs, a start rejects with an error that names it."""
    page = visit(missing=name)

    assert f"{page.url}{name}" in page.evaluate(start)


@pytest.mark.parametrize("name", [*NEEDED[1:], *WHEELS])
def test_a_changed_file_is_named(visit, name):
    """With one bit changed in a file that it needs, a start rejects with an error that names it."""
    page = visit(broken=name)

    assert f"{page.url}{name}" in page.evaluate(LOAD)


def test_a_missing_worker_is_named(visit):
    """Without the worker's file, `connect` rejects with an error that names it."""
    page = visit(missing="contextc.worker.mjs")

    assert f"{page.url}contextc.worker.mjs" in page.evaluate(CONNECT)


def test_a_wrong_type_is_named(visit):
    """A server that does not know WebAssembly is told which type it must send."""
    page = visit(types={"pyodide.asm.wasm": "application/octet-stream"})

    assert page.evaluate(LOAD) == (
        f"contextc: the server sends {page.url}pyodide.asm.wasm as application/octet-stream; it must be application/wasm"
    )


def test_a_policy_that_forbids_webassembly_is_named(visit):
    """A page that may not compile WebAssembly is told what to add to its policy."""
    assert "add 'wasm-unsafe-eval' to script-src" in visit(policy="default-src 'self'").evaluate(LOAD)
