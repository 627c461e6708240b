"""The door of WebAssembly: `load` of the built bundle, in Node."""

from pathlib import Path

from doors.build import DIST
from doors.framed import Framed

DRIVER = Path(__file__).parent / "drivers" / "pyodide.mjs"
BUNDLE = DIST / "wasm" / "bundle"


class Pyodide(Framed):
    """`call` of the bundle, bytes in and bytes out."""

    def __init__(self) -> None:
        super().__init__(["node", DRIVER, BUNDLE])
