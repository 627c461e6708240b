"""Threads, forks and small stacks."""

import pytest

from vectors import FOLDER, read

REQUEST = next(v for v in read(FOLDER / "differences.json") if v.method == "compile_transcript").request


@pytest.mark.parametrize("attempt", range(10))
def test_first_call_may_be_raced(run, attempt):
    """16 threads that make the first call of the process at once all get their own answers."""
    done = run("race", "16", "20")

    assert (done.returncode, done.stderr) == (0, b"")


def test_child_of_a_fork_may_call(run):
    """A child calls before and after its parent did."""
    done = run("fork", "0", "3")

    assert (done.returncode, done.stderr) == (0, b"")


def test_child_of_a_busy_process_may_call(run):
    """A child calls, also when threads of its parent were starting, in calls or ending as it was made."""
    done = run("fork", "6", "40")

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("method", "request_", "code"), [("compile_transcript", REQUEST, 1), ("echo", b"[" * 65 + b"]" * 65, 2)]
)
def test_small_stacks_are_enough(run, method, request_, code):
    """A thread with a stack of 256 KiB may make the first call and any other."""
    done = run("stack", str(256 * 1024), method, input=request_)

    assert (0, b"%d\n" % code) == (done.returncode, done.stdout)


def test_process_may_end_while_threads_call(run):
    """A process ends by itself, with its own exit code, while its threads are in calls."""
    done = run("exit", "8")

    assert (done.returncode, done.stderr) == (0, b"")
