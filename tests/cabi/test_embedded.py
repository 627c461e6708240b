"""The Python text in the library, with what stands for C's side of it."""

import json
from typing import Any

import pytest

from contextc_cabi import embedded


class Ffi:
    """What cffi gives the text: bytes for pointers."""

    def __init__(self) -> None:
        self.answer: Any = None

    def string(self, pointer: bytes) -> bytes:
        """The bytes of a string."""
        return pointer

    def unpack(self, pointer: bytes, length: int) -> bytes:
        """The bytes at a pointer."""
        return pointer[:length]

    def def_extern(self, *, error: int) -> Any:
        """Keeps the function that answers C."""
        assert error == embedded.NO_MEMORY

        def keep(function: Any) -> None:
            self.answer = function

        return keep


class Lib:
    """The C functions that the text calls."""

    def contextc_copy(self, body: bytes, length: int) -> bytes:
        """A copy."""
        return body[:length]


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_interrupted_call_is_an_error_document(monkeypatch, kind):
    """What Python as the host raises inside a call leaves it as a document."""

    def interrupted(method: str, request: bytes) -> bytes:
        raise kind

    monkeypatch.setattr(embedded, "call", interrupted)
    ffi = Ffi()
    embedded.attach(ffi, Lib())
    out, outlen = [b""], [0]

    assert ffi.answer(b"echo", b"0", 1, out, outlen) == embedded.ERROR
    assert ("internal", outlen[0]) == (json.loads(out[0])["error"]["code"], len(out[0]))
