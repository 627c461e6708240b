"""The wire of a process that may read files: `compile` also takes fragments that name a path."""

import os

from contextc.compiler import ContextCompiler
from contextc.limits import Limits
from contextc.model import CompiledContext, CompileRequest
from contextc_host.ingest import resolve_paths, roots_from_environment
from contextc_wire.dispatch import Method, Wire


def open_door(limits: Limits) -> Wire:
    """The methods behind the command line."""
    return Wire(ContextCompiler(limits=limits), {"compile": Method(CompileRequest, CompiledContext, _compile)})


def _compile(wire: Wire, request: CompileRequest) -> CompiledContext:
    if any(fragment.path is not None for fragment in request.fragments):
        request = resolve_paths(request, roots_from_environment(os.environ), wire.limits)
    return wire.compiler.compile(request)
