"""Runs inside Pyodide: pytest on core and wire, as installed from the bundle's wheels; the last line is its exit code."""

import os
import sys
from typing import Any

sys.path.append("/site")
os.chdir("/repository")

import pytest  # noqa: E402  # it is in /site

ARGUMENTS: list[str]
"""From outside."""

CANNOT_RUN = {
    "tests/core/test_layers.py": "reads the sources, and the wheels hold bytecode",
    "tests/wire/test_schema.py": "so does the writer of the schema",
    "tests/core/laws/test_determinism.py::TestDeterminism::test_threads_share_a_compiler": "starts threads",
}
"""What stays outside, and why."""


class Inside:
    """What differs from pytest elsewhere."""

    def pytest_addoption(self, parser: pytest.Parser) -> None:
        """Take the settings of plugins that need a clock or processes, and do nothing by them."""
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
        """Say what was left out."""
        terminalreporter.section("cannot run inside Pyodide")
        for test, reason in CANNOT_RUN.items():
            terminalreporter.write_line(f"{test}: {reason}")


paths = [] if any(argument.startswith("tests/") for argument in ARGUMENTS) else ["tests/core", "tests/wire", "tests/wasm/doctests.py"]
without = [f"--deselect={test}" if "::" in test else f"--ignore={test}" for test in CANNOT_RUN]
int(pytest.main([*ARGUMENTS, *paths, *without, "-p", "no:cacheprovider"], plugins=[Inside()]))
