"""What belongs to the process is left alone."""

import signal

import pytest


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_process_is_as_it_was(run, locale):
    """Signals, their mask, the locale, the working folder and half a line in stdout outlast the first call."""
    done = run("leaves", env={"LC_ALL": locale})

    assert (done.returncode, done.stdout, done.stderr) == (0, b"half a line, and the rest\n", b"")


def test_interrupt_ends_a_process_in_a_call(run):
    """Ctrl-C ends a process that does not handle it, while it calls, as it ends any other."""
    assert run("interrupt").returncode == -signal.SIGINT
