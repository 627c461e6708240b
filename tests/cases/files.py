"""The file types (DF02-DF12): what each holds, and what became of it."""

from functools import cache

from cases.door import Json, case, compiled

TYPES = tuple(f"DF{number:02}" for number in range(2, 13))


@cache
def answer(name: str) -> Json:
    """The answer to a file."""
    return compiled(case(name)["request"])


@cache
def text(name: str) -> str:
    """A file."""
    return str(case(name)["request"]["fragments"][0]["content"])


def decision(name: str) -> Json:
    """What became of a file."""
    one: Json = answer(name)["decisions"][0]
    return one
