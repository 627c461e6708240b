"""A folder as a static site on this machine: what is asked for is recorded, and the server can go away and come back."""

import functools
import threading
from collections.abc import Mapping
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self


class Handler(SimpleHTTPRequestHandler):
    """Files with their own types, and the replacements that a test has set."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # a header and a body in two packets would wait 40 ms for each other
    extensions_map: ClassVar[dict[str, str]] = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".whl": "application/zip",
        ".webmanifest": "application/manifest+json",
    }

    def __init__(self, *args: Any, site: "Site", **kwargs: Any) -> None:
        self.site = site
        super().__init__(*args, **kwargs)

    def translate_path(self, path: str) -> str:
        """The file of an address: of a mounted folder, or of the site's own."""
        first, _, rest = path.partition("?")[0].lstrip("/").partition("/")
        mounted = self.site.mounts.get(first)
        self.directory = str(mounted or self.site.folder)  # a connection asks for many files
        return super().translate_path(f"/{rest}" if mounted else path)

    def do_GET(self) -> None:
        """A replacement, else the file."""
        path = self.path.partition("?")[0].lstrip("/") or "index.html"
        self.site.asked.append(path)
        body = self.site.replaced.get(path)
        if body is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        """What the site says to what it is told."""
        headers, body = self.site.told(self.path.lstrip("/"), self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A server whose port can be taken again at once."""

    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that no longer wants an answer is no error."""


class Site:
    """A folder, and others mounted in it by name, served until the end, or between `start` and `stop`."""

    def __init__(self, folder: Path, mounts: Mapping[str, Path] | None = None) -> None:
        self.mounts = dict(mounts or {})
        for each in (folder, *self.mounts.values()):
            assert each.is_dir(), f"{each} is not there: build it first with `python -m tests.doors.build wasm`"
        self.folder = folder
        self.asked: list[str] = []
        self.replaced: dict[str, bytes] = {}
        """Path -> what it answers instead of its file."""
        self._port = 0
        self.start()

    @property
    def url(self) -> str:
        """Where the site is, with a slash at the end."""
        return f"http://127.0.0.1:{self._port}/"

    def body(self, path: str) -> bytes:
        """What a file's address answers."""
        return self.replaced.get(path) or (self.folder / path).read_bytes()

    def told(self, path: str, body: bytes) -> tuple[dict[str, str], bytes]:
        """What a page is answered that sends something: headers and a body."""
        raise NotImplementedError

    def start(self) -> None:
        """Serve, at the same address as before."""
        handler = functools.partial(Handler, site=self, directory=str(self.folder))
        self._server = Server(("127.0.0.1", self._port), handler)
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Answer nobody any more."""
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
