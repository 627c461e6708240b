"""Every block has one owner, and the lack of one is a code."""

import subprocess

import pytest

from doors.cabi import DRIVER, compile_program

# CPython keeps what it needs until the process ends: reachable, or possibly so through pointers into blocks.
MEMCHECK = (
    "valgrind",
    "--quiet",
    "--error-exitcode=9",
    "--leak-check=full",
    "--show-leak-kinds=definite",
    "--errors-for-leak-kinds=definite",
)


@pytest.mark.parametrize("words", [("codes",), ("race", "8", "5")], ids=lambda words: words[0])
def test_memcheck_finds_nothing(run, words):
    """Valgrind finds no error and nothing definitely lost, for every code and from many threads."""
    done = run(*words, under=MEMCHECK)

    assert (done.returncode, done.stderr) == (0, b"")


def test_memcheck_finds_nothing_in_a_failed_start(run, tmp_path):
    """Valgrind finds no error and nothing definitely lost where the packages are missing."""
    (tmp_path / "contextc_host.py").touch()
    done = run("say", "echo", "0", env={"CONTEXTC_PYTHONPATH": str(tmp_path)}, under=MEMCHECK)

    assert (done.returncode, done.stdout[:2], done.stderr) == (0, b"-3", b"")


def test_memcheck_finds_nothing_in_the_driver(tmp_path):
    """Valgrind finds no error and nothing definitely lost in the program that the doors are tested through."""
    frames = b"echo 3\n[1]compile 0\n 1\n0" + b"x" * 300 + b" 2\n{}echo 0\n"
    program = compile_program(DRIVER, tmp_path / "driver", options=["-g"])
    done = subprocess.run([*MEMCHECK, program], input=frames, env={}, capture_output=True, check=False)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b'12\n{"echo":[1]}')


def test_memory_does_not_grow(run):
    """Nine times as many calls and threads need no more memory than before."""
    before, after = map(int, run("grow", "3000", "10000").stdout.split())

    assert after - before < 1 << 20


@pytest.mark.parametrize(("block", "code"), [("request", -1), ("answer", -1)])
def test_no_memory_is_a_code(run, block, code):
    """Without memory for the request or the answer the code is -1, nothing is left to free, and calls work again."""
    assert b"%d0\n1\n" % code == run("scarce", block).stdout


def test_no_memory_for_the_reason(run):
    """Without memory to say why Python did not start the code is -3 alone; with it the reason is told again."""
    done = run("scarce", "document", env={"CONTEXTC_PYTHONHOME": "/nowhere"})

    assert done.stdout == b"-30\n-3\n"
