"""The doors by name; a new one is an adapter and a row here."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from doors.cabi import CLibrary
from doors.chromium import Chromium
from doors.node import Node
from doors.pyodide import Pyodide
from doors.python import Python, Serve


class Door(Protocol):
    """Where requests go in and answer documents come out."""

    def call(self, method: str, request: bytes) -> bytes:
        """The answer document, byte for byte as the door gave it."""
        ...


DOORS: dict[str, Callable[[], AbstractContextManager[Door]]] = {
    "python": Python,
    "serve": Serve,
    "c": CLibrary,
    "pyodide": Pyodide,
    "chromium": Chromium,
    "node-process": lambda: Node("process"),
    "node-wasm": lambda: Node("wasm"),
    "node-native": lambda: Node("native"),
}
"""Name -> what opens it."""
