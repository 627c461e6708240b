"""Every example runs, and the README says what is true."""

import doctest
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted((ROOT / "tests" / "examples").glob("*.py"))
LINES = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").split("\n") if ".venv/bin/contextc " in line]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_says_what_is_recorded(example):
    """An example prints what stands in the text file beside it; pack_files only as many lines, its inputs change."""
    done = subprocess.run([sys.executable, example], capture_output=True, encoding="utf-8", check=True)
    expected = example.with_suffix(".txt").read_text(encoding="utf-8")

    if example.stem == "pack_files":
        assert len(expected.split("\n")) == len(done.stdout.split("\n"))
    else:
        assert expected == done.stdout


def test_readme_examples_are_true():
    """What the README shows of Python is what Python says."""
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0


def test_readme_first_line_compiles_this_repository():
    """The command of the README's first line gives a context within its budget, and the table with every input."""
    command = shlex.split(LINES[0].split("&&")[-1])
    script = Path(sys.executable).parent / "contextc"
    done = subprocess.run([script, *command[1:]], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    inputs = [word for word in command if word.endswith((".md", ".log"))]

    assert done.stdout
    assert [name for name in inputs if name not in done.stderr] == []
