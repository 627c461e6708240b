"""The door of a process with files: `compile` also takes fragments that name a path below the roots it was given.

The roots are those of `CONTEXTC_INGEST_ROOTS` at the time of the call; without any, a path is `ingest_disabled`.
"""

import os

from contextc.compiler import ContextCompiler
from contextc.limits import Limits
from contextc.model import CompiledContext, CompileRequest
from contextc_host.ingest import resolve_paths, roots_from_environment
from contextc_wire.dispatch import Method, Wire


def open_door(limits: Limits) -> Wire:
    """A door with these caps.

    >>> open_door(Limits.strict()).call("echo", b"[1]")
    b'{"echo":[1]}'
    """
    return Wire(ContextCompiler(limits=limits), {"compile": Method(CompileRequest, CompiledContext, _compile)})


def call(method: str, request: bytes | str) -> bytes:
    """Answer a request with the default caps: what `serve` and the C library stand on.

    >>> call("compile", b'{"query": "", "token_budget": 9, "fragments": [{"path": "/etc/passwd"}]}')[:36]
    b'{"error":{"code":"ingest_disabled","'
    """
    return _DEFAULT.call(method, request)


def _compile(wire: Wire, request: CompileRequest) -> CompiledContext:
    if any(fragment.path is not None for fragment in request.fragments):
        request = resolve_paths(request, roots_from_environment(os.environ), wire.limits)
    return wire.compiler.compile(request)


_DEFAULT = open_door(Limits())
