"""What is measured of the command line is what it takes."""

from pathlib import Path

import pytest

from bench import command
from bench.claude_sessions import session
from bench.command import COMMANDS, MB, Spent, grown, spend

START = b"User: hi\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_measured(tmp_path: Path, name: str):
    """It takes time and memory, and the start is not nothing."""
    start = spend(COMMANDS[name], START, tmp_path, 1)
    spent = spend(COMMANDS[name], session(4 * MB), tmp_path, 1)
    assert 0 < start.cpu < spent.cpu
    assert 10 * MB < start.peak < spent.peak


@pytest.mark.parametrize("name", COMMANDS)
def test_a_session_takes_less_than_four_times_its_size(tmp_path: Path, name: str):
    """Beyond what the start takes; the program itself is some twenty megabytes."""
    data = session(8 * MB)
    start, spent = spend(COMMANDS[name], START, tmp_path, 1), spend(COMMANDS[name], data, tmp_path, 1)
    assert spent.without(start).peak < 4 * len(data)


def test_a_command_that_fails_is_no_measurement(tmp_path: Path):
    """Its words are in the error."""
    with pytest.raises(AssertionError, match="no model is known"):
        spend(["compile", "--model", "of-tomorrow"], START, tmp_path, 1)


def test_growth_is_judged_like_any_other():
    """Four times the cost for twice the size is above what a doubling may cost."""
    sizes = command.GROWING
    linear = grown({size: Spent(0, size / MB, size) for size in sizes}, "cpu")
    square = grown({size: Spent(0, (size / MB) ** 2, size) for size in sizes}, "cpu")
    assert (linear.flagged, square.flagged, round(square.exponent, 6)) == (False, True, 2.0)
