"""pytest on core and wire, as installed from the bundle's wheels; `in_pyodide.mjs` runs this inside Pyodide."""

import os
import sys
from typing import Any

import pytest

import contextc

CANNOT_RUN = {
    "tests/core/test_layers.py": "reads the sources, and the wheels hold bytecode",
    "tests/wire/test_schema.py": "so does the writer of the schema",
    "tests/core/laws/test_determinism.py::TestDeterminism::test_threads_share_a_compiler": "starts threads",
}
"""What stays outside, and why."""


class Inside:
    """What differs from pytest elsewhere."""

    def pytest_addoption(self, parser: pytest.Parser) -> None:
        """Take the setting of a plugin that needs timers."""
        parser.addini("timeout", "there are no timers")

    def pytest_configure(self, config: pytest.Config) -> None:
        """Try each law on fewer examples: this Python takes three times as long."""
        from hypothesis import HealthCheck, settings  # noqa: PLC0415  # pytest rewrites it first

        config.addinivalue_line("markers", "timeout: there are no timers")
        settings.register_profile(
            "inside",
            max_examples=20,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what ran, and what was left out."""
        terminalreporter.section("inside Pyodide")
        version = sys.version.partition(" ")[0]
        terminalreporter.write_line(f"contextc is {contextc.__file__}, Python {version} on {sys.platform}; left out:")
        for test, reason in CANNOT_RUN.items():
            terminalreporter.write_line(f"{test}: {reason}")


def main(arguments: list[str]) -> int:
    """The exit code of pytest; without a path among its arguments it runs all that can run."""
    os.chdir("/repository")
    given = any(os.path.exists(argument.partition("::")[0]) for argument in arguments)  # noqa: PTH110
    paths = [] if given else ["tests/core", "tests/wire", "tests/wasm/doctests.py"]
    without = [f"--deselect={test}" if "::" in test else f"--ignore={test}" for test in CANNOT_RUN]
    return int(pytest.main([*arguments, *paths, *without, "-p", "no:cacheprovider"], plugins=[Inside()]))
