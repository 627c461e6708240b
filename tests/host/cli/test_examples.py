"""Every example in a docstring of the command line holds."""

import doctest
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import pytest

from contextc_host import cli

MODULES = [import_module(found.name) for found in walk_packages(cli.__path__, f"{cli.__name__}.")]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_hold(module: ModuleType):
    """What a docstring shows is what happens."""
    assert doctest.testmod(module).failed == 0
