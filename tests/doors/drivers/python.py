"""`contextc_wire.call`, in the frames of `doors.framed`."""

import sys

from contextc_wire import call


def main() -> None:
    """Answer what stdin asks until it ends."""
    while head := sys.stdin.buffer.readline():
        method, length = head.rsplit(b" ", 1)
        answer = call(method.decode(), sys.stdin.buffer.read(int(length)))
        sys.stdout.buffer.write(b"%d\n" % len(answer) + answer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
