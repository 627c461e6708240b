"""Bytes -> the 64-bit FNV-1a hash behind every id, and the handle made of it (spec 0.6)."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)
def stable_hash(data: bytes) -> int:
    """FNV-1a, 64 bit."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def handle_of(number: int) -> str:
    """The address under which a source is retrieved."""
    return f"ctx://source/{number}"
