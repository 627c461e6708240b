"""Runs inside the shared library: a call from C -> the door -> its answer in memory of C.

The build puts the text of this file into the library, so that it always fits the C code it was compiled with.
"""

from typing import Any

from contextc.errors import Internal
from contextc_host.door import call
from contextc_wire.dispatch import encode_error

RESULT, ERROR, NO_MEMORY = 1, 2, -1


def attach(ffi: Any, lib: Any) -> None:
    """Make `contextc_python_call` of the C code answer from the door."""

    def contextc_python_call(method: Any, json: Any, length: int, out: Any, outlen: Any) -> int:
        try:
            body = call(ffi.string(method).decode(errors="replace"), ffi.unpack(json, length))
        except MemoryError:
            return NO_MEMORY
        except BaseException as error:  # noqa: BLE001  # where Python is the host, Ctrl-C is raised here
            body = encode_error(Internal(f"the call was interrupted by {type(error).__name__}: try again"))
        out[0] = lib.contextc_copy(body, len(body))
        if not out[0]:
            return NO_MEMORY
        outlen[0] = len(body)
        # No result has a key `error`, so no result begins with it.
        return ERROR if body.startswith(b'{"error":') else RESULT

    ffi.def_extern(error=NO_MEMORY)(contextc_python_call)
