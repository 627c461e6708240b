"""The compiler as bytes: `call(method, request) -> response`, the same on every door."""

from contextc_wire.dispatch import Wire, call

__all__ = ["Wire", "call"]
