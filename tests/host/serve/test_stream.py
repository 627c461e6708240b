"""Many lines: order, ends, memory, and callers that do not read."""

import io
import json
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from contextc.limits import Limits
from contextc_host.door import open_door
from contextc_host.serve import READ_AHEAD, serve
from host.serve.server import COMMAND, line, replies, running

COMPILE = line(1, "compile", request={"query": "a", "token_budget": 40, "fragments": [{"content": "some words " * 80}]})


def test_answers_come_in_order():
    """A server answers one line after the other."""
    got = replies(b"".join(line(number, "echo", request=number) for number in range(1_000)))

    assert list(range(1_000)) == [json.loads(reply)["id"] for reply in got]


def test_reply_comes_before_the_next_line():
    """A caller that waits for its reply gets it, with nothing else said."""
    with running() as process:
        for number in range(3):
            process.stdin.write(line(number, "echo", request=number))
            process.stdin.flush()

            assert process.stdout.readline() == f'{{"id":{number},"result":{{"echo":{number}}}}}\n'.encode()


def test_end_of_input_ends_it():
    """A server without callers ends well and says nothing on stderr."""
    done = subprocess.run(COMMAND, input=b"", capture_output=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_caller_that_leaves_ends_it_quietly():
    """A server whose replies nobody reads ends as a pipe's writer does, without a traceback."""
    with running() as process:
        process.stdout.close()
        process.stdin.write(COMPILE)
        process.stdin.flush()
        code = process.wait(60)

        assert (code, process.stderr.read()) == (141, b"")


def test_interrupt_ends_it_quietly():
    """Ctrl-C ends a waiting server without a traceback."""
    with running() as process:
        process.stdin.write(COMPILE)
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        code = process.wait(60)

        assert (code, process.stderr.read()) == (130, b"")


def test_caller_that_reads_last_gets_every_reply():
    """Requests far beyond what pipes hold can all be written before the first reply is read."""
    count = 4 * READ_AHEAD // len(COMPILE)
    with running() as process:
        process.stdin.write(COMPILE * count)
        process.stdin.close()
        got = sum(1 for _ in process.stdout)

    assert got == count


@pytest.mark.parametrize(
    ("asked", "settled", "count"),
    [(line(1, "echo", request="x" * 200), 10_000, 100_000), (COMPILE, 2_000, 6_000)],
    ids=["echo", "compile"],
)
def test_memory_does_not_grow_with_requests(asked, settled, count):
    """Once settled, a server needs at most 5 MiB more for all the requests that follow."""
    with running() as process:
        writer = threading.Thread(target=process.stdin.write, args=(asked * count,))
        writer.start()
        for _ in range(settled):
            process.stdout.readline()
        before = _resident(process.pid)
        for _ in range(count * 98 // 100 - settled):
            process.stdout.readline()
        after = _resident(process.pid)
        writer.join()

    assert after - before <= 5 * 1024**2


def test_line_beyond_all_limits_is_one_error():
    """A line longer than any request may be is refused without being held, to its caller, and the next one is answered."""
    door = open_door(Limits(request_bytes=100_000))
    sink = io.BytesIO()
    long = b'{"id": 1, "method": "echo", "request": "' + b"x" * 3_000_000 + b'"}\n'
    serve(door, io.BytesIO(long + line(2, "echo")), sink)
    first, second = (json.loads(reply) for reply in sink.getvalue().splitlines())

    assert (first["id"], first["error"]["code"], second["id"]) == (1, "over_limit", 2)


def _resident(pid: int) -> int:
    fields = dict(entry.split(":", 1) for entry in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(fields["VmRSS"].split()[0]) * 1024
