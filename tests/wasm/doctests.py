"""The doctests of core and wire as installed, for where there are no sources that pytest could collect them from."""

import doctest
import importlib
import pkgutil

import pytest

import contextc
import contextc_wire

MODULES = [
    name
    for package in (contextc, contextc_wire)
    for _, name, _ in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", ["contextc", "contextc_wire", *MODULES])
def test_examples_are_true(name: str) -> None:
    """What the docstrings of a module show is what happens."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    """The docstrings are there."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    assert sum(len(test.examples) for name in MODULES for test in finder.find(importlib.import_module(name))) > 50
