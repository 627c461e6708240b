"""A run -> the calls that were made in it, to be made again by themselves: the bench knows no signature of any pass."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any


@dataclass
class Calls:
    """The calls of one function, in order."""

    name: str
    function: Callable[..., Any]
    made: list[tuple[tuple[Any, ...], dict[str, Any]]] = field(default_factory=list)

    def again(self) -> None:
        """Make them all again."""
        for args, kwargs in self.made:
            self.function(*args, **kwargs)

    def argument(self, kind: type) -> Any:
        """The first argument of a type in the first call."""
        args, kwargs = self.made[0]
        return next(value for value in (*args, *kwargs.values()) if isinstance(value, kind))


def functions(module: ModuleType, home: str) -> list[tuple[Any, str]]:
    """The functions that a module has imported from a package."""
    return [
        (module, name)
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__.startswith(home) and value.__module__ != module.__name__
    ]


@contextmanager
def recorded(places: Iterable[tuple[Any, str]]) -> Iterator[dict[str, Calls]]:
    """What the functions at these places (a module or class, and a name in it) are called with, by name, first called first."""
    calls: dict[str, Calls] = {}
    before = [(owner, name, getattr(owner, name)) for owner, name in places]
    for owner, name, function in before:
        setattr(owner, name, _recording(name, function, calls))
    try:
        yield calls
    finally:
        for owner, name, function in before:
            setattr(owner, name, function)


def _recording(name: str, function: Callable[..., Any], calls: dict[str, Calls]) -> Callable[..., Any]:
    def record(*args: Any, **kwargs: Any) -> Any:
        calls.setdefault(name, Calls(name, function)).made.append((args, kwargs))
        return function(*args, **kwargs)

    return record
